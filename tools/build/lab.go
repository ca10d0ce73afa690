package main

import (
	"encoding/json"
	"maps"

	"hopyard/tools/build/lang"
)

// addLab makes one file a language of what experiments say; it comes with their
// program.
func (s *site) addLab() error {
	areas, err := lang.Areas(s.root)
	if err != nil {
		return err
	}
	for _, code := range append([]string{"en"}, lang.Codes...) {
		texts, err := lang.Lab(s.root, code)
		if err != nil {
			return err
		}
		if code != "en" {
			source, err := lang.Read(s.root, code, areas)
			if err != nil {
				return err
			}
			maps.Copy(texts, source.LabNames())
		}
		raw, err := json.Marshal(texts)
		if err != nil {
			return err
		}
		s.made("lab/"+code+".json", raw)
	}
	return nil
}

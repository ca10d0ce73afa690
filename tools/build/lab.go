package main

import (
	"encoding/json"

	"hopyard/tools/build/lang"
)

// addLab makes one file a language of what experiments say; it comes with their
// program.
func (s *site) addLab() error {
	for _, code := range append([]string{"en"}, lang.Codes...) {
		texts, err := lang.Lab(s.root, code)
		if err != nil {
			return err
		}
		raw, err := json.Marshal(texts)
		if err != nil {
			return err
		}
		s.made("lab/"+code+".json", raw)
	}
	return nil
}

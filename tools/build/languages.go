package main

import (
	"encoding/json"

	"hopyard/tools/build/lang"
)

// addLanguages packs the translations: for each language one file that the page
// loads beside the program, and one with the texts of lessons and forms, which
// it loads after the first schedule.
func (s *site) addLanguages() error {
	areas, err := lang.Areas(s.root)
	if err != nil {
		return err
	}
	for _, code := range lang.Codes {
		source, err := lang.Read(s.root, code, areas)
		if err != nil {
			return err
		}
		pack, rest := source.Pack(areas)
		for name, content := range map[string]any{"lang/" + code + ".json": pack, "lang/" + code + "-more.json": rest} {
			raw, err := json.Marshal(content)
			if err != nil {
				return err
			}
			s.made(name, raw)
		}
	}
	return nil
}

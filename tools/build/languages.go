package main

import (
	"encoding/json"

	"hopyard/tools/build/lang"
)

// makeLanguages packs the translations into two files for each language. The page
// loads the first file together with the program. The second file holds the texts
// of lessons and forms; the page loads it after the first schedule.
func makeLanguages(root string) (contents, error) {
	out := contents{}
	areas, err := lang.Areas(root)
	if err != nil {
		return nil, err
	}
	for _, code := range lang.Codes {
		source, err := lang.Read(root, code, areas)
		if err != nil {
			return nil, err
		}
		pack, rest := source.Pack(areas)
		for name, content := range map[string]any{"lang/" + code + ".json": pack, "lang/" + code + "-more.json": rest} {
			raw, err := json.Marshal(content)
			if err != nil {
				return nil, err
			}
			out[name] = raw
		}
	}
	return out, nil
}

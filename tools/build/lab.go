package main

import (
	"encoding/json"
	"maps"

	"hopyard/tools/build/lang"
)

// makeLab makes a file for each language with the texts of experiments. The page
// loads the file of its language together with the program that runs experiments.
func makeLab(root string) (contents, error) {
	out := contents{}
	areas, err := lang.Areas(root)
	if err != nil {
		return nil, err
	}
	for _, code := range append([]string{"en"}, lang.Codes...) {
		texts, err := lang.Lab(root, code)
		if err != nil {
			return nil, err
		}
		if code != "en" {
			source, err := lang.Read(root, code, areas)
			if err != nil {
				return nil, err
			}
			maps.Copy(texts, source.LabNames())
		}
		raw, err := json.Marshal(texts)
		if err != nil {
			return nil, err
		}
		out["lab/"+code+".json"] = raw
	}
	return out, nil
}

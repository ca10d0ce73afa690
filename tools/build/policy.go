package main

import (
	"encoding/json"

	"hopyard/core/script"
	"hopyard/core/script/scriptapi"
)

// entry is a part of the interface, as the page reads it.
type entry struct {
	Name    string `json:"name"`
	Of      string `json:"of"`
	Params  string `json:"params"`
	Type    string `json:"type"`
	Doc     string `json:"doc"`
	Example string `json:"example"`
}

// example is a program to begin with, as the page reads it.
type example struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Source string `json:"source"`
}

// makePolicy makes the file of what the editor of policies shows: the interface of
// programs, and the examples. The page's own program knows nothing of either.
func makePolicy(string) (contents, error) {
	var out struct {
		Entries  []entry   `json:"entries"`
		Examples []example `json:"examples"`
	}
	for _, e := range scriptapi.Interface() {
		out.Entries = append(out.Entries, entry(e))
	}
	for _, x := range script.Examples() {
		out.Examples = append(out.Examples, example{x.Name, x.Title, x.Source})
	}
	all, err := json.Marshal(out)
	return contents{"policy.json": all}, err
}

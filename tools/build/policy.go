package main

import (
	"encoding/json"

	"hopyard/core/script"
	"hopyard/core/script/scriptapi"
)

// entry describes a name of the policy API in the format that the page reads.
type entry struct {
	Name    string `json:"name"`
	Of      string `json:"of"`
	Params  string `json:"params"`
	Type    string `json:"type"`
	Doc     string `json:"doc"`
	Example string `json:"example"`
}

// example is a sample policy program in the format that the page reads.
type example struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Source string `json:"source"`
}

// makePolicy makes policy.json with the content of the policy editor: the API of
// policy programs, and the examples. Neither is part of the page's main program.
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

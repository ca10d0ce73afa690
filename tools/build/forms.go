package main

import (
	"encoding/json"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
)

// form and field describe a form and its fields in the format that the page reads.
type form struct {
	Name   string  `json:"name"`
	Title  string  `json:"title"`
	About  string  `json:"about"`
	Path   string  `json:"path"`
	Fields []field `json:"fields"`
}

type field struct {
	Path    string           `json:"path"`
	Title   string           `json:"title"`
	About   string           `json:"about"`
	Kind    schema.FieldKind `json:"kind"`
	Min     int64            `json:"min"`
	Max     int64            `json:"max"`
	Default string           `json:"default"`
	Choices []string         `json:"choices"`
	Of      string           `json:"of"`
	Needed  bool             `json:"needed"`
	New     string           `json:"new"`
}

// makeForms makes forms.json with all forms. The page loads the file when a user
// edits a scenario. If the forms were compiled into the program as tables, the page
// would have to load 13 kB more before the first schedule.
func makeForms(string) (contents, error) {
	var list []form
	for _, f := range scenario.Forms() {
		out := form{f.Name, f.Title, f.About, f.Path, nil}
		for _, x := range f.Fields {
			out.Fields = append(out.Fields, field{x.Path, x.Title, x.About, x.Kind, x.Min, x.Max, x.Default, append([]string{}, x.Choices...), x.Of, x.Needed, x.New})
		}
		list = append(list, out)
	}
	all, err := json.Marshal(list)
	return contents{"forms.json": all}, err
}

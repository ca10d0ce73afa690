package script

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed examples/*.star
var examples embed.FS

// Example is a program to begin with.
type Example struct {
	Name   string // of its file, "easy"
	Title  string // its first line, without #
	Source string
}

// Examples are the shelf of programs to begin with, those for first steps first.
func Examples() []Example {
	var all []Example
	for name := range strings.FieldsSeq("sjf fcfs easy conservative depth wfp3 unicef f1 compact bug") {
		source, err := fs.ReadFile(examples, "examples/"+name+".star")
		if err != nil {
			panic(err) // it is embedded
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n")
		all = append(all, Example{name, title, string(source)})
	}
	return all
}

package script

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed examples/*.star
var examples embed.FS

// Example is an example program.
type Example struct {
	Name   string // file name without extension, such as "easy"
	Title  string // first line of the program without #
	Source string
}

// Examples returns the example programs, the easiest first.
func Examples() []Example {
	var all []Example
	for name := range strings.FieldsSeq("sjf fcfs easy conservative depth wfp3 unicef f1 compact bug") {
		source, err := fs.ReadFile(examples, "examples/"+name+".star")
		if err != nil {
			panic(err) // cannot happen: the files are embedded
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n")
		all = append(all, Example{name, title, string(source)})
	}
	return all
}

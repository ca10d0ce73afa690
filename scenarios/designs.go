package scenarios

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed experiments/lessons/*.json
var designs embed.FS

// Designs are the experiments that lessons have, by the lesson's name: JSON of a
// design each.
func Designs() map[string][]byte {
	all := map[string][]byte{}
	names, _ := fs.Glob(designs, "experiments/lessons/*.json")
	for _, name := range names {
		src, err := designs.ReadFile(name)
		if err != nil {
			panic(err) // it is in the program
		}
		all[strings.TrimSuffix(path.Base(name), ".json")] = src
	}
	return all
}

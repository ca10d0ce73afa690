package scenarios

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed experiments/lessons/*.json
var designs embed.FS

// Designs returns experiment designs, in JSON, that belong to lessons. The keys are
// the names of the lessons.
func Designs() map[string][]byte {
	all := map[string][]byte{}
	names, _ := fs.Glob(designs, "experiments/lessons/*.json")
	for _, name := range names {
		src, err := designs.ReadFile(name)
		if err != nil {
			panic(err) // impossible: the file is embedded
		}
		all[strings.TrimSuffix(path.Base(name), ".json")] = src
	}
	return all
}

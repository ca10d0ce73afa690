// Command generate writes wasm/app/i18n/english.go from the texts in
// static/lang/en. Run it after changing these texts, from any folder of the
// repository:
//
//	go generate ./wasm/app/i18n
//
// The development server (make run) runs the same generation by itself. A test
// checks that the generated file is up to date.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"hopyard/tools/build/lang"
	"hopyard/tools/repo"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	areas, err := lang.Areas(root)
	if err != nil {
		return err
	}
	code, err := lang.Generate(areas)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(lang.Generated)), code, 0o644)
}

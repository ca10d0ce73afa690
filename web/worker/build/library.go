package main

import (
	"embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// library holds packages that stand in for those of Go's library that net/http
// imports and a worker never calls.
//
//go:embed library/*.txt
var library embed.FS

// standins are the packages that they replace, by file: a sixth of the program,
// and tables that would be made anew for each request.
var standins = map[string]string{
	"library/tls.go.txt":  "crypto/tls",
	"library/idna.go.txt": "vendor/golang.org/x/net/idna",
}

// without writes into dir what -overlay of the go command reads, and returns its
// name. A name that net/http needs in another version of Go and that is not there
// makes the compiler say so.
func without(goroot, dir string) (string, error) {
	replaced := map[string]string{}
	for from, pkg := range standins {
		text, err := library.ReadFile(from)
		if err != nil {
			return "", err
		}
		to := filepath.Join(dir, strings.TrimSuffix(filepath.Base(from), ".txt"))
		if err := os.WriteFile(to, text, 0o644); err != nil {
			return "", err
		}
		files, err := filepath.Glob(filepath.Join(goroot, "src", filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			return "", err
		}
		for _, file := range files {
			replaced[file] = "" // as if it were not there
		}
		replaced[filepath.Join(goroot, "src", filepath.FromSlash(pkg), "standin.go")] = to
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, list, 0o644)
}

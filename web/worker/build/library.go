package main

import (
	"embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// library holds replacements for packages of Go's standard library that net/http
// imports but a worker never calls.
//
//go:embed library/*.txt
var library embed.FS

// standins maps the file name of each replacement to the package that it replaces.
// The replaced packages make up a sixth of the program. They contain tables that
// the program would have to build anew for each request.
var standins = map[string]string{
	"library/tls.go.txt":  "crypto/tls",
	"library/idna.go.txt": "vendor/golang.org/x/net/idna",
}

// without writes a file for the flag -overlay of the go command into dir. The file
// makes the compiler use the replacements. without returns the name of the file. If
// net/http in another version of Go needs a name that a replacement lacks, the
// compiler reports this.
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
			replaced[file] = "" // an empty name makes the go command ignore the file
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

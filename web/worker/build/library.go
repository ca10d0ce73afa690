package main

import (
	"embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// library holds replacements for packages of Go's standard library that net/http
// imports and a worker never calls.
//
//go:embed library/*.txt
var library embed.FS

// standins maps each replacement file to the package that it replaces. Those
// packages are a sixth of the program, with tables that would be built anew for
// each request.
var standins = map[string]string{
	"library/tls.go.txt":  "crypto/tls",
	"library/idna.go.txt": "vendor/golang.org/x/net/idna",
}

// without writes a file for the -overlay flag of the go command into dir, and
// returns its name. If net/http of another Go version needs a name that the
// replacements lack, the compiler reports it.
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
			replaced[file] = "" // as if the file did not exist
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

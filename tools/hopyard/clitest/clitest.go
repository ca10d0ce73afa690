// Package clitest runs command lines in tests: [Caller] returns a function that runs
// them with some commands and returns what they print. It also makes the files that
// the tests of several packages need.
package clitest

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/tools/hopyard/cli"
)

// Tiny is a scenario of seven jobs on twelve nodes, which SOURCES.md EASY.2 explains.
const Tiny = `{
  "hopyard": 1, "title": "Twelve nodes",
  "cluster": {"topology": {"kind": "flat", "nodes": 12}},
  "jobs": [
    {"id": 1, "submit": 0, "nodes": 7, "walltime": 10},
    {"id": 2, "submit": 0, "nodes": 2, "walltime": 20},
    {"id": 3, "submit": 0, "nodes": 8, "walltime": 5},
    {"id": 4, "submit": 0, "nodes": 2, "walltime": 8},
    {"id": 5, "submit": 0, "nodes": 2, "walltime": 15},
    {"id": 6, "submit": 0, "nodes": 1, "walltime": 30},
    {"id": 7, "submit": 0, "nodes": 1, "walltime": 100}
  ],
  "scheduler": {"queue": "easy", "allocator": "first-fit"}
}`

// Caller returns a function that runs a command line in a program of the given
// commands. The function replaces the text DIR in the arguments with the folder dir,
// and returns the exit status, the output and the error output of the program.
func Caller(commands ...cli.Command) func(t *testing.T, dir, stdin string, args ...string) (status int, out, err string) {
	return func(t *testing.T, dir, stdin string, args ...string) (status int, out, err string) {
		t.Helper()
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, "DIR", dir)
		}
		var o, e bytes.Buffer
		status = cli.Dispatch(&cli.Terminal{In: strings.NewReader(stdin), Out: &o, Err: &e}, commands, args)
		return status, o.String(), e.String()
	}
}

// Folder returns a temporary folder that contains the file tiny.json.
func Folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	Write(t, dir, "tiny.json", Tiny)
	return dir
}

// Write writes a file into a folder.
func Write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Open opens a file of a folder. The file is closed when the test ends.
func Open(t *testing.T, dir, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// Zipped returns a text compressed with gzip.
func Zipped(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

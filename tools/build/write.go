package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// write makes the folder dir contain exactly the given files and .gitkeep. The file
// .gitkeep lets the server compile before the first build. Files that are already
// up to date stay untouched. The result is the number of files written, compressed
// forms included.
func write(dir string, files []*file) (written int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return written, err
	}
	keep := map[string]bool{".gitkeep": true}
	for _, f := range files {
		for _, form := range []struct {
			ext     string
			content []byte
		}{{"", f.raw}, {".br", f.br}, {".gz", f.gz}} {
			if form.content == nil && form.ext != "" {
				continue
			}
			name := f.name + form.ext
			keep[name] = true
			changed, err := put(filepath.Join(dir, name), form.content)
			if err != nil {
				return written, err
			}
			if changed {
				written++
			}
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return written, err
	}
	for _, e := range entries {
		if !keep[e.Name()] && !strings.HasPrefix(e.Name(), partial) {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return written, err
			}
		}
	}
	return written, nil
}

// put writes content to a file unless the file already has that content. It reports
// whether it wrote the file.
func put(name string, content []byte) (changed bool, err error) {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, content) {
		return false, nil
	}
	return true, replaceFile(name, content)
}

// partial is the prefix of the names of temporary files that this build or another
// build is still writing.
const partial = ".tmp-"

// replaceFile replaces a file atomically, so that a concurrent build never reads a
// partly written file.
func replaceFile(name string, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), partial+"*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(content)
	if err2 := tmp.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	return err
}

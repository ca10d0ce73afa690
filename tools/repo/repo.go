// Package repo locates the root of the repository for tools that may be started in
// any of its folders.
package repo

import (
	"errors"
	"os"
	"path/filepath"
)

// Root returns the root of the repository: the nearest folder that contains a
// go.mod, which is the working directory or a folder above it. It returns an error
// if there is none.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod here or above: run it inside the repository")
		}
		dir = up
	}
}

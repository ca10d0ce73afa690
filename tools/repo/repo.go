// Package repo finds the repository that a tool runs in.
package repo

import (
	"errors"
	"os"
	"path/filepath"
)

// Root is the folder of the go.mod in or above the working directory.
// Error: there is none.
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

package main

import (
	"path/filepath"

	"hopyard/core/experiment"
)

// writeTables writes two files: a file with the rows of all runs, sorted, and a
// file with the means of each cell.
func writeTables(dir string, r *experiment.Results) error {
	if err := writeWhole(filepath.Join(dir, runsName), r.WriteRows); err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, meansName), r.WriteMeans)
}

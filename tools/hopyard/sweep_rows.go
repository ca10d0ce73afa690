package main

import (
	"path/filepath"

	"hopyard/core/experiment"
)

// writeTables writes the file of all runs, in order, and the file with the means of
// each cell.
func writeTables(dir string, r *experiment.Results) error {
	if err := writeWhole(filepath.Join(dir, runsName), r.WriteRows); err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, meansName), r.WriteMeans)
}

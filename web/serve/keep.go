package main

import (
	"errors"
	"fmt"
	"io"

	"hopyard/web/store/sqlite"
)

// errNone is the error for an operation that requires a data folder if there is
// none.
var errNone = errors.New("there is no data folder: name one (--data folder)")

// folderOf returns the data folder that the flags specify.
func folderOf(o options) (string, error) {
	switch o.data {
	case "none":
		return "", errNone
	case "":
		return dataFolder()
	}
	return o.data, nil
}

// copyData writes a copy of the database to the file o.backup and reports on out. A
// server may use the database at the same time. Errors: those of sqlite.Backup.
func copyData(o options, out io.Writer) error {
	folder, err := folderOf(o)
	if err != nil {
		return err
	}
	size, err := sqlite.Backup(folder, o.backup)
	if err != nil {
		return fmt.Errorf("--backup: %w", err)
	}
	fmt.Fprintf(out, "%s has all of %s: %d bytes. To put it back, stop the server, and make it %s in an empty data folder.\n", o.backup, folder, size, sqlite.Name)
	return nil
}

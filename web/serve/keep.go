package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"hopyard/web/store"
	"hopyard/web/store/oldlinks"
	"hopyard/web/store/sqlite"
)

// errNone is of what needs a data folder.
var errNone = errors.New("there is no data folder: name one (--data folder)")

// folderOf is the data folder that the flags name.
func folderOf(o options) (string, error) {
	switch o.data {
	case "none":
		return "", errNone
	case "":
		return dataFolder()
	}
	return o.data, nil
}

// copyData writes a copy of the database to o.backup and says so on out, whether or
// not a server works on it. Errors: those of sqlite.Backup.
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

// takeOver keeps the links of an earlier version's file, o.imports, and names those
// that it cannot keep. Errors: those of oldlinks.Import; some were skipped.
func takeOver(ctx context.Context, o options, out io.Writer) (err error) {
	folder, err := folderOf(o)
	if err != nil {
		return err
	}
	db, err := sqlite.Open(folder, o.most)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	n, err := oldlinks.Import(ctx, o.imports, store.Links{DB: db}, func(id, why string) {
		fmt.Fprintf(out, "link %s is skipped: %s\n", id, why)
	})
	fmt.Fprintf(out, "%s: %d short links are new in %s, %d were there, %d skipped\n", o.imports, n.Added, filepath.Join(folder, sqlite.Name), n.There, n.Skipped)
	if err != nil {
		return fmt.Errorf("--import: %w", err)
	}
	if n.Skipped > 0 {
		return fmt.Errorf("--import: %d of %d links were skipped, as told above: keep %s", n.Skipped, n.Added+n.There+n.Skipped, o.imports)
	}
	return nil
}

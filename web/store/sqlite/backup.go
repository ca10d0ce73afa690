//go:build !js

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hopyard/web/store"
)

// Backup copies the database in folder to file, and returns the size of the copy in
// bytes. file must not exist. The copy is a snapshot; a server may use the database
// meanwhile. Backup runs VACUUM INTO for three reasons. It reads in one
// transaction, so that it never starts again while others write, as SQLite's online
// backup from another process does. It reads every row through its table, so that
// damage causes an error and not a damaged copy. And it writes the smallest
// possible file. The copy gets its final name only when it is on the disk.
func Backup(folder, file string) (size int64, err error) {
	path, err := filepath.Abs(filepath.Join(folder, Name))
	if err != nil {
		return 0, err
	}
	if _, err := os.Stat(file); err == nil {
		return 0, fmt.Errorf("%s is there already: give another name, or move it away", file)
	}
	mode, err := look(path, checkTime)
	if err != nil {
		return 0, fmt.Errorf("reading %s: %w", path, err)
	}
	part := file + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) { // left by a crash
		return 0, err
	}
	defer func() {
		if err != nil {
			os.Remove(part) // the incomplete copy is useless
		}
	}()
	out, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	// Without this setting SQLite would hold the whole copy in memory until the
	// end.
	s, err := connect(path, mode, "PRAGMA cache_spill = ON")
	if err != nil {
		return 0, err
	}
	_, err = s.query(context.Background(), store.Statement{SQL: "VACUUM INTO ?1", Values: []any{part}})
	if err = errors.Join(err, s.close()); err != nil {
		return 0, fmt.Errorf("copying %s: %w", path, err)
	}
	if err := out.Sync(); err != nil {
		return 0, err
	}
	info, err := out.Stat()
	if err != nil {
		return 0, err
	}
	if err := os.Rename(part, file); err != nil {
		return 0, err
	}
	return info.Size(), syncFolder(filepath.Dir(file))
}

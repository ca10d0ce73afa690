//go:build !js

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup copies the database in folder to a new file with the given name, and
// returns the size of the copy in bytes. The copy is a snapshot; a server may use
// the database at the same time. Backup runs VACUUM INTO, for three reasons. First,
// VACUUM INTO reads the database in one transaction, whereas SQLite's online
// backup, run from another process, starts again whenever the server writes.
// Second, VACUUM INTO reads every row through its table, so damage causes an error
// and not a damaged copy. Third, it writes the smallest possible file. The copy
// gets its final name only after it has been written to the disk.
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
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) { // an earlier copy may have been left by a crash
		return 0, err
	}
	defer func() {
		if err != nil {
			os.Remove(part) // an incomplete copy is useless
		}
	}()
	out, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	// With the default setting of this package, SQLite would hold the whole copy in
	// memory until the end.
	s, err := connect(path, mode, "cache_spill = ON")
	if err != nil {
		return 0, err
	}
	if err = errors.Join(s.run("VACUUM INTO ?1", part), s.close()); err != nil {
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

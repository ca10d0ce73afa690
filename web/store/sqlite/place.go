//go:build !js

package sqlite

import "os"

// place is the path of a file, with what identified the file when it was opened.
type place struct {
	path string
	info os.FileInfo
}

// at records the identity of the file at path.
func at(path string) (*place, error) {
	info, err := os.Stat(path)
	return &place{path, info}, err
}

// is returns what is at the path now. It returns an error if there is no file or
// another file: the next start would not read what is written to the open one.
func (p *place) is() (os.FileInfo, error) {
	now, err := os.Stat(p.path)
	if err != nil || !os.SameFile(now, p.info) {
		return nil, replaced(err)
	}
	return now, nil
}

// inPlace returns an error if the database or its log is no longer the file that
// was opened, or if the database has become shorter, which SQLite never does to it.
func (db *SQLite) inPlace() error {
	if db.file == nil {
		return nil
	}
	now, err := db.file.is()
	if err != nil {
		return err
	}
	if had := db.file.info.Size(); now.Size() < had {
		return truncated(now.Size(), had)
	}
	db.file.info = now
	_, err = db.log.is()
	return err
}

//go:build !js

package sqlite

import "os"

// place is where a file was when it was opened.
type place struct {
	path string
	info os.FileInfo
}

// at notes where a file is.
func at(path string) (*place, error) {
	info, err := os.Stat(path)
	return &place{path, info}, err
}

// is returns what is at a place, and an error when that is nothing or another file:
// what is written then is not what the next start reads.
func (p *place) is() (os.FileInfo, error) {
	now, err := os.Stat(p.path)
	if err != nil || !os.SameFile(now, p.info) {
		return nil, replaced(err)
	}
	return now, nil
}

// inPlace returns an error when the file or its log is not what was opened, or the
// file has become shorter, which SQLite never makes it.
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

//go:build !js

package sqlite

import "os"

// place is the path of a file together with the identity that the file had when it
// was opened.
type place struct {
	path string
	info os.FileInfo
}

// at returns the given path together with the present identity of the file there.
func at(path string) (*place, error) {
	info, err := os.Stat(path)
	return &place{path, info}, err
}

// is returns information about the file that is at the path now. It returns an
// error if the file that was opened is no longer there: data written to it would
// not be read after the next start.
func (p *place) is() (os.FileInfo, error) {
	now, err := os.Stat(p.path)
	if err != nil || !os.SameFile(now, p.info) {
		return nil, replaced(err)
	}
	return now, nil
}

// inPlace returns an error if the file of the database, or its log, is no longer at
// its path. It also returns an error if the file of the database has become
// shorter, because SQLite never shortens it.
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

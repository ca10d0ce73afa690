//go:build !js

package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// create makes an empty database under a temporary name and then renames it to
// path. So a crash leaves no incomplete database at path, and an empty file at path
// shows that data was lost. If two processes call create at the same time, one of
// them finds that path already exists, which is no error.
func create(folder, path string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	draft := path + ".new"
	if err := prepare(draft); err != nil {
		if err := errors.Join(os.Remove(draft), prepare(draft)); err != nil { // the draft may have been left by a crash
			return err
		}
	}
	if err := os.Link(draft, path); err != nil {
		if _, there := os.Stat(path); there == nil {
			return nil
		}
		if err := os.Rename(draft, path); err != nil { // used on file systems without hard links
			return err
		}
		return syncFolder(folder)
	}
	if err := os.Remove(draft); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncFolder(folder)
}

// prepare makes an empty database file that only its owner may read.
func prepare(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return err
	}
	s, err := connect(path, "rw")
	if err != nil {
		return err
	}
	return errors.Join(migrate(s), s.close())
}

// syncFolder syncs a folder to the disk, so that the names of new files in the
// folder are durable.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" { // Windows cannot sync folders
		return nil
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

//go:build !js

package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// create makes an empty database beside path and then gives it its name, so that a
// crash leaves no half one there, and a file at path that is empty has lost
// something. Where two processes do so at once, one of them finds path made.
func create(folder, path string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	draft := path + ".new"
	if err := prepare(draft); err != nil {
		if err := errors.Join(os.Remove(draft), prepare(draft)); err != nil { // of a crash
			return err
		}
	}
	if err := os.Link(draft, path); err != nil {
		if _, there := os.Stat(path); there == nil {
			return nil
		}
		if err := os.Rename(draft, path); err != nil { // where files have one name only
			return err
		}
		return syncFolder(folder)
	}
	if err := os.Remove(draft); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncFolder(folder)
}

// prepare makes an empty database, which only its owner may read.
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

// syncFolder makes the file's name durable.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" { // folders cannot be synced there
		return nil
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

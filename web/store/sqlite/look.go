//go:build !js

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"hopyard/web/store"
)

// checkTime limits the time for checking a file before it is served. A check of 145
// MB takes half a second. If a very large file on a slow disk takes longer than
// checkTime, the rest of the file is checked only when it is read.
const checkTime = 10 * time.Second

// errForeign is the error for a file that SQLite can read but that another program
// has written.
var errForeign = errors.New("another program wrote this file: give another data folder")

// Check examines the whole database in folder and changes nothing. A server may use
// the database at the same time. If the file is missing, damaged, or written by
// another program or a newer version, Check returns an error that contains the name
// of the file.
func Check(folder string) error {
	path, err := filepath.Abs(filepath.Join(folder, Name))
	if err != nil {
		return err
	}
	if _, err := look(path, time.Hour); err != nil {
		return fmt.Errorf("checking %s: %w", path, err)
	}
	return nil
}

// look checks that the file is an intact database of this program. The check takes
// at most the given time. look returns the mode in which the file can be read:
// "ro", or "immutable" if SQLite cannot write its auxiliary files beside the file.
func look(path string, most time.Duration) (mode string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.Size() == 0 {
		return "", damaged(errors.New("it is empty"))
	}
	err = inspect(path, "ro", most)
	if !isAuxiliaryFileError(err) {
		return "ro", err
	}
	// In the mode "immutable" SQLite does not read the log. So the database is
	// complete only if the log is empty or missing.
	if log, missing := os.Stat(path + "-wal"); missing == nil && log.Size() > 0 {
		return "", &store.StoreError{Problem: "the log of the database cannot be read without writing beside it",
			Fix: "the keeper of the server should let it write to its data folder, or make room there", Err: err}
	}
	return "immutable", inspect(path, "immutable", most)
}

// isAuxiliaryFileError reports whether SQLite failed because of an auxiliary file,
// which SQLite writes beside an open database.
func isAuxiliaryFileError(err error) bool {
	told, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch told.Code() {
	case lib.SQLITE_IOERR_WRITE, lib.SQLITE_IOERR_SHMSIZE, lib.SQLITE_IOERR_SHMOPEN, lib.SQLITE_IOERR_SHMMAP:
		return true
	}
	switch told.Code() & 0xff {
	case lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY, lib.SQLITE_FULL:
		return true
	}
	return false
}

// inspect checks the header of a file and runs SQLite's quick check on it.
func inspect(path, mode string, most time.Duration) error {
	s, err := connect(path, mode)
	if err == nil {
		err = errors.Join(inspectOpen(s, most), s.close())
	}
	if told, ok := errors.AsType[*sqlite.Error](err); ok {
		switch told.Code() & 0xff {
		case lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT:
			return damaged(err)
		}
	}
	return err
}

// inspectOpen performs the checks of inspect in an open session.
func inspectOpen(s *session, most time.Duration) error {
	id, err := s.number("PRAGMA application_id")
	if err != nil {
		return err
	}
	if id != application {
		return errForeign
	}
	if err := known(s); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	var says string
	err = s.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&says)
	switch {
	case ctx.Err() != nil:
		return nil // the time is over: the file is too large to be checked completely
	case err != nil:
		return err
	case says != "ok":
		return damaged(errors.New("SQLite's quick check says " + says))
	}
	return nil
}

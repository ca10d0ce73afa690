//go:build !js

package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"hopyard/web/store"
)

// backup is the advice for all cases in which the file differs from what was
// written. This package never repairs a file: a repair may discard data, perhaps
// all that is left.
const backup = "the keeper of the server should stop it, copy " + Name + " and its -wal away, and put back a backup"

var errClosed = &store.StoreError{Problem: "the server is stopping", Fix: "try again in a minute"}

func damaged(err error) *store.StoreError {
	return &store.StoreError{Problem: "the database " + Name + " is damaged", Fix: backup, Err: err, Damaged: true}
}

func truncated(size, want int64) *store.StoreError {
	return &store.StoreError{Problem: "the file of the database, " + Name + ", has lost its end", Fix: backup, Damaged: true,
		Err: fmt.Errorf("%d bytes are left of %d", size, want)}
}

func replaced(err error) *store.StoreError {
	return &store.StoreError{Problem: "the file of the database was moved or replaced while the server ran",
		Fix: "the keeper of the server should put it back, and start the server again", Err: err}
}

func unwritable(err error) *store.StoreError {
	return &store.StoreError{Problem: "this server only has read access to its database",
		Fix: "links made so far still open; the keeper of the server should let it write to its data folder", Err: err}
}

// unwritten is an error of COMMIT. It comes from the disk: if the database had
// reached its size limit, an earlier statement would have failed.
type unwritten struct{ error }

// Unwrap returns the cause.
func (u *unwritten) Unwrap() error { return u.error }

// failed converts an error of SQLite to the error that callers get. After two kinds
// of errors it stops all writing until the database is opened again. After a failed
// sync, the content of the disk is unknown. If the file is damaged, nothing may be
// written to it. A failed write does not stop writing, because it leaves the file
// as it was.
func (db *SQLite) failed(err error) error {
	if known, ok := errors.AsType[*store.StoreError](err); ok {
		if !known.Full {
			db.halt(known)
		}
		return known
	}
	told, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	e := &store.StoreError{Problem: "the database cannot be reached", Fix: "the keeper of the server should look at its log and start it again", Err: err}
	switch told.Code() & 0xff {
	case lib.SQLITE_CONSTRAINT:
		return fmt.Errorf("%w: %w", store.ErrConstraint, err)
	case lib.SQLITE_ERROR, lib.SQLITE_RANGE, lib.SQLITE_MISMATCH:
		return err // an error in the statement, which is a bug in the program
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		e.Problem, e.Fix = "another program holds the database", "try again; the keeper of the server should see who works on its data folder"
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		e = damaged(err)
		db.halt(e)
	case lib.SQLITE_READONLY:
		e = unwritable(err)
		db.halt(e)
	case lib.SQLITE_FULL:
		if _, disk := errors.AsType[*unwritten](err); !disk && db.most > 0 {
			return store.NoRoom(db.most)
		}
		e.Problem, e.Fix, e.Full = "the disk is full", room, true
	case lib.SQLITE_IOERR:
		switch told.Code() {
		case lib.SQLITE_IOERR_WRITE, lib.SQLITE_IOERR_TRUNCATE, lib.SQLITE_IOERR_SHMSIZE:
			e.Problem, e.Fix, e.Full = "the disk takes nothing more: it is full, a quota or a limit on the size of files is reached, or it has become read-only", room, true
		case lib.SQLITE_IOERR_FSYNC, lib.SQLITE_IOERR_DIR_FSYNC:
			e.Problem, e.Fix = "writing failed, and nothing more is taken", "links made so far still open; the keeper of the server should look at the disk and start the server again"
			db.halt(e)
		}
	}
	return e
}

const room = "what is there still opens; the keeper of the server should make room, and need not start it again"

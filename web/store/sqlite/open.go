//go:build !js

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"hopyard/web/store"
)

// Name is the file in the data folder.
const Name = "hopyard.db"

// application is what our files say of themselves in their header: "hopy".
const application = 0x686f7079

// mostReaders is how many may read at once; others wait.
const mostReaders = 8

// Memory makes a database that is gone when its process ends, of most bytes at
// most; 0 is no limit.
func Memory(most int64) (*SQLite, error) {
	s, err := connect(inMemory, "")
	if err != nil {
		return nil, err
	}
	if err := errors.Join(migrate(s), limit(s, most)); err != nil {
		return nil, errors.Join(err, s.close())
	}
	db := newDB(most)
	db.writer = s
	go db.write()
	return db, nil
}

func newDB(most int64) *SQLite {
	return &SQLite{most: most, calls: make(chan *call), stop: make(chan struct{}), stopped: make(chan struct{})}
}

// Open opens the database in folder, and makes folder and file if there are none.
// A file that may only be read is served, and Do answers why it does not write
// ([SQLite.Trouble]). When the file takes most bytes, Do answers [store.NoRoom] and all
// else goes on; 0 is no limit. Errors: the file is damaged, is another program's or
// of a newer version; folder cannot be made.
func Open(folder string, most int64) (*SQLite, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, Name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(folder, path); err != nil {
			return nil, fmt.Errorf("making the database in the data folder %s: %w: give a folder that this user may write to", folder, err)
		}
	}
	answerLimits()
	db := newDB(most)
	db.path = path
	if err := db.start(); err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, errors.Join(err, db.abandon()))
	}
	if db.writer == nil {
		close(db.stopped)
	} else {
		go db.write()
	}
	return db, nil
}

// abandon closes what start has opened.
func (db *SQLite) abandon() error {
	close(db.stopped)
	return db.Close()
}

// start looks at the file, and only when it is whole opens it for writing.
func (db *SQLite) start() (err error) {
	if db.file, err = at(db.path); err != nil {
		return err
	}
	mode, err := look(db.path, checkTime)
	if err != nil {
		return err
	}
	if mode == "ro" {
		if err := db.startWriting(); err != nil {
			return err
		}
	} else {
		db.halt(unwritable(nil))
	}
	readers := make(chan *session, min(mostReaders, max(2, 2*runtime.GOMAXPROCS(0))))
	for range cap(readers) {
		s, err := connect(db.path, mode, "PRAGMA query_only = ON")
		if err != nil {
			return err
		}
		readers <- s
		db.readers = readers
	}
	return nil
}

// startWriting opens the writer and brings the file up to date. Where that may not
// be written to, there is no writer, and Trouble says so.
func (db *SQLite) startWriting() error {
	s, err := connect(db.path, "rw")
	if err != nil {
		return err
	}
	if err = begin(s, db.most); err != nil {
		switch e, told := errors.AsType[*store.StoreError](db.failed(err)); {
		case beside(err):
			db.halt(unwritable(err))
		case told:
			err = e
		}
		if db.halted.Load() != nil {
			return s.close()
		}
		return errors.Join(err, s.close())
	}
	db.writer = s
	db.log, err = at(db.path + "-wal")
	return err
}

// begin gets a writer ready.
func begin(s *session, most int64) error {
	for _, text := range []string{"BEGIN IMMEDIATE", "ROLLBACK", "PRAGMA journal_mode = WAL"} {
		if _, err := s.run(text); err != nil {
			return err
		}
	}
	if err := errors.Join(migrate(s), limit(s, most)); err != nil {
		return err
	}
	return settle(s)
}

// settle puts what a killed process has left in the log into the file, and syncs
// both: it may be in the memory of the system only, where one that was told of it
// finds it all the same. The log is synced first, so that a full disk is no harm.
func settle(s *session) error {
	_, err := s.run("PRAGMA wal_checkpoint(TRUNCATE)")
	if told, ok := errors.AsType[*sqlite.Error](err); ok {
		switch told.Code() {
		case lib.SQLITE_FULL, lib.SQLITE_IOERR_WRITE:
			return nil
		}
	}
	return err
}

// limit says how many bytes a file may have.
func limit(s *session, most int64) error {
	if most == 0 {
		return nil
	}
	page, err := s.number("PRAGMA page_size")
	if err == nil {
		_, err = s.run("PRAGMA max_page_count = " + strconv.FormatInt(max(1, most/page), 10))
	}
	return err
}

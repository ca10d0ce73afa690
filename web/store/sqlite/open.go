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

// Name is the name of the database file in the data folder.
const Name = "hopyard.db"

// application is the application id in the header of this program's files: "hopy"
// in ASCII.
const application = 0x686f7079

// mostReaders is the maximum number of reads at the same time; further reads wait.
const mostReaders = 8

// Memory returns a new database in memory, whose size is limited to the given
// number of bytes; 0 means no limit.
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

// Open opens the database in folder. It makes the folder and the file if they do
// not exist. It also opens a file that this process may only read; then Do returns
// the reason why it cannot write ([SQLite.Trouble]). The size of the file is
// limited to the given number of bytes; 0 means no limit. When the limit is
// reached, Do returns the error of [store.NoRoom] for calls that need space, and
// everything else continues to work. Open fails if the file is damaged, or written
// by another program or a newer version, or if the folder cannot be made.
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

// abandon closes everything that start has opened, after start has failed.
func (db *SQLite) abandon() error {
	close(db.stopped)
	return db.Close()
}

// start checks the file. If the file is intact, start opens it.
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
	db.readers, err = pool(db.path, mode, min(mostReaders, max(2, 2*runtime.GOMAXPROCS(0))), "query_only = ON")
	return err
}

// startWriting opens the session of the writer and migrates the file to the current
// schema. If the file cannot be written to, there is no writer, and Trouble returns
// the reason.
func (db *SQLite) startWriting() error {
	s, err := connect(db.path, "rw")
	if err != nil {
		return err
	}
	if err = begin(s, db.most); err != nil {
		switch e, told := errors.AsType[*store.StoreError](db.failed(err)); {
		case isAuxiliaryFileError(err):
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

// begin prepares a session for writing.
func begin(s *session, most int64) error {
	for _, text := range []string{"BEGIN IMMEDIATE", "ROLLBACK", "PRAGMA journal_mode = WAL"} {
		if err := s.run(text); err != nil {
			return err
		}
	}
	if err := errors.Join(migrate(s), limit(s, most)); err != nil {
		return err
	}
	return checkpoint(s)
}

// checkpoint moves data from the log into the file and syncs both to the disk. A
// killed process may have left data in the log that has not reached the disk and is
// only in the memory of the operating system. Clients may already have been told
// that this data is stored. A full disk does no harm, because SQLite syncs the log
// first.
func checkpoint(s *session) error {
	err := s.run("PRAGMA wal_checkpoint(TRUNCATE)")
	if told, ok := errors.AsType[*sqlite.Error](err); ok {
		switch told.Code() {
		case lib.SQLITE_FULL, lib.SQLITE_IOERR_WRITE:
			return nil
		}
	}
	return err
}

// limit sets the maximum size of the database to the given number of bytes.
func limit(s *session, most int64) error {
	if most == 0 {
		return nil
	}
	page, err := s.number("PRAGMA page_size")
	if err == nil {
		err = s.run("PRAGMA max_page_count = " + strconv.FormatInt(max(1, most/page), 10))
	}
	return err
}

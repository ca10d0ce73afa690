//go:build !js

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"hopyard/web/store"
	"hopyard/web/store/migrations"
)

// Name is the file in the data folder.
const Name = "hopyard.db"

// application is what our files say of themselves in their header: "hopy".
const application = 0x686f7079

// checkTime is how long a file is looked at before it is served. Of very large ones
// on slow disks the rest is only looked at when it is read.
const checkTime = 10 * time.Second

// mostReaders is how many may read at once; others wait.
const mostReaders = 8

// Memory makes a database that is gone when its process ends, of most bytes at
// most; 0 is no limit.
func Memory(most int64) (*DB, error) {
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

func newDB(most int64) *DB {
	return &DB{most: most, calls: make(chan *call), stop: make(chan struct{}), stopped: make(chan struct{})}
}

// Open opens the database in folder, and makes folder and file if there are none.
// A file that may only be read is served, and Do answers why it does not write
// ([DB.Trouble]). When the file takes most bytes, Do answers [store.NoRoom] and all
// else goes on; 0 is no limit. Errors: the file is damaged, is another program's or
// of a newer version; folder cannot be made.
func Open(folder string, most int64) (*DB, error) {
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
func (db *DB) abandon() error {
	close(db.stopped)
	return db.Close()
}

// start looks at the file, and only when it is whole opens it for writing.
func (db *DB) start() (err error) {
	if db.place, err = at(db.path); err != nil {
		return err
	}
	mode, err := look(db.path)
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

// startWriting opens the writer, brings the file up to date, and puts what a killed
// process has left in the log into the file and syncs both: it may be in the memory
// of the system only, where one that was told of it finds it all the same.
func (db *DB) startWriting() error {
	s, err := connect(db.path, "rw")
	if err != nil {
		return err
	}
	_, err = s.run("BEGIN IMMEDIATE")
	if err == nil {
		_, err = s.run("ROLLBACK")
	}
	if err == nil {
		_, err = s.run("PRAGMA journal_mode = WAL")
	}
	if err == nil {
		err = errors.Join(migrate(s), limit(s, db.most))
	}
	if err == nil {
		_, err = s.run("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	if err != nil {
		if e, ok := errors.AsType[*store.Error](db.failed(err)); ok && db.halted.Load() != nil {
			return s.close() // it only may not be written to
		} else if ok {
			err = e
		}
		return errors.Join(err, s.close())
	}
	db.writer = s
	return nil
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

// look returns an error unless the file is whole and one of ours, and how it can be
// read: "ro", or "immutable" where nobody can write beside it.
func look(path string) (mode string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.Size() == 0 {
		return "", damaged(errors.New("it is empty"))
	}
	for _, mode := range []string{"ro", "immutable"} {
		var s *session
		if s, err = connect(path, mode); err != nil {
			continue
		}
		err = ours(s)
		err = errors.Join(err, s.close())
		if err == nil {
			return mode, nil
		}
	}
	return "", damaged(err)
}

// ours holds a file to what it says of itself, and to SQLite's check.
func ours(s *session) error {
	id, err := s.number("PRAGMA application_id")
	if err != nil {
		return err
	}
	if id != application {
		return errors.New("another program wrote this file: give another data folder")
	}
	if err := known(s); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	rows, err := s.query(ctx, store.Statement{SQL: "PRAGMA quick_check(1)"})
	if ctx.Err() != nil {
		return nil // it is too large to be looked at whole
	}
	if err == nil && (len(rows) != 1 || rows[0][0] != "ok") {
		err = fmt.Errorf("%v", rows)
	}
	return err
}

// known returns an error when a database is newer than this program.
func known(s *session) error {
	version, err := s.number("PRAGMA user_version")
	if err == nil && version > int64(len(migrations.All)) {
		return fmt.Errorf("its version %d is newer than this program, which knows %d: take the newer program", version, len(migrations.All))
	}
	return err
}

// migrate brings a database up to date, whole or not at all.
func migrate(s *session) (err error) {
	version, err := s.number("PRAGMA user_version")
	if err != nil || version >= int64(len(migrations.All)) {
		return err
	}
	if _, err := s.run("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		end := "COMMIT"
		if err != nil {
			end = "ROLLBACK"
		}
		_, ended := s.run(end)
		err = errors.Join(err, ended)
	}()
	if version, err = s.number("PRAGMA user_version"); err != nil { // another process may have done so meanwhile
		return err
	}
	for i := int(version); i < len(migrations.All); i++ {
		if err := s.script(migrations.All[i].SQL); err != nil {
			return fmt.Errorf("migration %s: %w", migrations.All[i].Name, err)
		}
	}
	for _, text := range []string{
		"PRAGMA user_version = " + strconv.Itoa(len(migrations.All)),
		"PRAGMA application_id = " + strconv.Itoa(application),
	} {
		if _, err := s.run(text); err != nil {
			return err
		}
	}
	return nil
}

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

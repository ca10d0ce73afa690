package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"hopyard/web/store"
)

// Name is the file in the data folder.
const Name = "links.db"

// Format is the version of what this package writes. Older ones it reads.
const Format = 1

var (
	about     = []byte("hopyard")
	formatKey = []byte("format")
	links     = []byte("links")
)

// lockTime is how long another process may still hold the file: one that is stopping.
const lockTime = 2 * time.Second

// surveyTime is how long a file is looked at before it is served. Of very large
// ones on slow disks the rest is only looked at when it is read.
const surveyTime = 10 * time.Second

// Open opens the store in folder, and makes folder and file if there are none. A
// file that may only be read, or is damaged, is served as far as it can be read,
// and adding answers why not ([Store.Trouble]). When most bytes of it are in use,
// adding answers [store.NoRoom], and all else goes on; 0 is no limit. Errors:
// another process has the file, it is not one of ours or of a newer format, folder
// cannot be made.
func Open(folder string, most int64) (*Store, error) {
	path := filepath.Join(folder, Name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(folder, path); err != nil {
			return nil, fmt.Errorf("making the data folder %s: %w: give one that this user may write to", folder, err)
		}
	}
	answerLimits()
	s := &Store{path: path, most: most, adds: make(chan *addition), stop: make(chan struct{}), stopped: make(chan struct{}), sifted: make(chan struct{})}
	switch err := s.start(); {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, fmt.Errorf("%s is in use by another process: stop that one (a second hopyard server?), or give this one a data folder of its own", path)
	case err != nil:
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	if s.halted.Load() != nil {
		close(s.stopped)
	} else {
		go s.run()
	}
	return s, nil
}

// start reads the file through, and only when it is whole opens it for writing.
func (s *Store) start() error {
	old := debug.SetPanicOnFault(true) // bbolt looks at its first pages
	defer debug.SetPanicOnFault(old)
	err := s.open(true)
	path, ok := errors.AsType[*fs.PathError](err)
	switch {
	case ok && path.Op == "open" || errors.Is(err, berrors.ErrTimeout):
		return err
	case err != nil: // not a file of bbolt, or nothing of it is left
		return s.salvage(err)
	}
	info, err := s.file.Stat()
	if err != nil {
		return errors.Join(err, s.db.Close())
	}
	if v := look(s.file, info.Size(), surveyTime); v.damage != nil {
		return s.salvage(v.damage) // and bbolt keeps its lock
	}
	if err := s.begin(); err != nil {
		return errors.Join(err, s.db.Close())
	}
	if err := s.db.Close(); err != nil {
		return err
	}
	if err = s.open(false); readOnly(err) {
		s.halt(&store.Error{Problem: "this server only has read access to its short links", Fix: "links made so far still open; the keeper of the server should let it write to its data folder", Err: err})
		err = s.open(true)
	}
	if err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return errors.Join(err, s.db.Close())
	}
	if s.halted.Load() == nil {
		s.settle()
	}
	return nil
}

// settle syncs the newest transaction. That of a process that was killed may be
// in the memory of the system only, where one that was told of its links finds
// them all the same. The page is written again, since after a failed sync the
// system takes it for written.
func (s *Store) settle() {
	b, at := make([]byte, s.page), int64(s.last%2)*s.page
	_, err := s.file.ReadAt(b, at)
	if err == nil {
		_, err = s.file.WriteAt(b, at)
	}
	if err == nil {
		err = s.file.Sync()
	}
	if err != nil {
		e, _ := writing(err)
		s.halt(e)
	}
}

func readOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// open opens the file, which is there.
func (s *Store) open(reading bool) (err error) {
	s.db, err = bbolt.Open(s.path, 0o600, &bbolt.Options{
		Timeout: lockTime, ReadOnly: reading, FreelistType: bbolt.FreelistMapType, NoStatistics: true,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			f, err := os.OpenFile(name, flag&^os.O_CREATE, mode)
			s.file = f
			return f, err
		},
	})
	if err == nil {
		s.page = int64(s.db.Info().PageSize)
	}
	return err
}

// begin reads what a file says of itself.
func (s *Store) begin() error {
	err := s.db.View(func(tx *bbolt.Tx) error {
		s.last = tx.ID()
		b := tx.Bucket(about)
		if b == nil || tx.Bucket(links) == nil {
			return errors.New("another program wrote this file: give another data folder")
		}
		format, err := strconv.Atoi(string(b.Get(formatKey)))
		if err == nil && format > Format {
			return fmt.Errorf("its format %d is newer than this program, which reads up to %d: take the newer program", format, Format)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.measure()
}

// create makes an empty store beside path and then gives it its name, so that a
// crash leaves no half one there, and a file at path that is empty has lost
// something. Where two processes do so at once, one of them finds path made.
func create(folder, path string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	draft := path + ".new"
	db, err := bbolt.Open(draft, 0o600, &bbolt.Options{Timeout: lockTime})
	if err != nil && !errors.Is(err, berrors.ErrTimeout) && !readOnly(err) {
		os.Remove(draft) // of a crash
		db, err = bbolt.Open(draft, 0o600, &bbolt.Options{Timeout: lockTime})
	}
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(about)
		if err == nil {
			err = b.Put(formatKey, strconv.AppendInt(nil, Format, 10))
		}
		if err == nil {
			_, err = tx.CreateBucketIfNotExists(links)
		}
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.Rename(draft, path); err != nil {
		if _, there := os.Stat(path); there == nil {
			return nil
		}
		return err
	}
	return syncFolder(folder)
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

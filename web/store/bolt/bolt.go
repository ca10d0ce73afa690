package bolt

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"hopyard/web/store"
)

// Store keeps texts in a file. [Open] makes one. It implements store.Store.
type Store struct {
	path string
	file *os.File // what db works on, to ask for its size
	db   *bbolt.DB
	page int64        // length of a page of the file, in bytes
	size atomic.Int64 // the file was at least as long, in bytes
	last int          // the newest transaction; only run uses it
	most int64        // bytes of the file that may be in use; 0 for no limit
	used atomic.Int64 // bytes of the file that are in use

	adds    chan *addition
	stop    chan struct{} // closed by Close
	stopped chan struct{} // closed when nothing is added any more
	closing sync.Once
	closed  error // what Close returned

	halted atomic.Pointer[store.Error] // why nothing is added any more; nil as long as all is well

	// Of a damaged file:
	broken   atomic.Bool
	stuck    atomic.Bool // bbolt holds its locks for ever
	breaking sync.Once
	sifted   chan struct{} // closed when rescued is there
	rescued  map[string]extent
}

// Trouble says why nothing can be added now, nil if it can. It is known from
// opening on, or from the first failure that only opening anew can mend; a full
// disk is not one.
func (s *Store) Trouble() error {
	if e := s.halted.Load(); e != nil {
		return e
	}
	return nil
}

// Size is how many bytes of the file are in use. The file is up to twice as long
// as that, or 16 MB longer: it grows ahead.
func (s *Store) Size() int64 { return s.used.Load() }

// Get returns the text under id, at the cost of a goroutine: what it reads is
// mapped into memory, and where the file became shorter meanwhile reading faults,
// which only the goroutine that it happens in can turn into an error. Errors:
// store.ErrNone, *store.Error, those of ctx.
func (s *Store) Get(ctx context.Context, id string) ([]byte, error) {
	type answer struct {
		text []byte
		err  error
	}
	answers := make(chan answer, 1)
	if !s.broken.Load() {
		go func() {
			text, err := s.read(id)
			answers <- answer{text, err}
		}()
	}
	select {
	case a := <-answers:
		if a.err == nil || !s.broken.Load() {
			return a.text, a.err
		}
	case <-s.sifted:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case <-s.sifted:
		return s.rescue(id)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// read is Get in a goroutine of its own.
func (s *Store) read(id string) (text []byte, err error) {
	debug.SetPanicOnFault(true)
	began := false
	defer func() {
		if p := recover(); p != nil {
			e := faulted(p)
			s.stuck.CompareAndSwap(false, !began)
			s.breakOff(e)
			text, err = nil, e
		}
	}()
	if e := s.shorter(); e != nil {
		s.breakOff(e)
		return nil, e
	}
	tx, err := s.db.Begin(false)
	began = true
	if err != nil {
		return nil, unusable(err)
	}
	defer tx.Rollback() // only fails when it was done
	held := tx.Bucket(links).Get([]byte(id))
	switch {
	case held == nil:
		return nil, store.ErrNone
	case !store.Fits(id, held):
		return nil, damagedText(id)
	}
	return bytes.Clone(held), nil
}

// shorter says that the file has lost its end, nil if not.
func (s *Store) shorter() *store.Error {
	info, err := s.file.Stat()
	if errors.Is(err, os.ErrClosed) {
		return nil // bbolt says so better
	}
	if err == nil && info.Size() < s.size.Load() {
		return truncated(info.Size(), s.size.Load())
	}
	return nil
}

// halt ends adding, for the reason that comes first.
func (s *Store) halt(e *store.Error) { s.halted.CompareAndSwap(nil, e) }

// Close ends the store when what is being added has been. It waits for three
// seconds at most where the disk does not answer.
func (s *Store) Close() error {
	closed := make(chan error, 1)
	s.closing.Do(func() {
		close(s.stop)
		go func() {
			if s.stuck.Load() { // the end of the process gives the file back
				closed <- nil
				return
			}
			<-s.stopped
			if s.db == nil {
				closed <- s.file.Close()
				return
			}
			closed <- s.db.Close()
		}()
		select {
		case s.closed = <-closed:
		case <-time.After(3 * time.Second):
			s.closed = errors.New("closing the short links: the disk did not answer for three seconds")
		}
	})
	return s.closed
}

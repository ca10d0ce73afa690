package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"go.etcd.io/bbolt"

	"hopyard/web/store"
)

// What is written and synced together at most: texts, and bytes of them.
const (
	batchTexts = 512
	batchBytes = 4 << 20
)

// addition is one call of Add on its way through run.
type addition struct {
	id    string
	text  []byte
	known bool // the answer does not depend on what is being written
	held  []byte
	added bool
	err   error
	done  chan struct{} // closed when the three above are final
}

// Add keeps text under id as store.Store says. Those that come while others are
// being written wait for them, and are then written and synced together, so that
// many at once cost little more than one. Errors: *store.Error, those of ctx; if
// ctx ends first, it is open whether text was kept.
func (s *Store) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	if e := s.halted.Load(); e != nil {
		return nil, false, e
	}
	a := &addition{id: id, text: bytes.Clone(text), done: make(chan struct{})}
	select {
	case s.adds <- a:
	case <-s.stopped:
		return nil, false, errClosed
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	select {
	case <-a.done:
		return a.held, a.added, a.err
	case <-s.sifted:
		return nil, false, s.halted.Load()
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
}

// run is the only goroutine that writes.
func (s *Store) run() {
	defer close(s.stopped)
	for {
		select {
		case a := <-s.adds:
			s.addAll(s.gather(a))
		case <-s.stop:
			return
		}
	}
}

// gather takes along all that wait.
func (s *Store) gather(first *addition) []*addition {
	batch, size := []*addition{first}, len(first.text)
	for len(batch) < batchTexts && size < batchBytes {
		select {
		case a := <-s.adds:
			batch = append(batch, a)
			size += len(a.text)
		default:
			return batch
		}
	}
	return batch
}

// addAll answers a batch. What was there before needs no writing, so that it is
// found on a full disk, too.
func (s *Store) addAll(batch []*addition) {
	err := s.commit(batch)
	for _, a := range batch {
		if err != nil && !a.known {
			a.held, a.added, a.err = nil, false, err
		}
		close(a.done)
	}
}

// errNothing ends a transaction that has nothing to write.
var errNothing = errors.New("nothing is new")

// commit writes what is new in a batch and syncs it.
func (s *Store) commit(batch []*addition) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if p := recover(); p != nil {
			e := faulted(p)
			s.stuck.Store(true)
			s.breakOff(e)
			err = e
		}
	}()
	if e := s.halted.Load(); e != nil {
		return e
	}
	if err := s.inPlace(); err != nil {
		return err
	}
	err = s.db.Update(func(tx *bbolt.Tx) error { return s.put(tx, batch) })
	switch {
	case err == nil:
		s.last++
		return s.measure()
	case errors.Is(err, errNothing):
		return nil
	}
	e, mends := writing(err)
	if !mends {
		s.halt(e)
	}
	return e
}

// put is the transaction of a batch.
func (s *Store) put(tx *bbolt.Tx, batch []*addition) error {
	if tx.ID() != s.last+1 {
		return replaced(fmt.Errorf("transaction %d follows %d", tx.ID(), s.last))
	}
	b, fresh := tx.Bucket(links), map[string]bool{}
	room := s.most - tx.Size()
	for _, a := range batch {
		held := b.Get([]byte(a.id))
		known := !fresh[a.id]
		switch {
		case held != nil && store.Fits(a.id, held):
			a.held = bytes.Clone(held)
		case held != nil:
			a.err = damagedText(a.id)
		case !store.Fits(a.id, a.text):
			a.err = fmt.Errorf("%s is not the id of this text", a.id)
		case s.most > 0 && takes(a) > room:
			a.err = store.NoRoom(s.most)
		default:
			room -= takes(a)
			if err := b.Put([]byte(a.id), a.text); err != nil {
				return err
			}
			fresh[a.id], known = true, false
			a.held, a.added = a.text, true
		}
		a.known = known // only now: what was read above may have faulted
	}
	if len(fresh) == 0 {
		return errNothing
	}
	return nil
}

// takes is how much longer a text makes the file, in bytes, about.
func takes(a *addition) int64 { return int64(len(a.id) + len(a.text) + element) }

// inPlace sees to it that nothing is written into a file that is not the one
// that the next start will read.
func (s *Store) inPlace() error {
	ours, err := s.file.Stat()
	if err != nil {
		return unusable(err)
	}
	named, err := os.Stat(s.path)
	if err != nil || !os.SameFile(ours, named) {
		return replaced(err)
	}
	if e := s.shorter(); e != nil {
		s.breakOff(e)
		return e
	}
	return nil
}

// measure notes how long the file is, and how much of it is in use.
func (s *Store) measure() error {
	info, err := s.file.Stat()
	if err == nil {
		s.size.Store(max(s.size.Load(), info.Size()))
		err = s.db.View(func(tx *bbolt.Tx) error {
			s.used.Store(tx.Size())
			return nil
		})
	}
	if err != nil {
		return unusable(err)
	}
	return nil
}

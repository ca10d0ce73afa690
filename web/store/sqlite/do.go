//go:build !js

package sqlite

import (
	"bytes"
	"context"
	"slices"

	"hopyard/web/store"
)

// mostTogether is the maximum number of calls of Do that share one transaction and
// its sync to the disk.
const mostTogether = 256

// call is one call of Do, passed to the writer goroutine.
type call struct {
	statements []store.Statement
	results    []store.Result
	err        error
	done       chan struct{} // closed when results and err have their final values
}

// Do implements store.DB. Calls that arrive while the writer goroutine is busy
// wait. Then they are all written in one transaction and synced together. So many
// simultaneous calls cost little more than a single call. Each call has its own
// savepoint, so a call that fails does not affect the others.
func (db *SQLite) Do(ctx context.Context, statements ...store.Statement) ([]store.Result, error) {
	if err := store.Check(statements, false); err != nil {
		return nil, err
	}
	if e := db.halted.Load(); e != nil {
		return nil, e
	}
	return db.call(ctx, statements)
}

// call passes statements to the writer goroutine and waits for the result.
func (db *SQLite) call(ctx context.Context, statements []store.Statement) ([]store.Result, error) {
	c := &call{statements: copied(statements), done: make(chan struct{})}
	select {
	case db.calls <- c:
	case <-db.stopped:
		return nil, db.ended()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case <-c.done:
		return c.results, c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ended returns the reason why the writer goroutine no longer runs calls.
func (db *SQLite) ended() error {
	if e := db.halted.Load(); e != nil {
		return e
	}
	return errClosed
}

// copied returns a copy of statements and their blobs. The copy is needed because a
// caller that stops waiting may reuse the originals.
func copied(statements []store.Statement) []store.Statement {
	own := slices.Clone(statements)
	for i := range own {
		own[i].Values = slices.Clone(own[i].Values)
		for j, v := range own[i].Values {
			if blob, ok := v.([]byte); ok {
				own[i].Values[j] = bytes.Clone(blob)
			}
		}
	}
	return own
}

// write runs calls until the database is closed. Its goroutine is the only one that
// writes.
func (db *SQLite) write() {
	defer close(db.stopped)
	for {
		select {
		case c := <-db.calls:
			together := db.gather(c)
			db.answer(together)
			for _, c := range together {
				close(c.done)
			}
		case <-db.stop:
			return
		}
	}
}

// gather returns the given call together with the calls that are waiting now, at
// most mostTogether calls in all.
func (db *SQLite) gather(first *call) []*call {
	together := []*call{first}
	for len(together) < mostTogether {
		select {
		case c := <-db.calls:
			together = append(together, c)
		default:
			return together
		}
	}
	return together
}

// answer runs calls in one transaction and sets their results. If the whole
// transaction fails, answer runs each call in a transaction of its own. So no call
// fails because of another call, and calls that need no space succeed even on a
// full disk.
func (db *SQLite) answer(together []*call) {
	err := db.transact(together)
	if err == nil {
		return
	}
	err = db.failed(err)
	if len(together) > 1 && db.halted.Load() == nil {
		for _, c := range together {
			db.answer([]*call{c})
		}
		return
	}
	for _, c := range together {
		c.results, c.err = nil, err
	}
}

// transact runs calls in one transaction and commits it. It returns an error if the
// whole transaction has failed.
func (db *SQLite) transact(together []*call) error {
	if e := db.halted.Load(); e != nil {
		return e
	}
	if err := db.inPlace(); err != nil {
		return err
	}
	s := db.writer
	if err := s.run("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, c := range together {
		if err := db.attempt(c); err != nil {
			s.run("ROLLBACK") // fails if SQLite has already rolled back by itself
			return err
		}
	}
	if err := s.run("COMMIT"); err != nil {
		s.run("ROLLBACK") // fails if SQLite has already rolled back by itself
		return &unwritten{err}
	}
	return db.inPlace() // a call must not be reported as successful if it was written to a file that is no longer at its path
}

// attempt runs one call within a savepoint, and sets its results. It returns an
// error only if the whole transaction has failed.
func (db *SQLite) attempt(c *call) error {
	s := db.writer
	if err := s.run("SAVEPOINT call"); err != nil {
		return err
	}
	c.results, c.err = nil, nil
	for _, statement := range c.statements {
		r, err := do(s.Conn, statement)
		if err != nil {
			if lost := s.run("ROLLBACK TO call"); lost != nil {
				return err
			}
			c.results, c.err = nil, db.failed(err)
			break
		}
		c.results = append(c.results, r)
	}
	return s.run("RELEASE call")
}

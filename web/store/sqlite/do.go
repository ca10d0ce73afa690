//go:build !js

package sqlite

import (
	"bytes"
	"context"
	"slices"

	"hopyard/web/store"
)

// mostTogether limits how many calls share one transaction and its sync.
const mostTogether = 256

// call is one call of Do that the writer goroutine is to run.
type call struct {
	statements []store.Statement
	results    []store.Result
	err        error
	done       chan struct{} // closed when results and err are final
}

// Do implements store.DB. Calls that arrive during a write wait for it. Then they
// are written and synced together, so that many simultaneous calls cost little more
// than one. Each call has its own savepoint, so that its failure does not affect
// the others.
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

// ended returns the reason why the writer goroutine no longer works.
func (db *SQLite) ended() error {
	if e := db.halted.Load(); e != nil {
		return e
	}
	return errClosed
}

// copied returns a copy of statements with their blobs, because the caller may stop
// waiting and reuse them.
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

// write runs calls until the database is closed. It is the only goroutine that
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

// gather returns first together with the calls that are waiting now, up to
// mostTogether calls.
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

// answer runs calls in one transaction and sets their results. If the transaction
// fails as a whole, answer runs its calls one by one: so a call that needs no space
// succeeds even on a full disk, and no call fails because of another call.
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

// transact runs calls and commits their changes. It returns an error if the whole
// transaction failed.
func (db *SQLite) transact(together []*call) error {
	if e := db.halted.Load(); e != nil {
		return e
	}
	if err := db.inPlace(); err != nil {
		return err
	}
	s := db.writer
	if _, err := s.run("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, c := range together {
		if err := db.attempt(c); err != nil {
			s.run("ROLLBACK") // fails if SQLite has rolled back itself
			return err
		}
	}
	if _, err := s.run("COMMIT"); err != nil {
		s.run("ROLLBACK") // as above
		return &unwritten{err}
	}
	return db.inPlace() // no caller may be told that a write succeeded if it went into a file that is gone
}

// attempt runs one call within a savepoint. It returns an error if the transaction
// as a whole failed.
func (db *SQLite) attempt(c *call) error {
	s := db.writer
	if _, err := s.run("SAVEPOINT call"); err != nil {
		return err
	}
	c.results, c.err = nil, nil
	for _, statement := range c.statements {
		r, err := s.do(statement)
		if err != nil {
			if _, lost := s.run("ROLLBACK TO call"); lost != nil {
				return err
			}
			c.results, c.err = nil, db.failed(err)
			break
		}
		c.results = append(c.results, r)
	}
	_, err := s.run("RELEASE call")
	return err
}

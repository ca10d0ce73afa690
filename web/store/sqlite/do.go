//go:build !js

package sqlite

import (
	"bytes"
	"context"
	"slices"

	"hopyard/web/store"
)

// mostTogether is how many calls share one transaction and its sync.
const mostTogether = 256

// call is one call of Do on its way through the writer.
type call struct {
	statements []store.Statement
	results    []store.Result
	err        error
	done       chan struct{} // closed when the two above are final
}

// Do implements store.DB. Calls that come while others are being written wait for
// them, and are then written and synced together, so that many at once cost little
// more than one. Each has a savepoint of its own: where it fails, nobody else does.
func (db *SQLite) Do(ctx context.Context, statements ...store.Statement) ([]store.Result, error) {
	if err := store.Check(statements, false); err != nil {
		return nil, err
	}
	if e := db.halted.Load(); e != nil {
		return nil, e
	}
	return db.call(ctx, statements)
}

// call hands statements to the writer and waits.
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

// ended is why the writer does not work.
func (db *SQLite) ended() error {
	if e := db.halted.Load(); e != nil {
		return e
	}
	return errClosed
}

// copied is statements whose blobs are nobody else's: whoever waits may stop.
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

// write is the only goroutine that writes.
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

// gather takes along all that wait.
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

// answer runs calls in one transaction. One that fails as a whole is not written:
// its calls are tried one by one, so that what needs no room is done on a full disk
// too, and nobody is refused for what another one asks.
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

// transact runs calls and commits what they did. The error is one of all of them.
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
			s.run("ROLLBACK") // fails where SQLite has done so itself
			return err
		}
	}
	if _, err := s.run("COMMIT"); err != nil {
		s.run("ROLLBACK") // as above
		return &unwritten{err}
	}
	return db.inPlace() // nobody is told of what went into a file that is lost
}

// attempt runs one call behind a savepoint. The error is one of the transaction.
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

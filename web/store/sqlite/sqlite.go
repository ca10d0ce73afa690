//go:build !js

package sqlite

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"hopyard/web/store"
)

// SQLite is a database in a file or in memory. [Open] and [Memory] make one. It
// implements store.DB.
type SQLite struct {
	path string
	most int64  // bytes that it may take; 0 for no limit
	file *place // nil in memory
	log  *place // SQLite's write-ahead log; nil where nothing is written

	writer  *session
	readers chan *session // those that nobody uses now; nil in memory, where the writer reads

	calls   chan *call
	stop    chan struct{} // closed by Close
	stopped chan struct{} // closed when no call is answered any more
	closing sync.Once
	closed  error // what Close returned

	halted atomic.Pointer[store.StoreError] // why nothing is written any more; nil as long as all is well
}

// Trouble says why nothing can be written now, nil if it can. It is known from
// opening on, or from the first failure that only opening anew can mend; a full
// disk is not one.
func (db *SQLite) Trouble() error {
	if e := db.halted.Load(); e != nil {
		return e
	}
	return nil
}

// halt ends writing, for the reason that comes first.
func (db *SQLite) halt(e *store.StoreError) { db.halted.CompareAndSwap(nil, e) }

// Read implements store.DB.
func (db *SQLite) Read(ctx context.Context, statements ...store.Statement) ([]store.Result, error) {
	if err := store.Check(statements, true); err != nil {
		return nil, err
	}
	if db.readers == nil {
		return db.call(ctx, statements)
	}
	var s *session
	select {
	case s = <-db.readers:
	case <-db.stop:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	type answer struct {
		results []store.Result
		err     error
	}
	answers := make(chan answer, 1)
	go func() { // the disk may not answer
		results, err := s.read(statements)
		db.readers <- s
		answers <- answer{results, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil {
			return nil, db.failed(a.err)
		}
		return a.results, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// read runs statements on one state of the database.
func (s *session) read(statements []store.Statement) (results []store.Result, err error) {
	if len(statements) > 1 {
		if _, err := s.run("BEGIN"); err != nil {
			return nil, err
		}
		defer func() {
			_, end := s.run("COMMIT")
			err = errors.Join(err, end)
		}()
	}
	for _, statement := range statements {
		r, err := s.do(statement)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// Size is how many bytes the database takes, free pages in it not counted, 0 where
// that cannot be read now.
func (db *SQLite) Size() int64 {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	results, err := db.Read(ctx, store.Statement{SQL: "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size"})
	if err != nil || len(results[0].Rows) != 1 {
		return 0
	}
	bytes, _ := results[0].Rows[0][0].(int64) // SQLite's own
	return bytes
}

// Close ends the database when what is being written has been. It waits for three
// seconds at most where the disk does not answer.
func (db *SQLite) Close() error {
	db.closing.Do(func() {
		close(db.stop)
		closed := make(chan error, 1)
		go func() {
			<-db.stopped
			var errs []error
			for range cap(db.readers) {
				errs = append(errs, (<-db.readers).close())
			}
			if db.writer != nil {
				errs = append(errs, db.writer.close()) // last, so that it puts the log into the file
			}
			closed <- errors.Join(errs...)
		}()
		select {
		case db.closed = <-closed:
		case <-time.After(3 * time.Second):
			db.closed = errors.New("closing the database: the disk did not answer for three seconds")
		}
	})
	return db.closed
}

//go:build !js

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"hopyard/web/store"
)

// SQLite is a database in a file or in memory. [Open] and [Memory] return one. It
// implements store.DB.
type SQLite struct {
	path string
	most int64  // size limit in bytes; 0 for no limit
	file *place // database file; nil for a database in memory
	log  *place // SQLite's write-ahead log; nil if there is no writer

	writer  *session
	readers *sql.DB // pool for reading; nil for a database in memory, where the writer also reads

	calls   chan *call
	stop    chan struct{} // closed by Close
	stopped chan struct{} // closed when no more calls are run
	closing sync.Once
	closed  error // error that the first call of Close returned

	halted atomic.Pointer[store.StoreError] // reason why writing has stopped; nil while writing works
}

// Trouble returns the reason why nothing can be written any more, or nil if writing
// works. Writing may be impossible since Open, or since a failure after which the
// database must be opened again. A full disk is not such a failure.
func (db *SQLite) Trouble() error {
	if e := db.halted.Load(); e != nil {
		return e
	}
	return nil
}

// halt stops all writing. If it is called several times, Trouble returns the reason
// of the first call.
func (db *SQLite) halt(e *store.StoreError) { db.halted.CompareAndSwap(nil, e) }

// Read implements store.DB. For a file it uses a connection that only reads; for a
// database in memory it uses the writer.
func (db *SQLite) Read(ctx context.Context, statements ...store.Statement) ([]store.Result, error) {
	if err := store.Check(statements, true); err != nil {
		return nil, err
	}
	if db.readers == nil {
		return db.call(ctx, statements)
	}
	conn, err := db.readers.Conn(ctx)
	if err != nil {
		select {
		case <-db.stop:
			return nil, errClosed
		default:
			return nil, db.failed(err)
		}
	}
	type answer struct {
		results []store.Result
		err     error
	}
	answers := make(chan answer, 1)
	go func() { // a separate goroutine, because the disk may not respond
		results, err := read(conn, statements)
		answers <- answer{results, errors.Join(err, conn.Close())}
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

// read runs statements on one snapshot of the database.
func read(conn *sql.Conn, statements []store.Statement) (results []store.Result, err error) {
	if len(statements) > 1 {
		snapshot, err := conn.BeginTx(context.Background(), nil)
		if err != nil {
			return nil, err
		}
		defer snapshot.Rollback() // there is nothing to commit
	}
	for _, statement := range statements {
		r, err := do(conn, statement)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// Size returns the number of bytes that the database uses, not counting free pages,
// or 0 if the number cannot be read now.
func (db *SQLite) Size() int64 {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	results, err := db.Read(ctx, store.Statement{SQL: "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size"})
	if err != nil || len(results[0].Rows) != 1 {
		return 0
	}
	bytes, _ := results[0].Rows[0][0].(int64) // an integer, because SQLite computes it with integers
	return bytes
}

// Close waits until running writes are finished, and closes the database. If the
// disk does not respond, Close gives up after three seconds.
func (db *SQLite) Close() error {
	db.closing.Do(func() {
		close(db.stop)
		closed := make(chan error, 1)
		go func() {
			<-db.stopped
			var errs []error
			if db.readers != nil {
				errs = append(errs, all(db.readers), db.readers.Close())
			}
			if db.writer != nil {
				errs = append(errs, db.writer.close()) // closed last, because closing the last connection moves the log into the file
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

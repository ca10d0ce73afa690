//go:build !js

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver

	"hopyard/web/store"
)

// settings lists the pragmas that are set in every connection. Temporary tables
// stay in memory, because a container may have no folder for them. Pages are
// written to the file only at the end of a transaction. Pages with impossible
// content are rejected. The schema of a file cannot call functions with side
// effects. On macOS, a sync writes to the disk itself and not only to the disk's
// cache.
var settings = [...]string{
	"busy_timeout = 5000",
	"foreign_keys = ON",
	"temp_store = MEMORY",
	"cache_spill = OFF",
	"cell_size_check = ON",
	"trusted_schema = OFF",
	"fullfsync = ON",
	"checkpoint_fullfsync = ON",
	"synchronous = FULL",
}

// inMemory is the name of a database without a file.
const inMemory = ":memory:"

// source returns the data source name of a file in the given mode: "rw", "ro", or
// "immutable" if SQLite cannot write auxiliary files beside the file. The parameter
// more lists further pragmas.
func source(path, mode string, more []string) string {
	query := url.Values{"_pragma": append(settings[:len(settings):len(settings)], more...)}
	if path == inMemory {
		return path + "?" + query.Encode()
	}
	if mode == "immutable" {
		mode = "ro"
		query.Set("immutable", "1")
	}
	query.Set("mode", mode)
	path = filepath.ToSlash(path)
	if runtime.GOOS == "windows" {
		path = "/" + path // file:///C:/…
	}
	return "file://" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode()
}

// pool opens an existing file, or a new database in memory if path is inMemory. It
// opens the given number of connections at once, because the file may be renamed or
// replaced later, and must then still be the one that is read.
func pool(path, mode string, connections int, more ...string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", source(path, mode, more))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	if err := all(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// all takes all connections of a pool, waiting for those in use, and gives them
// back.
func all(db *sql.DB) (err error) {
	for range db.Stats().MaxOpenConnections {
		conn, failed := db.Conn(context.Background())
		if failed != nil {
			return errors.Join(err, failed)
		}
		defer func() { err = errors.Join(err, conn.Close()) }()
	}
	return err
}

// session is a pool with a single connection, for statements that depend on what
// was run before them on the same connection. If the connection breaks, the session
// is closed instead of going on with another one.
type session struct {
	*sql.Conn
	pool *sql.DB
}

// connect opens a session; the parameters are those of source.
func connect(path, mode string, more ...string) (*session, error) {
	db, err := pool(path, mode, 1, more...)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(context.Background())
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &session{conn, db}, nil
}

// close closes the connection.
func (s *session) close() error { return errors.Join(s.Conn.Close(), s.pool.Close()) }

// run runs one or several statements and ignores their rows.
func (s *session) run(text string, values ...any) error {
	_, err := s.ExecContext(context.Background(), text, values...)
	return err
}

// number runs a statement and returns the single number in its result.
func (s *session) number(text string) (n int64, err error) {
	err = s.QueryRowContext(context.Background(), text).Scan(&n)
	return n, err
}

// do runs one statement on a connection and returns its result. It waits for the
// end of the statement: database/sql would replace an interrupted connection by a
// new one, perhaps to another file.
func do(conn *sql.Conn, statement store.Statement) (r store.Result, err error) {
	ctx, values := context.Background(), slices.Clone(statement.Values)
	for i, v := range values {
		if blob, ok := v.([]byte); ok && blob == nil {
			values[i] = []byte{} // because the driver would store a nil slice as NULL
		}
	}
	if !statement.Reads() {
		done, err := conn.ExecContext(ctx, statement.SQL, values...)
		if err == nil {
			r.Changed, err = done.RowsAffected()
		}
		return r, err
	}
	rows, err := conn.QueryContext(ctx, statement.SQL, values...)
	if err != nil {
		return r, err
	}
	if r.Rows, err = cells(rows); err != nil {
		return r, errors.Join(err, rows.Close())
	}
	if !strings.HasPrefix(statement.SQL, "SELECT ") {
		r.Changed = int64(len(r.Rows))
	}
	return r, rows.Close()
}

// cells returns the cells of all rows.
func cells(rows *sql.Rows) (all [][]any, err error) {
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for i, name := range columns {
		if slices.Contains(columns[:i], name) { // D1 cannot return such rows
			return nil, fmt.Errorf("two columns are named %q: give each a name of its own by AS", name)
		}
	}
	to := make([]any, len(columns))
	for rows.Next() {
		row := make([]any, len(columns))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		for i, cell := range row {
			switch cell := cell.(type) {
			case nil, int64, string:
			case []byte:
				if cell == nil {
					row[i] = []byte{} // an empty blob
				}
			default:
				return nil, fmt.Errorf("column %s is a %T: give it as an integer, a text or a blob", columns[i], cell)
			}
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

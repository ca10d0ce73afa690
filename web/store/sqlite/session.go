//go:build !js

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"modernc.org/sqlite"

	"hopyard/web/store"
)

// session is one connection to the database. Only one goroutine may use it at a
// time. It calls the driver without database/sql: the connection pool of
// database/sql would run the statements of a transaction on different connections,
// and it costs as much time as a small query.
type session struct {
	conn     driver.Conn
	prepared map[string]driver.Stmt
}

// mostPrepared is the maximum number of prepared statements that a session keeps.
// The program uses dozens.
const mostPrepared = 200

// settings lists the pragmas that are set in every session. Temporary tables stay
// in memory, because a container may have no folder for them. Pages are written to
// the file only at the end of a transaction. Pages with impossible content are
// rejected. The schema of a file cannot call functions with side effects. On macOS,
// a sync writes to the disk itself and not only to the disk's cache.
var settings = [...]string{
	"PRAGMA busy_timeout = 5000",
	"PRAGMA foreign_keys = ON",
	"PRAGMA temp_store = MEMORY",
	"PRAGMA cache_spill = OFF",
	"PRAGMA cell_size_check = ON",
	"PRAGMA trusted_schema = OFF",
	"PRAGMA fullfsync = ON",
	"PRAGMA checkpoint_fullfsync = ON",
	"PRAGMA synchronous = FULL",
}

// connect opens an existing file, or a new database in memory if path is inMemory.
// The mode is "rw", "ro", or "immutable" if SQLite cannot write auxiliary files
// beside the file. The parameter more lists further pragmas.
func connect(path, mode string, more ...string) (*session, error) {
	name := path
	if path != inMemory {
		name = address(path, mode)
	}
	conn, err := new(sqlite.Driver).Open(name)
	if err != nil {
		return nil, err
	}
	s := &session{conn, map[string]driver.Stmt{}}
	for _, text := range append(settings[:], more...) {
		if _, err := s.run(text); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, nil
}

// inMemory is the name of a database without a file.
const inMemory = ":memory:"

// address returns the URI by which SQLite opens a file in the given mode.
func address(path, mode string) string {
	path = filepath.ToSlash(path)
	if runtime.GOOS == "windows" {
		path = "/" + path // file:///C:/…
	}
	query := "?mode=" + mode
	if mode == "immutable" {
		query = "?mode=ro&immutable=1"
	}
	return "file://" + (&url.URL{Path: path}).EscapedPath() + query
}

// close closes the connection.
func (s *session) close() error {
	for _, p := range s.prepared {
		p.Close() // closing it cannot lose anything, because it holds no transaction
	}
	return s.conn.Close()
}

// run runs a statement that has no values, and returns its rows.
func (s *session) run(text string) ([][]any, error) {
	return s.query(context.Background(), store.Statement{SQL: text})
}

// number runs a statement and returns the single number in its result.
func (s *session) number(text string) (int64, error) {
	rows, err := s.run(text)
	if err != nil {
		return 0, err
	}
	if len(rows) == 1 && len(rows[0]) == 1 {
		if n, ok := rows[0][0].(int64); ok {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s gives %v, not a number", text, rows)
}

// script runs several statements one after the other.
func (s *session) script(text string) error {
	p, err := s.conn.Prepare(text)
	if err != nil {
		return err
	}
	_, err = p.(driver.StmtExecContext).ExecContext(context.Background(), nil)
	return errors.Join(err, p.Close())
}

// do runs one statement and returns its result.
func (s *session) do(statement store.Statement) (r store.Result, err error) {
	if statement.Reads() {
		if r.Rows, err = s.query(context.Background(), statement); err == nil && !strings.HasPrefix(statement.SQL, "SELECT ") {
			r.Changed = int64(len(r.Rows))
		}
		return r, err
	}
	p, err := s.prepare(statement.SQL)
	if err != nil {
		return r, err
	}
	done, err := p.(driver.StmtExecContext).ExecContext(context.Background(), named(statement.Values))
	if err == nil {
		r.Changed, err = done.RowsAffected()
	}
	return r, err
}

// prepare returns a prepared statement. It prepares the statement only if it is not
// in the session's cache.
func (s *session) prepare(text string) (driver.Stmt, error) {
	if p, ok := s.prepared[text]; ok {
		return p, nil
	}
	p, err := s.conn.Prepare(text)
	if err != nil {
		return nil, err
	}
	if len(s.prepared) >= mostPrepared {
		for old, stmt := range s.prepared { // removes an arbitrary statement from the full cache
			delete(s.prepared, old)
			if err := stmt.Close(); err != nil {
				return nil, errors.Join(err, p.Close())
			}
			break
		}
	}
	s.prepared[text] = p
	return p, nil
}

// query runs a statement and returns all its rows. If ctx ends first, the statement
// is interrupted.
func (s *session) query(ctx context.Context, statement store.Statement) (all [][]any, err error) {
	p, err := s.prepare(statement.SQL)
	if err != nil {
		return nil, err
	}
	rows, err := p.(driver.StmtQueryContext).QueryContext(ctx, named(statement.Values))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns := rows.Columns()
	if err := distinct(columns); err != nil {
		return nil, err
	}
	cells := make([]driver.Value, len(columns))
	for {
		switch err := rows.Next(cells); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		row := make([]any, len(cells))
		for i, cell := range cells {
			switch cell := cell.(type) {
			case nil, int64, string:
				row[i] = cell
			case []byte:
				row[i] = cell
				if cell == nil {
					row[i] = []byte{} // an empty blob
				}
			default:
				return nil, fmt.Errorf("column %s is a %T: give it as an integer, a text or a blob", columns[i], cell)
			}
		}
		all = append(all, row)
	}
}

// distinct returns an error if two columns have the same name, because D1 cannot
// return such rows.
func distinct(columns []string) error {
	for i, name := range columns {
		if slices.Contains(columns[:i], name) {
			return fmt.Errorf("two columns are named %q: give each a name of its own by AS", name)
		}
	}
	return nil
}

// named returns the values in the form that the driver expects.
func named(values []any) []driver.NamedValue {
	list := make([]driver.NamedValue, len(values))
	for i, v := range values {
		if blob, ok := v.([]byte); ok && blob == nil {
			v = []byte{} // because the driver would store a nil slice as NULL
		}
		list[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return list
}

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

// session is one connection to the database, for one goroutine at a time. The
// driver is called without database/sql, whose pool would not keep a transaction's
// statements together and costs as much as a small query.
type session struct {
	conn     driver.Conn
	prepared map[string]driver.Stmt
}

// mostPrepared is how many statements a session keeps; a program has dozens.
const mostPrepared = 200

// settings are what every session is told. Temporary tables stay in memory, since a
// container may have no folder for them; pages are written at the end of a
// transaction only; a page whose content cannot be is refused; nothing in the
// schema of a file may run functions with side effects; macOS syncs to the disk,
// not to its cache.
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

// connect opens a file, which is there, or ":memory:". mode is "rw" or "ro", or
// "immutable" for a file that nobody can write to.
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

// address is what SQLite calls a file.
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

// close ends the connection.
func (s *session) close() error {
	for _, p := range s.prepared {
		p.Close() // it has no transaction of its own
	}
	return s.conn.Close()
}

// run runs a statement of this package, without values, and returns its rows.
func (s *session) run(text string) ([][]any, error) {
	return s.query(context.Background(), store.Statement{SQL: text})
}

// number is the first value of what a statement gives.
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

// script runs statements that stand one after the other.
func (s *session) script(text string) error {
	p, err := s.conn.Prepare(text)
	if err != nil {
		return err
	}
	_, err = p.(driver.StmtExecContext).ExecContext(context.Background(), nil)
	return errors.Join(err, p.Close())
}

// do runs one statement.
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

// prepare gives a statement ready to run, as one of those that are kept.
func (s *session) prepare(text string) (driver.Stmt, error) {
	if p, ok := s.prepared[text]; ok {
		return p, nil
	}
	p, err := s.conn.Prepare(text)
	if err != nil {
		return nil, err
	}
	if len(s.prepared) >= mostPrepared {
		for old, stmt := range s.prepared { // any of them
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

// query runs a statement and reads all its rows. Where ctx ends first, it is
// interrupted.
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
					row[i] = []byte{} // an empty one
				}
			default:
				return nil, fmt.Errorf("column %s is a %T: give it as an integer, a text or a blob", columns[i], cell)
			}
		}
		all = append(all, row)
	}
}

// distinct holds the names of columns to what D1 needs.
func distinct(columns []string) error {
	for i, name := range columns {
		if slices.Contains(columns[:i], name) {
			return fmt.Errorf("two columns are named %q: give each a name of its own by AS", name)
		}
	}
	return nil
}

// named are values as the driver takes them.
func named(values []any) []driver.NamedValue {
	list := make([]driver.NamedValue, len(values))
	for i, v := range values {
		if blob, ok := v.([]byte); ok && blob == nil {
			v = []byte{} // nil would be NULL
		}
		list[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return list
}

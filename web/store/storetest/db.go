package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"hopyard/web/store"
)

// DBPromise is one guarantee of every database.
type DBPromise struct {
	Name string
	// Check returns an error unless db keeps the promise. db must have the schema
	// of web/store/migrations. Check makes one or two rooms whose codes begin with
	// the text in the parameter mark.
	Check func(ctx context.Context, db store.DB, mark string) error
}

// DBPromises lists all guarantees of store.DB except durability, because a test of
// durability requires a crash.
var DBPromises = []DBPromise{
	{"values come back as they were given", values},
	{"what was changed is counted", changed},
	{"statements run together or not at all", together},
	{"a room goes with all that is in it", cascades},
	{"of writers at once each counts once", counts},
	{"limits are told", limits},
}

// RunDB checks each promise of a database in a subtest.
func RunDB(t *testing.T, db store.DB) {
	t.Helper()
	for i, p := range DBPromises {
		t.Run(p.Name, func(t *testing.T) {
			if err := p.Check(t.Context(), db, fmt.Sprintf("test%d", i)); err != nil {
				t.Error(err)
			}
		})
	}
}

func sql(text string, values ...any) store.Statement {
	return store.Statement{SQL: text, Values: values}
}

var hash = bytes.Repeat([]byte{0, 255}, 16)

// room returns a statement that inserts a room.
func room(code, state string) store.Statement {
	return sql("INSERT INTO rooms (code, secret, made, ends, state) VALUES (?1, ?2, unixepoch(), unixepoch() + 86400, ?3)", code, hash, state)
}

// only runs a SELECT and returns the single cell of its result.
func only(ctx context.Context, db store.DB, text string, values ...any) (any, error) {
	results, err := db.Read(ctx, sql(text, values...))
	if err != nil {
		return nil, err
	}
	if rows := results[0].Rows; len(rows) == 1 && len(rows[0]) == 1 {
		return rows[0][0], nil
	}
	return nil, fmt.Errorf("%s gives %v, want one cell", text, results)
}

func values(ctx context.Context, db store.DB, mark string) error {
	state := "Bäume 森林 лес \u2028 🌲\"'%s;-- \\ <null>"
	if _, err := db.Do(ctx, room(mark, state)); err != nil {
		return err
	}
	results, err := db.Read(ctx,
		sql("SELECT state, secret, version, NULL AS none FROM rooms WHERE code = ?1", mark),
		sql("SELECT ?1 AS a, ?2 AS b, ?3 AS c, ?4 AS d, ?5 AS e, ?6 AS f", int64(store.MaxInteger), int64(-store.MaxInteger), "", []byte{}, nil, int64(0)),
		sql("SELECT code FROM rooms WHERE code = ?1", mark+" is not there"),
		sql("SELECT length(?1) AS long, typeof(?2) AS kind", strings.Repeat("x", 500_000), []byte(nil)))
	if err != nil {
		return err
	}
	want := []store.Result{
		{Rows: [][]any{{state, hash, int64(1), nil}}},
		{Rows: [][]any{{int64(store.MaxInteger), int64(-store.MaxInteger), "", []byte{}, nil, int64(0)}}},
		{},
		{Rows: [][]any{{int64(500_000), "blob"}}},
	}
	for i := range want {
		if !reflect.DeepEqual(results[i], want[i]) {
			return fmt.Errorf("statement %d gives %#v, want %#v", i, results[i], want[i])
		}
	}
	return nil
}

func changed(ctx context.Context, db store.DB, mark string) error {
	results, err := db.Do(ctx,
		room(mark, "1"), room(mark+"b", "2"),
		sql("UPDATE rooms SET version = version + 1 WHERE code IN (?1, ?2)", mark, mark+"b"),
		sql("UPDATE rooms SET version = version + 1 WHERE code = ?1 RETURNING version, state", mark),
		sql("INSERT INTO desks (room, version, text) VALUES (?1, 1, 'a') ON CONFLICT (room) DO UPDATE SET version = version + 1", mark),
		sql("INSERT INTO desks (room, version, text) VALUES (?1, 1, 'a') ON CONFLICT DO NOTHING", mark),
		sql("SELECT version FROM rooms WHERE code = ?1", mark),
		sql("DELETE FROM desks WHERE room = ?1", mark))
	if err != nil {
		return err
	}
	for i, want := range []int64{1, 1, 2, 1, 1, 0, 0, 1} {
		if results[i].Changed != want {
			return fmt.Errorf("statement %d changed %d, want %d", i, results[i].Changed, want)
		}
	}
	if want := [][]any{{int64(3), "1"}}; !reflect.DeepEqual(results[3].Rows, want) || !reflect.DeepEqual(results[6].Rows, [][]any{{int64(3)}}) {
		return fmt.Errorf("RETURNING gives %v, and SELECT %v; want %v", results[3].Rows, results[6].Rows, want)
	}
	return nil
}

func together(ctx context.Context, db store.DB, mark string) error {
	_, err := db.Do(ctx, room(mark, "1"), room(mark+"b", "2"), room(mark, "again"))
	if !errors.Is(err, store.ErrConstraint) {
		return fmt.Errorf("the same key twice: %v, want ErrConstraint", err)
	}
	if _, err = db.Do(ctx, sql("INSERT INTO voters (room, token, number) VALUES (?1, ?2, 1)", mark, hash)); !errors.Is(err, store.ErrConstraint) {
		return fmt.Errorf("a voter in no room: %v, want ErrConstraint", err)
	}
	if _, err = db.Do(ctx, room(mark, "1"), sql("INSERT INTO nowhere (a) VALUES (1)")); err == nil {
		return errors.New("a table that is not there is no error")
	}
	n, err := only(ctx, db, "SELECT count(*) AS n FROM rooms WHERE code IN (?1, ?2)", mark, mark+"b")
	if err != nil || n != int64(0) {
		return fmt.Errorf("%v rooms are left of what failed, %v", n, err)
	}
	return nil
}

func cascades(ctx context.Context, db store.DB, mark string) error {
	_, err := db.Do(ctx, room(mark, "1"),
		sql("INSERT INTO desks (room, version, text) VALUES (?1, 1, 'a')", mark),
		sql("INSERT INTO orders (room, number, text) VALUES (?1, 1, 'next')", mark),
		sql("INSERT INTO voters (room, token, number) VALUES (?1, ?2, 1)", mark, hash),
		sql("INSERT INTO votes (room, question, round, voter, answer) VALUES (?1, 1, 1, 1, 'x')", mark))
	if err != nil {
		return err
	}
	if results, err := db.Do(ctx, sql("DELETE FROM rooms WHERE code = ?1", mark)); err != nil || results[0].Changed < 1 {
		return fmt.Errorf("deleting: %v, %v", results, err)
	}
	for _, table := range []string{"desks", "orders", "voters", "votes"} {
		if n, err := only(ctx, db, "SELECT count(*) AS n FROM "+table+" WHERE room = ?1", mark); err != nil || n != int64(0) {
			return fmt.Errorf("%v %s are left, %v", n, table, err)
		}
	}
	return nil
}

// counts runs concurrent writers in pairs. The two writers of a pair write the same
// number, so exactly one of them must fail. Every successful write must be stored,
// and must be visible as soon as its call has returned.
func counts(ctx context.Context, db store.DB, mark string) error {
	if _, err := db.Do(ctx, room(mark, "1")); err != nil {
		return err
	}
	errs := make([]error, 2*crowd)
	var wait sync.WaitGroup
	for i := range errs {
		wait.Go(func() {
			number := int64(i/2 + 1) // two writers use the same number
			token := append(bytes.Clone(hash[:31]), byte(i))
			results, err := db.Do(ctx, sql("INSERT INTO voters (room, token, number) VALUES (?1, ?2, ?3)", mark, token, number))
			if err == nil {
				var n any
				if n, err = only(ctx, db, "SELECT count(*) AS n FROM voters WHERE room = ?1 AND token = ?2", mark, token); n != int64(1) || results[0].Changed != 1 {
					err = fmt.Errorf("%v voters, %d changed, %w", n, results[0].Changed, err)
				}
			}
			errs[i] = err
		})
	}
	wait.Wait()
	for i := 0; i < len(errs); i += 2 {
		one, other := errs[i], errs[i+1]
		if one == nil {
			one, other = other, one
		}
		if other != nil || !errors.Is(one, store.ErrConstraint) {
			return fmt.Errorf("of two with one number: %w and %w; want one constraint", one, other)
		}
	}
	if n, err := only(ctx, db, "SELECT count(*) AS n FROM voters WHERE room = ?1", mark); err != nil || n != int64(crowd) {
		return fmt.Errorf("%v voters, %v; want %d", n, err, crowd)
	}
	return nil
}

func limits(ctx context.Context, db store.DB, mark string) error {
	one := sql("SELECT 1 AS one")
	for _, bad := range [][]store.Statement{
		{}, make([]store.Statement, store.MaxStatements+1),
		{sql("PRAGMA page_size")}, {sql("")}, {sql("DROP TABLE rooms")},
		{sql("SELECT ?1 AS a", 1)}, {sql("SELECT ?1 AS a", 0.5)}, {sql("SELECT ?1 AS a", int64(store.MaxInteger+1))},
		{sql("SELECT ?1 AS a", "\xff")}, {sql("SELECT ?1 AS a", make([]byte, store.MaxValue+1))}, {sql("SELECT 1 AS a", make([]any, store.MaxValues+1)...)},
		{one, sql("SELECT 0.5 AS half")},
	} {
		if _, err := db.Do(ctx, bad...); err == nil {
			return fmt.Errorf("%.100v is no error", bad)
		}
	}
	if _, err := db.Read(ctx, one, sql("DELETE FROM rooms WHERE code = ?1", mark)); err == nil {
		return errors.New("a DELETE is no error of Read")
	}
	if results, err := db.Read(ctx, one); err != nil || !reflect.DeepEqual(results, []store.Result{{Rows: [][]any{{int64(1)}}}}) {
		return fmt.Errorf("SELECT 1 gives %v, %v", results, err)
	}
	return nil
}

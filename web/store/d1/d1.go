//go:build js && wasm

// Package d1 implements the database of the worker at the edge: Cloudflare's D1,
// which is SQLite behind a JavaScript binding. It calls the binding directly:
// database/sql and a driver would enlarge the program by a fifth, and the program
// starts anew for each request.
//
// [Open] wraps the binding in a [D1], which implements store.DB with D1's batch:
// each call takes one round trip and runs in one transaction.
//
// All statements go to the primary copy of the database. So a change is visible
// everywhere as soon as the call returns. This remains true if read replication is
// switched on: only queries in a session (withSession) go to replicas, and this
// package uses no sessions.
//
// A database may have 10 GB, or 500 MB on the free plan. That is enough for 150,000
// or 7,600 links of the greatest length that the share API accepts. When the
// database is full, Do returns a [store.StoreError] in which Full is set, and Read
// continues to work.
//
// The schema is in web/store/migrations; wrangler applies it. Like the binary, D1
// enforces foreign keys.
package d1

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/web/store"
)

// D1 runs statements in a D1 database. It implements store.DB.
type D1 struct{ binding js.Value }

// Open returns the database behind a D1 binding of a worker. If the binding does
// not exist, every call of the database returns an error that says so.
func Open(binding js.Value) *D1 { return &D1{binding} }

// Do implements store.DB with D1's batch: one round trip and one transaction.
func (db *D1) Do(ctx context.Context, statements ...store.Statement) ([]store.Result, error) {
	return db.batch(ctx, statements, false)
}

// Read implements store.DB. It works like Do, but accepts only SELECT statements.
func (db *D1) Read(ctx context.Context, statements ...store.Statement) ([]store.Result, error) {
	return db.batch(ctx, statements, true)
}

func (db *D1) batch(ctx context.Context, statements []store.Statement, reading bool) ([]store.Result, error) {
	if db.binding.IsUndefined() {
		return nil, &store.StoreError{Problem: "the worker has no database", Fix: "bind one in wrangler.jsonc"}
	}
	if err := store.Check(statements, reading); err != nil {
		return nil, err
	}
	list := make([]any, len(statements))
	for i, s := range statements {
		p := db.binding.Call("prepare", s.SQL)
		if len(s.Values) > 0 {
			p = p.Call("bind", bound(s.Values)...)
		}
		list[i] = p
	}
	answers, err := await(ctx, db.binding.Call("batch", list))
	if err != nil {
		return nil, err
	}
	results := make([]store.Result, len(statements))
	for i, s := range statements {
		if results[i], err = result(s, answers.Index(i)); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// bound returns the values in the form that D1 expects.
func bound(values []any) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
		switch v := v.(type) {
		case int64:
			list[i] = float64(v) // D1 rejects a BigInt
		case []byte:
			blob := js.Global().Get("Uint8Array").New(len(v))
			js.CopyBytesToJS(blob, v)
			list[i] = blob
		}
	}
	return list
}

// result converts the response to one statement of a batch. In JavaScript a row is
// an object, whose values have the order of the columns.
func result(s store.Statement, answer js.Value) (r store.Result, err error) {
	if s.Reads() {
		rows, values := answer.Get("results"), js.Global().Get("Object").Get("values")
		for i := range rows.Length() {
			cells := values.Invoke(rows.Index(i))
			row := make([]any, cells.Length())
			for j := range row {
				if row[j], err = value(cells.Index(j)); err != nil {
					return r, err
				}
			}
			r.Rows = append(r.Rows, row)
		}
	}
	switch {
	case !s.Reads():
		r.Changed = int64(answer.Get("meta").Get("changes").Int())
	case !strings.HasPrefix(s.SQL, "SELECT "):
		r.Changed = int64(len(r.Rows))
	}
	return r, nil
}

// value converts one cell of a row. D1 returns blobs as arrays of numbers.
func value(cell js.Value) (any, error) {
	switch cell.Type() {
	case js.TypeNull:
		return nil, nil
	case js.TypeString:
		return cell.String(), nil
	case js.TypeNumber:
		f := cell.Float()
		if n := int64(f); float64(n) == f {
			return n, nil
		}
		return nil, errors.New("a column is " + strconv.FormatFloat(f, 'g', -1, 64) + ": give it as an integer, a text or a blob")
	case js.TypeObject:
		bytes := js.Global().Get("Uint8Array").New(cell)
		blob := make([]byte, bytes.Length())
		js.CopyBytesToGo(blob, bytes)
		return blob, nil
	}
	return nil, errors.New("a column is of type " + cell.Type().String())
}

// await waits until a promise of the database is settled and returns its result.
func await(ctx context.Context, promise js.Value) (js.Value, error) {
	kept, failed := make(chan js.Value, 1), make(chan js.Value, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any { kept <- args[0]; return nil })
	defer then.Release()
	otherwise := js.FuncOf(func(_ js.Value, args []js.Value) any { failed <- args[0]; return nil })
	defer otherwise.Release()
	promise.Call("then", then, otherwise)
	select {
	case v := <-kept:
		return v, nil
	case v := <-failed:
		return js.Value{}, problem(v.Call("toString").String())
	case <-ctx.Done():
		return js.Value{}, ctx.Err()
	}
}

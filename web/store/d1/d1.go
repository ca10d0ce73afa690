//go:build js && wasm

// Package d1 is the database of the worker at the edge: Cloudflare's D1, which is
// SQLite behind a binding. It speaks to the binding itself, since database/sql
// and a driver are a fifth more program to start for each request.
//
// All statements go to the database's primary copy, so that what was done is seen
// as soon as it was answered, everywhere. That holds with read replication too: only
// queries of a session (withSession) go to replicas, and there is none here.
//
// A database holds 10 GB, on the free plan 500 MB: 150,000 or 7,600 links if all are
// as long as the share API takes. When it is full, Do says so with a [store.StoreError]
// that has Full set, and Read goes on.
//
// The schema is web/store/migrations, applied by wrangler. D1 holds rows to their
// foreign keys, as the binary does.
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

// Open is the database behind a worker's D1 binding. Where there is none, it says
// so when it is asked.
func Open(binding js.Value) *D1 { return &D1{binding} }

// Do implements store.DB by D1's batch: one round trip and one transaction.
func (db *D1) Do(ctx context.Context, statements ...store.Statement) ([]store.Result, error) {
	return db.batch(ctx, statements, false)
}

// Read implements store.DB in the same way.
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

// bound are values as D1 takes them.
func bound(values []any) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
		switch v := v.(type) {
		case int64:
			list[i] = float64(v) // a BigInt would be refused
		case []byte:
			blob := js.Global().Get("Uint8Array").New(len(v))
			js.CopyBytesToJS(blob, v)
			list[i] = blob
		}
	}
	return list
}

// result is one of the answers of a batch. A row is an object of its columns, in
// their order.
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

// value is a cell of D1's. Its blobs are arrays of numbers.
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

// await is what a promise of the database comes to.
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

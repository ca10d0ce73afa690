//go:build js && wasm

// Package d1 is the store of the worker at the edge: Cloudflare's D1, which is
// SQLite behind a binding. It speaks to the binding itself, since database/sql
// and a driver are a fifth more program to start for each request.
//
// Both statements go to the database's primary copy, so that a link opens as soon
// as it was answered, everywhere. That holds with read replication too: only
// queries of a session (withSession) go to replicas, and there is none here.
//
// A database holds 10 GB, on the free plan 500 MB: 150,000 or 7,600 links if all are
// as long as the share API takes. When it is full, Add says so with a [store.Error]
// that has Full set, and Get goes on.
//
// The table is web/worker/migrations. What is in it stays: its triggers refuse
// changes, and an insert under an id that is taken adds nothing.
package d1

import (
	"context"
	"errors"
	"strings"
	"syscall/js"
	"unicode/utf8"

	"hopyard/web/store"
)

// Store keeps texts in a D1 database.
type Store struct {
	binding js.Value
}

// New is the store behind a worker's D1 binding. Where there is none, the store
// says so when it is asked.
func New(binding js.Value) *Store { return &Store{binding} }

const (
	insert = "INSERT INTO links (id, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
	query  = "SELECT text FROM links WHERE id = ?1"
)

var errNotText = errors.New("not UTF-8: D1 keeps texts")

// bound returns an error when the worker has no database.
func (s *Store) bound() error {
	if s.binding.IsUndefined() {
		return &store.Error{Problem: "the worker has no database", Fix: "bind one in wrangler.jsonc"}
	}
	return nil
}

// Add keeps text under id as [store.Store] says, in one round trip: both
// statements are one transaction. Errors also: the text is not UTF-8.
func (s *Store) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	if err := s.bound(); err != nil {
		return nil, false, err
	}
	if !utf8.Valid(text) {
		return nil, false, &store.Error{Problem: "the text cannot be kept", Fix: "send UTF-8", Err: errNotText}
	}
	results, err := await(ctx, s.binding.Call("batch", []any{
		s.prepare(insert, id, string(text)),
		s.prepare(query, id),
	}))
	if err != nil {
		return nil, false, err
	}
	row := results.Index(1).Get("results").Index(0)
	if row.IsUndefined() {
		return nil, false, &store.Error{Problem: "the database did not keep the link", Fix: "apply the migrations again"}
	}
	added := results.Index(0).Get("meta").Get("changes").Int() == 1
	return []byte(row.Get("text").String()), added, nil
}

// Get returns the text under id as [store.Store] says.
func (s *Store) Get(ctx context.Context, id string) ([]byte, error) {
	if err := s.bound(); err != nil {
		return nil, err
	}
	text, err := await(ctx, s.prepare(query, id).Call("first", "text"))
	if err != nil {
		return nil, err
	}
	if text.IsNull() {
		return nil, store.ErrNone
	}
	return []byte(text.String()), nil
}

func (s *Store) prepare(statement string, values ...any) js.Value {
	return s.binding.Call("prepare", statement).Call("bind", values...)
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

// problem is what D1 says, for those who keep the site. D1 has no codes, only
// texts.
func problem(text string) error {
	if strings.Contains(text, "SQLITE_CONSTRAINT") {
		return errors.Join(store.ErrConstraint, errors.New(text))
	}
	e := &store.Error{
		Problem: "the database cannot be reached now",
		Fix:     "try again later, or share the long link",
		Err:     errors.New(text),
	}
	switch {
	case strings.Contains(text, "no such table"):
		e.Problem, e.Fix = "the database has no table of links", "apply the migrations of web/worker"
	case strings.Contains(text, "xceeded maximum DB size"), strings.Contains(text, "database or disk is full"):
		e.Problem, e.Fix, e.Full = "the database is full", "share the long link; links made so far still open", true
		e.Full = true
	}
	return e
}

// Package store keeps the scenarios behind short links. A text that was stored
// under an id stays there, unchanged, for ever: a store has no operation to change
// or delete it.
//
// [Keep] derives the id from the text's SHA-256, so that the same scenario always
// has the same link, and adds the text to a [Store]:
//
//	id, added, err := store.Keep(ctx, links, scenario.Canonical())
//	text, err := links.Get(ctx, id)
//
// [Links] is the store that servers use. It keeps texts in an SQL database, a [DB].
// The binary uses web/store/sqlite, and the worker at the edge web/store/d1. Both
// have the schema of web/store/migrations, which also contains the tables of rooms.
// [Memory] is a store for tests. The package storetest checks that stores and
// databases have all the properties that these interfaces promise.
package store

import (
	"context"
	"errors"
	"strconv"
	"sync"
)

// Store is a store of texts by id. It may be used from several goroutines.
type Store interface {
	// Add stores text under id, unless a text is there already. It returns the text
	// that is then stored under id, and whether Add has stored it. When Add
	// returns, the text is durable: it survives a crash of the machine, and Get
	// finds it at once, everywhere. The error is a *StoreError if it is known how
	// to fix the problem.
	Add(ctx context.Context, id string, text []byte) (held []byte, added bool, err error)
	// Get returns the text under id. If there is none, it returns ErrNone. Other
	// errors are those of Add.
	Get(ctx context.Context, id string) ([]byte, error)
}

// ErrNone is the error for an id under which nothing is stored.
var ErrNone = errors.New("no such short link")

// StoreError is the reason why a store cannot work now, together with advice for
// the operator. It contains no paths of the machine in Problem and Fix, because
// clients see these texts.
type StoreError struct {
	Problem string // problem, for example "the disk is full"
	Fix     string // advice, for example "free some space; links made so far still open"
	Err     error  // cause, for the log
	Full    bool   // whether the store has run out of space, which only its operator can change
	Most    int64  // size limit of the store in bytes if the store has reached it; otherwise 0, for example on a full disk
	Damaged bool   // whether stored data differs from what was written, so that only a backup helps
}

// Error returns the problem, the cause and the advice on one line.
func (e *StoreError) Error() string {
	text := e.Problem
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text + "; " + e.Fix
}

// Unwrap returns the cause.
func (e *StoreError) Unwrap() error { return e.Err }

// NoRoom returns the error of a store that has reached its size limit, given in
// bytes.
func NoRoom(most int64) *StoreError {
	held := strconv.FormatInt(most, 10) + " bytes"
	for _, unit := range [...]struct {
		bytes int64
		name  string
	}{{1e9, " GB"}, {1e6, " MB"}} {
		if most >= unit.bytes && most%unit.bytes == 0 {
			held = strconv.FormatInt(most/unit.bytes, 10) + unit.name
			break
		}
	}
	return &StoreError{
		Problem: "the short links have all the room that they may have (" + held + ")",
		Fix:     "share the long link; links made so far still open; the keeper of the server can give more room (--most)",
		Full:    true,
		Most:    most,
	}
}

// Memory is a store in memory for tests. The zero value is empty and has no size
// limit.
type Memory struct {
	// Most is the approximate limit on the size of the store in bytes; 0 means no
	// limit.
	Most int64

	mu    sync.Mutex
	texts map[string][]byte
	size  int64
}

// entry is the approximate number of bytes that a stored text takes in addition to
// the text and its id.
const entry = 100

// Size returns the approximate size of the store in bytes.
func (m *Memory) Size() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.size
}

// Add stores a text as described in [Store], but not durably. The only error is
// that of [NoRoom].
func (m *Memory) Add(_ context.Context, id string, text []byte) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if held, ok := m.texts[id]; ok {
		return held, false, nil
	}
	takes := int64(len(id)+len(text)) + entry
	if m.Most > 0 && m.size+takes > m.Most {
		return nil, false, NoRoom(m.Most)
	}
	if m.texts == nil {
		m.texts = map[string][]byte{}
	}
	m.size += takes
	held := append([]byte(nil), text...)
	m.texts[id] = held
	return held, true, nil
}

// Get returns the text under id, or ErrNone.
func (m *Memory) Get(_ context.Context, id string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if held, ok := m.texts[id]; ok {
		return held, nil
	}
	return nil, ErrNone
}

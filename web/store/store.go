// Package store keeps the scenarios behind short links. A text that was stored
// under an id stays there, unchanged, for ever: a store has no way to change or
// delete it.
//
// [Keep] derives the id from the text's SHA-256, so that the same scenario always
// has the same link, and adds the text to a [Store]:
//
//	id, added, err := store.Keep(ctx, links, scenario.Canonical())
//	text, err := links.Get(ctx, id)
//
// [Links] is the store of the servers. It keeps texts in an SQL database, a [DB]:
// web/store/sqlite for the binary, web/store/d1 for the worker at the edge. Both
// have the schema of web/store/migrations, which also contains the tables of rooms.
// [Memory] is a store for tests. The package storetest checks that stores and
// databases keep the promises of these interfaces.
package store

import (
	"context"
	"errors"
	"strconv"
	"sync"
)

// Store is a store of texts by id. It may be used from several goroutines.
type Store interface {
	// Add stores text under id unless something is there already. It returns the
	// text that is there afterwards, and whether it was added now. When Add
	// returns, the text is durable: it survives a crash of the machine, and Get
	// finds it at once, everywhere. Errors: those of the store, as *StoreError
	// where a fix is known.
	Add(ctx context.Context, id string, text []byte) (held []byte, added bool, err error)
	// Get returns the text under id. Errors: ErrNone if there is none, otherwise as
	// Add.
	Get(ctx context.Context, id string) ([]byte, error)
}

// ErrNone is the error for an id under which nothing is stored.
var ErrNone = errors.New("no such short link")

// StoreError is the reason why a store cannot work now, with what its operator can
// do about it. It contains no paths of the machine, because clients see it.
type StoreError struct {
	Problem string // "the disk is full"
	Fix     string // "free some space; links made so far still open"
	Err     error  // the cause, for the log
	Full    bool   // the store has run out of space: only its operator can change that
	Most    int64  // the size limit of the store in bytes, if the store has reached it; otherwise 0, as on a full disk
	Damaged bool   // stored data differs from what was written: only a backup can fix that
}

// Error returns problem, cause and fix on one line.
func (e *StoreError) Error() string {
	text := e.Problem
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text + "; " + e.Fix
}

// Unwrap returns the cause.
func (e *StoreError) Unwrap() error { return e.Err }

// NoRoom returns the error of a store that has reached its limit of most bytes.
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

// Memory is a store in memory for tests. The zero value is empty, ready for use and
// without limit.
type Memory struct {
	// Most is the approximate limit on its size in bytes; 0 for no limit.
	Most int64

	mu    sync.Mutex
	texts map[string][]byte
	size  int64
}

// entry is the approximate overhead of a text in bytes, beyond the text and its id.
const entry = 100

// Size returns the approximate size in bytes.
func (m *Memory) Size() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.size
}

// Add stores a text as [Store] describes, except that it is not durable. Error:
// [NoRoom].
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

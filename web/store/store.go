// Package store keeps the scenarios behind short links. What was kept under an
// id stays under it, unchanged, for ever: a store has no way to change or delete.
//
// [Keep] gives a scenario its id, which comes from its content. [Links] keeps
// scenarios in a database that speaks SQL, a [DB]: web/store/sqlite is that of the
// binary, web/store/d1 that of the worker, web/store/migrations the schema of both.
// storetest holds stores and databases to the same promises.
package store

import (
	"context"
	"errors"
	"strconv"
	"sync"
)

// Store keeps texts by id. It may be used from several goroutines.
type Store interface {
	// Add keeps text under id unless something is there already, and returns
	// what is there afterwards and whether it was added now. A text that it has
	// returned is durable: it outlives a crash of the machine, and Get finds it
	// at once, everywhere. Errors: those of the store, as *Error where it is
	// known what to do.
	Add(ctx context.Context, id string, text []byte) (held []byte, added bool, err error)
	// Get returns the text under id. Errors: ErrNone if there is none, else as Add.
	Get(ctx context.Context, id string) ([]byte, error)
}

// ErrNone says that nothing is kept under an id.
var ErrNone = errors.New("no such short link")

// StoreError says why a store cannot do its work now, and what its keeper can do
// about it. It names no paths of the machine: clients see it.
type StoreError struct {
	Problem string // "the disk is full"
	Fix     string // "free some space; links made so far still open"
	Err     error  // what happened, for the log
	Full    bool   // what is missing is room: only its keeper can change that
	Most    int64  // the bytes that the store may take, where it has no room since it has them all; else 0, as on a full disk
	Damaged bool   // what is kept is not what was written: only a backup can change that
}

// Error is problem, cause and fix on one line.
func (e *StoreError) Error() string {
	text := e.Problem
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text + "; " + e.Fix
}

// Unwrap is the cause.
func (e *StoreError) Unwrap() error { return e.Err }

// NoRoom is the error of a store that has all the bytes that it may have.
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

// Memory is a store that forgets when its process ends, for tests. The zero value is empty, ready and without limit.
type Memory struct {
	// Most is how many bytes it may take, about; 0 for no limit.
	Most int64

	mu    sync.Mutex
	texts map[string][]byte
	size  int64
}

// entry is what a text takes beside itself and its id, in bytes, about.
const entry = 100

// Size is how many bytes it takes, about.
func (m *Memory) Size() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.size
}

// Add keeps a text as [Store] says, but for its durability. Error: [NoRoom].
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

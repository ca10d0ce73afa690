package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"hopyard/web/store"
	"hopyard/web/store/sqlite"
)

// dataFolder is where links are kept when no flag says so: the folder that systemd
// gives to a service, else one of the user's. It fails where there is neither.
func dataFolder() (string, error) {
	if folders := os.Getenv("STATE_DIRECTORY"); folders != "" {
		first, _, _ := strings.Cut(folders, ":")
		return first, nil
	}
	if folder := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "hopyard"), nil
	}
	if folder := os.Getenv("LocalAppData"); runtime.GOOS == "windows" && folder != "" {
		return filepath.Join(folder, "hopyard"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no folder for short links: %w: name one (--data folder), or keep none (--data none)", err)
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support", "hopyard"), nil
	}
	return filepath.Join(home, ".local", "share", "hopyard"), nil
}

// kept is what a server keeps, and how to end it.
type kept struct {
	store store.Store
	db    store.DB // nil where it could not be opened
	close func() error
	where string // for who starts the server
}

// openData opens the database in folder, for most bytes: "none" is memory, "" the
// usual place. It always gives a store of links: where the database cannot be opened,
// one that answers why, since a lecture needs the page more than its short links.
func openData(folder string, most int64) (k kept, problem error) {
	k.close = func() error { return nil }
	if folder == "none" {
		db, err := sqlite.Memory(most)
		if err != nil {
			return k.unopened(err), err
		}
		k.opened(db, "in memory only: they are gone when this ends (--data folder keeps them)")
		return k, nil
	}
	if folder == "" {
		var err error
		if folder, err = dataFolder(); err != nil {
			return k.unopened(err), err
		}
	}
	db, err := sqlite.Open(folder, most)
	if err != nil {
		return k.unopened(err), err
	}
	k.opened(db, "in "+folder)
	return k, db.Trouble()
}

func (k *kept) opened(db *sqlite.SQLite, where string) {
	k.db, k.store, k.close, k.where = db, store.Links{DB: db}, db.Close, where
}

func (k kept) unopened(err error) kept {
	why := &store.StoreError{Problem: "this server cannot open its short links", Fix: "share the long link; the keeper of the server finds the cause in its log", Err: err}
	if known, ok := errors.AsType[*store.StoreError](err); ok { // which names no path
		why.Problem, why.Fix, why.Damaged = why.Problem+": "+known.Problem, "share the long link; "+known.Fix, known.Damaged
	}
	k.store = unopened{why}
	k.where = "nowhere, since: " + err.Error()
	return k
}

// unopened is the store of a server whose own one could not be opened.
type unopened struct{ why *store.StoreError }

// Add always fails.
func (u unopened) Add(context.Context, string, []byte) ([]byte, bool, error) {
	return nil, false, u.why
}

// Get always fails: not with store.ErrNone, for the link may well exist.
func (u unopened) Get(context.Context, string) ([]byte, error) { return nil, u.why }

// Trouble says why.
func (u unopened) Trouble() error { return u.why }

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

// dataFolder returns the folder for short links when no flag names one: the folder
// that systemd provides for a service, or else a folder of the user. It fails if
// there is neither.
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

// storage is the storage of a server, with the function that closes it.
type storage struct {
	store store.Store
	db    store.DB // nil if it could not be opened
	close func() error
	where string // for the messages at the start
}

// openData opens the database in folder, with a limit of most bytes. "none" means
// memory, and "" the default folder. It always returns a store of links: if the
// database cannot be opened, it returns a store whose errors say why, because a
// lecture needs the page more than its short links.
func openData(folder string, most int64) (k storage, problem error) {
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

func (k *storage) opened(db *sqlite.SQLite, where string) {
	k.db, k.store, k.close, k.where = db, store.Links{DB: db}, db.Close, where
}

func (k storage) unopened(err error) storage {
	why := &store.StoreError{Problem: "this server cannot open its short links", Fix: "share the long link; the keeper of the server finds the cause in its log", Err: err}
	if known, ok := errors.AsType[*store.StoreError](err); ok { // its texts contain no path
		why.Problem, why.Fix, why.Damaged = why.Problem+": "+known.Problem, "share the long link; "+known.Fix, known.Damaged
	}
	k.store = brokenStore{why}
	k.where = "nowhere, since: " + err.Error()
	return k
}

// brokenStore is the store of a server whose database could not be opened.
type brokenStore struct{ why *store.StoreError }

// Add always fails.
func (u brokenStore) Add(context.Context, string, []byte) ([]byte, bool, error) {
	return nil, false, u.why
}

// Get always fails. The error is not store.ErrNone, because the link may well
// exist.
func (u brokenStore) Get(context.Context, string) ([]byte, error) { return nil, u.why }

// Trouble returns the reason why the database could not be opened.
func (u brokenStore) Trouble() error { return u.why }

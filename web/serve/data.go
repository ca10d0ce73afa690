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

// dataFolder returns the default data folder, in which links are stored if no flag
// names a folder. It is the folder that systemd provides for a service or, without
// systemd, a folder of the user. If neither exists, dataFolder returns an error.
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

// storage is the storage of a server, with a function that closes it.
type storage struct {
	store store.Store
	db    store.DB // nil if the database could not be opened
	close func() error
	where string // location of the data, for the messages at the start
}

// openData opens the database in folder and limits its size to the given number of
// bytes. The folder "none" selects a database in memory, and "" the default folder.
// The returned store is never nil. If the database cannot be opened, every
// operation of the store returns an error with the reason. So the page is still
// served, without short links.
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
	if known, ok := errors.AsType[*store.StoreError](err); ok { // the texts of this error contain no path
		why.Problem, why.Fix, why.Damaged = why.Problem+": "+known.Problem, "share the long link; "+known.Fix, known.Damaged
	}
	k.store = brokenStore{why}
	k.where = "nowhere, since: " + err.Error()
	return k
}

// brokenStore replaces the store of a server whose database could not be opened.
type brokenStore struct{ why *store.StoreError }

// Add always fails.
func (u brokenStore) Add(context.Context, string, []byte) ([]byte, bool, error) {
	return nil, false, u.why
}

// Get always fails. The error is not store.ErrNone, because the link may exist in
// the database.
func (u brokenStore) Get(context.Context, string) ([]byte, error) { return nil, u.why }

// Trouble returns the reason why the database could not be opened.
func (u brokenStore) Trouble() error { return u.why }

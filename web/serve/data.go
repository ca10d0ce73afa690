package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"hopyard/web/store"
	"hopyard/web/store/bolt"
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

// links are the store of a server, and how to end it.
type links struct {
	store store.Store
	close func() error
	where string // for who starts the server
}

// openLinks opens the store in folder, for most bytes: "none" is memory, "" the
// usual place. It always gives one: where the store cannot be opened, one that answers why, since
// a lecture needs the page more than its short links.
func openLinks(folder string, most int64) (l links, problem error) {
	l.close = func() error { return nil }
	if folder == "none" {
		l.store, l.where = &store.Memory{Most: most}, "in memory only: they are gone when this ends (--data folder keeps them)"
		return l, nil
	}
	if folder == "" {
		var err error
		if folder, err = dataFolder(); err != nil {
			return l.unopened(err), err
		}
	}
	s, err := bolt.Open(folder, most)
	if err != nil {
		return l.unopened(err), err
	}
	l.store, l.close, l.where = s, s.Close, "in "+folder
	return l, s.Trouble()
}

func (l links) unopened(err error) links {
	l.store = unopened{&store.Error{Problem: "this server cannot open its short links", Fix: "share the long link; the keeper of the server finds the cause in its log", Err: err}}
	l.where = "nowhere, since: " + err.Error()
	return l
}

// unopened is the store of a server whose own one could not be opened.
type unopened struct{ why *store.Error }

// Add always fails.
func (u unopened) Add(context.Context, string, []byte) ([]byte, bool, error) {
	return nil, false, u.why
}

// Get always fails: not with store.ErrNone, for the link may well exist.
func (u unopened) Get(context.Context, string) ([]byte, error) { return nil, u.why }

// Trouble says why.
func (u unopened) Trouble() error { return u.why }

//go:build !js

// Package oldlinks reads links.db, in which earlier versions kept short links by
// go.etcd.io/bbolt, so that [Import] takes them over. It never writes to it.
package oldlinks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"hopyard/web/store"
)

// Name is what such a file was called in the data folder.
const Name = "links.db"

// format is the version of such files. There was no other.
const format = "1"

// lockTime is how long a server may still hold the file: one that is stopping.
const lockTime = 2 * time.Second

// atOnce is how many links are kept together.
const atOnce = 64

// Count is what became of the links of a file.
type Count struct{ Added, There, Skipped int }

// Import keeps every link of the file at path in s under its own id, and names each
// that cannot be to skip, with why: its text has another hash, or s has another text
// under its id. Where it fails in the middle, what it has kept stays, and it can be
// called again. Errors: the file cannot be read, is not one of ours, is in use or
// damaged; those of s.
func Import(ctx context.Context, path string, s store.Store, skip func(id, why string)) (n Count, err error) {
	if _, err := os.Stat(path); err != nil { // bbolt would make it
		return n, err
	}
	// Reading faults where the file is shorter than it says, and bbolt panics where
	// it is damaged.
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s is damaged: %v: import a backup of it; what was read until there is kept", filepath.Base(path), p)
		}
	}()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: lockTime, NoStatistics: true})
	if errors.Is(err, berrors.ErrTimeout) {
		return n, fmt.Errorf("%s is in use: stop the server that keeps its links there", path)
	}
	if err != nil {
		return n, fmt.Errorf("reading %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	k := &keeper{store: s, turns: make(chan struct{}, atOnce)}
	err = db.View(func(tx *bbolt.Tx) error {
		about, links := tx.Bucket([]byte("hopyard")), tx.Bucket([]byte("links"))
		if about == nil || links == nil || string(about.Get([]byte("format"))) != format {
			return fmt.Errorf("%s holds no short links of this program: give a links.db", path)
		}
		defer k.wait.Wait()
		return links.ForEach(func(key, value []byte) error {
			id, text := string(key), append([]byte(nil), value...)
			if !store.IsID(id) || !store.Fits(id, text) || !utf8.Valid(text) {
				k.skip(skip, id, "its text is damaged: it has another hash")
				return nil
			}
			return k.keep(ctx, id, text, skip)
		})
	})
	return Count{int(k.added.Load()), int(k.there.Load()), k.skipped}, errors.Join(err, k.failed())
}

// keeper keeps links, several at once, so that they share transactions.
type keeper struct {
	store        store.Store
	turns        chan struct{}
	wait         sync.WaitGroup
	added, there atomic.Int64
	mu           sync.Mutex // skip is called by one at a time
	skipped      int
	err          error // the first of the store
}

// keep starts keeping a link. The error is one of those before it.
func (k *keeper) keep(ctx context.Context, id string, text []byte, skip func(id, why string)) error {
	k.turns <- struct{}{}
	k.wait.Go(func() {
		defer func() { <-k.turns }()
		held, added, err := k.store.Add(ctx, id, text)
		switch {
		case err != nil:
			k.mu.Lock()
			if k.err == nil {
				k.err = fmt.Errorf("keeping link %s: %w", id, err)
			}
			k.mu.Unlock()
		case string(held) != string(text):
			k.skip(skip, id, "another scenario has this id here")
		case added:
			k.added.Add(1)
		default:
			k.there.Add(1)
		}
	})
	return k.failed()
}

// failed is the first error of the store.
func (k *keeper) failed() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// skip names a link that is not kept.
func (k *keeper) skip(tell func(id, why string), id, why string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.skipped++
	tell(fmt.Sprintf("%q", id), why)
}

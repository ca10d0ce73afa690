//go:build !js

package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"hopyard/web/store"
)

// TestMost fills a database up to its size limit. It checks that the file stays
// within the limit, that existing texts can be read, and that adding them again
// succeeds. With a higher limit, the database must accept further texts.
func TestMost(t *testing.T) {
	const most = 2_000_000
	folder, texts := t.TempDir(), map[string][]byte{}
	for _, most := range []int64{most, 2 * most} {
		db, err := Open(folder, most)
		if err != nil {
			t.Fatal(err)
		}
		fillUp(t, db, texts, most)
		if used := db.Size(); used > most || used < most*9/10 {
			t.Errorf("%d texts take %d bytes of %d", len(texts), used, most)
		}
		if left := holds(t, db, texts, false); left != len(texts) || db.Trouble() != nil {
			t.Errorf("without room %d of %d texts open, trouble %v", left, len(texts), db.Trouble())
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	db, err := Memory(most)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() // closed only at the end, so that no files are left behind
	fillUp(t, db, map[string][]byte{}, most)
	if used := db.Size(); used > most || used < most*9/10 {
		t.Errorf("%d bytes of %d in memory", used, most)
	}
}

// fillUp adds texts until the database is full. Then it adds existing and new texts
// concurrently, and checks that every call gets the right result for its text.
func fillUp(t *testing.T, db *SQLite, texts map[string][]byte, most int64) {
	t.Helper()
	links := store.Links{DB: db}
	full, before := (*store.StoreError)(nil), len(texts)
	for i := 0; full == nil && i < 1000; i++ {
		text := fmt.Appendf(nil, "%d %d %s", most, i, bytes.Repeat([]byte("x"), i*3700%60000))
		id, _, err := store.Keep(t.Context(), links, text)
		if err == nil {
			texts[id] = text
			continue
		}
		full, _ = errors.AsType[*store.StoreError](err)
		if full == nil || !full.Full || !strings.Contains(full.Problem, "MB") {
			t.Fatalf("without room: %v", err)
		}
	}
	if full == nil || len(texts) < before+40 {
		t.Errorf("%d texts, then %v", len(texts), full)
	}
	var wait sync.WaitGroup
	for id, text := range texts {
		wait.Go(func() {
			if _, added, err := store.Keep(t.Context(), links, text); err != nil || added {
				t.Errorf("without room, %s, which is there: %v, %v", id, added, err)
			}
		})
		wait.Go(func() {
			_, _, err := store.Keep(t.Context(), links, fmt.Appendf(nil, "%s%s", id, bytes.Repeat([]byte("z"), 60_000)))
			if e, ok := errors.AsType[*store.StoreError](err); !ok || !e.Full {
				t.Errorf("without room, a text that is new: %v", err)
			}
		})
	}
	wait.Wait()
}

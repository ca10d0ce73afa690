package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"hopyard/web/store"
)

// filled is a store's file with texts of all lengths in it, closed.
func filled(t *testing.T, n int) (folder string, texts map[string][]byte) {
	t.Helper()
	folder, texts = t.TempDir(), map[string][]byte{}
	s, err := Open(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for len(texts) < n { // several transactions, so that there are free pages
		var wait sync.WaitGroup
		for range n / 10 {
			text := fmt.Appendf(nil, "%d %s", len(texts), bytes.Repeat([]byte("x"), 1<<r.IntN(14)))
			texts[store.ID(text, store.MinID)] = text
			wait.Go(func() {
				if _, _, err := store.Keep(t.Context(), s, text); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return folder, texts
}

// holds reads all texts and returns how many there are; the others must be told
// to be in trouble, not to have never been.
func holds(t *testing.T, s *Store, texts map[string][]byte) (left int) {
	t.Helper()
	for id, text := range texts {
		got, err := s.Get(t.Context(), id)
		_, known := errors.AsType[*store.Error](err)
		switch {
		case err == nil && bytes.Equal(got, text):
			left++
		case !known:
			t.Fatalf("Get(%s) = %.60q, %v; want its text or a *store.Error", id, got, err)
		}
	}
	return left
}

// refuses wants a store that says why it does not add.
func refuses(t *testing.T, s *Store) {
	t.Helper()
	text := []byte("another")
	_, added, err := s.Add(t.Context(), store.ID(text, 8), text)
	if e, ok := errors.AsType[*store.Error](err); !ok || added || e.Problem == "" || e.Fix == "" {
		t.Errorf("Add to a damaged file: %v, %v; want a *store.Error", added, err)
	}
	if s.Trouble() == nil {
		t.Error("a damaged file is no trouble")
	}
}

func TestDamageIsFoundAndLeftAlone(t *testing.T) {
	folder, texts := filled(t, 200)
	path := filepath.Join(folder, Name)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, folder)
	if left := holds(t, s, texts); left != len(texts) || s.Trouble() != nil {
		t.Fatalf("%d of %d texts in a whole file, trouble %v", left, len(texts), s.Trouble())
	}
	s.Close()
	m := look(bytes.NewReader(whole), int64(len(whole)), time.Minute).meta
	used := int(m.top * m.page) // what is behind it is empty
	r := rand.New(rand.NewPCG(3, 4))
	found, rescued, cases := 0, 0, 120
	for i := range cases {
		b, what := spoil(r, bytes.Clone(whole), used, i)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(folder, 0)
		if err != nil {
			continue // not to be told from a file of another program
		}
		if s.Trouble() != nil {
			found++
			rescued += holds(t, s, texts)
			refuses(t, s)
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, b) {
				t.Errorf("%s: the file was changed: %v", what, err)
			}
		} else if left := holds(t, s, texts); left != len(texts) {
			t.Errorf("%s: no trouble, but %d of %d texts", what, left, len(texts))
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	t.Logf("%d of %d damaged files found at opening, from which %d of %d texts were read", found, cases, rescued, found*len(texts))
	if found < cases/2 || rescued < found*len(texts)/4 {
		t.Error("that is too few")
	}
}

// spoil damages a file in one of several ways.
func spoil(r *rand.Rand, b []byte, used, way int) ([]byte, string) {
	at := r.IntN(used)
	page := b[at&^4095:][:4096]
	switch way % 6 {
	case 0:
		return b[:at], fmt.Sprintf("cut at %d", at)
	case 1:
		clear(page)
		return b, fmt.Sprintf("page %d cleared", at>>12)
	case 2:
		for i := range page {
			page[i] = byte(r.Uint32())
		}
		return b, fmt.Sprintf("page %d garbled", at>>12)
	case 3:
		copy(page, b[r.IntN(used>>12)<<12:][:4096])
		return b, fmt.Sprintf("page %d is another one", at>>12)
	case 4:
		i := r.IntN(64)
		page[i] ^= 1 << r.IntN(8)
		return b, fmt.Sprintf("byte %d of page %d flipped", i, at>>12)
	}
	b[at] ^= 1 << r.IntN(8)
	return b, fmt.Sprintf("byte %d flipped", at)
}

func TestNothingIsLeftOfTheFile(t *testing.T) {
	for what, content := range map[string][]byte{
		"empty": {}, "short": []byte("x"), "garbage": bytes.Repeat([]byte("garbage "), 8192), "zeros": make([]byte, 1<<16),
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, Name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, folder)
		refuses(t, s)
		if _, err := s.Get(t.Context(), "23456789"); err == nil || errors.Is(err, store.ErrNone) {
			t.Errorf("%s: Get: %v", what, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, content) {
			t.Errorf("%s: the file was changed: %v", what, err)
		}
	}
}

// The file gets shorter while it is mapped.
func TestCutWhileOpen(t *testing.T) {
	for _, part := range []int64{0, 1, 2, 3} {
		folder, texts := filled(t, 200)
		path := filepath.Join(folder, Name)
		s := open(t, folder)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, info.Size()*part/4); err != nil {
			t.Fatal(err)
		}
		left := holds(t, s, texts)
		refuses(t, s)
		t.Logf("cut to %d of %d bytes: %d of %d texts left", info.Size()*part/4, info.Size(), left, len(texts))
		if part == 0 && left > 0 {
			t.Error("texts from an empty file")
		}
		if after, err := os.Stat(path); err != nil || after.Size() != info.Size()*part/4 {
			t.Errorf("the file was changed: %v", err)
		}
	}
}

// What would be written into a file that has lost its name is lost.
func TestMovedWhileOpen(t *testing.T) {
	folder, texts := filled(t, 20)
	path := filepath.Join(folder, Name)
	s := open(t, folder)
	text := []byte("new")
	for _, change := range []func() error{
		func() error { return os.Rename(path, path+".old") },
		func() error { return os.WriteFile(path, make([]byte, 1<<20), 0o600) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		_, _, err := store.Keep(t.Context(), s, text)
		if e, ok := errors.AsType[*store.Error](err); !ok {
			t.Errorf("Keep: %v, want a *store.Error", e)
		}
		if left := holds(t, s, texts); left != len(texts) {
			t.Errorf("%d of %d texts left", left, len(texts))
		}
	}
	if err := os.Rename(path+".old", path); err != nil {
		t.Fatal(err)
	}
	if _, added, err := store.Keep(t.Context(), s, text); err != nil || !added {
		t.Errorf("back at its place: %v, %v", added, err)
	}
}

// A text that was there, and cannot be read back since its end was cut off while it
// was looked for, is an error, not an empty text.
func TestCutWhileAdding(t *testing.T) {
	s := open(t, t.TempDir())
	text := bytes.Repeat([]byte("text"), 15_000)
	id, _, err := store.Keep(t.Context(), s, text)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	s.size.Store(0) // as if the file was cut just after its size was looked at
	if err := os.Truncate(s.path, int64(bytes.Index(content, text)+30_000)); err != nil {
		t.Fatal(err)
	}
	a := &addition{id: id, text: text, done: make(chan struct{})}
	s.addAll([]*addition{a})
	if a.err == nil || a.held != nil || a.added {
		t.Errorf("%.20q, %v, %v; want an error", a.held, a.added, a.err)
	}
}

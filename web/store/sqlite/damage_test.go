//go:build !js

package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"hopyard/web/store"
)

// filled makes a database with n texts of various lengths, closes it, and returns
// its folder and the texts. It writes the texts one after another, so that the file
// has the same layout in each run.
func filled(t *testing.T, n int) (folder string, texts map[string][]byte) {
	t.Helper()
	folder, texts = t.TempDir(), map[string][]byte{}
	db, err := Open(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		text := fmt.Appendf(nil, "%d %s", i, bytes.Repeat([]byte("x"), 1<<r.IntN(14)))
		texts[store.ID(text, store.MinID)] = text
		if _, _, err := store.Keep(t.Context(), store.Links{DB: db}, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return folder, texts
}

// holds reads all texts and returns the number of intact ones. Reading a text that
// is not intact must return a StoreError. If the parameter gone is true, reading
// may also return ErrNone, because the index entry of the text may be damaged.
func holds(t *testing.T, db *SQLite, texts map[string][]byte, gone bool) (left int) {
	t.Helper()
	for id, text := range texts {
		got, err := store.Links{DB: db}.Get(t.Context(), id)
		_, known := errors.AsType[*store.StoreError](err)
		switch {
		case err == nil && bytes.Equal(got, text):
			left++
		case err == nil, !known && !(gone && errors.Is(err, store.ErrNone)):
			t.Fatalf("Get(%s) = %.60q, %v; want its text or a *store.Error", id, got, err)
		}
	}
	return left
}

// refuses checks that a database refuses to write and returns the reason.
func refuses(t *testing.T, db *SQLite) {
	t.Helper()
	_, added, err := store.Keep(t.Context(), store.Links{DB: db}, []byte("another"))
	if e, ok := errors.AsType[*store.StoreError](err); !ok || added || e.Problem == "" || e.Fix == "" {
		t.Errorf("adding: %v, %v; want a *store.Error", added, err)
	}
	if db.Trouble() == nil {
		t.Error("that is no trouble")
	}
}

// TestDamageIsFoundAndLeftAlone damages a file in many ways. Usually the file must
// be rejected and left unchanged. If only bytes within a text or an id have
// changed, SQLite cannot detect that, but reading a changed text must return an
// error. No damage may ever yield a wrong text.
func TestDamageIsFoundAndLeftAlone(t *testing.T) {
	folder, texts := filled(t, 200)
	path := filepath.Join(folder, Name)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	refused, cases := map[int]int{}, 120
	for i := range cases {
		b, what := spoil(r, bytes.Clone(whole), i)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := Open(folder, 0)
		if err != nil {
			refused[i%6]++
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, b) {
				t.Errorf("%s: the file was changed: %v", what, err)
			}
			continue
		}
		holds(t, db, texts, true)
		if err := db.Close(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	t.Logf("refused at opening, by kind of damage, of %d each: %v", cases/6, refused)
	if refused[0] < cases/6 || refused[1] < cases/10 || refused[2] < cases/10 {
		t.Error("that is too few")
	}
}

// spoil damages the content of a file in one of six ways. It returns the damaged
// content and a description of the damage.
func spoil(r *rand.Rand, b []byte, way int) ([]byte, string) {
	at := r.IntN(len(b))
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
		copy(page, b[r.IntN(len(b)>>12)<<12:][:4096])
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
		if _, err := Open(folder, 0); err == nil {
			t.Errorf("%s: no error", what)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, content) {
			t.Errorf("%s: the file was changed: %v", what, err)
		}
	}
}

// TestCutWhileOpen truncates the file while it is open. It checks that reading
// yields no wrong text, and that the database refuses to write and leaves the file
// unchanged.
func TestCutWhileOpen(t *testing.T) {
	for _, part := range []int64{0, 1, 2, 3} {
		folder, texts := filled(t, 200)
		path := filepath.Join(folder, Name)
		db := open(t, folder)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		cut := info.Size() * part / 4
		if err := os.Truncate(path, cut); err != nil {
			t.Fatal(err)
		}
		left := holds(t, db, texts, false)
		refuses(t, db)
		t.Logf("cut to %d of %d bytes: %d of %d texts left", cut, info.Size(), left, len(texts))
		if after, err := os.Stat(path); err != nil || after.Size() != cut {
			t.Errorf("the file was changed: %v", err)
		}
	}
}

// TestMovedWhileOpen renames a file of the database while it is open. It checks
// that the database refuses to write, because the data would be lost.
func TestMovedWhileOpen(t *testing.T) {
	for _, name := range []string{Name, Name + "-wal"} {
		for _, again := range []bool{false, true} {
			folder, texts := filled(t, 20)
			path := filepath.Join(folder, name)
			db := open(t, folder)
			if err := os.Rename(path, path+".old"); err != nil {
				t.Fatal(err)
			}
			if again {
				if err := os.WriteFile(path, make([]byte, 1<<20), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			refuses(t, db)
			if left := holds(t, db, texts, false); left != len(texts) {
				t.Errorf("%s moved: %d of %d texts left", name, left, len(texts))
			}
		}
	}
}

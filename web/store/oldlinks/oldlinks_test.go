//go:build !js

package oldlinks

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"hopyard/web/store"
)

// written is a file as earlier versions wrote it.
func written(t *testing.T, links map[string][]byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), Name)
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		about, err := tx.CreateBucket([]byte("hopyard"))
		if err == nil {
			err = about.Put([]byte("format"), []byte("1"))
		}
		bucket, made := tx.CreateBucket([]byte("links"))
		err = errors.Join(err, made)
		for id, text := range links {
			err = errors.Join(err, bucket.Put([]byte(id), text))
		}
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// many are links of 1 to 30,000 bytes.
func many(n int) map[string][]byte {
	links := map[string][]byte{}
	for i := range n {
		text := fmt.Appendf(nil, "%d %s", i, bytes.Repeat([]byte("x"), i*i%30_000))
		links[store.ID(text, store.MinID+i%3)] = text
	}
	return links
}

func TestImport(t *testing.T) {
	links := many(500)
	path := written(t, links)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kept := &store.Memory{}
	for id, text := range links { // one is there already
		if _, _, err := kept.Add(t.Context(), id, text); err != nil {
			t.Fatal(err)
		}
		break
	}
	none := func(id, why string) { t.Errorf("%s is skipped: %s", id, why) }
	for _, want := range []Count{{Added: len(links) - 1, There: 1}, {There: len(links)}} {
		if n, err := Import(t.Context(), path, kept, none); err != nil || n != want {
			t.Errorf("%+v, %v; want %+v", n, err, want)
		}
	}
	for id, text := range links {
		if got, err := kept.Get(t.Context(), id); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %.20q, %v", id, got, err)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the file was changed: %v", err)
	}
}

// What is not as it was made is named, and all else is kept.
func TestImportNamesWhatIsDamaged(t *testing.T) {
	links := many(100)
	bad := map[string][]byte{
		"23456789":                         []byte("of another id"),
		"not one":                          []byte("text"),
		store.ID([]byte("\xff\xff"), 8):    []byte("\xff\xff"),
		store.ID([]byte(`{"taken":1}`), 8): []byte(`{"taken":1}`),
	}
	kept := &store.Memory{}
	if _, _, err := kept.Add(t.Context(), store.ID([]byte(`{"taken":1}`), 8), []byte("by another")); err != nil {
		t.Fatal(err)
	}
	all := maps.Clone(links)
	maps.Copy(all, bad)
	named := map[string]bool{}
	n, err := Import(t.Context(), written(t, all), kept, func(id, why string) { named[strings.Trim(id, `"`)] = why != "" })
	if want := (Count{Added: len(links), Skipped: len(bad)}); err != nil || n != want {
		t.Errorf("%+v, %v; want %+v", n, err, want)
	}
	for id := range bad {
		if !named[id] {
			t.Errorf("%q is not named: %v", id, named)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	whole := written(t, many(300))
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), Name)
	if _, err := Import(t.Context(), missing, &store.Memory{}, nil); err == nil {
		t.Error("a file that is not there")
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("it was made")
	}
	for what, content := range map[string][]byte{"empty": nil, "garbage": bytes.Repeat([]byte("garbage "), 8192), "cut": b[:len(b)/2], "cut to a page": b[:4096], "another program's": []byte("SQLite format 3\x00")} {
		path := filepath.Join(t.TempDir(), Name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Import(t.Context(), path, &store.Memory{}, func(string, string) {}); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := Import(t.Context(), whole, &store.Memory{Most: 50_000}, nil); err == nil || !strings.Contains(err.Error(), "keeping link") {
		t.Errorf("without room: %v", err)
	}
}

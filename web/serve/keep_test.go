package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"hopyard/web/api/apitest"
	"hopyard/web/store"
	"hopyard/web/store/oldlinks"
	"hopyard/web/store/sqlite"
)

// A backup of a folder that a server works on is a data folder's file with the links
// that were made before it.
func TestBackupWhileRunning(t *testing.T) {
	folder, other := t.TempDir(), t.TempDir()
	running, problem := openData(folder, 0)
	if problem != nil {
		t.Fatal(problem)
	}
	defer running.close()
	id := made(t, testServer(t, running.store).handler(), student)
	var out bytes.Buffer
	o := options{data: folder, backup: filepath.Join(other, sqlite.Name)}
	if err := copyData(o, &out); err != nil || !strings.Contains(out.String(), o.backup) {
		t.Fatalf("%v: %s", err, &out)
	}
	back, problem := openData(other, 0)
	if problem != nil {
		t.Fatal(problem)
	}
	defer back.close()
	if r := ask(testServer(t, back.store).handler(), student, "GET", "/api/links/"+id, ""); r.StatusCode != 200 {
		t.Errorf("the link in the backup: %s", r.Status)
	}
	if err := copyData(o, &out); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("over the backup: %v", err)
	}
	if err := copyData(options{data: "none", backup: "b"}, &out); !errors.Is(err, errNone) {
		t.Errorf("without a folder: %v", err)
	}
}

// The links of an earlier version open after --import, and until then whoever starts
// the server is told of them.
func TestImport(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, oldlinks.Name)
	text := []byte(apitest.Small)
	id := store.ID(text, store.MinID)
	old(t, file, map[string][]byte{id: text})
	kept, problem := openData(folder, 0)
	if problem != nil || !strings.Contains(kept.note, file) || !strings.Contains(kept.note, "--import") {
		t.Errorf("%v, note %q", problem, kept.note)
	}
	defer kept.close()
	for _, says := range []string{"1 short links are new", "0 short links are new"} { // also while it runs, and again
		var out bytes.Buffer
		if err := takeOver(t.Context(), options{data: folder, imports: file}, &out); err != nil || !strings.Contains(out.String(), says) {
			t.Errorf("%v: %s, want %s", err, &out, says)
		}
	}
	if got, err := kept.store.Get(t.Context(), id); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%q, %v", got, err)
	}
	old(t, file, map[string][]byte{"23456789": text})
	var out bytes.Buffer
	if err := takeOver(t.Context(), options{data: folder, imports: file}, &out); err == nil || !strings.Contains(err.Error(), "1 of 1 links were skipped") || !strings.Contains(out.String(), `link "23456789" is skipped`) {
		t.Errorf("%v: %s", err, &out)
	}
}

// old writes a file as earlier versions did.
func old(t *testing.T, file string, links map[string][]byte) {
	t.Helper()
	if err := os.RemoveAll(file); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(file, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		about, err := tx.CreateBucket([]byte("hopyard"))
		bucket, made := tx.CreateBucket([]byte("links"))
		if err = errors.Join(err, made); err != nil {
			return err
		}
		for id, text := range links {
			err = errors.Join(err, bucket.Put([]byte(id), text))
		}
		return errors.Join(err, about.Put([]byte("format"), []byte("1")))
	})
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

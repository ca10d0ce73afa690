//go:build !js

package sqlite

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/web/store"
	"hopyard/web/store/migrations"
)

func TestOpenMakesFolderAndFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	db := open(t, folder)
	for name, want := range map[string]os.FileMode{folder: 0o700 | os.ModeDir, filepath.Join(folder, Name): 0o600, filepath.Join(folder, Name+"-wal"): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", name, info, err, want)
		}
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(left) != 1 {
		t.Errorf("the folder holds %q, %v", left, err)
	}
	links := store.Links{DB: db}
	if _, _, err := store.Keep(t.Context(), links, []byte("text")); err == nil {
		t.Error("a closed database adds")
	}
	if _, err := links.Get(t.Context(), "23456789"); err == nil || errors.Is(err, store.ErrNone) {
		t.Errorf("Get of a closed database: %v", err)
	}
	open(t, folder)
}

// TestOpenedTwice checks that two servers can use one folder: each must be able to
// read what the other has confirmed.
func TestOpenedTwice(t *testing.T) {
	folder := t.TempDir()
	one, other := store.Links{DB: open(t, folder)}, store.Links{DB: open(t, folder)}
	for i := range 20 {
		text := bytes.Repeat([]byte("x"), i+1)
		id, added, err := store.Keep(t.Context(), one, text)
		if err != nil || !added {
			t.Fatal(added, err)
		}
		if got, err := other.Get(t.Context(), id); err != nil || !bytes.Equal(got, text) {
			t.Fatalf("%q, %v", got, err)
		}
		one, other = other, one
	}
}

// TestOpenAfterACrash checks that Open works after a crash that interrupted the
// creation of the file. Such a crash leaves a complete or incomplete draft of the
// file.
func TestOpenAfterACrash(t *testing.T) {
	for _, draft := range []string{"", "half of a file", strings.Repeat("\x00", 1<<15)} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, Name+".new"), []byte(draft), 0o600); err != nil {
			t.Fatal(err)
		}
		links := store.Links{DB: open(t, folder)}
		if _, added, err := store.Keep(t.Context(), links, []byte("text")); err != nil || !added {
			t.Errorf("after a draft of %d bytes: %v, %v", len(draft), added, err)
		}
	}
}

func TestOpenRefusesOthers(t *testing.T) {
	for says, change := range map[string]string{
		"newer than this program": "PRAGMA user_version = 1000",
		"another program":         "PRAGMA application_id = 7",
	} {
		folder := t.TempDir()
		if err := open(t, folder).Close(); err != nil {
			t.Fatal(err)
		}
		s, err := connect(filepath.Join(folder, Name), "rw")
		if err == nil {
			err = errors.Join(s.run(change), s.close())
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(folder, 0); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Open: %v, want …%s…", err, says)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file, 0); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// TestMigrates checks that a file of an older version is migrated and keeps its
// content.
func TestMigrates(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, Name)
	all := migrations.All
	defer func() { migrations.All = all }()
	migrations.All = all[:1]
	links := store.Links{DB: open(t, folder)}
	id, _, err := store.Keep(t.Context(), links, []byte("text"))
	if err != nil {
		t.Fatal(err)
	}
	if err := links.DB.(*SQLite).Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	migrations.All = append(all[:2:2], migrations.Migration{Name: "0003_bad.sql", SQL: "CREATE TABLE good (a TEXT) STRICT; CREATE TABLE rooms (a TEXT) STRICT;"})
	if _, err := Open(folder, 0); err == nil || !strings.Contains(err.Error(), "0003_bad.sql") {
		t.Errorf("a migration that fails: %v", err)
	}
	migrations.All = all[:1]
	if err := open(t, folder).Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("a migration that fails leaves something: %v", err)
	}
	migrations.All = all
	links = store.Links{DB: open(t, folder)}
	if got, err := links.Get(t.Context(), id); err != nil || string(got) != "text" {
		t.Errorf("the link of before: %q, %v", got, err)
	}
	if _, err := links.DB.Read(t.Context(), store.Statement{SQL: "SELECT code FROM rooms"}); err != nil {
		t.Error(err)
	}
}

package bolt

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"hopyard/web/store"
)

func TestOpenMakesFolderAndFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	s := open(t, folder)
	for name, want := range map[string]os.FileMode{folder: 0o700 | os.ModeDir, filepath.Join(folder, Name): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(left) != 1 {
		t.Errorf("the folder holds %q, %v", left, err)
	}
	if _, err := Open(folder, 0); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("opened twice: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := s.Add(t.Context(), "23456789", nil); err == nil {
		t.Error("a closed store adds")
	}
	if _, err := s.Get(t.Context(), "23456789"); err == nil || errors.Is(err, store.ErrNone) {
		t.Errorf("Get of a closed store: %v", err)
	}
	open(t, folder)
}

// A crash while the first file was made leaves a draft, whole or not.
func TestOpenAfterACrash(t *testing.T) {
	for _, draft := range []string{"", "half of a file", strings.Repeat("\x00", 1<<15)} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, Name+".new"), []byte(draft), 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, folder)
		if _, added, err := store.Keep(t.Context(), s, []byte("text")); err != nil || !added {
			t.Errorf("after a draft of %d bytes: %v, %v", len(draft), added, err)
		}
	}
}

func TestOpenRefusesOthers(t *testing.T) {
	for says, change := range map[string]func(tx *bbolt.Tx) error{
		"newer than this program": func(tx *bbolt.Tx) error { return tx.Bucket(about).Put(formatKey, []byte("2")) },
		"another program":         func(tx *bbolt.Tx) error { return tx.DeleteBucket(about) },
	} {
		folder, _ := filled(t, 10)
		db, err := bbolt.Open(filepath.Join(folder, Name), 0o600, nil)
		if err == nil {
			err = errors.Join(db.Update(change), db.Close())
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

//go:build !js

package sqlite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"hopyard/web/store"
)

// TestBackup makes a backup while other goroutines write. It checks that the backup
// contains everything that was confirmed before it began.
func TestBackup(t *testing.T) {
	folder, texts := filled(t, 200)
	db := open(t, folder)
	var wait sync.WaitGroup
	stop := make(chan struct{})
	for writer := range 4 {
		wait.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				if _, _, err := store.Keep(t.Context(), store.Links{DB: db}, fmt.Appendf(nil, "%d by %d %s", i, writer, bytes.Repeat([]byte("y"), 5000))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for round := range 5 {
		text := fmt.Appendf(nil, "before backup %d", round)
		if _, _, err := store.Keep(t.Context(), store.Links{DB: db}, text); err != nil {
			t.Fatal(err)
		}
		texts[store.ID(text, store.MinID)] = text
		other := t.TempDir()
		copied := filepath.Join(other, Name)
		size, err := Backup(folder, copied)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(copied); err != nil || info.Size() != size || info.Mode() != 0o600 {
			t.Errorf("%v, %v; want %d bytes for the owner only", info, err, size)
		}
		restored := open(t, other)
		if left := holds(t, restored, texts, false); left != len(texts) || restored.Trouble() != nil {
			t.Errorf("%d of %d texts are in the backup, trouble %v", left, len(texts), restored.Trouble())
		}
		if _, _, err := store.Keep(t.Context(), store.Links{DB: restored}, []byte("after")); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	wait.Wait()
}

func TestBackupRefuses(t *testing.T) {
	folder, _ := filled(t, 50)
	there := filepath.Join(t.TempDir(), "there")
	if err := os.WriteFile(there, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(folder, there); err == nil {
		t.Error("it was written over another file")
	}
	if b, err := os.ReadFile(there); err != nil || string(b) != "mine" {
		t.Errorf("%q, %v", b, err)
	}
	path := filepath.Join(folder, Name)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b[:len(b)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if _, err := Backup(folder, filepath.Join(out, "backup")); err == nil {
		t.Error("a damaged database was copied")
	}
	if _, err := Backup(t.TempDir(), filepath.Join(out, "backup")); err == nil {
		t.Error("nothing was copied")
	}
	if left, err := filepath.Glob(filepath.Join(out, "*")); err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
}

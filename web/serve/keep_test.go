package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/web/store/sqlite"
)

// TestBackupWhileRunning makes a backup of a folder that a server is using. It
// checks that the backup is a valid database with all links that were made before.
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

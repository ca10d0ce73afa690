//go:build !js

package main_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hopyard/web/store/storetest"
)

// TestPromises runs promises in the program's place: D1 keeps what stores promise.
func TestPromises(t *testing.T) {
	served(t) // or skipped
	dir := t.TempDir()
	for _, name := range []string{"worker.mjs", "wasm_exec.mjs", "headers.mjs"} {
		content, err := os.ReadFile(filepath.Join("..", "..", ".cache", "worker", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compile := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "hopyard.wasm"), "./promises")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w, err := start(filepath.Join(dir, "worker.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.stop(); err != nil {
			t.Error(err)
		}
	}()
	r, said := ask(t, w.base+"api/")
	if want := fmt.Sprintln(len(storetest.Promises), "promises checked"); r.StatusCode != http.StatusOK || said != want {
		t.Errorf("%s:\n%s\n%s", r.Status, said, w.said())
	}
}

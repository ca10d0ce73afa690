//go:build !js

package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"hopyard/web/store/storetest"
)

// TestPromises runs the program web/worker/promises instead of the worker, and
// checks that D1 keeps the promises of a store.
func TestPromises(t *testing.T) {
	served(t) // skips the test unless HOPYARD_WORKER is 1
	dir := folder(t, "worker.mjs", "wasm_exec.mjs", "headers.mjs", "limit.mjs", "states.mjs")
	compile := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "hopyard.wasm"), "./promises")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w, err := start(filepath.Join(dir, "worker.mjs"), strconv.Itoa(reads))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.stop(); err != nil {
			t.Error(err)
		}
	}()
	r, said := ask(t, w.base+"api/")
	if want := fmt.Sprintln(len(storetest.Promises)+len(storetest.DBPromises), "promises checked"); r.StatusCode != http.StatusOK || said != want {
		t.Errorf("%s:\n%s\n%s", r.Status, said, w.said())
	}
	opens(t, w.base)
}

// reads is the number of requests per minute that the worker allows a client in
// this test. With the limit in wrangler.jsonc, the test would take half a minute.
const reads = 20

// opens sends requests as one client until a request is refused, and checks that
// the request of another client is not refused.
func opens(t *testing.T, base string) {
	for i := range 2*reads + 2 { // more than twice the limit, because a new minute may begin during the loop
		if r, body := from(t, http.MethodGet, base+"s/zzzzzzzz", "2001:db8:1::7"); r.StatusCode == http.StatusTooManyRequests {
			if i < reads || !json.Valid([]byte(body)) || r.Header.Get("Retry-After") == "" {
				t.Errorf("after %d: %v: %s", i, r.Header, body)
			}
			if r, body := from(t, http.MethodGet, base+"s/zzzzzzzz", "2001:db8:2::7"); r.StatusCode != http.StatusOK {
				t.Errorf("another client: %s: %s", r.Status, body)
			}
			return
		}
	}
	t.Errorf("of %d requests in a minute all were answered", reads)
}

// folder returns a new folder with copies of the named files that make worker has
// built.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join("..", "..", ".cache", "worker", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

//go:build !js

package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/web/api/apitest"
)

// troubled is a worker whose database fails in the way that the request specifies.
const troubled = `
import worker from "./worker.mjs";
const fails = (text) => ({
  prepare: () => ({ bind: () => ({}) }),
  batch: async () => { throw new Error(text); },
});
export default {
  fetch(request, env, ctx) {
    const state = request.headers.get("X-State");
    return worker.fetch(request, { ...env, LINKS: state === "none" ? undefined : fails(state) }, ctx);
  },
};
`

// TestTrouble checks the responses of the worker when the database is full, cannot
// be reached, lacks a table or is not bound. The error messages are real messages
// of D1.
func TestTrouble(t *testing.T) {
	served(t) // skips the test unless HOPYARD_WORKER is 1
	dir := folder(t, "worker.mjs", "wasm_exec.mjs", "headers.mjs", "limit.mjs", "states.mjs", "hopyard.wasm")
	program := filepath.Join(dir, "troubled.mjs")
	if err := os.WriteFile(program, []byte(troubled), 0o644); err != nil {
		t.Fatal(err)
	}
	w, err := start(program)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.stop(); err != nil {
			t.Error(err)
		}
	}()
	for _, c := range []struct {
		state, says string
		status      int
	}{
		{"D1_ERROR: Exceeded maximum DB size", `"problem":"the database is full","fix":"share the long link`, http.StatusInsufficientStorage},
		{"D1_ERROR: database or disk is full: SQLITE_FULL", `"problem":"the database is full"`, http.StatusInsufficientStorage},
		{"D1_ERROR: no such table: links: SQLITE_ERROR", `"problem":"the database lacks a table"`, http.StatusServiceUnavailable},
		{"D1_ERROR: Network connection lost.", `"problem":"the database cannot be reached now"`, http.StatusServiceUnavailable},
		{"none", `"problem":"the worker has no database"`, http.StatusServiceUnavailable},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.base+"api/links", strings.NewReader(apitest.Small))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("X-State", c.state)
		if r, said := send(t, request); r.StatusCode != c.status || !strings.Contains(said, c.says) || strings.Contains(said, "D1_") {
			t.Errorf("%s: %s: %s, want %d %s", c.state, r.Status, said, c.status, c.says)
		}
	}
}

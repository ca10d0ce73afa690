package main

import (
	"bytes"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/web/api/apitest"
	"hopyard/web/store/sqlite"
)

// TestFull checks a server whose database has reached its size limit. The server
// must report that, and it must still serve the existing links.
func TestFull(t *testing.T) {
	for _, folder := range []string{t.TempDir(), "none"} {
		const most = 300_000
		kept, problem := openData(folder, most)
		if problem != nil {
			t.Fatal(problem)
		}
		v := testServer(t, kept.store, "--most", "1MB")
		web := httptest.NewServer(v.handler())
		apitest.Full(t, web.URL+"/")
		web.Close()
		if text := text(t, ask(v.handler(), student, "GET", "/healthz", "")); !strings.Contains(text, `"links":"read only","problem":"the short links have all the room`) {
			t.Errorf("/healthz: %s", text)
		}
		figures := text(t, ask(v.handler(), here, "GET", "/metrics", ""))
		if !strings.Contains(figures, "hopyard_store_bytes ") || strings.Contains(figures, "hopyard_store_bytes 0\n") || !strings.Contains(figures, "hopyard_store_most_bytes 1e+06\n") {
			t.Error("/metrics does not say how much the links take, and may")
		}
		if err := kept.close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDamagedFromTheStart checks a server whose database is damaged when it starts.
// The server must leave the file unchanged, answer requests for links with the
// reason, and still serve the page.
func TestDamagedFromTheStart(t *testing.T) {
	folder := t.TempDir()
	kept, problem := openData(folder, 0)
	if problem != nil {
		t.Fatal(problem)
	}
	id := made(t, testServer(t, kept.store).handler(), student)
	if err := check(folder, io.Discard); err != nil {
		t.Errorf("--check of the folder of a server that works on it: %v", err)
	}
	if err := kept.close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, sqlite.Name)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	clear(content[4096:]) // everything but the first page
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if kept, problem = openData(folder, 0); problem == nil || !strings.Contains(problem.Error(), "put back a backup") || !strings.Contains(problem.Error(), file) {
		t.Fatalf("problem: %v; want the file, and what to do", problem)
	}
	defer kept.close()
	v := testServer(t, kept.store)
	v.watch.Unopened(problem)
	server := httptest.NewServer(v.handler())
	defer server.Close()
	if r := ask(v.handler(), student, "GET", "/", ""); r.StatusCode != 200 {
		t.Errorf("the page: %s", r.Status)
	}
	health := ask(v.handler(), student, "GET", "/healthz", "")
	if said := text(t, health); health.StatusCode != 200 || !strings.Contains(said, `"status":"degraded","page":"ok","links":"failing"`) || !strings.Contains(said, "hopyard.db is damaged") || strings.Contains(said, folder) {
		t.Errorf("/healthz: %s %s", health.Status, said)
	}
	if err := check(server.URL+"/healthz", io.Discard); err == nil || !strings.Contains(err.Error(), "degraded") || !strings.Contains(err.Error(), "hopyard.db is damaged") || !strings.Contains(err.Error(), "put back a backup") {
		t.Errorf("--check of the server: %v", err)
	}
	if err := check(folder, io.Discard); err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("--check of the folder: %v", err)
	}
	figures := text(t, ask(v.handler(), here, "GET", "/metrics", ""))
	for _, want := range []string{"hopyard_degraded 1\n", "hopyard_store_up 0\n", `hopyard_store_errors_total{operation="open"} 1` + "\n"} {
		if !strings.Contains(figures, want) {
			t.Errorf("/metrics lacks %q", want)
		}
	}
	if strings.Contains(figures, "hopyard_store_damaged_total 0\n") {
		t.Error("/metrics counts no damage")
	}
	if r := ask(v.handler(), student, "GET", "/api/links/"+id, ""); r.StatusCode != 503 {
		t.Errorf("its link: %s", r.Status)
	}
	if err := v.links.Trouble(); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("trouble: %v", err)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, content) {
		t.Errorf("the file was changed: %v", err)
	}
}

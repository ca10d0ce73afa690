// Package apitest is the contract of the share API as tests: the same cases for
// every server and every store.
package apitest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Small is a scenario that every server takes.
const Small = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 2, "walltime": 60}]}`

// Run holds the site at base, which ends in "/", to the contract. It makes links
// there, at most a hundred.
func Run(t *testing.T, base string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	post := func(body string) (*http.Response, string) {
		t.Helper()
		r, err := client.Post(base+"api/links", "application/json", strings.NewReader(body))
		return read(t, r, err)
	}
	get := func(path string) (*http.Response, string) {
		t.Helper()
		r, err := client.Get(base + path)
		return read(t, r, err)
	}
	t.Run("a link opens at once and gives its scenario back", func(t *testing.T) {
		r, body := post(Small)
		var made struct{ ID, URL string }
		if err := json.Unmarshal([]byte(body), &made); err != nil || r.StatusCode/100 != 2 {
			t.Fatalf("%s: %s", r.Status, body)
		}
		r, text := get("api/links/" + made.ID)
		if r.StatusCode != 200 || !strings.Contains(text, `"star"`) {
			t.Errorf("%s: %s", r.Status, text)
		}
		if r, _ := get("s/" + made.ID); r.StatusCode != 302 || r.Header.Get("Location") != "../?s="+made.ID {
			t.Errorf("%s to %q", r.Status, r.Header.Get("Location"))
		}
		if _, again := post(text); again != body {
			t.Errorf("the canonical form has another link: %s, %s", again, body)
		}
	})
}

func read(t *testing.T, r *http.Response, err error) (*http.Response, string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(body)
}

package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"hopyard/core/scenario"
	"hopyard/web/api"
	"hopyard/web/api/apitest"
	"hopyard/web/api/hostiletest"
	"hopyard/web/store"
)

// wellFormed checks the properties that every response must have.
func wellFormed(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	h := w.Header()
	if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") == "" || h.Get("Cache-Control") == "" {
		t.Fatalf("%d with the headers %v", w.Code, h)
	}
	for name, values := range h {
		if strings.ContainsAny(strings.Join(values, ""), "\r\n\x00") {
			t.Fatalf("%s: %q", name, values)
		}
	}
	body := w.Body.Bytes()
	if len(body) > 200_000 || !utf8.Valid(body) {
		t.Fatalf("%d with %d bytes: %.200q", w.Code, len(body), body)
	}
	if h.Get("Content-Type") == "application/json" && len(body) > 0 && !json.Valid(body) {
		t.Fatalf("%d with what is no JSON: %.200q", w.Code, body)
	}
	if w.Code >= 500 {
		t.Fatalf("%d: %s", w.Code, body)
	}
}

// FuzzPost checks that every response to a POST is well-formed. If the scenario is
// accepted, reading the link must return its canonical form, and posting this form
// again must give the same link.
func FuzzPost(f *testing.F) {
	for _, seed := range []string{apitest.Small, "", "{}", "[", `{"hopyard": 1}`, strings.Replace(apitest.Small, "2", "9", 1), strings.Replace(apitest.Small, `1,`, `1, "title": "\u2028",`, 1)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		kept := &counting{}
		a := &api.API{Store: kept}
		w := serve(a, post(bytes.NewReader(body)))
		wellFormed(t, w)
		if w.Code != 201 {
			if w.Code != 400 && w.Code != 413 || kept.adds.Load() != 0 {
				t.Fatalf("%d, %d kept: %s", w.Code, kept.adds.Load(), w.Body)
			}
			return
		}
		s, err := scenario.ParseShared(body)
		if err != nil {
			t.Fatalf("taken, though %v", err)
		}
		var made struct{ ID string }
		if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil {
			t.Fatal(err)
		}
		back := serve(a, httptest.NewRequest("GET", "/api/links/"+made.ID, nil))
		if text := back.Body.Bytes(); !bytes.Equal(text, s.Canonical()) || store.ID(text, len(made.ID)) != made.ID {
			t.Fatalf("%d: %s comes back as %s", back.Code, s.Canonical(), text)
		}
		if again := serve(a, post(back.Body)); again.Code != 200 || again.Body.String() != w.Body.String() {
			t.Fatalf("the canonical form: %d %s, first %s", again.Code, again.Body, w.Body)
		}
	})
}

// FuzzPath checks that a scenario is found only if its id is spelled exactly as the
// server spelled it. No response may redirect to another site.
func FuzzPath(f *testing.F) {
	a := &api.API{Store: &store.Memory{}}
	var made struct{ ID string }
	if err := json.Unmarshal(serve(a, post(strings.NewReader(apitest.Small))).Body.Bytes(), &made); err != nil {
		f.Fatal(err)
	}
	f.Add("/s/"+made.ID, "embed=1&s=x&lang=ru", "text/html")
	f.Add("/api/links/"+made.ID, "", "*/*")
	f.Add("/s/22222222", "a=%0d%0a&\xff", "text/html")
	f.Add("/s/\"><script>", "%zz;&=&s", "text/html")
	f.Add("/api/../s/", "", "")
	told := serve(a, httptest.NewRequest("GET", "/s/"+made.ID, nil)).Body.String()
	f.Add("/s/"+made.ID, `at=1.0&job=4&lang="><script>&`, "")
	f.Add("/s/"+made.ID+".png", "at=1.0", "")
	f.Fuzz(func(t *testing.T, path, query, accept string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path, r.URL.RawQuery = path, query
		r.Header.Set("Accept", accept)
		w := serve(a, r)
		wellFormed(t, w)
		to, known := w.Header().Get("Location"), strings.EqualFold(strings.TrimPrefix(strings.ToLower(path), "/s/"), made.ID)
		switch {
		case w.Code == 302 && (!known || !strings.HasPrefix(to, "../?s="+made.ID) && !strings.HasPrefix(to, "../embed.html?s="+made.ID)):
			t.Fatalf("%q leads to %q", path, to)
		case w.Code == 200 && !known && path != "/api/links" && path != "/api/links/"+made.ID:
			t.Fatalf("%q: %s", path, w.Body)
		case w.Code != 302 && to != "":
			t.Fatalf("%d with the location %q", w.Code, to)
		}
		if page := w.Body.String(); strings.HasPrefix(page, "<") && w.Code != 200 && (strings.Count(page, "<") != 12 || strings.Count(page, `"`) != 14) {
			t.Fatalf("%q makes a page of its own: %s", path, page)
		} else if strings.HasPrefix(page, "<") && w.Code == 200 && (strings.Count(page, "<") != strings.Count(told, "<") || strings.Count(page, `"`) != strings.Count(told, `"`)) {
			t.Fatalf("%q, %q changes what chats are told: %s", path, query, page)
		}
	})
}

// FuzzRequest checks that every request that net/http accepts gets a well-formed
// response.
func FuzzRequest(f *testing.F) {
	for _, r := range hostiletest.Requests() {
		if len(r.Raw) < 1000 {
			f.Add([]byte(r.Raw))
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		a := &api.API{Store: &store.Memory{}}
		in := bufio.NewReader(bytes.NewReader(raw))
		for range 10 {
			r, err := http.ReadRequest(in)
			if err != nil {
				return
			}
			wellFormed(t, serve(a, r))
			_ = r.Body.Close()
		}
	})
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"hopyard/web/api"
	"hopyard/web/api/apitest"
	"hopyard/web/headers/headerstest"
	"hopyard/web/limit"
	"hopyard/web/store"
)

var dist = fstest.MapFS{
	"index.html":          {Data: []byte("<!doctype html>")},
	"index.html.br":       {Data: []byte("br")},
	"app.0123abcd.css":    {Data: []byte("body{}")},
	"sw.js":               {Data: []byte("1")},
	"app.0123abcd.css.br": {Data: []byte("br")},
}

// testServer returns a server that stores its links in the given store. The strings
// in args are its command-line flags.
func testServer(t *testing.T, s store.Store, args ...string) *server {
	t.Helper()
	o, err := readFlags(args, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	v, err := newServer(dist, s, o.settings)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// ask sends one request from the given address. The strings in headers have the
// form "Name: value". If the address is a loopback address, the Host is
// localhost:8080 unless a header sets another one.
func ask(h http.Handler, from, method, target, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.RemoteAddr = from
	if limit.IsLoopback(from) {
		r.Host = "localhost:8080"
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		if r.Header.Add(name, value); name == "Host" {
			r.Host = value
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

const (
	here     = "127.0.0.1:1000"
	student  = "192.0.2.7:1000"
	asJSON   = "Content-Type: application/json"
	textType = "text/plain; charset=utf-8"
	jsonType = "application/json"
)

// made makes a link and returns the link's id.
func made(t *testing.T, h http.Handler, from string) string {
	t.Helper()
	r := ask(h, from, "POST", "/api/links", apitest.Small, asJSON)
	var link struct{ ID string }
	if err := json.Unmarshal([]byte(text(t, r)), &link); err != nil || link.ID == "" {
		t.Fatalf("no link: %s %v", r.Status, err)
	}
	return link.ID
}

func TestContract(t *testing.T) {
	for _, base := range []string{"", "https://uni.example/hopyard/"} {
		kept, problem := openData(t.TempDir(), 0)
		if problem != nil {
			t.Fatal(problem)
		}
		web := httptest.NewServer(testServer(t, kept.store, "--base-url", base).handler())
		at := web.URL + "/"
		if base != "" {
			at += "hopyard/"
		}
		apitest.Run(t, at)
		headerstest.Files(t, at, dist)
		headerstest.Links(t, at)
		web.Close()
		if err := kept.close(); err != nil {
			t.Error(err)
		}
	}
}

// panicking is a store whose methods panic.
type panicking struct{}

func (panicking) Add(context.Context, string, []byte) ([]byte, bool, error) { panic("add") }
func (panicking) Get(context.Context, string) ([]byte, error)               { panic("get") }

// TestHeadersOfEveryRoute checks that every response on every route has its
// Content-Type, its Cache-Control and the headers that isolate the page from other
// sites.
func TestHeadersOfEveryRoute(t *testing.T) {
	const forever, anew, never = "public, max-age=31536000, immutable", "no-cache", "no-store"
	h := testServer(t, &store.Memory{}, "--rate", "1000").handler()
	id := made(t, h, student)
	strict := testServer(t, &store.Memory{}, "--rate", "0.001").handler()
	broken := testServer(t, panicking{}).handler()
	for _, c := range []struct {
		h              http.Handler
		from           string
		method, target string
		status         int
		mime, cache    string
	}{
		{h, student, "GET", "/", 200, "text/html; charset=utf-8", anew},
		{h, student, "GET", "/embed.html", 200, "text/html; charset=utf-8", anew},
		{h, student, "GET", "/app.0123abcd.css", 200, "text/css; charset=utf-8", forever},
		{h, student, "GET", "/sw.js", 200, "text/javascript; charset=utf-8", anew},
		{h, student, "GET", "/nothing", 404, textType, never},
		{h, student, "DELETE", "/", 405, textType, never},
		{h, student, "OPTIONS", "*", 405, textType, never},
		{h, student, "GET", "/api/links", 200, jsonType, anew},
		{h, student, "GET", "/api/links/" + id, 200, jsonType, forever},
		{h, student, "GET", "/api/links/22222222", 404, jsonType, never},
		{h, student, "GET", "/api/other", 404, jsonType, never},
		{h, student, "DELETE", "/api/links", 405, jsonType, never},
		{h, student, "POST", "/api/links", 415, jsonType, never},
		{h, student, "GET", "/s/" + id, 200, "text/html; charset=utf-8", never}, // without --base-url, the addresses in a preview depend on the request
		{h, student, "GET", "/s/" + id + ".png", 200, "image/png", forever},
		{h, student, "GET", "/s/22222222.png", 404, jsonType, never},
		{h, student, "GET", "/s/22222222", 404, jsonType, never},
		{h, student, "GET", "/healthz", 200, jsonType, never},
		{h, student, "HEAD", "/healthz", 200, jsonType, never},
		{h, student, "POST", "/healthz", 405, textType, never},
		{h, student, "DELETE", "/healthz", 405, textType, never},
		{h, student, "SECRET", "/healthz", 405, textType, never},
		{h, here, "GET", "/metrics", 200, "text/plain; version=0.0.4; charset=utf-8; escaping=underscores", never},
		{h, student, "GET", "/metrics", 403, textType, never},
		{h, here, "POST", "/metrics", 405, textType, never},
		{strict, student, "GET", "/", 200, "text/html; charset=utf-8", anew}, // at this rate the burst is a single request
		{strict, student, "GET", "/", 429, textType, never},
		{strict, student, "GET", "/api/links", 429, jsonType, never},
		{strict, student, "POST", "/api/links", 415, jsonType, never},
		{strict, student, "POST", "/api/links", 429, jsonType, never},
		{broken, student, "GET", "/api/links/22222222", 500, jsonType, never},
		{broken, student, "GET", "/s/22222222", 500, jsonType, never},
	} {
		r := ask(c.h, c.from, c.method, c.target, "")
		if r.StatusCode != c.status {
			t.Errorf("%s %s: %d %s, want %d", c.method, c.target, r.StatusCode, text(t, r), c.status)
		}
		for name, value := range map[string]string{
			"Content-Type": c.mime, "Cache-Control": c.cache, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		} {
			if got := r.Header.Get(name); got != value {
				t.Errorf("%s %s: %s %q, want %q", c.method, c.target, name, got, value)
			}
		}
		if allow := r.Header.Get("Allow"); c.status == 405 && !strings.HasPrefix(allow, "GET, HEAD") {
			t.Errorf("%s %s: Allow %q", c.method, c.target, allow)
		}
		framers := "frame-ancestors 'none'"
		switch c.target {
		case "/", "/app.0123abcd.css", "/sw.js", "/nothing", "*":
			framers = "frame-ancestors 'self'"
		case "/s/" + id: // a preview may be framed by the same sites as the page
			framers = "frame-ancestors 'self'"
		case "/embed.html":
			framers = "frame-ancestors *"
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; ") || !strings.HasSuffix(policy, framers) {
			t.Errorf("%s %s: policy %q", c.method, c.target, policy)
		}
		if r.Header.Get("Permissions-Policy") == "" {
			t.Errorf("%s %s: no Permissions-Policy", c.method, c.target)
		}
		if after := r.Header.Get("Retry-After"); (c.status == 429) != (after != "") {
			t.Errorf("%s %s: %d, Retry-After %q", c.method, c.target, c.status, after)
		}
		if c.mime == jsonType && c.status >= 400 {
			var body struct{ Errors []api.Problem }
			if err := json.Unmarshal([]byte(text(t, r)), &body); err != nil || len(body.Errors) == 0 || body.Errors[0].Fix == "" {
				t.Errorf("%s %s: %v: no error with a fix", c.method, c.target, err)
			}
		}
	}
}

// TestPrefix checks that all parts of the site work below a path, both if a proxy
// strips the path and if it does not.
func TestPrefix(t *testing.T) {
	h := testServer(t, &store.Memory{}, "--base-url", "https://uni.example/a/hopyard").handler()
	id := made(t, h, student)
	for target, status := range map[string]int{
		"/a/hopyard/": 200, "/a/hopyard/embed.html": 200, "/a/hopyard/app.0123abcd.css": 200, "/a/hopyard/api/links": 200,
		"/a/hopyard/api/links/" + id: 200, "/a/hopyard/s/" + id: 200, "/a/hopyard/healthz": 200, "/a/hopyard/nothing": 404,
		"/": 200, "/api/links/" + id: 200, "/healthz": 200, "/a/hopyardx": 404, "/a/": 404, "/a/hopyard/a/hopyard/": 404,
		"/a/hopyard/metrics": 403,
	} {
		if r := ask(h, student, "GET", target, ""); r.StatusCode != status {
			t.Errorf("%s: %d, want %d", target, r.StatusCode, status)
		}
	}
	r := ask(h, student, "GET", "/a/hopyard?s=x&embed=1", "")
	if r.StatusCode != 308 || r.Header.Get("Location") != "/a/hopyard/?s=x&embed=1" || r.Header.Get("X-Content-Type-Options") == "" {
		t.Errorf("without its slash: %d to %q", r.StatusCode, r.Header.Get("Location"))
	}
	r = ask(h, student, "POST", "/a/hopyard/api/links", apitest.Small, asJSON)
	if body := text(t, r); !strings.Contains(body, `"https://uni.example/a/hopyard/s/`+id+`"`) {
		t.Errorf("the link does not start with the base: %s", body)
	}
}

// TestMetricsAreGuarded checks that the clients in --metrics-from, by default this
// machine, may read the metrics. Requests that a proxy on this machine forwards
// must not count as requests from this machine.
func TestMetricsAreGuarded(t *testing.T) {
	h := testServer(t, &store.Memory{}).handler()
	proxied := testServer(t, &store.Memory{}, "--proxies", "127.0.0.1,10.0.0.1", "--metrics-from", "10.1.0.0/16,127.0.0.1").handler()
	known := testServer(t, &store.Memory{}, "--proxies", "127.0.0.0/8").handler()
	everywhere := testServer(t, &store.Memory{}, "--proxies", "0.0.0.0/0").handler()
	based := testServer(t, &store.Memory{}, "--base-url", "https://uni.example/").handler()
	named := testServer(t, &store.Memory{}, "--base-url", "https://uni.example/", "--metrics-from", "127.0.0.1").handler()
	local := testServer(t, &store.Memory{}, "--base-url", "http://localhost:8080/", "--proxies", "10.0.0.1").handler()
	for _, c := range []struct {
		h      http.Handler
		from   string
		header string
		status int
	}{
		{h, here, "Accept: */*", 200},
		{h, "[::1]:1", "Accept: */*", 200},
		{h, student, "Accept: */*", 403},
		{h, student, "X-Forwarded-For: 127.0.0.1", 403},
		{h, here, "X-Forwarded-For: 192.0.2.7", 403},
		{h, here, "X-Forwarded-For: 127.0.0.1", 403},
		{h, here, "Forwarded: for=127.0.0.1", 403},
		{h, here, "X-Forwarded-Proto: https", 403},
		{h, here, "Host: uni.example", 403},
		{h, here, "Host: 192.0.2.1:8080", 403},
		{h, here, "Host: 127.0.0.1:8080", 200},
		{h, student, "Host: 127.0.0.1:8080", 403},
		// A proxy on this machine may forward requests without adding a header.
		{known, here, "Host: 127.0.0.1:8080", 403},
		{known, here, "X-Forwarded-For: 127.0.0.1", 403},
		{everywhere, here, "Host: 127.0.0.1:8080", 403},
		{based, here, "Host: 127.0.0.1:8080", 403},
		{named, here, "Host: 127.0.0.1:8080", 200},
		{named, here, "Host: uni.example", 403},
		{named, here, "X-Forwarded-For: 127.0.0.1", 403},
		{local, here, "Host: 127.0.0.1:8080", 200},
		{local, "10.0.0.1:1", "X-Forwarded-For: 127.0.0.1", 403},
		{proxied, here, "Accept: */*", 200},
		{proxied, here, "X-Forwarded-For: 192.0.2.7", 403},
		{proxied, here, "X-Forwarded-For: 10.1.2.3", 200},
		{proxied, "10.0.0.1:1", "X-Forwarded-For: 127.0.0.1, 192.0.2.7", 403},
		{proxied, "10.1.0.1:1", "X-Forwarded-For: 127.0.0.1", 403},
	} {
		if r := ask(c.h, c.from, "GET", "/metrics", "", c.header); r.StatusCode != c.status {
			t.Errorf("%s %s: %d, want %d", c.from, c.header, r.StatusCode, c.status)
		}
	}
}

// TestMetrics checks that the metrics count requests, links and refusals correctly.
func TestMetrics(t *testing.T) {
	h := testServer(t, &store.Memory{}, "--rate", "0.1").handler()
	id := made(t, h, student)
	for range 6 {
		ask(h, student, "GET", "/api/links/"+id, "")
	}
	ask(h, student, "POST", "/api/links", "{}", asJSON)
	got := text(t, ask(h, here, "GET", "/metrics", ""))
	for _, line := range []string{
		`hopyard_requests_total{route="/api/links/{id}",status="200"} 4`,
		`hopyard_requests_total{route="/api/links/{id}",status="429"} 2`,
		`hopyard_requests_total{route="POST /api/links",status="201"} 1`,
		`hopyard_links_made_total 1`, `hopyard_links_read_total 4`,
		`hopyard_refused_total{limit="reads"} 2`, `hopyard_refused_total{limit="writes"} 1`,
		`hopyard_store_up 1`, `hopyard_requests_in_flight 1`, `hopyard_panics_total 0`,
		`hopyard_request_seconds_count{route="/api/links/{id}"} 6`,
	} {
		if !strings.Contains(got, line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

// troubled is a store whose methods always return the given errors.
type troubled struct{ add, get error }

func (s troubled) Add(context.Context, string, []byte) ([]byte, bool, error) {
	return nil, false, s.add
}
func (s troubled) Get(context.Context, string) ([]byte, error) { return nil, s.get }
func (s troubled) Trouble() error                              { return s.add }

func TestHealth(t *testing.T) {
	full := &store.StoreError{Problem: "the disk is full", Fix: "free some space", Err: errors.New("write /srv/secret: no space")}
	for _, c := range []struct {
		s    store.Store
		want string
	}{
		{&store.Memory{}, `{"status":"ok","page":"ok","links":"ok"}`},
		{troubled{nil, store.ErrNone}, `{"status":"ok","page":"ok","links":"ok"}`},
		{troubled{full, store.ErrNone}, `{"status":"degraded","page":"ok","links":"read only","problem":"the disk is full","fix":"free some space"}`},
		{troubled{full, full}, `{"status":"degraded","page":"ok","links":"failing","problem":"the disk is full","fix":"free some space"}`},
		{troubled{nil, errors.New("open /srv/secret")}, `{"status":"degraded","page":"ok","links":"failing","problem":"the store cannot do its work","fix":"see the server's log"}`},
	} {
		r := ask(testServer(t, c.s).handler(), student, "GET", "/healthz", "")
		if got := strings.TrimSpace(text(t, r)); r.StatusCode != 200 || got != c.want {
			t.Errorf("%d %s, want %s", r.StatusCode, got, c.want)
		}
	}
}

// TestBaseFromRequest checks that without --base-url the addresses of links are
// derived from the request: from its Host, and from the protocol that a trusted
// proxy states.
func TestBaseFromRequest(t *testing.T) {
	h := testServer(t, &store.Memory{}, "--proxies", "10.0.0.0/8").handler()
	for _, c := range []struct{ from, header, want string }{
		{student, "Accept: */*", "http://example.com/s/"},
		{student, "X-Forwarded-Proto: https", "http://example.com/s/"},
		{"10.0.0.1:1", "X-Forwarded-Proto: https", "https://example.com/s/"},
	} {
		r := ask(h, c.from, "POST", "/api/links", apitest.Small, asJSON, c.header)
		if body := text(t, r); !strings.Contains(body, `"`+c.want) {
			t.Errorf("%s %s: %s, want %s", c.from, c.header, body, c.want)
		}
	}
}

//go:build !js

package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hopyard/web/api/apitest"
	"hopyard/web/headers"
	"hopyard/web/headers/headerstest"
)

func TestContract(t *testing.T) { apitest.Run(t, served(t).base) }

// TestHeaders checks that responses of the worker have the same headers as those of
// the binary: for files, for the program's addresses and for unknown addresses.
func TestHeaders(t *testing.T) {
	base := served(t).base
	headerstest.Files(t, base, os.DirFS("../dist"))
	headerstest.Links(t, base)
}

// TestFiles checks that each file of the page is served as it was built. A file
// whose name contains the hash of its content must be cacheable for ever.
func TestFiles(t *testing.T) {
	base := served(t).base
	for _, name := range files(t) {
		want, err := os.ReadFile(filepath.Join(site, name))
		if err != nil {
			t.Fatal(err)
		}
		r, got := ask(t, base+name)
		if r.StatusCode != http.StatusOK || got != string(want) {
			t.Errorf("%s: %s, %d bytes, want %d", name, r.Status, len(got), len(want))
		}
		hashed, cache := strings.Count(name, ".") == 2, r.Header.Get("Cache-Control")
		if hashed != strings.Contains(cache, "immutable") {
			t.Errorf("%s: Cache-Control: %s", name, cache)
		}
		if kind := r.Header.Get("Content-Type"); strings.HasSuffix(name, ".wasm") && kind != "application/wasm" {
			t.Errorf("%s is %s, which browsers do not compile while it comes", name, kind)
		}
	}
	index, err := os.ReadFile(filepath.Join(site, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "?s=zzzzzzzz", "index.html"} {
		if r, got := ask(t, base+path); r.StatusCode != http.StatusOK || got != string(index) {
			t.Errorf("/%s: %s, %d bytes, want the page's %d", path, r.Status, len(got), len(index))
		}
	}
}

// TestNothingThere requests addresses that are neither files nor part of the API.
// It checks that they are refused, and that only paths of the API start the
// program.
func TestNothingThere(t *testing.T) {
	base := served(t).base
	for _, c := range []struct {
		path    string
		program bool
	}{
		{"nothing", false}, {"api", false}, {"s", false}, {"sx/zzzzzzzz", false}, {"_headers", false}, {"_redirects", false},
		{"index.html.br", false}, {".git/config", false}, {"%2e%2e/worker.mjs", false}, {"hopyard.wasm", false},
		{"api/", true}, {"api/nothing", true}, {"s/", true}, {"s/zzzzzzzz", true}, {"s/../../etc", false},
	} {
		r, body := ask(t, base+c.path)
		if r.StatusCode != http.StatusNotFound {
			t.Errorf("/%s: %s", c.path, r.Status)
		}
		if program := r.Header.Get("Content-Type") == "application/json"; program != c.program {
			t.Errorf("/%s: answered by the program: %v, want %v: %.100q", c.path, program, c.program, body)
		}
	}
}

// TestKept checks that a second request for a link is answered from the cache, with
// the same headers and without starting the program. Responses that may change must
// not be cached.
func TestKept(t *testing.T) {
	base := served(t).base
	id := made(t, base)
	for path, again := range map[string]string{"api/links/" + id: "HIT", "s/" + id: "HIT", "s/" + id + "?embed=1": "HIT", "api/links": "", "s/zzzzzzzz": ""} {
		first, text := ask(t, base+path)
		if was := first.Header.Get("CF-Cache-Status"); was != "" && was != again {
			t.Errorf("/%s: %q at first", path, was)
		}
		var second *http.Response
		for range 20 { // repeat the request, because a response is cached only after it was sent
			var body string
			if second, body = ask(t, base+path); body != text || second.StatusCode != first.StatusCode {
				t.Fatalf("/%s: %s %.100q, then %s %.100q", path, first.Status, text, second.Status, body)
			}
			if second.Header.Get("CF-Cache-Status") == again {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if got := second.Header.Get("CF-Cache-Status"); got != again {
			t.Errorf("/%s: %q, want %q", path, got, again)
		}
		for _, name := range []string{"Cache-Control", "Content-Type", "Content-Security-Policy", "Etag", "Location", "X-Content-Type-Options", "Access-Control-Allow-Origin"} {
			if a, b := first.Header.Get(name), second.Header.Get(name); a != b {
				t.Errorf("/%s: %s is %q, then %q", path, name, a, b)
			}
		}
	}
}

// TestKeptByKind checks that the cache keeps separate responses for requests that
// navigate to a link and for other requests, in whatever order they arrive. The
// page sent to other requests must refer to the site's preview image.
func TestKeptByKind(t *testing.T) {
	base := served(t).base
	address := base + "s/" + made(t, base) + "?at=0.1"
	asked := func(dest string) (*http.Response, string) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if dest != "" {
			request.Header.Set("Sec-Fetch-Dest", dest)
		}
		return send(t, request)
	}
	hits := map[string]int{}
	for range 20 {
		for dest, status := range map[string]int{"": 200, "document": 302, "iframe": 302, "image": 200} {
			r, body := asked(dest)
			if r.StatusCode != status || (status == 200) != strings.Contains(body, `<meta property="og:image" content="`+base+headers.Still+`">`) {
				t.Fatalf("%q: %s: %s", dest, r.Status, body)
			}
			if r.Header.Get("CF-Cache-Status") == "HIT" {
				hits[dest]++
			}
		}
	}
	if hits[""] == 0 || hits["document"] == 0 {
		t.Errorf("from the cache: %v", hits)
	}
	if r, _ := ask(t, base+"told/s/"+strings.TrimPrefix(address, base+"s/")); r.StatusCode != http.StatusNotFound {
		t.Errorf("the name in the cache is an address: %s", r.Status)
	}
}

// made makes a link and returns its id.
func made(t *testing.T, base string) string {
	t.Helper()
	r, err := http.Post(base+"api/links", "application/json", strings.NewReader(apitest.Small))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var link struct{ ID string }
	if err := json.NewDecoder(r.Body).Decode(&link); err != nil || link.ID == "" {
		t.Fatalf("%s: %v", r.Status, err)
	}
	return link.ID
}

// TestHuge checks that a body far above the limit is refused with a JSON response,
// whether or not the request states the length of the body.
func TestHuge(t *testing.T) {
	base := served(t).base
	for name, body := range map[string]io.Reader{
		"told":   strings.NewReader(strings.Repeat(" ", 20<<20)),
		"untold": io.LimitReader(spaces{}, 20<<20),
	} {
		r, err := http.Post(base+"api/links", "application/json", body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != http.StatusRequestEntityTooLarge || !json.Valid(text) {
			t.Errorf("%s: %s, %v: %.200q", name, r.Status, err, text)
		}
	}
}

// TestLimit checks that a client that makes too many links is refused, together
// with all addresses in its IPv6 network. Other clients must not be refused.
func TestLimit(t *testing.T) {
	base := served(t).base
	for _, c := range []struct{ name, client, other string }{
		{"IPv4", "192.0.2.1", "192.0.2.2"},
		{"IPv6", "2001:db8:0:7:%x::1", "2001:db8:0:8::1"},
		{"IPv4 in IPv6", "::ffff:192.0.2.3", "192.0.2.4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range 242 { // more than twice the limit in wrangler.jsonc, because a new minute may begin during the loop
				client := c.client
				if strings.Contains(client, "%") {
					client = fmt.Sprintf(client, 1+i)
				}
				r, body := from(t, http.MethodPost, base+"api/links", client)
				if r.StatusCode != http.StatusTooManyRequests {
					continue
				}
				if i < 20 || !json.Valid([]byte(body)) || r.Header.Get("Retry-After") == "" {
					t.Errorf("after %d: %v: %s", i, r.Header, body)
				}
				if r, body := from(t, http.MethodPost, base+"api/links", c.other); r.StatusCode != http.StatusUnsupportedMediaType {
					t.Errorf("another client: %s: %s", r.Status, body)
				}
				return
			}
			t.Error("242 posts in a row were all taken")
		})
	}
}

// from sends a request without a body, in the form in which Cloudflare passes on
// the request of the client with this address.
func from(t *testing.T, method, url, client string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("CF-Connecting-IP", client)
	return send(t, request)
}

type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// site is the folder from which the worker's files are uploaded.
var site = filepath.Join("..", "..", ".cache", "worker", "site")

func files(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(site)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); name != "_headers" && name != "_redirects" {
			names = append(names, name)
		}
	}
	return names
}

// ask sends one request and follows no redirect.
func ask(t *testing.T, url string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	return send(t, request)
}

func send(t *testing.T, request *http.Request) (*http.Response, string) {
	t.Helper()
	r, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(text)
}

package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	page = "<!doctype html><title>Hopyard</title>"
	app  = "body{color:red}"
)

func testSite(t *testing.T) http.Handler {
	t.Helper()
	dist := fstest.MapFS{".gitkeep": {}}
	for name, content := range map[string]string{
		"index.html":               page,
		"index.html.br":            "br of index",
		"index.html.gz":            "gz of index",
		"app.0123abcd.css":         app,
		"app.0123abcd.css.br":      "br of app",
		"app.0123abcd.css.gz":      "gz of app",
		"hopyard.89abcdef.wasm":    "\x00asm",
		"favicon.00000000.svg":     "<svg/>",
		"favicon-dark.11111111.js": "1",
	} {
		dist[name] = &fstest.MapFile{Data: []byte(content)}
	}
	site, err := Site(dist, nil)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// ask sends a request and returns the response and its body. The strings in headers
// have the form "Name: value".
func ask(t *testing.T, method, target string, headers ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	testSite(t).ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Result(), string(body)
}

func wantHeader(t *testing.T, r *http.Response, name, want string) {
	t.Helper()
	if got := r.Header.Get(name); got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

func TestTypesAndCaching(t *testing.T) {
	const forever, anew = "public, max-age=31536000, immutable", "no-cache"
	for _, c := range []struct{ url, body, mime, cache string }{
		{"/", page, "text/html; charset=utf-8", anew},
		{"/index.html", page, "text/html; charset=utf-8", anew},
		{"/?x=1", page, "text/html; charset=utf-8", anew},
		{"/app.0123abcd.css", app, "text/css; charset=utf-8", forever},
		{"/hopyard.89abcdef.wasm", "\x00asm", "application/wasm", forever},
		{"/favicon.00000000.svg", "<svg/>", "image/svg+xml", forever},
		{"/favicon.ico", "<svg/>", "image/svg+xml", anew},
		{"/embed.html", page, "text/html; charset=utf-8", anew},
	} {
		t.Run(c.url, func(t *testing.T) {
			r, body := ask(t, "GET", c.url)
			if r.StatusCode != 200 || body != c.body {
				t.Errorf("%d %q, want 200 %q", r.StatusCode, body, c.body)
			}
			wantHeader(t, r, "Content-Type", c.mime)
			wantHeader(t, r, "Cache-Control", c.cache)
		})
	}
}

func TestCoding(t *testing.T) {
	for accept, want := range map[string]string{
		"":                            "",
		"gzip, deflate, br, zstd":     "br",
		"gzip":                        "gzip",
		"x-gzip":                      "gzip",
		"br;q=0.1, gzip;q=0.8":        "gzip",
		"br;q=0, gzip;q=0":            "",
		"*":                           "br",
		"*;q=0.5, br;q=0":             "gzip",
		"identity;q=1, br;q=0.5":      "",
		"BR ; Q=0.9":                  "br",
		"br;q=high":                   "",
		"br;q=2":                      "",
		"identity;q=0, *;q=0":         "", // the client refuses everything, so it gets the plain file, which every client can read
		"deflate, zstd":               "",
		",,gzip;q=1.0,":               "gzip",
		"identity, gzip;q=1, br;q=.9": "gzip",
	} {
		t.Run(accept, func(t *testing.T) {
			r, body := ask(t, "GET", "/app.0123abcd.css", "Accept-Encoding: "+accept)
			wantHeader(t, r, "Content-Encoding", want)
			wantHeader(t, r, "Vary", "Accept-Encoding")
			wantBody := map[string]string{"": app, "br": "br of app", "gzip": "gz of app"}[want]
			if body != wantBody {
				t.Errorf("body %q, want %q", body, wantBody)
			}
		})
	}
	r, _ := ask(t, "GET", "/hopyard.89abcdef.wasm", "Accept-Encoding: br")
	wantHeader(t, r, "Content-Encoding", "")
	wantHeader(t, r, "Vary", "")
}

func TestNotModified(t *testing.T) {
	first, _ := ask(t, "GET", "/", "Accept-Encoding: br")
	tag := first.Header.Get("ETag")
	for match, want := range map[string]int{
		tag: 304, "W/" + tag: 304, `"other", ` + tag: 304, "*": 304, `"other"`: 200, "": 200,
	} {
		r, body := ask(t, "GET", "/", "Accept-Encoding: br", "If-None-Match: "+match)
		if r.StatusCode != want || want == 304 && body != "" {
			t.Errorf("If-None-Match %s: %d %q, want %d", match, r.StatusCode, body, want)
		}
		wantHeader(t, r, "ETag", tag)
		wantHeader(t, r, "Vary", "Accept-Encoding")
	}
	if r, _ := ask(t, "GET", "/", "Accept-Encoding: gzip", "If-None-Match: "+tag); r.StatusCode != 200 {
		t.Errorf("the tag of one coding matched another: %d", r.StatusCode)
	}
}

func TestHeadHasNoBody(t *testing.T) {
	for _, url := range []string{"/", "/app.0123abcd.css"} {
		get, body := ask(t, "GET", url)
		head, none := ask(t, "HEAD", url)
		if head.StatusCode != 200 || none != "" || head.ContentLength != int64(len(body)) {
			t.Errorf("HEAD %s: %d, body %q, length %d, want %d", url, head.StatusCode, none, head.ContentLength, len(body))
		}
		wantHeader(t, head, "ETag", get.Header.Get("ETag"))
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		method, url string
		status      int
		says        string
	}{
		{"GET", "/nothing", 404, "the page is at /"},
		{"GET", "/app.0123abcd.css.br", 404, "the page is at /"},
		{"GET", "/.gitkeep", 404, "the page is at /"},
		{"POST", "/", 405, "use GET or HEAD"},
		{"DELETE", "/app.0123abcd.css", 405, "use GET or HEAD"},
		{"PUT", "/nothing", 405, "use GET or HEAD"},
		{"GET", "//", 404, "the page is at /"},
		{"GET", "/../index.html", 404, "the page is at /"},
		{"GET", "/%2e%2e/index.html", 404, "the page is at /"},
		{"GET", "/./", 404, "the page is at /"},
		{"GET", "/index.html/", 404, "the page is at /"},
		{"GET", "/index.html%00", 404, "the page is at /"},
	} {
		r, body := ask(t, c.method, c.url)
		if r.StatusCode != c.status || !strings.Contains(body, c.says) {
			t.Errorf("%s %s: %d %q, want %d …%s…", c.method, c.url, r.StatusCode, body, c.status, c.says)
		}
		wantHeader(t, r, "Content-Type", "text/plain; charset=utf-8")
		wantHeader(t, r, "X-Content-Type-Options", "nosniff")
		wantHeader(t, r, "Cache-Control", "no-store")
		if c.status == 405 {
			wantHeader(t, r, "Allow", "GET, HEAD")
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	const common = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
		"connect-src 'self' http://127.0.0.1:9137 ws://127.0.0.1:9137; worker-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
	for url, framers := range map[string]string{
		"/": "'self'", "/?embed=1": "*", "/?embed=0": "'self'", "/?controls=min&embed=1&theme=dark": "*", "/nothing": "'self'",
		"/embed.html": "*", "/embed": "*", "/nothing?embed=1": "'self'", "/embed.html/more": "'self'",
	} {
		r, _ := ask(t, "GET", url)
		wantHeader(t, r, "Content-Security-Policy", common+framers)
		wantHeader(t, r, "Referrer-Policy", "no-referrer")
		wantHeader(t, r, "X-Content-Type-Options", "nosniff")
		if r.Header.Get("Permissions-Policy") == "" {
			t.Error("no Permissions-Policy")
		}
	}
}

func TestUnusableSites(t *testing.T) {
	for says, dist := range map[string]fstest.MapFS{
		"make build":            {".gitkeep": {}},
		"there only compressed": {"index.html": {}, "app.0123abcd.css.br": {}},
	} {
		if _, err := Site(dist, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want one with %q", err, says)
		}
	}
}

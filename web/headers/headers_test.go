package headers_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"hopyard/web"
	"hopyard/web/api"
	"hopyard/web/headers"
	"hopyard/web/headers/headerstest"
	"hopyard/web/store"
)

// site returns the built site, or a few example files if the site was not built.
func site() fs.FS {
	if dist := web.Dist(); exists(dist, "index.html") {
		return dist
	}
	dist := fstest.MapFS{}
	for _, name := range []string{"index.html", "embed.html", "vote.html", "sw.js", "app.0123abcd.css", "hopyard.89abcdef.wasm", "manifest.01234567.webmanifest", headers.Still, "licenses.76543210.txt"} {
		dist[name] = &fstest.MapFile{Data: []byte(name)}
	}
	return dist
}

func exists(dist fs.FS, name string) bool {
	_, err := fs.Stat(dist, name)
	return err == nil
}

// TestBinary checks that every response of the binary has the headers that the
// package defines.
func TestBinary(t *testing.T) {
	dist := site()
	whole, err := web.Site(dist, &api.API{Store: &store.Memory{}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(whole)
	defer server.Close()
	headerstest.Files(t, server.URL+"/", dist)
	headerstest.Links(t, server.URL+"/")
}

// TestFileOfHeaders checks that a host that implements _headers as documented sends
// the same headers as the binary.
func TestFileOfHeaders(t *testing.T) {
	dist := site()
	var names []string
	entries, err := fs.ReadDir(dist, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if ext := path.Ext(e.Name()); ext != ".br" && ext != ".gz" && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	rules := headers.File(names)
	server := httptest.NewServer(host(t, string(rules), dist))
	defer server.Close()
	headerstest.Files(t, server.URL+"/", dist)
	for address, framers := range map[string]string{"embed": "frame-ancestors *", "embed.html": "frame-ancestors *", "": "frame-ancestors 'self'"} {
		r, err := http.Get(server.URL + "/" + address)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if got := r.Header.Get("Content-Security-Policy"); !strings.HasSuffix(got, ", "+framers) {
			t.Errorf("/%s: %s", address, got)
		}
	}
}

// host returns a handler that serves files. It sends the headers that the text
// rules, the content of a file _headers, prescribes. It also checks that this text
// respects the limits of hosts.
func host(t *testing.T, rules string, dist fs.FS) http.Handler {
	t.Helper()
	type rule struct {
		address *regexp.Regexp
		lines   [][2]string
	}
	var all []rule
	for line := range strings.Lines(rules) {
		line = strings.TrimSuffix(line, "\n")
		if len(line) > 2000 {
			t.Errorf("a line of %d characters: %.80s…", len(line), line)
		}
		if !strings.HasPrefix(line, " ") {
			pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(line), `\*`, ".*") + "$"
			all = append(all, rule{address: regexp.MustCompile(pattern)})
			continue
		}
		name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || len(all) == 0 {
			t.Fatalf("cannot read %q", line)
		}
		last := &all[len(all)-1]
		last.lines = append(last.lines, [2]string{name, value})
	}
	if len(all) > 100 {
		t.Errorf("%d rules, and hosts take 100", len(all))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		} else if exists(dist, name+".html") {
			name += ".html"
		}
		joined := map[string]string{}
		for _, rule := range all {
			for _, line := range rule.lines {
				if !rule.address.MatchString(r.URL.Path) {
					continue
				}
				if before, ok := joined[line[0]]; ok {
					line[1] = before + ", " + line[1]
				}
				joined[line[0]] = line[1]
			}
		}
		for name, value := range joined {
			w.Header().Set(name, value)
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Write(content)
	})
}

// TestEncrypted checks that responses make browsers insist on TLS, except on hosts
// named localhost.
func TestEncrypted(t *testing.T) {
	for host, want := range map[string]string{
		"hopyard.example": "max-age=2592000", "hopyard.example:8443": "max-age=2592000",
		"localhost": "", "localhost:8443": "", "page.localhost": "",
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		headers.Encrypted(headers.Secure(http.NotFoundHandler())).ServeHTTP(w, r)
		if got := w.Header().Get("Strict-Transport-Security"); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
		if w.Header().Get("X-Content-Type-Options") == "" {
			t.Error("and nothing else")
		}
	}
}

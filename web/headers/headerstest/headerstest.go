// Package headerstest checks the headers of a site's responses, with the same tests
// for every server. [Files] requests every file of the built site, and [Links]
// exercises the share API. Both compare the headers of each response with those
// that the package headers defines.
package headerstest

import (
	"io"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hopyard/web/api/apitest"
	"hopyard/web/headers"
)

// Values of frame-ancestors, which say who may frame a response.
const (
	here     = "'self'"
	anywhere = "*"
	nowhere  = "'none'"
)

// Files requests every file in dist from the site at base and checks the headers.
// base ends in "/". It takes a few seconds over loopback.
func Files(t *testing.T, base string, dist fs.FS) {
	t.Helper()
	entries, err := fs.ReadDir(dist, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
			continue
		}
		framers := here
		if name == "embed.html" {
			framers = anywhere
		}
		t.Run(name, func(t *testing.T) { built(t, base, name, name, framers) })
	}
	t.Run("the page", func(t *testing.T) { built(t, base, "", "index.html", here) })
	t.Run("a link’s page", func(t *testing.T) { built(t, base, "?s=bcdfghjk", "index.html", here) })
	for short, url := range headers.Short {
		if name := strings.TrimPrefix(url, "/"); exists(dist, name) {
			t.Run(short, func(t *testing.T) { built(t, base, strings.TrimPrefix(short, "/"), name, here) })
		}
	}
	t.Run("nothing", func(t *testing.T) {
		r := ask(t, http.MethodGet, base+"nothing/here", "")
		if r.StatusCode != http.StatusNotFound {
			t.Errorf("%s, want 404", r.Status)
		}
		page := policies(http.Header{"Content-Security-Policy": {headers.Policy}})
		closed := map[string]string{"default-src": nowhere, "frame-ancestors": nowhere}
		got := policies(r.Header)
		if got["frame-ancestors"] == here { // hosts that read a _headers file set no frame-ancestors for unknown addresses
			delete(got, "frame-ancestors")
		}
		if !maps.Equal(got, page) && !maps.Equal(got, closed) {
			t.Errorf("the policy is %q, want that of the page or %q", got, closed)
		}
		always(t, r)
	})
}

func exists(dist fs.FS, name string) bool {
	_, err := fs.Stat(dist, name)
	return err == nil
}

// built checks the response for one file of the site.
func built(t *testing.T, base, address, name, framers string) {
	t.Helper()
	r := ask(t, http.MethodGet, base+address, "")
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s, want 200", r.Status)
	}
	always(t, r)
	want := policies(http.Header{"Content-Security-Policy": {headers.Policy}})
	want["frame-ancestors"] = framers
	if got := policies(r.Header); !maps.Equal(got, want) {
		t.Errorf("the policy is %q, want %q", got, want)
	}
	same(t, r, "Cache-Control", headers.Cache(name))
	same(t, r, "Content-Type", headers.Type(name))
	resource := map[string]string{here: "same-origin", anywhere: "cross-origin"}[framers]
	if name == headers.Still {
		resource = "cross-origin"
	}
	same(t, r, "Cross-Origin-Resource-Policy", resource)
	same(t, r, "Access-Control-Allow-Origin", "")
}

// Links checks the headers of responses of the share API at base, both to accepted
// and to refused requests. base ends in "/". Links makes one link on the site.
func Links(t *testing.T, base string) {
	t.Helper()
	made := ask(t, http.MethodPost, base+"api/links", apitest.Small)
	place := made.Header.Get("Location")
	id := place[strings.LastIndex(place, "/")+1:]
	if made.StatusCode/100 != 2 || id == "" {
		t.Fatalf("no link was made: %s", made.Status)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "api/links", apitest.Small, 200},
		{"POST", "api/links", "{", 400},
		{"POST", "api/links", `{"jobs": "` + strings.Repeat("x", 70<<10) + `"}`, 413},
		{"PUT", "api/links", "{}", 405},
		{"DELETE", "api/links/" + id, "", 405},
		{"GET", "api/links", "", 200},
		{"GET", "api/links/" + id, "", 200},
		{"GET", "api/links/none", "", 404},
		{"GET", "api/nothing", "", 404},
		{"GET", "s/" + id, "", 302},
		{"GET", "s/none", "", 404},
		{"POST", "s/" + id, "{}", 405},
	} {
		t.Run(c.method+" "+strings.Replace(c.path, id, "id", 1)+" "+http.StatusText(c.status), func(t *testing.T) {
			r := ask(t, c.method, base+c.path, c.body)
			if r.StatusCode != c.status {
				t.Errorf("%s, want %d", r.Status, c.status)
			}
			always(t, r)
			want := map[string]string{"default-src": nowhere, "frame-ancestors": nowhere}
			if got := policies(r.Header); !maps.Equal(got, want) {
				t.Errorf("the policy is %q, want %q", got, want)
			}
			same(t, r, "Cross-Origin-Resource-Policy", "same-origin")
			if c.status >= 400 {
				same(t, r, "Cache-Control", "no-store")
			}
			if !strings.HasPrefix(c.path, "api/links") {
				same(t, r, "Access-Control-Allow-Origin", "")
			}
		})
	}
}

// always checks the headers that every response must have, and that headers which
// no response may have are absent.
func always(t *testing.T, r *http.Response) {
	t.Helper()
	same(t, r, "X-Content-Type-Options", "nosniff")
	same(t, r, "Referrer-Policy", "no-referrer")
	for _, feature := range []string{"camera", "geolocation", "microphone"} {
		if got := r.Header.Get("Permissions-Policy"); !strings.Contains(got, feature+"=()") {
			t.Errorf("Permissions-Policy: %q says nothing of %s", got, feature)
		}
	}
	for _, name := range []string{"Set-Cookie", "X-Powered-By", "Cross-Origin-Opener-Policy"} {
		same(t, r, name, "")
	}
	if r.Header.Get("Cache-Control") == "" && r.StatusCode < 400 {
		t.Error("nothing is said about caching")
	}
}

func same(t *testing.T, r *http.Response, name, want string) {
	t.Helper()
	if got := strings.Join(r.Header.Values(name), ", "); got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

// policies returns the directives of all content security policies of a response.
// The browser enforces all of them together. Hosts that read a _headers file send
// several policies.
func policies(h http.Header) map[string]string {
	all := map[string]string{}
	for policy := range strings.SplitSeq(strings.Join(h.Values("Content-Security-Policy"), ","), ",") {
		for directive := range strings.SplitSeq(policy, ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(directive), " ")
			if name == "" {
				continue
			}
			if before, ok := all[name]; ok && before != value {
				value = strings.Join(slices.Sorted(slices.Values([]string{before, value})), " and ")
			}
			all[name] = value
		}
	}
	return all
}

// ask sends a request with the headers of a browser that navigates, and reads the
// response. It follows no redirect.
func ask(t *testing.T, method, url, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Sec-Fetch-Dest", "document")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	r, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		t.Fatal(err)
	}
	return r
}

package web

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// TestConditionsAndRanges checks conditional requests and requests for ranges, for
// each content coding. The content, the length and the ETag must be those of the
// coding that is sent.
func TestConditionsAndRanges(t *testing.T) {
	const url = "/app.0123abcd.css"
	for coding, content := range map[string]string{"": app, "br": "br of app", "gzip": "gz of app"} {
		accept := "Accept-Encoding: " + coding
		r, _ := ask(t, "GET", url, accept)
		tag, size := r.Header.Get("ETag"), strconv.Itoa(len(content))
		for _, c := range []struct {
			condition string
			status    int
			body      string
			contents  string // Content-Range
		}{
			{"Range: bytes=0-3", 206, content[:4], "bytes 0-3/" + size},
			{"Range: bytes=-3", 206, content[len(content)-3:], ""},
			{"Range: bytes=4-", 206, content[4:], ""},
			{"Range: bytes=2-9999", 206, content[2:], ""},
			{"Range: bytes=9999-", 416, "invalid range: failed to overlap\n", "bytes */" + size},
			{"Range: bytes=x", 416, "invalid range\n", ""},
			{"Range: bytes=0-3|If-Range: " + tag, 206, content[:4], ""},
			{`Range: bytes=0-3|If-Range: "older"`, 200, content, ""},
			{"Range: bytes=0-,0-,0-,0-", 200, content, ""}, // together longer than the file, so the whole file is sent
			{"If-None-Match: " + tag, 304, "", ""},
			{"If-None-Match: W/" + tag + `, "other"`, 304, "", ""},
			{`If-None-Match: "other"`, 200, content, ""},
			{"Range: bytes=0-3|If-None-Match: " + tag, 304, "", ""},
			{"If-Match: " + tag, 200, content, ""},
			{`If-Match: "other"`, 412, "", ""},
			{"If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", 200, content, ""},
			{"If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT", 200, content, ""},
		} {
			r, body := ask(t, "GET", url, append(strings.Split(c.condition, "|"), accept)...)
			if r.StatusCode != c.status || body != c.body {
				t.Errorf("%q %s: %d %q, want %d %q", coding, c.condition, r.StatusCode, body, c.status, c.body)
			}
			if length := r.Header.Get("Content-Length"); c.status/100 == 2 && length != strconv.Itoa(len(c.body)) {
				t.Errorf("%q %s: length %q, want %d", coding, c.condition, length, len(c.body))
			}
			if c.contents != "" {
				wantHeader(t, r, "Content-Range", c.contents)
			}
			if c.status < 400 {
				wantHeader(t, r, "ETag", tag)
				wantHeader(t, r, "Vary", "Accept-Encoding")
				wantHeader(t, r, "Cache-Control", "public, max-age=31536000, immutable")
			}
		}
		// The response to several ranges is a multipart message.
		r, body := ask(t, "GET", url, accept, "Range: bytes=0-0,2-2")
		if r.StatusCode != 206 || !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/byteranges") ||
			!strings.Contains(body, "\r\n\r\n"+content[:1]+"\r\n") {
			t.Errorf("two ranges: %d %s %q", r.StatusCode, r.Header.Get("Content-Type"), body)
		}
	}
}

// TestConnectionOutlivesConditions checks over a real connection that every
// response has the length that its header states, so that the connection remains
// usable.
func TestConnectionOutlivesConditions(t *testing.T) {
	server := httptest.NewServer(testSite(t))
	defer server.Close()
	for _, condition := range []string{`If-Match: "other"`, "Range: bytes=9-1", `If-None-Match: "other"`, "If-None-Match: *", "Range: bytes=1-2"} {
		for _, method := range []string{"GET", "HEAD"} {
			r, _ := http.NewRequest(method, server.URL+"/app.0123abcd.css", nil)
			r.Header.Set("Accept-Encoding", "br")
			name, value, _ := strings.Cut(condition, ": ")
			r.Header.Set(name, value)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatalf("%s %s: %v", method, condition, err)
			}
			if _, err := new(bytes.Buffer).ReadFrom(answer.Body); err != nil {
				t.Errorf("%s %s: %v", method, condition, err)
			}
			answer.Body.Close()
		}
	}
}

// discard is a response writer that ignores everything written to it and takes no
// time.
type discard struct{ header http.Header }

func (d discard) Header() http.Header       { return d.header }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}

// BenchmarkSite measures one response without the network.
func BenchmarkSite(b *testing.B) {
	site, err := Site(fstest.MapFS{
		"index.html":          {Data: make([]byte, 100_000)},
		"index.html.br":       {Data: make([]byte, 20_000)},
		"app.0123abcd.css":    {Data: make([]byte, 50_000)},
		"app.0123abcd.css.br": {Data: make([]byte, 10_000)},
	}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, url, header, value string }{
		{"page", "/", "Accept-Encoding", "gzip, deflate, br, zstd"},
		{"file", "/app.0123abcd.css", "Accept-Encoding", "gzip, deflate, br, zstd"},
		{"not-modified", "/", "If-None-Match", "*"},
		{"range", "/app.0123abcd.css", "Range", "bytes=1-9"},
		{"nothing", "/nothing", "Accept", "*/*"},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := httptest.NewRequest("GET", c.url, nil)
			r.Header.Set(c.header, c.value)
			w := discard{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				site.ServeHTTP(w, r)
			}
		})
	}
}

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"

	"hopyard/web"
)

// parts are the paths of what is asked for.
type parts struct {
	style, boot, program string
}

// findParts looks for the names that hold hashes.
func findParts() (p parts, err error) {
	for pattern, at := range map[string]*string{"app.*.css": &p.style, "boot.*.js": &p.boot, "hopyard.*.wasm": &p.program} {
		found, err := fs.Glob(web.Dist(), pattern)
		if err != nil {
			return p, err
		}
		if len(found) != 1 {
			return p, fmt.Errorf("%d files are called %s in the built page: make build first", len(found), pattern)
		}
		*at = "/" + found[0]
	}
	return p, nil
}

// what is one request that wrk sends.
type what struct {
	method, path string
	headers      []string // name and value in turn
	body         string
	status       int // of a good answer
}

// client is whom all requests come from, as a proxy says it.
var client = []string{"X-Forwarded-For", "203.0.113.7"}

// asks is what a browser says besides of the codings that it knows.
var asks = append([]string{"Accept-Encoding", "gzip, deflate, br, zstd"}, client...)

func get(path string) what { return what{http.MethodGet, path, asks, "", http.StatusOK} }

// wire is the request as it is sent.
func (w what) wire(host string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s HTTP/1.1\r\nHost: %s\r\n", w.method, w.path, host)
	for i := 0; i < len(w.headers); i += 2 {
		fmt.Fprintf(&text, "%s: %s\r\n", w.headers[i], w.headers[i+1])
	}
	if w.body != "" {
		fmt.Fprintf(&text, "Content-Length: %d\r\n", len(w.body))
	}
	return text.String() + "\r\n" + w.body
}

// usage is a case: what is sent to a server, in turn.
type usage struct {
	name  string
	own   bool // only Hopyard can do it
	goal  float64
	whats func(b *bench, s *server) ([]what, error)
}

// usages are in the order in which they are measured.
var usages = []usage{
	{"page", false, 10_000, func(b *bench, s *server) ([]what, error) { return []what{get("/")}, nil }},
	{"asset", false, 0, func(b *bench, s *server) ([]what, error) { return []what{get(b.parts.style)}, nil }},
	{"program", false, 0, func(b *bench, s *server) ([]what, error) { return []what{get(b.parts.program)}, nil }},
	{"not-modified", false, 0, func(b *bench, s *server) ([]what, error) {
		w, err := s.again(get("/"))
		return []what{w}, err
	}},
	{"reads", false, 10_000, func(b *bench, s *server) ([]what, error) { return b.reads(), nil }},
	{"writes", true, 1000, func(b *bench, s *server) ([]what, error) {
		w, err := write()
		return []what{w}, err
	}},
	{"mix", false, 0, func(b *bench, s *server) ([]what, error) { return b.mix(s, 0) }},
	{"mix-writes", true, 0, func(b *bench, s *server) ([]what, error) { return b.mix(s, 50) }},
}

// again is the same request of a client that has the answer already.
func (s *server) again(w what) (what, error) {
	r, _, err := s.send(w)
	if err != nil {
		return w, err
	}
	tag := r.Header.Get("ETag")
	if tag == "" {
		return w, fmt.Errorf("%s: GET %s: there is no ETag", s.name, w.path)
	}
	w.headers = append([]string{"If-None-Match", tag}, w.headers...)
	w.status = http.StatusNotModified
	return w, nil
}

// reads are all links, in an order without order.
func (b *bench) reads() []what {
	list := make([]what, len(b.ids))
	for i, n := range rand.New(rand.NewPCG(1, 1)).Perm(len(b.ids)) {
		list[i] = get("/api/links/" + b.ids[n])
	}
	return list
}

// write makes a link; the gap in it becomes a number that was not sent before.
func write() (what, error) {
	text, err := lesson()
	return what{http.MethodPost, "/api/links", append([]string{"Content-Type", "application/json"}, client...), text, http.StatusCreated}, err
}

// mix is what a course does: of 1000 requests some are for the page, more for
// what has not changed, most for links, writes are writes.
func (b *bench) mix(s *server, writes int) ([]what, error) {
	fresh, err := s.again(get("/"))
	if err != nil {
		return nil, err
	}
	w, err := write()
	if err != nil {
		return nil, err
	}
	var list []what
	for _, part := range []struct {
		n int
		what
	}{{200, get("/")}, {150, get(b.parts.style)}, {150, get(b.parts.boot)}, {5, get(b.parts.program)}, {200, fresh}, {writes, w}} {
		for range part.n {
			list = append(list, part.what)
		}
	}
	reads := b.reads()
	for i := 0; len(list) < 1000; i++ {
		list = append(list, reads[i%len(reads)])
	}
	rand.New(rand.NewPCG(2, 2)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, nil
}

// send sends one of these requests outside the measurement.
func (s *server) send(w what) (*http.Response, []byte, error) {
	headers := map[string]string{}
	for i := 0; i < len(w.headers); i += 2 {
		headers[w.headers[i]] = w.headers[i+1]
	}
	return s.ask(w.method, w.path, headers, w.body)
}

// probe sends each kind of request once and compares the answer with what it has
// to be, and with that of the first server: what wrk measures are good answers.
func (s *server) probe(list []what, first *server, b *bench) error {
	seen := map[string]bool{}
	for _, w := range list {
		kind := fmt.Sprint(w.method, path.Dir(w.path), path.Ext(w.path), w.status)
		if seen[kind] {
			continue
		}
		seen[kind] = true
		if w.body != "" {
			w.body = numbered(w.body, b.number(1))
		}
		r, body, err := s.send(w)
		if err != nil {
			return err
		}
		if r.StatusCode != w.status {
			return fmt.Errorf("%s: %s %s: %s, want %d: %.200s", s.name, w.method, w.path, r.Status, w.status, body)
		}
		if s == first || w.status != http.StatusOK {
			continue
		}
		r1, body1, err := first.send(w)
		if err != nil {
			return err
		}
		if strings.Contains(s.version, "gzip only") {
			continue
		}
		if !bytes.Equal(body, body1) {
			return fmt.Errorf("%s: GET %s: %d bytes (%s), %s has %d others (%s)", s.name, w.path,
				len(body), r.Header.Get("Content-Encoding"), first.name, len(body1), r1.Header.Get("Content-Encoding"))
		}
		for name, values := range r1.Header {
			if !slices.Contains(own, name) && r.Header.Get(name) != values[0] {
				return fmt.Errorf("%s: GET %s: %s: %q, %s has %q", s.name, w.path, name, r.Header.Get(name), first.name, values[0])
			}
		}
	}
	return nil
}

// own are the headers in which servers may differ. (For compressed files, caddy
// sends no length and nginx allows no ranges; the bodies are compared.)
var own = []string{"Accept-Ranges", "Content-Length", "Date", "Etag", "Vary"}

// number takes n numbers of scenarios out of use, and returns the first.
func (b *bench) number(n int) int {
	first := b.posted
	b.posted += n
	return first
}

package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"hopyard/web/store"
)

// discard is a response writer that ignores everything written to it and takes no
// time.
type discard struct{ header http.Header }

func (d discard) Header() http.Header       { return d.header }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}

// BenchmarkServer measures one response of the whole server without the network.
func BenchmarkServer(b *testing.B) {
	o, err := readFlags([]string{"--rate", "1e6"}, io.Discard)
	if err != nil {
		b.Fatal(err)
	}
	v, err := newServer(dist, &store.Memory{}, o.settings)
	if err != nil {
		b.Fatal(err)
	}
	h := v.handler()
	for _, c := range []struct{ name, path string }{
		{"page", "/"}, {"file", "/app.0123abcd.css"}, {"link", "/api/links/22222222"}, {"about", "/api/links"}, {"nothing", "/nothing"},
	} {
		b.Run(c.name, func(b *testing.B) {
			r, w := httptest.NewRequest("GET", c.path, nil), discard{http.Header{}}
			r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				h.ServeHTTP(w, r)
			}
		})
	}
}

package web

import (
	"fmt"
	"io/fs"
	"net/http"

	"hopyard/web/headers"
)

// Site serves the files of a built site at /, the share API (web/api) below /api/
// and /s/ unless links is nil, their checks at /healthz, and everything with the headers that keep the page to itself. The files are read
// once, into memory. It fails when dist has no index.html.
func Site(dist fs.FS, links http.Handler) (http.Handler, error) {
	files, err := load(dist)
	if err != nil {
		return nil, fmt.Errorf("reading the built site: %w", err)
	}
	if _, ok := files["/"]; !ok {
		return nil, fmt.Errorf("the site has no index.html: build it before compiling the server (make build)")
	}
	mux := http.NewServeMux()
	mux.Handle("/", files)
	mux.Handle("/healthz", reading(http.HandlerFunc(health)))
	if links != nil {
		mux.Handle("/api/", links)
		mux.Handle("/s/", links)
	}
	return headers.Secure(mux), nil
}

func health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	plain(w, http.StatusOK, "ok")
}

// reading lets only GET and HEAD through.
func reading(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			plain(w, http.StatusMethodNotAllowed, fmt.Sprintf("%s is not possible here: use GET or HEAD", r.Method))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// plain answers with one line of text.
func plain(w http.ResponseWriter, status int, line string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, line)
}

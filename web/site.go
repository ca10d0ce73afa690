package web

import (
	"fmt"
	"io/fs"
	"net/http"
	"strings"

	"hopyard/web/headers"
)

// Site serves the files of a built site at /, the share API (web/api) and rooms
// (web/rooms) below /api/ and /s/ unless links is nil, and everything with the headers that keep the page
// to itself. The files are read once, into memory. It fails when dist has no
// index.html.
func Site(dist fs.FS, links http.Handler) (http.Handler, error) {
	files, err := load(dist)
	if err != nil {
		return nil, fmt.Errorf("reading the built site: %w", err)
	}
	if _, ok := files["/"]; !ok {
		return nil, fmt.Errorf("the site has no index.html: build it before compiling the server (make build)")
	}
	// Not a ServeMux: that answers paths with dots or double slashes by leading
	// elsewhere, where here there is nothing.
	return headers.Secure(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if links != nil && IsLink(r.URL.Path) {
			links.ServeHTTP(w, r)
			return
		}
		files.ServeHTTP(w, r)
	})), nil
}

// IsLink reports whether a path is the share API's.
func IsLink(path string) bool {
	return strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/s/")
}

// reading lets only GET and HEAD through: it answers all others.
func reading(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	h := w.Header()
	h.Set("Allow", "GET, HEAD")
	h.Set("Cache-Control", "no-store")
	plain(w, http.StatusMethodNotAllowed, "this method is not possible here: use GET or HEAD")
	return false
}

// plain answers with one line of text.
func plain(w http.ResponseWriter, status int, line string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, line)
}

package web

import (
	"fmt"
	"io/fs"
	"net/http"
	"strings"

	"hopyard/web/headers"
)

// Site returns a handler that serves the files of a built site at /. If links is
// not nil, links handles all paths below /api/ and /s/: the share API (web/api) and
// the rooms (web/rooms). Every response has the headers that isolate the page from
// other sites ([headers.Secure]). Site reads the files only once, into memory. It
// returns an error if dist has no index.html.
func Site(dist fs.FS, links http.Handler) (http.Handler, error) {
	files, err := load(dist)
	if err != nil {
		return nil, fmt.Errorf("reading the built site: %w", err)
	}
	if _, ok := files["/"]; !ok {
		return nil, fmt.Errorf("the site has no index.html: build it before compiling the server (make build)")
	}
	// This does not use a ServeMux, because a ServeMux redirects paths with dots or
	// double slashes. Here such paths are unknown.
	return headers.Secure(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if links != nil && IsLink(r.URL.Path) {
			links.ServeHTTP(w, r)
			return
		}
		files.ServeHTTP(w, r)
	})), nil
}

// IsLink reports whether a path belongs to the share API or to the rooms.
func IsLink(path string) bool {
	return strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/s/")
}

// reading reports whether the method is GET or HEAD. It refuses all other requests.
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

// plain sends a response of one line of text.
func plain(w http.ResponseWriter, status int, line string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, line)
}

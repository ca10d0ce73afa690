package web

import (
	"bytes"
	"net/http"
	"time"
)

// vary is the Vary header of files that exist in several content codings.
var vary = []string{"Accept-Encoding"}

// ranges is the Accept-Ranges header, which tells clients that they may request a
// part of a file.
var ranges = []string{"bytes"}

// ServeHTTP answers with the file at the request's path, in the content coding that
// the client prefers.
func (fs files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if reading(w, r) {
		fs.get(w, r)
	}
}

func (fs files) get(w http.ResponseWriter, r *http.Request) {
	a, ok := fs[r.URL.Path]
	if !ok {
		w.Header().Set("Cache-Control", "no-store")
		plain(w, http.StatusNotFound, "there is nothing at this address: the page is at /")
		return
	}
	f := a.forms["identity"]
	h := w.Header()
	if len(a.forms) > 1 {
		f = a.forms[choose(r.Header["Accept-Encoding"], a.forms)]
		h["Vary"] = vary
	}
	h["Cache-Control"] = a.cache
	h["Content-Type"] = a.mime
	h["Etag"] = f.etag
	if f.encoding != nil {
		h["Content-Encoding"] = f.encoding
	}
	if conditional(r.Header) {
		http.ServeContent(sized{w, f}, r, "", time.Time{}, bytes.NewReader(f.content))
		return
	}
	// The following lines do the same as http.ServeContent, but without its
	// copying, which would take a buffer of 32 kB for every response.
	h["Accept-Ranges"] = ranges
	h["Content-Length"] = f.length
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		w.Write(f.content)
	}
}

// conditional reports whether the request has a header that may cause a response
// other than the whole file.
func conditional(h http.Header) bool {
	for _, name := range [...]string{"Range", "If-None-Match", "If-Match", "If-Modified-Since", "If-Unmodified-Since"} {
		if h[name] != nil {
			return true
		}
	}
	return false
}

// sized is a response writer that corrects the headers of ServeContent.
// ServeContent omits the length of files with a content coding, and keeps headers
// that describe the content when the response has no content.
type sized struct {
	http.ResponseWriter
	form form
}

// WriteHeader corrects the headers and sends them.
func (s sized) WriteHeader(status int) {
	h := s.Header()
	switch status {
	case http.StatusOK:
		h["Content-Length"] = s.form.length
	case http.StatusPreconditionFailed:
		h.Del("Content-Encoding")
		h.Del("Content-Type")
		h["Content-Length"] = []string{"0"}
	}
	s.ResponseWriter.WriteHeader(status)
}

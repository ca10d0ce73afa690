package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// form is one coding of a file.
type form struct {
	content []byte
	etag    string // differs between the codings of one file, as RFC 9110 8.8.3 asks
}

// asset is a file in all its codings.
type asset struct {
	forms map[string]form // by content coding; "identity" is always there
	mime  string
	cache string
}

// files are the assets by URL path.
type files map[string]*asset

// hashed matches the names of tools/build that hold the hash of their content.
var hashed = regexp.MustCompile(`\.[0-9a-f]{8}\.[a-z0-9]+$`)

// mimes is fixed here since the system's table differs from machine to machine.
var mimes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm", // what WebAssembly.compileStreaming insists on
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// load reads the site and joins the codings of each file.
func load(dist fs.FS) (files, error) {
	all := files{}
	err := fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		plain, coding := codingOf(name)
		a := all.at("/" + plain)
		sum := sha256.Sum256(content)
		a.forms[coding] = form{content, `"` + hex.EncodeToString(sum[:8]) + `"`}
		return nil
	})
	for url, a := range all {
		if _, ok := a.forms["identity"]; !ok {
			return nil, fmt.Errorf("%s is there only compressed: run make build again", url)
		}
	}
	all.alias()
	return all, err
}

// alias gives the page its address, and the icon the one that browsers guess.
func (fs files) alias() {
	if a, ok := fs["/index.html"]; ok {
		fs["/"] = a
	}
	for url, a := range fs {
		if ok, _ := path.Match("/favicon.*.svg", url); ok {
			icon := *a
			icon.cache = "no-cache"
			fs["/favicon.ico"] = &icon
			return
		}
	}
}

// at is the asset of this path, made when it is new.
func (fs files) at(url string) *asset {
	a, ok := fs[url]
	if !ok {
		a = &asset{forms: map[string]form{}, mime: mimes[path.Ext(url)], cache: "no-cache"}
		if a.mime == "" {
			a.mime = "application/octet-stream"
		}
		if hashed.MatchString(url) {
			a.cache = "public, max-age=31536000, immutable"
		}
		fs[url] = a
	}
	return a
}

// codingOf splits app.css.br into app.css and br.
func codingOf(name string) (plain, coding string) {
	if cut, ok := strings.CutSuffix(name, ".br"); ok {
		return cut, "br"
	}
	if cut, ok := strings.CutSuffix(name, ".gz"); ok {
		return cut, "gzip"
	}
	return name, "identity"
}

// ServeHTTP answers with the file at the request's path in the coding that the
// client likes best.
func (fs files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	reading(http.HandlerFunc(fs.get)).ServeHTTP(w, r)
}

func (fs files) get(w http.ResponseWriter, r *http.Request) {
	a, ok := fs[r.URL.Path]
	if !ok {
		plain(w, http.StatusNotFound, "there is nothing at this address: the page is at /")
		return
	}
	coding := choose(r.Header.Values("Accept-Encoding"), a.forms)
	f := a.forms[coding]
	h := w.Header()
	h.Set("Cache-Control", a.cache)
	h.Set("ETag", f.etag)
	if len(a.forms) > 1 {
		h.Set("Vary", "Accept-Encoding")
	}
	if matches(r.Header.Values("If-None-Match"), f.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.mime)
	h.Set("Content-Length", strconv.Itoa(len(f.content)))
	if coding != "identity" {
		h.Set("Content-Encoding", coding)
	}
	if r.Method == http.MethodGet {
		w.Write(f.content)
	}
}

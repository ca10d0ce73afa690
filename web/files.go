package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"hopyard/web/headers"
)

// form is a file in one content coding, with the header values that describe it.
// Header values are stored as the slices that http.Header needs. All responses
// share these slices, so they must not be modified.
type form struct {
	content  []byte
	etag     []string // different for each coding of the file, as RFC 9110 8.8.3 requires
	length   []string
	encoding []string // nil for the plain file
}

// asset is one file in all its content codings.
type asset struct {
	forms map[string]form // by content coding; "identity" is always present
	mime  []string
	cache []string
}

// files maps URL paths to assets.
type files map[string]*asset

// load reads the files of the site and groups the content codings of each file.
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
		all.at("/"+plain).add(coding, content)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for url, a := range all {
		if _, ok := a.forms["identity"]; !ok {
			return nil, fmt.Errorf("%s is there only compressed: run make build again", url)
		}
	}
	all.alias()
	return all, nil
}

// at returns the asset at this path. If there is none, it adds an empty asset.
func (fs files) at(url string) *asset {
	a, ok := fs[url]
	if !ok {
		a = &asset{forms: map[string]form{}, mime: []string{headers.Type(url)}, cache: []string{headers.Cache(url)}}
		if a.mime[0] == "" {
			a.mime[0] = "application/octet-stream"
		}
		fs[url] = a
	}
	return a
}

func (a *asset) add(coding string, content []byte) {
	sum := sha256.Sum256(content)
	f := form{
		content: content,
		etag:    []string{`"` + hex.EncodeToString(sum[:8]) + `"`},
		length:  []string{strconv.Itoa(len(content))},
	}
	if coding != "identity" {
		f.encoding = []string{coding}
	}
	a.forms[coding] = f
}

// alias adds further addresses of files: / for the page; /embed.html for the page
// in frames, unless the build made such a file; the short addresses that people
// type (headers.Short); and /favicon.ico, which browsers request by default.
func (fs files) alias() {
	if a, ok := fs["/index.html"]; ok {
		fs["/"] = a
		if fs["/embed.html"] == nil {
			fs["/embed.html"] = a
		}
	}
	for short, url := range headers.Short {
		if a, ok := fs[url]; ok {
			fs[short] = a
		}
	}
	for url, a := range fs {
		if ok, _ := path.Match("/favicon.*.svg", url); ok {
			icon := *a
			icon.cache = []string{"no-cache"} // unlike the file's own name, this name contains no hash
			fs["/favicon.ico"] = &icon
			return
		}
	}
}

// codingOf splits a name such as app.css.br into app.css and br.
func codingOf(name string) (plain, coding string) {
	if cut, ok := strings.CutSuffix(name, ".br"); ok {
		return cut, "br"
	}
	if cut, ok := strings.CutSuffix(name, ".gz"); ok {
		return cut, "gzip"
	}
	return name, "identity"
}

// Package pack turns a built site into a folder for static hosts, that is, for
// servers that can only serve files. The folder may be placed at any path. The
// package can also zip the folder.
//
// The site in web/dist is built for Hopyard's own server. [Built] reads its files.
// [Folder] adds the files that a static host needs because that server is missing:
// headers, a page for status 404, licences, and a response for the missing share
// API. [Zip] writes a reproducible zip of the result, and [Name] returns its file
// name.
package pack

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"hopyard/web/headers"
)

// Files that a static host needs in addition to the files of the site.
var (
	//go:embed README.txt
	readme []byte
	//go:embed 404.html
	notFound []byte
	// noLinks is a file in place of the share API (web/api), which static hosts do
	// not have. It tells the page that short links are not available.
	noLinks = []byte(`{"links":false}` + "\n")
)

// PackedFile is a file of the folder.
type PackedFile struct {
	Name    string // path relative to the root of the site, with slashes
	Content []byte
}

// Folder returns all files that a static host needs, sorted by name: the files of
// the site built into dist, and files for the host and for readers, such as the
// licence of Hopyard. It omits compressed copies: nearly all hosts compress files
// themselves and would serve the copies as separate files. For other hosts,
// README.txt explains how to make the copies. Folder returns an error if dist does
// not contain a built site.
func Folder(dist fs.FS, license []byte) ([]PackedFile, error) {
	list, err := Built(dist)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	list = append(list,
		PackedFile{".nojekyll", nil}, // tells GitHub Pages to serve all files unchanged
		PackedFile{"404.html", notFound},
		PackedFile{"LICENSE.txt", license},
		PackedFile{"README.txt", readme},
		PackedFile{"_headers", headers.File(append(names, "api/links", "404.html"))},
		PackedFile{"api/links", noLinks},
	)
	slices.SortFunc(list, func(a, b PackedFile) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// Built returns the files of the site in dist, without their compressed copies. It
// returns an error if dist does not contain a built site.
func Built(dist fs.FS) ([]PackedFile, error) {
	entries, err := fs.ReadDir(dist, ".")
	if err != nil {
		return nil, err
	}
	var list []PackedFile
	whole := false
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || strings.HasPrefix(name, ".") || slices.Contains([]string{".br", ".gz"}, path.Ext(name)) {
			continue
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			return nil, err
		}
		list = append(list, PackedFile{name, content})
		whole = whole || name == "index.html"
	}
	if !whole {
		return nil, errors.New("the site has no index.html: build it first (make build)")
	}
	return list, nil
}

// Name returns the file name of the zip. It contains the version number that the
// page also uses: the hash of index.html. That hash covers all other files, because
// index.html refers to them by names that contain hashes.
func Name(files []PackedFile) string {
	for _, f := range files {
		if f.Name == "index.html" {
			sum := sha256.Sum256(f.Content)
			return "hopyard-" + hex.EncodeToString(sum[:4]) + ".zip"
		}
	}
	return "hopyard.zip"
}

// Zip writes a zip of the files. The same files give the same bytes on every
// machine and at any time.
func Zip(w io.Writer, files []PackedFile) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		h.SetMode(0o644)
		out, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.Copy(out, bytes.NewReader(f.Content))
		}
		if err != nil {
			return fmt.Errorf("packing %s: %w", f.Name, err)
		}
	}
	return z.Close()
}

// Package pack makes of a built site a folder for hosts that serve files and
// nothing else, at any path, and a zip of it.
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

// What a static host has beside the files of the site.
var (
	//go:embed README.txt
	readme []byte
	//go:embed 404.html
	notFound []byte
	// noLinks answers a page that asks for the share API (web/api): there is none.
	noLinks = []byte(`{"links":false}` + "\n")
)

// PackedFile is one file of the folder.
type PackedFile struct {
	Name    string // with slashes, from the root of the site
	Content []byte
}

// Folder is all that a static host needs of the site built into dist, in order of
// names, with the text of Hopyard's own licence: the files that the binary serves,
// and what tells hosts and readers about them. Compressed copies stay out: nearly
// all hosts compress by themselves, and to them the copies are three files for
// one; README.txt says how to make them for those that do not. Error: there is
// no built site.
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
		PackedFile{".nojekyll", nil}, // GitHub Pages: serve all files as they are
		PackedFile{"404.html", notFound},
		PackedFile{"LICENSE.txt", license},
		PackedFile{"README.txt", readme},
		PackedFile{"_headers", headers.File(append(names, "api/links", "404.html"))},
		PackedFile{"api/links", noLinks},
	)
	slices.SortFunc(list, func(a, b PackedFile) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// Built are the files of the site in dist, without their compressed copies.
// Error: there is no built site.
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

// Name is the zip's name, with the version that the page itself goes by: the
// hash of index.html, which names all other files by theirs.
func Name(files []PackedFile) string {
	for _, f := range files {
		if f.Name == "index.html" {
			sum := sha256.Sum256(f.Content)
			return "hopyard-" + hex.EncodeToString(sum[:4]) + ".zip"
		}
	}
	return "hopyard.zip"
}

// Zip writes the files. The same files make the same bytes, wherever and whenever.
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

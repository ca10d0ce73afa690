// Package assetnames knows the logical names of the site's files: what sources call
// them. The build gives each a name with a hash in web/dist; the server of a
// developer serves it as it is called.
package assetnames

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// ServiceWorker is the script that keeps the page for times without network. It has
// one name for ever, since browsers look under it for a new version.
const ServiceWorker = "sw.js"

// FirstLesson is the lesson that stands in index.html as {{lesson}}: no file of the site.
const FirstLesson = "lesson.json"

// Bundled reports whether esbuild makes a file.
func Bundled(logical string) bool {
	ext := path.Ext(logical)
	return ext == ".js" || ext == ".css"
}

// Static calls asset for each file in the folder static that browsers are sent, and page for
// each that is a page of its own, with its logical name and its path. Parts, that
// is scripts and styles in folders, come in through entry points, and texts of the page
// in other languages through Go code.
func Static(static string, asset, page func(logical, file string) error) error {
	return filepath.WalkDir(static, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		rel, err := filepath.Rel(static, p)
		if err != nil {
			return err
		}
		logical := filepath.ToSlash(rel)
		dir := path.Dir(logical)
		switch {
		case logical == ServiceWorker, strings.HasPrefix(dir, "lang/"):
			return nil
		case dir == "." && path.Ext(logical) == ".html":
			return page(logical, p)
		case dir == "vendor":
			logical = path.Base(logical)
		case dir != "." && (Bundled(logical) || path.Ext(logical) == ".md"):
			return nil
		}
		return asset(logical, p)
	})
}

// Made returns the names of assets that Go code makes beside the programs, for a page in English
// and languages by their codes.
func Made(codes []string) []string {
	all := []string{"curves.json", "forms.json", "lecture/en.json", "lab/en.json", "lessons.json", "licenses.txt", "pictures.json", "policy.json", "studies.json"}
	for _, code := range codes {
		all = append(all, "lang/"+code+".json", "lang/"+code+"-more.json", "lecture/"+code+".json", "lab/"+code+".json")
	}
	return all
}

var (
	assetMark = regexp.MustCompile(`\{\{asset \\?"([^"\\]*)\\?"\}\}`) // esbuild may have put it into double quotes
	anyMark   = regexp.MustCompile(`\{\{\s*assets?\b`)
)

// Expand replaces {{asset "name"}} in the text of a file by what asset says. All errors of the
// text come at once, each with its line.
func Expand(file string, raw []byte, asset func(logical string) (string, error)) ([]byte, error) {
	var errs []error
	place := func(offset int) string {
		return fmt.Sprintf("%s:%d", filepath.Base(file), 1+bytes.Count(raw[:offset], []byte("\n")))
	}
	var out []byte
	last := 0
	for _, m := range assetMark.FindAllSubmatchIndex(raw, -1) {
		name, err := asset(string(raw[m[2]:m[3]]))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", place(m[0]), err))
		}
		out = append(append(out, raw[last:m[0]]...), name...)
		last = m[1]
	}
	out = append(out, raw[last:]...)
	if m := anyMark.FindIndex(out); m != nil {
		errs = append(errs, fmt.Errorf(`%s: cannot read %q: write {{asset "name"}}, or in index.html {{assets}}`,
			filepath.Base(file), excerpt(out[m[0]:])))
	}
	return out, errors.Join(errs...)
}

// excerpt returns the first line of a text, at most 40 bytes of it.
func excerpt(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return line[:min(len(line), 40)]
}

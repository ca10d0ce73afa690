// Package assetnames defines the logical names of the site's files: the names that
// sources use to refer to them. For example, a script writes {{asset
// "icons/play.svg"}} to refer to static/icons/play.svg.
//
// The build (tools/build) puts each file into web/dist under a name with a hash of
// its content, and replaces references by that name. The development server
// (tools/dev) serves files under their logical names. Both use this package:
// [Static] enumerates the files of static/, [Made] lists those that Go code makes,
// and [Expand] replaces the references in a file.
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

// ServiceWorker is the name of the script that keeps the page for use without a
// network. Unlike other names it never contains a hash, because browsers look for a
// new version under the same name.
const ServiceWorker = "sw.js"

// FirstLesson is the name under which Go code makes the first lesson. index.html
// contains the lesson as {{lesson}}; the site has no file of this name.
const FirstLesson = "lesson.json"

// Bundled reports whether a file is a script or a style sheet; esbuild makes those
// files.
func Bundled(logical string) bool {
	ext := path.Ext(logical)
	return ext == ".js" || ext == ".css"
}

// Static walks through the folder static. It calls the function page for each
// separate page, and the function asset for each other file that browsers load.
// Both receive the logical name and the path of the file. Static skips the service
// worker, and texts in other languages, which Go code packs. It also skips scripts,
// style sheets and Markdown files in subfolders other than vendor: entry points
// import those scripts and style sheets.
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

// Made returns the names of the assets that Go code makes, without the programs.
// The parameter codes lists the languages of the page besides English.
func Made(codes []string) []string {
	all := []string{"curves.json", "forms.json", "lecture/en.json", "lab/en.json", "lessons.json", "licenses.txt", "pictures.json", "policy.json", "studies.json"}
	for _, code := range codes {
		all = append(all, "lang/"+code+".json", "lang/"+code+"-more.json", "lecture/"+code+".json", "lab/"+code+".json")
	}
	return all
}

var (
	assetMark = regexp.MustCompile(`\{\{asset \\?"([^"\\]*)\\?"\}\}`) // The quotes inside may be preceded by backslashes: esbuild adds them if it changes the quotes around the reference to double quotes.
	anyMark   = regexp.MustCompile(`\{\{\s*assets?\b`)
)

// Expand replaces each {{asset "name"}} in the content of a file by the result of
// asset. It returns all errors at once, each with its line number.
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

// excerpt returns the first line of a text, cut after 40 bytes.
func excerpt(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return line[:min(len(line), 40)]
}

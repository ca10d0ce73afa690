package main

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"os"
)

// watched lists the files and folders from which the page is made.
var watched = []string{"index.html", "go.mod", "go.sum", "static", "core", "scenarios", "wasm", "web", "tools/build"}

// unwatched reports whether a subfolder of the watched folders is skipped.
func unwatched(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, ".") || base == "node_modules" || base == "testdata" || name == "web/dist"
}

// stamp identifies a version of a file: its modification time in nanoseconds and
// its size.
type stamp struct{ changed, size int64 }

// stamps returns the stamps of all files in the given folders of root and their
// subfolders. The keys are paths relative to root. Files that disappear meanwhile
// are skipped.
func stamps(root string, folders ...string) map[string]stamp {
	all := map[string]stamp{}
	tree := os.DirFS(root)
	for _, folder := range folders {
		fs.WalkDir(tree, folder, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil
			case d.IsDir():
				if name != "." && unwatched(name) {
					return fs.SkipDir
				}
			case strings.HasPrefix(d.Name(), "."):
			default:
				if info, err := d.Info(); err == nil {
					all[name] = stamp{info.ModTime().UnixNano(), info.Size()}
				}
			}
			return nil
		})
	}
	return all
}

// differing returns the sorted names that are in only one of the maps, or have
// different stamps in the two maps.
func differing(a, b map[string]stamp) []string {
	names := map[string]bool{}
	for name, s := range a {
		if other, ok := b[name]; !ok || other != s {
			names[name] = true
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// watch calls changed with the files that have changed since the last check, until
// ctx ends. It polls all files, because polling requires no support by the
// operating system, and is not confused by git or by editors that replace files.
func watch(ctx context.Context, root string, every time.Duration, changed func(names []string)) {
	before := stamps(root, watched...)
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		now := stamps(root, watched...)
		if names := differing(before, now); len(names) > 0 {
			before = now
			changed(names)
		}
	}
}

// kind is a set of actions that a change of a file requires.
type kind struct {
	styles, scripts bool // rebuild the style sheets or the scripts
	page            bool // reload pages
	programs        bool // rebuild the programs
	made            bool // run the Go code that makes files
	english         bool // regenerate the Go code of the English texts
	links           bool // restart the server of links and rooms
	npm             bool // npm packages have changed, so the bundles of vendor/ must be rebuilt too
}

// kindOf returns the actions that a change of the named file requires.
func kindOf(name string) kind {
	ext := path.Ext(name)
	top, _, _ := strings.Cut(name, "/")
	switch {
	case strings.HasSuffix(name, "_test.go"), ext == ".md":
		return kind{}
	case name == "index.html":
		return kind{page: true}
	case strings.HasPrefix(name, "static/lang/en/"):
		return kind{made: true, english: true}
	case strings.HasPrefix(name, "static/lang/"):
		return kind{made: true}
	case top == "static" && ext == ".css":
		return kind{styles: true}
	case top == "static" && ext == ".js":
		return kind{scripts: true}
	case top == "static" && ext == ".json":
		return kind{scripts: true, page: true}
	case top == "static":
		return kind{page: true}
	case name == "tools/build/package-lock.json":
		return kind{styles: true, scripts: true, made: true, npm: true}
	case name == "tools/build/slim/parts.js":
		return kind{scripts: true}
	case top == "tools":
		return kind{made: true}
	case top == "web":
		return kind{made: true, links: true}
	case top == "wasm", top == "scenarios":
		return kind{programs: true, made: true}
	}
	return kind{programs: true, made: true, links: true} // core, go.mod, go.sum
}

// or returns the union of two sets of actions.
func (k kind) or(o kind) kind {
	return kind{k.styles || o.styles, k.scripts || o.scripts, k.page || o.page, k.programs || o.programs, k.made || o.made, k.english || o.english, k.links || o.links, k.npm || o.npm}
}

// inRoot returns the path of a file in root, with the separators of this system.
func inRoot(root, name string) string { return filepath.Join(root, filepath.FromSlash(name)) }

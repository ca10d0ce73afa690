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

// watched are the files and folders that the page is made from.
var watched = []string{"index.html", "go.mod", "go.sum", "static", "core", "scenarios", "wasm", "web", "tools/build"}

// unwatched are folders within these that are not, beside those whose name begins with a dot.
func unwatched(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, ".") || base == "node_modules" || base == "testdata" || name == "web/dist"
}

// stamp tells versions of a file apart.
type stamp struct{ changed, size int64 }

// stamps returns the stamps of all files beneath folders of root, by their paths from there.
// A file that goes while it looks is left out.
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

// differing returns the names that only one of two has, or both with other stamps, in order.
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

// watch calls changed with the files that differ from what they were, until ctx ends. It
// looks at all of them again and again: that needs nothing of the system, and
// editors that replace files and git do not confuse it.
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

// kinds of files, by what a change of them asks for.
type kind struct {
	styles, scripts bool // bundles of these
	page            bool // a reload
	programs        bool // the programs, if they depend on it
	made            bool // what Go code makes
	links           bool // the server of links and rooms
	npm             bool // packages of npm
}

// kindOf returns the kind of a file.
func kindOf(name string) kind {
	ext := path.Ext(name)
	top, _, _ := strings.Cut(name, "/")
	switch {
	case strings.HasSuffix(name, "_test.go"), ext == ".md":
		return kind{}
	case name == "index.html":
		return kind{page: true}
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
	case top == "tools":
		return kind{made: true}
	case top == "web":
		return kind{made: true, links: true}
	case top == "wasm", top == "scenarios":
		return kind{programs: true, made: true}
	}
	return kind{programs: true, made: true, links: true} // core, go.mod
}

// or joins kinds.
func (k kind) or(o kind) kind {
	return kind{k.styles || o.styles, k.scripts || o.scripts, k.page || o.page, k.programs || o.programs, k.made || o.made, k.links || o.links, k.npm || o.npm}
}

// inRoot is a path of root with the separators of this system.
func inRoot(root, name string) string { return filepath.Join(root, filepath.FromSlash(name)) }

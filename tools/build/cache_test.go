package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"hopyard/tools/repo"
)

// TestCacheKeeps checks that a stored result is not made again for the same key. It
// also checks that a result is made if its key is new, if making it failed before,
// or if its stored file is damaged.
func TestCacheKeeps(t *testing.T) {
	c := cache{filepath.Join(t.TempDir(), "cache")}
	calls := 0
	get := func(key string, fails error) (string, bool) {
		t.Helper()
		files, made, err := c.get(key, func() (contents, error) {
			calls++
			return contents{"a": fmt.Appendf(nil, "%d", calls)}, fails
		})
		if !errors.Is(err, fails) {
			t.Fatalf("%s: %v", key, err)
		}
		return string(files["a"]), made
	}
	for i, w := range []struct {
		key   string
		fails error
		files string
		made  bool
	}{
		{"x", errors.New("no"), "", true}, {"x", nil, "2", true}, {"x", nil, "2", false}, {"y", nil, "3", true}, {"x", nil, "2", false},
	} {
		if files, made := get(w.key, w.fails); files != w.files || made != w.made {
			t.Errorf("call %d: %q, made %v; want %q, %v", i, files, made, w.files, w.made)
		}
	}
	if err := os.Truncate(filepath.Join(c.dir, "x"), 5); err != nil {
		t.Fatal(err)
	}
	if files, made := get("x", nil); files != "4" || !made {
		t.Errorf("after damage: %q, made %v", files, made)
	}
}

// TestCachePrunes checks that the least recently used entries are removed first.
func TestCachePrunes(t *testing.T) {
	c := cache{t.TempDir()}
	now := time.Now()
	for i, name := range []string{"old", "older", "oldest", "new"} {
		p := filepath.Join(c.dir, name)
		at := now.Add(-time.Duration(i+1) * time.Hour)
		if name == "new" {
			at = now
		}
		if err := errors.Join(os.WriteFile(p, make([]byte, 100), 0o644), os.Chtimes(p, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.prune(250); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(c.dir, "*"))
	if err != nil || len(left) != 2 || filepath.Base(left[0]) != "new" || filepath.Base(left[1]) != "old" {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestKeys checks that a key changes if the content of a file, the path of a file,
// or the boundary between two parts changes. It also checks that files in other
// folders or with other endings do not affect the key.
func TestKeys(t *testing.T) {
	keys := map[string]string{}
	add := func(what, key string) {
		if other, ok := keys[key]; ok {
			t.Errorf("%s and %s have the same key", what, other)
		}
		keys[key] = what
	}
	add("a b", keyOf([]byte("a"), []byte("b")))
	add("ab", keyOf([]byte("ab"), nil))
	add("ba", keyOf([]byte("b"), []byte("a")))
	tree := func(names ...string) fstest.MapFS {
		files := fstest.MapFS{"x/.keep": {}, "y/a.js": {}}
		for _, name := range names {
			files[name] = &fstest.MapFile{Data: []byte(name[len(name)-4:])}
		}
		return files
	}
	for _, tree := range []fstest.MapFS{tree(), tree("x/a.js"), tree("x/b.js"), tree("x/c/a.js"), tree("x/a.js", "x/b.css")} {
		hash, err := hashFiles(tree, []string{"x"}, []string{".js", ".css"})
		if err != nil {
			t.Fatal(err)
		}
		add(fmt.Sprint(tree), string(hash))
		tree["y/b.js"], tree["x/b.txt"] = tree["y/a.js"], tree["y/a.js"]
		if again, err := hashFiles(tree, []string{"x"}, []string{".js", ".css"}); err != nil || !bytes.Equal(again, hash) {
			t.Errorf("the hash changes with files that do not belong to it, or %v", err)
		}
	}
}

// TestGroups checks that each group makes exactly the files it names, that no two
// groups make the same file, and that the folders in inputs exist.
func TestGroups(t *testing.T) {
	root, err := repo.Root()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, g := range groups() {
		for _, folder := range g.inputs {
			if _, err := os.Stat(filepath.Join(root, folder)); err != nil {
				t.Errorf("%s: %v", g.names[0], err)
			}
		}
		if g.names[0] == "pictures.json" { // TestPictures makes this file
			continue
		}
		files, err := g.make(root)
		if err != nil {
			t.Fatal(err)
		}
		if len(files) != len(g.names) {
			t.Errorf("%s: %d files are made, and %d named", g.names[0], len(files), len(g.names))
		}
		for _, name := range g.names {
			if files[name] == nil || seen[name] {
				t.Errorf("%s is not made, or twice", name)
			}
			seen[name] = true
		}
	}
}

// TestMakeInto checks that makeInto writes the wanted files and does not write
// files that are already up to date.
func TestMakeInto(t *testing.T) {
	root, err := repo.Root()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var before os.FileInfo
	for range 2 {
		if err := makeInto(dir, root, []string{"forms.json", "lab/zh.json"}); err != nil {
			t.Fatal(err)
		}
		if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 2 {
			t.Errorf("it has %v", names)
		}
		if _, err := os.Stat(filepath.Join(dir, "lab", "zh.json")); err != nil {
			t.Error(err)
		}
		info, err := os.Stat(filepath.Join(dir, "forms.json"))
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && !os.SameFile(before, info) {
			t.Error("forms.json is written again")
		}
		before = info
	}
	if err := makeInto(dir, root, []string{"app.css"}); err == nil {
		t.Error("app.css is made from Go code")
	}
}

package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/tools/repo"
)

// bundled writes the given files and returns the bundle of the named file.
func bundled(t *testing.T, minify bool, first string, files map[string]string) (string, error) {
	t.Helper()
	root, err := repo.Root()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := Bundle(root, filepath.Join(dir, first), minify)
	return string(raw), err
}

func TestBundle(t *testing.T) {
	for name, c := range map[string]struct {
		minify bool
		first  string
		files  map[string]string
		has    []string
	}{
		"script": {true, "a.js", map[string]string{"a.js": `import {b} from './b.js'; new Worker('{{asset "w.js"}}'); self.long = b`, "b.js": `/*! theirs */ export const b = "é" + 1`},
			[]string{`new Worker('{{asset "w.js"}}')`, `(()=>{`, `"é1"`, "\n/*! theirs */"}},
		"as it was": {false, "a.js", map[string]string{"a.js": "const longName = 1\nself.x = longName"}, []string{"longName = 1;\n"}},
		"package":   {true, "a.js", map[string]string{"a.js": `import {tags} from '@lezer/highlight'; self.x = tags.link`}, []string{"self.x="}},
		"style":     {true, "a.css", map[string]string{"a.css": `@import "b.css"; .a { background: url(icons/play.svg) }`, "b.css": `.b { color: red }`}, []string{`.b{color:red}.a{background:url(icons/play.svg)}`}},
	} {
		text, err := bundled(t, c.minify, c.first, c.files)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, has := range c.has {
			if !strings.Contains(text, has) {
				t.Errorf("%s: %q is not in %s", name, has, text)
			}
		}
	}
}

func TestErrorsNameFileAndLine(t *testing.T) {
	for has, text := range map[string]string{"a.js:2:": "f()\nlet = = 1", "nothing.js": `import './nothing.js'`} {
		if _, err := bundled(t, true, "a.js", map[string]string{"a.js": text}); err == nil || !strings.Contains(err.Error(), has) {
			t.Errorf("the error does not say %s: %v", has, err)
		}
	}
	if _, err := Bundle(t.TempDir(), "a.js", true); err == nil || !strings.Contains(err.Error(), "npm ci in tools/build") {
		t.Errorf("without npm packages: %v", err)
	}
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hopyard/tools/build/assetnames"
	"hopyard/tools/repo"
	"hopyard/web/headers"
)

// tree writes the given files as a repository and returns a site for it, without a
// program.
func tree(t *testing.T, files map[string]string) *site {
	t.Helper()
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "tools", "build", "slim"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		p := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	repository, err := repo.Root()
	if err != nil {
		t.Fatal(err)
	}
	packages := filepath.Join(root, "tools", "build")
	if err := os.MkdirAll(packages, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"node_modules", "package-lock.json"} {
		if err := os.Symlink(filepath.Join(repository, "tools", "build", name), filepath.Join(packages, name)); err != nil {
			t.Fatal(err)
		}
	}
	s := newSite(root)
	s.out = t.Output()
	s.still = []byte("a picture")
	return s
}

func build(t *testing.T, files map[string]string) (map[string]string, error) {
	t.Helper()
	s := tree(t, files)
	if err := s.addStatic(); err != nil {
		return nil, err
	}
	built, err := s.files()
	texts := map[string]string{}
	for _, f := range built {
		texts[f.logical] = f.name + ": " + string(f.raw)
	}
	return texts, err
}

func TestReferences(t *testing.T) {
	built, err := build(t, map[string]string{
		"index.html":              `<link href="{{asset "app.css"}}"><script type="application/json">{{assets}}</script>`,
		"static/app.css":          `@import "parts/more.css"; .a { background: url(icons/play.svg) } .b { background: url(data:image/png;base64,AA==) }`,
		"static/parts/more.css":   `.more { color: red }`,
		"static/boot.js":          `import {x} from './parts/x.js'; new Worker('{{asset "worker.js"}}'); self.y = x;`,
		"static/parts/x.js":       `export const x = '{{asset "lang/zh.json"}}';`,
		"static/worker.js":        `postMessage(1);`,
		"static/icons/play.svg":   `<svg/>`,
		"static/lang/zh.json":     `{}`,
		"static/vendor/charts.js": `globalThis.charts = 1;`,
		"static/site.webmanifest": `{"icons": ["{{asset "icons/play.svg"}}"]}`,
		"static/icons/README.md":  `not served`,
	})
	if err != nil {
		t.Fatal(err)
	}
	for logical, want := range map[string]string{
		"index.html":       `^index\.html: <link href="app\.[0-9a-f]{8}\.css"><script type="application/json">{.*"icons/play\.svg":"icons-play\.[0-9a-f]{8}\.svg".*}</script>$`,
		"app.css":          `^app\.[0-9a-f]{8}\.css: \.more{color:red}\.a{background:url\(icons-play\.[0-9a-f]{8}\.svg\)}\.b{background:url\(data:`,
		"boot.js":          `new Worker\('worker\.[0-9a-f]{8}\.js'\).*'lang-zh\.[0-9a-f]{8}\.json'|'lang-zh\.[0-9a-f]{8}\.json'.*new Worker\('worker\.[0-9a-f]{8}\.js'\)`,
		"worker.js":        `postMessage\(1\)`,
		"charts.js":        `^charts\.[0-9a-f]{8}\.js: .*globalThis\.charts=1`,
		"site.webmanifest": `\["icons-play\.[0-9a-f]{8}\.svg"\]`,
	} {
		if !regexp.MustCompile(want).MatchString(built[logical]) {
			t.Errorf("%s: %s\nwant a match of %s", logical, built[logical], want)
		}
	}
	if page, embed := built["index.html"], built["embed.html"]; strings.TrimPrefix(embed, "embed.html") != strings.TrimPrefix(page, "index.html") {
		t.Errorf("embed.html is not index.html under another name: %s", embed)
	}
	if len(built) != 11 {
		t.Errorf("%d files, want 11: no parts, no README, an empty service worker, and the site's picture", len(built))
	}
}

// TestNamesChangeWithContent checks that the name of a file in web/dist depends on
// its content and on nothing else.
func TestNamesChangeWithContent(t *testing.T) {
	name := func(files map[string]string) string {
		files["index.html"] = ""
		built, err := build(t, files)
		if err != nil {
			t.Fatal(err)
		}
		return strings.SplitN(built["a.js"], ":", 2)[0]
	}
	first := name(map[string]string{"static/a.js": "f(1)"})
	if again := name(map[string]string{"static/a.js": "f( 1 )", "static/b.js": "2"}); again != first {
		t.Errorf("%s became %s though the script is the same", first, again)
	}
	if other := name(map[string]string{"static/a.js": "f(2)"}); other == first {
		t.Errorf("%s kept its name though its content changed", first)
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		says  []string
	}{
		"no index": {map[string]string{"static/a.js": "1"}, []string{"index.html"}},
		"unknown asset": {map[string]string{"index.html": "\n{{asset \"b.js\"}}\n{{asset \"c.js\"}}", "static/a.js": "1"},
			[]string{"index.html:2", `"b.js"`, "index.html:3", `"c.js"`, "there are: a.js"}},
		"malformed":   {map[string]string{"index.html": "{{asset 'a.js'}}", "static/a.js": "1"}, []string{"index.html", "cannot read", `{{asset "name"}}`}},
		"map in code": {map[string]string{"index.html": "", "static/a.js": "'{{assets}}'"}, []string{"a.js", "cannot read"}},
		"cycle": {map[string]string{"index.html": "", "static/a.js": `'{{asset "b.js"}}'`, "static/b.js": `'{{asset "a.js"}}'`},
			[]string{"refers to itself"}},
		"url":       {map[string]string{"index.html": "", "static/a.css": `.a { background: url(x.svg) }`}, []string{"a.css", `"x.svg"`}},
		"syntax":    {map[string]string{"index.html": "", "static/a.js": "let = = 1"}, []string{"static/a.js:1"}},
		"same name": {map[string]string{"index.html": "", "static/a.js": "1", "static/vendor/a.js": "2"}, []string{"static/vendor/a.js", "rename it"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := build(t, c.files)
			if err == nil {
				t.Fatal("no error")
			}
			for _, word := range c.says {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("error %q lacks %q", err, word)
				}
			}
		})
	}
}

// TestServiceWorkerKeepsAll checks that the service worker keeps all built files,
// except those that no page loads. No list of the files has to be maintained for
// this.
func TestServiceWorkerKeepsAll(t *testing.T) {
	s := tree(t, map[string]string{
		"index.html": "{{assets}}", "static/sw.js": "self.x = self.build", "static/app.css": ".a{}", "static/boot.js": "1",
		"static/editor.js": "2", "static/lazy/qr.txt": "3", "static/vendor/echarts.js": "4", "static/glossary/en.json": "{}", "static/logs.wasm": "5",
	})
	if err := s.addStatic(); err != nil {
		t.Fatal(err)
	}
	files, err := s.files()
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Version            string
		First, Later, Rare []string
	}
	var left []string
	for _, f := range files {
		if f.name == assetnames.ServiceWorker {
			text, _, _ := strings.Cut(strings.TrimPrefix(string(f.raw), "self.build="), ";\n")
			if err := json.Unmarshal([]byte(text), &list); err != nil {
				t.Fatalf("%v in %s", err, f.raw)
			}
		}
	}
	if want := strings.Split(hashedName("index.html", files[0].raw), ".")[1]; list.Version != want {
		t.Errorf("version %q, want the hash of index.html, %q", list.Version, want)
	}
	for _, f := range files {
		first, later, seldom := slices.Contains(list.First, f.name), slices.Contains(list.Later, f.name), slices.Contains(list.Rare, f.name)
		if !first && !later && !seldom {
			left = append(left, f.logical)
			continue
		}
		if wants, is := matches(wanted, f.logical), matches(rare, f.logical); first == wants || later != (wants && !is) || seldom != is {
			t.Errorf("%s: kept at first is %v, later is %v, when needed is %v", f.logical, first, later, seldom)
		}
	}
	if slices.Sort(left); !slices.Equal(left, []string{"embed.html", "index.html", headers.Still, "sw.js"}) {
		t.Errorf("not in the lists: %v", left)
	}
}

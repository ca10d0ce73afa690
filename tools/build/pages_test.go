package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hopyard/tools/repo"
	"hopyard/web/headers"
)

// TestPagesOfPhones checks that a page for phones keeps its file name, and that its
// policy and references are filled in. It also checks that neither index.html nor
// the service worker refers to the files of that page.
func TestPagesOfPhones(t *testing.T) {
	built, err := build(t, map[string]string{
		"index.html":       `{{assets}}`,
		"static/sw.js":     `self.build`,
		"static/app.js":    `self.y = 1`,
		"static/vote.html": `{{policy}}|{{asset "vote.js"}}|{{asset "vote.css"}}`,
		"static/vote.js":   `self.x = 1`,
		"static/vote.css":  `.a { color: red }`,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`^vote\.html: ` + regexp.QuoteMeta(headers.Scripts) + `\|vote\.[0-9a-f]{8}\.js\|vote\.[0-9a-f]{8}\.css$`)
	if !want.MatchString(built["vote.html"]) {
		t.Errorf("vote.html is %s", built["vote.html"])
	}
	for _, name := range []string{"index.html", "sw.js"} {
		if text := built[name]; strings.Contains(text, "vote.") || !strings.Contains(text, "app.") {
			t.Errorf("%s names what is for phones only, or not what is for itself: %s", name, text)
		}
	}
}

// TestSumsOfPhones checks that the files for phones count only in the two sums of
// bytes that phones load.
func TestSumsOfPhones(t *testing.T) {
	sums := tabulate([]*file{
		{logical: "app.js", raw: make([]byte, 100)}, {logical: "favicon.svg", raw: make([]byte, 7)},
		{logical: "vote.html", raw: make([]byte, 10)}, {logical: "vote.js", raw: make([]byte, 20)}, {logical: "hand.js", raw: make([]byte, 40)},
	})
	if sums.first.br != 107 || sums.visit.br != 107 || sums.all.br != 107 || sums.vote.br != 37 || sums.hand.br != 47 {
		t.Errorf("%+v", sums)
	}
	sums.vote.br = votingLimit + 1
	if err := sums.check(); err == nil || !strings.Contains(err.Error(), "a voter's phone") {
		t.Errorf("a voter's phone that loads too much: %v", err)
	}
}

// TestTokensOfPhones checks that the phones' pages use the same colours as the main
// page.
func TestTokensOfPhones(t *testing.T) {
	root, err := repo.Root()
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		raw, err := os.ReadFile(filepath.Join(root, "static", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	page := map[string][2]string{}
	for _, m := range regexp.MustCompile(`(--[a-z]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);`).FindAllStringSubmatch(read("css/tokens.css"), -1) {
		page[m[1]] = [2]string{m[2], m[3]}
	}
	light, dark, _ := strings.Cut(read("phone/tokens.css"), "@media (prefers-color-scheme: dark)")
	for i, part := range []string{light, dark} {
		tokens := regexp.MustCompile(`(--[a-z]+): (#[0-9a-f]+);`).FindAllStringSubmatch(part, -1)
		if len(tokens) < 10 {
			t.Errorf("only %d colours in phone/tokens.css", len(tokens))
		}
		for _, m := range tokens {
			if want := page[m[1]][i]; m[2] != want {
				t.Errorf("phone/tokens.css: %s is %s, and %q in css/tokens.css", m[1], m[2], want)
			}
		}
	}
}

package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"hopyard/web/headers"
)

// Size budget of the page in bytes, compressed with brotli.
const (
	firstLimit  = 795_000   // for files loaded before the first schedule is on screen
	visitLimit  = 1_837_000 // for all files of a first visit
	votingLimit = 12_000    // for all files that the voters' page makes a phone load
)

// lazy lists the assets that the page loads after the first schedule, as patterns
// of path.Match. All other assets count as loaded before the first schedule.
var lazy = []string{"lab.wasm", "lab.js", "lab.css", "lab/*", "echarts.js", "curves.js", "curves.json", "embed.html", "lessons.json", "forms.json", "pictures.json", "studies.json", "more.css", "rest.wasm", "later.wasm", "own.wasm", "logs.wasm", "policy.css", "trace.css", "live.css", "manual.css", "policy.json", "sw.js", "editor.js", "native.js", "qr.js", "sheet.js", "sheet.css", "lecture.js", "lecture.css", "lecture/*", "glossary/*", "lang/*", "lazy/*", "licenses.txt"}

// wanted lists the assets that the page loads only when the user opens the feature
// that needs them, as patterns of path.Match. All other assets count as part of a
// first visit.
var wanted = []string{"lab.wasm", "lab.js", "lab.css", "lab/*", "echarts.js", "later.wasm", "own.wasm", "logs.wasm", "policy.css", "trace.css", "live.css", "manual.css", "policy.json", "editor.js", "native.js", "qr.js", "sheet.js", "sheet.css", "lecture.js", "lecture.css", "lecture/*", "pictures.json", "studies.json", "lang/*", "lazy/*", "licenses.txt"}

// rare lists large assets among the wanted ones that few users need. The service worker
// keeps them once the page has fetched them, but does not fetch them beforehand.
var rare = []string{"logs.wasm"}

// unsent lists the files of web/dist that the page never loads. They are for chat
// programs.
var unsent = []string{headers.Still}

func isLazy(logical string) bool { return matches(lazy, logical) }

func matches(patterns []string, logical string) bool {
	for _, pattern := range patterns {
		if ok, _ := path.Match(pattern, logical); ok {
			return true
		}
	}
	return false
}

// sizes holds the number of bytes sent, for each kind of compression. If a file has
// no compressed form, its raw size counts.
type sizes struct{ raw, gz, br int }

func (s *sizes) add(o sizes) { s.raw += o.raw; s.gz += o.gz; s.br += o.br }

func (f *file) sizes() sizes {
	s := sizes{raw: len(f.raw), gz: len(f.raw), br: len(f.raw)}
	if f.gz != nil {
		s.gz = len(f.gz)
	}
	if f.br != nil {
		s.br = len(f.br)
	}
	return s
}

// table holds the sizes of the files of a build, and their sums.
type table struct {
	files             []*file
	first, visit, all sizes
	vote, hand        sizes // sizes of the files that a voter's phone and the speaker's phone load
}

func tabulate(files []*file) table {
	t := table{files: files}
	for _, f := range files {
		if slices.Contains(unsent, f.logical) {
			continue
		}
		for _, phone := range []struct {
			names []string
			sum   *sizes
		}{{voting, &t.vote}, {speaking, &t.hand}} {
			if f.logical == "favicon.svg" || matches(phone.names, f.logical) {
				phone.sum.add(f.sizes())
			}
		}
		if ofPhones(f.logical) {
			continue
		}
		t.all.add(f.sizes())
		if !matches(wanted, f.logical) {
			t.visit.add(f.sizes())
		}
		if !isLazy(f.logical) {
			t.first.add(f.sizes())
		}
	}
	return t
}

// String returns a table of the size of each file, followed by the sums.
func (t table) String() string { return t.text(t.files) }

// sums returns a table of the sums, without the files.
func (t table) sums() string { return t.text(nil) }

func (t table) text(files []*file) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, s sizes) { fmt.Fprintf(w, "%d\t%d\t%d\t\t%s\n", s.raw, s.gz, s.br, name) }
	fmt.Fprintln(w, "raw\tgzip\tbrotli\t\tbytes")
	for _, f := range files {
		row(f.name, f.sizes())
	}
	row(fmt.Sprintf("before the first schedule (brotli limit %d)", firstLimit), t.first)
	row(fmt.Sprintf("of a first visit (brotli limit %d)", visitLimit), t.visit)
	row("in all that the page may load", t.all)
	row(fmt.Sprintf("a voter's phone in a room (brotli limit %d)", votingLimit), t.vote)
	row("the speaker's phone", t.hand)
	w.Flush()
	return b.String()
}

// check returns an error if a sum exceeds the budget.
func (t table) check() error {
	for _, c := range []struct {
		what      string
		is, limit int
	}{{"before the first schedule", t.first.br, firstLimit}, {"of a first visit", t.visit.br, visitLimit}, {"a voter's phone", t.vote.br, votingLimit}} {
		if c.is > c.limit {
			return fmt.Errorf("%s: %d bytes of brotli are %d more than the budget of %d: "+
				"make smaller what grew in the table above, or load it later (the list lazy in tools/build)",
				c.what, c.is, c.is-c.limit, c.limit)
		}
	}
	return nil
}

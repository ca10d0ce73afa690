package lang

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/scenarios"
)

// checkedSource holds all texts of a language: those that the build packs, and those
// that it copies.
type checkedSource struct {
	*Source
	Phones map[string]map[string]string // texts of the pages for phones in a lecture room, by file and name
}

// Check returns the faults of a translation: missing and unused texts, placeholders
// or tags that differ from English, wrong numbers of plural forms, and texts that
// appear to be English.
func (s checkedSource) Check(root string, areas []Area) []string {
	c := checker{code: s.Code}
	for _, area := range areas {
		c.file = area.Name
		c.same(area.Texts, s.Texts[area.Name])
		for i, name := range area.Texts {
			c.text(name, area.English[i], s.Texts[area.Name][name], true)
		}
	}
	c.file = "names"
	c.same(Names(), s.Names)
	for _, name := range Names() {
		c.text(name, name, s.Names[name], false)
	}
	c.file = "shell"
	keys, err := Shell(root)
	if err != nil {
		return []string{err.Error()}
	}
	c.same(sorted(keys), s.Shell)
	for name, text := range s.Shell {
		c.text(name, "", text, true)
	}
	c.lessons(s.Lessons)
	c.paths(s.Paths)
	c.forms(s.Forms)
	c.lecture(root, s.Lessons)
	c.lab(root)
	c.phones(root, s.Phones)
	c.checkConflicts(s.Source)
	slices.Sort(c.wrong)
	return c.wrong
}

type checker struct {
	code, file string
	wrong      []string
}

func (c *checker) fault(name, format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf("static/lang/%s/%s.json: %s: %s", c.code, c.file, name, fmt.Sprintf(format, args...)))
}

// same compares the texts of a translation with the list of wanted names. It
// reports wanted names without a text, and texts whose names are not wanted.
func (c *checker) same(want []string, have map[string]string) {
	for _, name := range want {
		if have[name] == "" {
			c.fault(name, "is missing")
		}
	}
	for _, name := range sorted(have) {
		if !slices.Contains(want, name) {
			c.fault(name, "nothing asks for it")
		}
	}
}

// Shell returns the keys of the texts in index.html: the values of the attributes
// data-t, data-t-title, data-t-label and data-t-placeholder.
func Shell(root string) (map[string]bool, error) {
	raw, err := os.ReadFile(filepath.Join(root, "index.html"))
	if err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	for _, m := range shellKey.FindAllSubmatch(raw, -1) {
		keys[string(m[1])] = true
	}
	return keys, nil
}

var shellKey = regexp.MustCompile(`\sdata-t(?:-title|-label|-placeholder)?="([^"]*)"`)

// coreTerms lists short texts of the core that the page shows: the names of
// devices, and the reasons why a policy does not suit a scenario. A reason is
// listed up to the text ", and".
var coreTerms = []string{
	"it plans without counting power", "kWh", "kW", "kg",
	"node", "leaf", "switch", "root", "router", "block", "rack", "host",
	"works on grids (torus, mesh, hypercube)", "needs leaf switches (fat-tree, star, slurm)",
	"needs leaf switches that are equally far from the root (fat-tree, star, slurm)",
	"needs blocks (a slurm machine with blocks)", "needs levels, such as racks", "gives jobs whole nodes",
	"needs rings (a slurm machine with rings)", "needs toruses with placements (a slurm machine with torus3d)",
	"works on flat machines and on trees of switches (fat-tree, star, slurm, a graph that is one)", "hands out whole nodes",
	"enough is free, but not in a shape that it accepts", `network "max-min" shares links`,
	`allotments is missing for the queue "deadline"`, `cluster_queues is missing for the queue "kueue"`, "link fails",
	"het 3 makes the job a part of a heterogeneous job",
}

// Names returns English texts that the page passes to Catalog.Tell: the titles of
// policies, networks and topologies, of groups of lessons and of figures, and the
// texts in coreTerms. Texts of lessons and forms are not included.
func Names() []string {
	set := map[string]bool{}
	for _, text := range coreTerms {
		set[text] = true
	}
	for _, table := range [][]scenario.Name{scenario.Queues(), scenario.Allocators(), scenario.Networks(), scenario.Topologies()} {
		for i := range table {
			set[table[i].Title] = true
		}
	}
	var none metrics.Figures
	for _, f := range none.List() {
		set[f.Title] = true
	}
	for _, l := range scenarios.All() {
		set[l.Group] = true
	}
	return sorted(set)
}

func (c *checker) lessons(have map[string]LessonText) {
	c.file = "lessons"
	studies := scenarios.Studies()
	var names []string
	for _, l := range scenarios.All() {
		names = append(names, l.Name)
		text, ok := have[l.Name]
		if !ok {
			c.fault(l.Name, "is missing")
			continue
		}
		if len(text.Goals) != len(l.Goals) {
			c.fault(l.Name, "has %d goals, and English %d", len(text.Goals), len(l.Goals))
		}
		if n := len(studies[l.Name].Hints); len(text.Hints) != n || text.Takeaway == "" {
			c.fault(l.Name, "has hints to %d goals, and English to %d, or no takeaway", len(text.Hints), n)
		}
		for _, part := range append(text.list(), text.study()...) {
			c.text(l.Name, "", part, false)
		}
	}
	for _, name := range sorted(have) {
		if !slices.Contains(names, name) {
			c.fault(name, "there is no such lesson")
		}
	}
}

func (c *checker) paths(have map[string]LessonText) {
	c.file = "paths"
	var names []string
	for _, p := range scenarios.Paths() {
		names = append(names, p.Name)
		text := have[p.Name]
		if text.Title == "" || text.About == "" {
			c.fault(p.Name, "has no title, or says not what it is about")
		}
		for _, part := range text.list() {
			c.text(p.Name, "", part, false)
		}
	}
	for _, name := range sorted(have) {
		if !slices.Contains(names, name) {
			c.fault(name, "there is no such path")
		}
	}
}

func (c *checker) forms(have map[string]string) {
	c.file = "forms"
	want := map[string]bool{}
	for _, text := range FormTexts() {
		if text != "" {
			want[text] = true
		}
	}
	c.same(sorted(want), have)
	for name, text := range have {
		c.text(name, name, text, false)
	}
}

// checkConflicts reports English texts that have two different translations.
// Catalog.Tell finds a translation by the English text, so it could return either
// of the two.
func (c *checker) checkConflicts(s *Source) {
	said := map[string]string{}
	studies := scenarios.Studies()
	learn := func(file, english, text string) {
		if old, ok := said[english]; ok && old != text {
			c.file = file
			c.fault(english, "is %q here, and %q elsewhere", text, old)
		}
		said[english] = text
	}
	for english, text := range s.Names {
		learn("names", english, text)
	}
	for english, text := range s.Forms {
		learn("forms", english, text)
	}
	for _, l := range scenarios.All() {
		text := s.Lessons[l.Name]
		learn("lessons", l.Title, text.Title)
		learn("lessons", l.About, text.About)
		for i, goal := range l.Goals[:min(len(l.Goals), len(text.Goals))] {
			learn("lessons", goal.Text, text.Goals[i])
		}
		study := studies[l.Name]
		learn("lessons", study.Takeaway, text.Takeaway)
		for i := range min(len(study.Hints), len(text.Hints)) {
			learn("lessons", study.Hints[i][0], text.Hints[i][0])
			learn("lessons", study.Hints[i][1], text.Hints[i][1])
		}
	}
	for _, p := range scenarios.Paths() {
		learn("paths", p.Title, s.Paths[p.Name].Title)
		learn("paths", p.About, s.Paths[p.Name].About)
	}
}

var (
	gap  = regexp.MustCompile(`\{([A-Za-z]*)(\|[^}]*)?\}`)
	mark = regexp.MustCompile(`</?([a-z]+)[^>]*>`)
)

// text checks a translation. The parameter english is the English text, or "" if
// the caller does not have it. If template is set, the text may contain
// placeholders.
func (c *checker) text(name, english, text string, template bool) {
	if text == "" {
		return
	}
	if english != "" && template {
		if a, b := gapsOf(english), gapsOf(text); !slices.Equal(a, b) {
			c.fault(name, "has the gaps %v, and English %v", b, a)
		}
	}
	if template {
		forms := map[string]int{"zh": 1, "ru": 3}[c.code]
		for _, m := range gap.FindAllStringSubmatch(text, -1) {
			if n := strings.Count(m[2], "|"); n > 0 && n != forms {
				c.fault(name, "{%s%s} has %d forms: it needs %d", m[1], m[2], n, forms)
			}
		}
		if strings.Count(text, "{") != strings.Count(text, "}") {
			c.fault(name, "a gap is not closed")
		}
	}
	if opens, closes := strings.Count(text, "<"), strings.Count(text, "</"); template && opens != 2*closes {
		c.fault(name, "marks do not balance: %v", mark.FindAllString(text, -1))
	}
	if strings.TrimSpace(text) != text && strings.TrimSpace(english) == english {
		c.fault(name, "begins or ends with a space")
	}
	if !c.ownLetters(text) && !slices.Contains(international, text) {
		c.fault(name, "%q has no letter of the language: is it English?", text)
	}
}

// gapsOf returns the distinct names of the placeholders in a template. It omits
// placeholders that only choose a plural form.
func gapsOf(text string) []string {
	set := map[string]bool{}
	for _, m := range gap.FindAllStringSubmatch(text, -1) {
		if m[2] == "" {
			set[m[1]] = true
		}
	}
	return sorted(set)
}

// ownLetters reports whether a text contains a letter of the language's script. It
// also returns true if there are no letters outside placeholders and tags.
func (c *checker) ownLetters(text string) bool {
	script := map[string]*unicode.RangeTable{"zh": unicode.Han, "ru": unicode.Cyrillic}[c.code]
	letters := false
	for _, r := range mark.ReplaceAllString(gap.ReplaceAllString(text, ""), "") {
		if unicode.Is(script, r) {
			return true
		}
		letters = letters || unicode.IsLetter(r)
	}
	return !letters
}

// international lists texts that are the same in every language.
var international = []string{
	"GPU", "{n} GPU", "MC1x1", "MC1x1+Inc", "Gen-Alg", "MM", "MPFS Scan", "topology.conf", "CPU / GPU", "{n} MiB", "{used} / {n} MiB", "MiB", "id",
}

// checkTexts compares a file of separately loaded texts with the English file. Its
// first function parameter returns the texts in a language. checkTexts also reports
// English texts that the sources do not use. The sources are the files that match
// the patterns; the last parameter reports whether they use the text with a given
// name. The results are the English texts and the concatenated sources.
func (c *checker) checkTexts(root string, read func(root, code string) (map[string]string, error), file string, patterns []string, said func(name, sources string) bool) (english map[string]string, sources string) {
	c.file = file
	english, err := read(root, "en")
	if err != nil {
		c.fault("English", "%v", err)
		return nil, ""
	}
	own, err := read(root, c.code)
	if err != nil {
		c.fault(c.code, "%v", err)
		return nil, ""
	}
	c.same(sorted(english), own)
	if sources, err = sourcesOf(root, patterns); err != nil {
		c.fault("sources", "%v", err)
	}
	for name, text := range english {
		c.text(name, text, own[name], true)
		if !said(name, sources) {
			c.fault(name, "nothing asks for it")
		}
	}
	return english, sources
}

// sourcesOf returns the concatenated contents of the files that match the patterns,
// without Go tests.
func sourcesOf(root string, patterns []string) (string, error) {
	var all strings.Builder
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return "", err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			raw, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			all.Write(raw)
		}
	}
	return all.String(), nil
}

// lab compares the texts of experiments with the English ones. It also checks that
// the sources of experiments use each English text, and that each text that they
// use exists in English.
func (c *checker) lab(root string) {
	english, sources := c.checkTexts(root, Lab, "lab", []string{"wasm/app/lab/*.go", "wasm/lab/*.go", "static/lab/*.js"}, func(name, sources string) bool {
		return strings.Contains(sources, `"`+name+`"`) || strings.Contains(sources, `'`+name+`'`) || ofLanguage(name)
	})
	for _, m := range labSaid.FindAllStringSubmatch(sources, -1) {
		if english[m[1]] == "" {
			c.fault(m[1], "is said, and missing in English")
		}
	}
}

// labSaid matches a use of a text in the sources. Its group is the name of the
// text.
var labSaid = regexp.MustCompile(`\b(?:l\.say|said\.t|t)\(["']([A-Z]\w*)["']`)

// ofLanguage reports whether a text is the name of a field or axis of an
// experiment. The sources compose the names of these texts at run time, so a search
// in the sources cannot find them.
func ofLanguage(name string) bool {
	kind, path, _ := strings.Cut(name, " ")
	return slices.Contains([]string{"axis", "field"}, kind) && strings.Contains(path, ".")
}

// lecture compares the texts of lecture mode and the speaker's notes of lessons
// with English.
func (c *checker) lecture(root string, lessons map[string]LessonText) {
	c.checkTexts(root, Lecture, "lecture", []string{"static/lecture/*.js"}, func(name, sources string) bool {
		return strings.Contains(sources, "'"+name+"'") || strings.Contains(sources, "said."+name)
	})
	c.file = "lessons"
	notes := scenarios.Notes()
	for _, l := range scenarios.All() {
		have := lessons[l.Name].Notes
		if len(have) != len(notes[l.Name]) {
			c.fault(l.Name, "has %d notes, and English %d", len(have), len(notes[l.Name]))
			continue
		}
		for i, text := range have {
			c.text(l.Name, "", text, false)
			if a, b := codes(notes[l.Name][i].Text), codes(text); !slices.Equal(a, b) {
				c.fault(l.Name, "note %d has the code %q, and English %q", i+1, b, a)
			}
		}
	}
}

// codes returns the parts of a Markdown text that are code, that is, between
// backquotes, sorted. They must be the same in every language.
func codes(text string) []string {
	var out []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			out = append(out, part)
		}
	}
	slices.Sort(out)
	return out
}

// phoneFiles maps the names of text files to the entry scripts that use them: the
// files hold the texts of the pages for phones in a lecture room. The pages have no
// WebAssembly program, so there are files for English too, and the build includes
// all languages in the scripts.
var phoneFiles = map[string]string{"voting": "vote.js", "speaking": "hand.js"}

// phones checks the texts of the pages for phones like the other texts. It also
// checks that the English file contains exactly the texts that the scripts use.
func (c *checker) phones(root string, have map[string]map[string]string) {
	for name, entry := range phoneFiles {
		c.file = name
		english, err := readTexts(root, "en", name+".json")
		if err != nil {
			c.fault(name, "%v", err)
			continue
		}
		names, err := usedNames(root, entry)
		if err != nil {
			c.fault(name, "%v", err)
			continue
		}
		c.same(names, english)
		c.same(sorted(english), have[name])
		for key, text := range have[name] {
			c.text(key, english[key], text, true)
		}
	}
}

// quoted matches quoted words that begin with a capital letter; in scripts these
// are the names of texts. nonTexts lists the exceptions, such as names of keys and
// headers. imports matches imports of other scripts.
var (
	quoted   = regexp.MustCompile(`'([A-Z][a-z][A-Za-z]*)'`)
	nonTexts = []string{"Bearer", "Authorization", "Enter", "Escape", "Hopyard"}
	imports  = regexp.MustCompile(`from '\./([a-z/.]+\.js)'`)
)

// usedNames returns the sorted names of the texts that a script uses, including
// those used by the scripts it imports directly or indirectly.
func usedNames(root, entry string) ([]string, error) {
	names, paths := map[string]bool{}, []string{entry}
	for i := 0; i < len(paths); i++ {
		raw, err := os.ReadFile(filepath.Join(root, "static", filepath.FromSlash(paths[i])))
		if err != nil {
			return nil, err
		}
		for _, m := range quoted.FindAllStringSubmatch(string(raw), -1) {
			if !slices.Contains(nonTexts, m[1]) {
				names[m[1]] = true
			}
		}
		for _, m := range imports.FindAllStringSubmatch(string(raw), -1) {
			if from := path.Join(path.Dir(paths[i]), m[1]); !slices.Contains(paths, from) {
				paths = append(paths, from)
			}
		}
	}
	return sorted(names), nil
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

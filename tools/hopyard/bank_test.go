package main

import (
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/quiz"
	"hopyard/scenarios"
)

// tricky is a scenario whose names are full of what means something in GIFT, XML
// and HTML.
const tricky = `{
  "hopyard": 1, "title": "A {tricky} = ~title: #1 \\ <b>&amp;</b> a/b",
  "cluster": {"topology": {"kind": "star", "nodes": 16}},
  "jobs": [
    {"id": 1, "submit": 0, "nodes": 4, "walltime": 100, "user": "{a=b}~#:\\"},
    {"id": 2, "submit": 1, "nodes": 3, "walltime": 100, "user": "<b>&"},
    {"id": 3, "submit": 2, "nodes": 3, "walltime": 50, "user": "{a=b}~#:\\"},
    {"id": 4, "submit": 3, "nodes": 2, "walltime": 300, "user": "<b>&"}
  ],
  "scheduler": {"queue": "deadline", "allocator": "first-fit"},
  "allotments": {"share": 0.5, "users": {"{a=b}~#:\\": 8, "<b>&": 8}}
}`

// readBank has node read a question bank by a parser that others wrote. What it
// prints is a list of questions: name, text, and choices with a fraction.
func readBank(t *testing.T, script, bank string) (all []readQuestion) {
	t.Helper()
	modules, _ := filepath.Abs("../build/node_modules")
	if _, err := os.Stat(filepath.Join(modules, "gift-pegjs")); err != nil {
		t.Skip("the parsers are not installed; make setup does that")
	}
	node := exec.Command("node", "-e", script)
	node.Env = append(os.Environ(), "NODE_PATH="+modules)
	node.Stdin = strings.NewReader(bank)
	out, err := node.Output()
	if err != nil {
		if x, ok := err.(*exec.ExitError); ok {
			t.Fatalf("%v\n%s", err, x.Stderr)
		}
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

type readQuestion struct {
	Type, Name, Text string
	Choices          []readChoice
}

type readChoice struct {
	Right         bool
	Text, Because string
}

const readGIFT = `
const {parse} = require("gift-pegjs")
let all = []
for (const q of parse(require("fs").readFileSync(0, "utf8"))) {
	if (q.type === "Category") { all.push({Type: "category", Name: q.title}); continue }
	all.push({Type: q.type, Name: q.title, Text: q.stem.text, Choices: q.choices.map(c => ({
		Right: c.weight === null ? c.isCorrect : c.weight === 100,
		Text: q.type === "Numerical" ? String(c.text.number) : c.text.text, Because: c.feedback ? c.feedback.text : ""}))})
}
console.log(JSON.stringify(all))`

const readMoodle = `
const {XMLParser, XMLValidator} = require("fast-xml-parser")
const src = require("fs").readFileSync(0, "utf8")
const ok = XMLValidator.validate(src)
if (ok !== true) throw new Error(JSON.stringify(ok))
const list = x => x === undefined ? [] : Array.isArray(x) ? x : [x]
const doc = new XMLParser({ignoreAttributes: false, parseTagValue: false, trimValues: false, processEntities: true, htmlEntities: true}).parse(src)
let all = []
for (const q of list(doc.quiz.question)) {
	if (q["@_type"] === "category") { all.push({Type: "category", Name: q.category.text}); continue }
	for (const must of ["name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden", "answer"])
		if (!(must in q)) throw new Error("a question has no " + must)
	all.push({Type: q["@_type"], Name: q.name.text, Text: q.questiontext.text, Choices: list(q.answer).map(a => ({
		Right: a["@_fraction"] === "100", Text: a.text, Because: a.feedback.text}))})
}
console.log(JSON.stringify(all))`

// TestBanksAreReadBack: parsers that others wrote find in GIFT and in Moodle's XML
// every question with all that was written, of lessons and of a scenario with
// names that are full of signs.
func TestBanksAreReadBack(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "tricky.json", tricky)
	files := []string{filepath.Join(dir, "tricky.json")}
	for _, lesson := range scenarios.All() {
		files = append(files, "../../scenarios/"+lesson.Name+".json")
	}
	papers, err := papersOfAll(&terminal{}, &inputFlags{}, files, "", choice{quiz.AllKinds, maxQuestions, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	written, seen := bankOf(papers), map[string]string{}
	for i := range written {
		b := &written[i]
		text := strings.Join(b.lines, "\n") + "\n" + b.prompt
		if seen[text] != "" {
			t.Errorf("%s %s asks what %s asks", b.category, b.name, seen[text])
		}
		seen[text] = b.category + " " + b.name
		for _, c := range b.choices {
			text += c.Text + c.Because
		}
		if gap := regexp.MustCompile(`\{[A-Za-z]+\}`).FindString(text + b.why); gap != "" && i > 0 && b.category != written[0].category {
			t.Errorf("%s %s has %s", b.category, b.name, gap)
		}
	}
	for _, format := range []struct {
		name, script string
		write        func(*terminal, []paper) error
	}{{"GIFT", readGIFT, writeGIFT}, {"Moodle", readMoodle, writeMoodle}} {
		var out strings.Builder
		if err := format.write(&terminal{out: &out}, papers); err != nil {
			t.Fatal(err)
		}
		category, i := "", 0
		for _, q := range readBank(t, format.script, out.String()) {
			if q.Type == "category" {
				category = q.Name
				continue
			}
			if i == len(written) {
				t.Fatalf("%s: more than %d questions are read", format.name, i)
			}
			if !strings.HasSuffix(category, strings.ReplaceAll(written[i].category, "/", "//")) {
				t.Errorf("%s: %s is in %q, not in %q", format.name, q.Name, category, written[i].category)
			}
			written[i].compare(t, format.name, &q)
			i++
		}
		if i < len(written) {
			t.Errorf("%s: %d questions of %d are read", format.name, i, len(written))
		}
	}
}

// compare holds a question against what a parser has read of it.
func (b *banked) compare(t *testing.T, format string, q *readQuestion) {
	t.Helper()
	plain := html.UnescapeString(q.Text)
	if q.Name != b.name || !strings.Contains(plain, b.prompt) || !strings.Contains(plain, strings.Join(b.lines, "<br>")) {
		t.Errorf("%s: read %q %q\nwritten %q %q %q", format, q.Name, plain, b.name, b.lines, b.prompt)
	}
	if len(q.Choices) != len(b.choices)+len(b.numbers) {
		t.Fatalf("%s: %s has %d choices of %d", format, b.name, len(q.Choices), len(b.choices)+len(b.numbers))
	}
	for i, c := range q.Choices {
		if len(b.numbers) > 0 {
			if n := b.numbers[i]; c.Text != strconv.FormatInt(n.value, 10) || c.Right != (i == 0) || html.UnescapeString(c.Because) != n.because {
				t.Errorf("%s: %s: read %+v, written %+v", format, b.name, c, n)
			}
			continue
		}
		if w := b.choices[i]; html.UnescapeString(c.Text) != w.Text || c.Right != w.Right || !w.Right && html.UnescapeString(c.Because) != w.Because {
			t.Errorf("%s: %s: read %+v, written %+v", format, b.name, c, w)
		}
	}
}

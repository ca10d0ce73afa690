package quizbank

import (
	"archive/zip"
	"encoding/json"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/quiz"
	"hopyard/scenarios"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/papers"
)

// tricky is a scenario whose names contain the special characters of GIFT, XML and
// HTML.
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

// readBank parses a question bank with a third-party parser that runs in Node. The
// given script prints a list of the questions with their names, texts and choices.
// Each choice is printed with its text and its feedback, and marked as right or
// wrong.
func readBank(t *testing.T, script, bank string) (all []readQuestion) {
	t.Helper()
	modules, _ := filepath.Abs("../../build/node_modules")
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

// readQTI is a script that reads a QTI package. Its input is a JSON object with the
// contents of the package's files. The script finds the questions through the
// manifest and the test. It also checks the rules of QTI 2.1 on which importing
// systems depend.
const readQTI = `
const {XMLParser, XMLValidator} = require("fast-xml-parser")
const files = JSON.parse(require("fs").readFileSync(0, "utf8"))
const list = x => x === undefined ? [] : Array.isArray(x) ? x : [x]
const must = (ok, what) => { if (!ok) throw new Error(what) }
const options = {ignoreAttributes: false, parseTagValue: false, trimValues: false, processEntities: true, htmlEntities: true}
const parse = (name, more) => {
	must(name in files, "there is no " + name)
	must(XMLValidator.validate(files[name]) === true, name + " is not well-formed")
	return new XMLParser({...options, ...more}).parse(files[name])
}
const named = (e, what, ids) => {
	const id = e["@_identifier"]
	must(/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(id ?? "") && id.length <= 32, what + " has the identifier " + id)
	must(!ids.has(id), what + " has the identifier of another, " + id)
	ids.add(id)
	return id
}
const html = text => text.replaceAll("&", "&amp;")
const said = x => html(typeof x === "string" ? x : x["#text"] ?? "")

const manifest = parse("imsmanifest.xml").manifest, resources = new Map, ids = new Set
must(manifest["@_xmlns"] === "http://www.imsglobal.org/xsd/imscp_v1p1", "the manifest has another namespace")
must(manifest.metadata.schema && manifest.metadata.schemaversion && "organizations" in manifest, "the manifest lacks a part")
named(manifest, "the manifest", ids)
for (const r of list(manifest.resources.resource)) {
	resources.set(named(r, "a resource", ids), r)
	must(r["@_href"] === r.file["@_href"] && r["@_href"] in files, "a resource has no file " + r["@_href"])
}
const listed = new Set([...resources.values()].map(r => r["@_href"]))
for (const name in files) must(name === "imsmanifest.xml" || listed.has(name), "no resource has " + name)
const tests = [...resources.values()].filter(r => r["@_type"] === "imsqti_test_xmlv2p1")
must(tests.length === 1, "there is not one test")
const depends = new Set(list(tests[0].dependency).map(d => d["@_identifierref"]))
const test = parse(tests[0]["@_href"]).assessmentTest, inTest = new Set
must(test["@_xmlns"] === "http://www.imsglobal.org/xsd/imsqti_v2p1" && test["@_title"], "the test lacks an attribute")
named(test, "the test", new Set)
named(test.testPart, "the part", inTest)
must(test.testPart["@_navigationMode"] === "nonlinear" && test.testPart["@_submissionMode"] === "individual", "the part lacks a mode")

let all = []
for (const section of list(test.testPart.assessmentSection)) {
	named(section, "a section", inTest)
	must(section["@_title"] && section["@_visible"] === "true", "a section lacks an attribute")
	all.push({Type: "category", Name: section["@_title"]})
	for (const ref of list(section.assessmentItemRef)) {
		const name = ref["@_href"], id = named(ref, "a question", inTest), resource = resources.get(id)
		must(resource?.["@_type"] === "imsqti_item_xmlv2p1" && resource["@_href"] === name && depends.delete(id), name + " is not listed as an item")
		const item = parse(name).assessmentItem, body = parse(name, {stopNodes: ["*.itemBody"]}).assessmentItem.itemBody
		must(item["@_identifier"] === id && item["@_title"] && item["@_adaptive"] === "false" && item["@_timeDependent"] === "false", name + " lacks an attribute")
		const response = item.responseDeclaration, correct = response.correctResponse.value
		must(response["@_identifier"] === "RESPONSE" && response["@_cardinality"] === "single", name + " declares another response")
		const outcomes = Object.fromEntries(list(item.outcomeDeclaration).map(o => [o["@_identifier"], o]))
		must(outcomes.SCORE["@_baseType"] === "float" && outcomes.FEEDBACK["@_baseType"] === "identifier", name + " lacks an outcome")
		const feedback = new Map, answers = new Set
		for (const f of list(item.modalFeedback)) {
			must(f["@_outcomeIdentifier"] === "FEEDBACK" && f["@_showHide"] === "show", name + " has a feedback that is never shown")
			feedback.set(named(f, "a feedback", answers), said(f))
		}
		const [scored, then] = list(item.responseProcessing.responseCondition), mapping = response.mapping
		if (mapping) must("isNull" in scored.responseIf && scored.responseElse.setOutcomeValue.mapResponse["@_identifier"] === "RESPONSE", name + " is not scored by its mapping")
		else must(scored.responseIf.match.correct["@_identifier"] === "RESPONSE" && scored.responseIf.setOutcomeValue.baseValue["#text"] === "1" && scored.responseElse.setOutcomeValue.baseValue["#text"] === "0", name + " is not scored by its answer")
		const right = mapping ? new Set(list(mapping.mapEntry).map(e => (must(e["@_mappedValue"] === "1", name + " gives part of a point"), e["@_mapKey"]))) : new Set([correct])
		must(right.has(correct), name + " shows an answer as right that is not")
		const choice = item.itemBody.choiceInteraction, q = {Name: item["@_title"], Text: body.replaceAll("<br/>", "<br>")}
		if (choice) {
			must(response["@_baseType"] === "identifier" && choice["@_responseIdentifier"] === "RESPONSE" && choice["@_maxChoices"] === "1" && choice["@_shuffle"] === "true", name + " is another choice")
			must(then.responseIf.setOutcomeValue.variable["@_identifier"] === "RESPONSE", name + " never sets its feedback")
			const choices = new Set
			q.Type = "choice"
			q.Choices = list(choice.simpleChoice).map(c => ({Right: right.has(named(c, "a choice", choices)), Text: said(c), Because: feedback.get(c["@_identifier"])}))
			for (const r of right) must(choices.has(r), name + " has a right answer that is no choice")
		} else {
			const entry = item.itemBody.p.find(p => p.textEntryInteraction)
			must(response["@_baseType"] === "integer" && entry.textEntryInteraction["@_responseIdentifier"] === "RESPONSE", name + " asks for no number")
			q.Type = "number"
			q.Choices = [then.responseIf, ...list(then.responseElseIf)].map(branch => {
				const value = branch.match.baseValue["#text"]
				return {Right: value === correct, Text: value, Because: feedback.get(branch.setOutcomeValue.baseValue["#text"])}
			})
		}
		for (const c of q.Choices) must(c.Because !== undefined, name + " has an answer without feedback")
		must(q.Choices.length === feedback.size, name + " has a feedback of no answer")
		all.push(q)
	}
}
must(depends.size === 0, "the test depends on what it does not ask: " + [...depends])
console.log(JSON.stringify(all))`

// filesOf returns the contents of a zip file as a JSON object. The keys are the
// names of the files.
func filesOf(t *testing.T, packed string) string {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := files[f.Name]; twice {
			t.Errorf("the package has %s twice", f.Name)
		}
		files[f.Name] = string(text)
	}
	all, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// TestBanksAreReadBack writes questions in GIFT, Moodle XML and QTI and reads them
// with third-party parsers. It checks that the parsers return every question with
// its complete contents. The questions are about all lessons, and about a scenario
// whose names contain special characters.
func TestBanksAreReadBack(t *testing.T) {
	dir := t.TempDir()
	clitest.Write(t, dir, "tricky.json", tricky)
	files := []string{filepath.Join(dir, "tricky.json")}
	for _, lesson := range scenarios.All() {
		files = append(files, "../../../scenarios/"+lesson.Name+".json")
	}
	sets, err := papers.All(&cli.Terminal{}, &input.FileOptions{}, files, "", papers.Selection{Kinds: quiz.AllKinds, Count: maxQuestions, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	written, seen := bankOf(sets), map[string]string{}
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
		write        func(*cli.Terminal, []papers.Paper) error
	}{{"GIFT", readGIFT, writeGIFT}, {"Moodle", readMoodle, writeMoodle}, {"QTI", readQTI, writeQTI}} {
		var out strings.Builder
		if err := format.write(&cli.Terminal{Out: &out}, sets); err != nil {
			t.Fatal(err)
		}
		bank := out.String()
		if format.name == "QTI" {
			bank = filesOf(t, bank)
		}
		category, i := "", 0
		for _, q := range readBank(t, format.script, bank) {
			if q.Type == "category" {
				category = q.Name
				continue
			}
			if i == len(written) {
				t.Fatalf("%s: more than %d questions are read", format.name, i)
			}
			in := written[i].category
			if format.name != "QTI" { // in GIFT and Moodle XML, a slash in the name of a category is doubled, because categories are paths
				in = strings.ReplaceAll(in, "/", "//")
			}
			if !strings.HasSuffix(category, in) {
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

// compare checks that the question returned by a parser equals the original
// question.
func (b *bankQuestion) compare(t *testing.T, format string, q *readQuestion) {
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

package worksheetpanel_test

import (
	"errors"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/app/worksheetpanel"
	"hopyard/wasm/draw"
)

const sheet = `{"hopyard_worksheet": 1, "title": "A & B", "text": "Some.", "items": [
	{"lesson": "easy-hole", "kinds": ["start", "promise", "extra"], "count": 3, "because": true},
	{"lesson": "fragmented", "kinds": ["place", "cost"], "count": 2, "points": 3},
	{"lesson": "walltimes", "kinds": ["check", "next"], "count": 2}]}`

func named() (all []message.NamedText) {
	for _, l := range scenarios.All() {
		all = append(all, message.NamedText{Name: l.Name, Text: string(l.Source)})
	}
	return all
}

// talk sends a message to the worker and decodes its answer.
func talk(t *testing.T, desk *simworker.Dispatcher, ask interface{ Pack() []byte }, back interface{ Unpack([]byte) error }) {
	t.Helper()
	desk.Handle(ask.Pack())
	answers := desk.Answers()
	if len(answers) != 1 {
		t.Fatalf("%d answers", len(answers))
	}
	if err := back.Unpack(answers[0]); err != nil {
		t.Fatal(err)
	}
}

func opened(t *testing.T, desk *simworker.Dispatcher, text string) *worksheetpanel.WorksheetPanel {
	t.Helper()
	p := worksheetpanel.New(model.NewModel(i18n.English))
	var about message.WorksheetPart
	talk(t, desk, p.Open(text, named()), &about)
	if !p.Take(&about) || len(about.Faults) > 0 {
		t.Fatalf("not opened: %+v", about.Faults)
	}
	return p
}

// TestLinks puts a worksheet into a link and reads it back. Damaged links must
// result in an error that wraps ErrLink.
func TestLinks(t *testing.T) {
	link := worksheetpanel.Fragment(sheet)
	if back, err := worksheetpanel.Open(link); err != nil || back != sheet {
		t.Fatalf("%v: %s", err, back)
	}
	if back, err := worksheetpanel.Open(link[:len(link)-5]); err != nil || back != sheet { // a link without a checksum must still be valid, because older links have none
		t.Errorf("%v: %s", err, back)
	}
	huge := worksheetpanel.Fragment(strings.Repeat(" ", 1<<20))
	for link, want := range map[string]string{
		"#w1.z.":                        "nothing follows",
		"#w2.z.abc":                     "version",
		"#w1.q.abc":                     "codec",
		"#w1.z.a*b":                     "base64url",
		link[:20] + "_" + link[21:]:     "a letter of the link was changed",
		link[:len(link)-9]:              "unpacked",
		strings.Repeat("#", 70<<10):     "at most 65536",
		huge[:len(huge)-4] + "AAAAAAAA": "",
	} {
		if _, err := worksheetpanel.Open(link); !errors.Is(err, worksheetpanel.ErrLink) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30s: %v", link, err)
		}
	}
	if worksheetpanel.Fragment(strings.Repeat("x", 1<<20+1)) != "" {
		t.Error("a worksheet that is too large has a link")
	}
}

// TestDoingAndResuming simulates a student who skips all questions and once reloads
// the page. After the reload the student must continue at the same question. At the
// end there must be a valid file of answers, and the right answers are shown.
func TestDoingAndResuming(t *testing.T) {
	var desk simworker.Dispatcher
	p := opened(t, &desk, sheet)
	if p.All() != 7 {
		t.Fatalf("%d questions", p.All())
	}
	if _, ok := p.Begin("  "); ok {
		t.Error("no pseudonym is one")
	}
	ask, _ := p.Begin("fox")
	kept := ""
	for done := 0; ask != nil || p.Stage == worksheetpanel.Doing; done++ {
		for ask != nil {
			var part message.WorksheetPart
			talk(t, &desk, ask, &part)
			if !p.Take(&part) {
				t.Fatal("not taken")
			}
			_, ask = p.Next()
		}
		if p.Stage == worksheetpanel.Done {
			break
		}
		if done == 4 { // simulates a reload of the page
			kept = p.Keep()
			p = opened(t, &desk, sheet)
			if p.Kept = worksheetpanel.Resumed(func() string { q := opened(t, &desk, sheet); q.Kept = kept; q.Resume(); return q.Suspend() }()); p.Kept != kept {
				t.Fatalf("suspended %q, resumed %q", kept, p.Kept)
			}
			ask, _ = p.Resume()
			continue
		}
		p.Give(&message.Reply{Skip: true}, false)
		_, ask = p.Next()
	}
	name, text := p.Answers()
	a, err := scenario.ParseAnswers([]byte(text))
	if err != nil || name != "answers-fox.json" || a.Pseudonym != "fox" || a.Seed == 0 {
		t.Errorf("%s: %v\n%s", name, err, text)
	}
	var marks message.Marks
	talk(t, &desk, p.Grade(), &marks)
	if !p.Mark(&marks) || marks.Of != 2*(3+6+2) || marks.Halves != 0 {
		t.Errorf("%+v", marks)
	}
	if html := string(p.DoneHTML()); strings.Count(html, "skipped</li>")+strings.Count(html, "· skipped") < 7 {
		t.Error(html)
	}
	x := worksheetpanel.NewPaper(i18n.English, strings.Fields(strings.Repeat("#123456 ", int(draw.NumColours))))
	for i := range p.Items() {
		var part message.WorksheetPart
		talk(t, &desk, p.OwnKeys(i), &part)
		if err := x.Add(&part); err != nil {
			t.Fatal(err)
		}
	}
	p.Tell(x.Answers())
	html := string(p.DoneHTML())
	for i, answer := range x.Answers() {
		if !strings.Contains(html, string(answer)) || strings.Contains(string(answer), "<p></p>") || !strings.Contains(string(answer), `class="answer"`) {
			t.Errorf("question %d of the end: %s", i+1, answer)
		}
	}
	if len(x.Answers()) != 7 {
		t.Errorf("%d of 7 questions are explained", len(x.Answers()))
	}
}

// TestDelivery checks the message on the last page about sending the score to a
// learning management system. If there is no such system, the message must ask the
// student to submit the file.
func TestDelivery(t *testing.T) {
	p := worksheetpanel.New(model.NewModel(i18n.English))
	for _, x := range []struct {
		delivery     worksheetpanel.Delivery
		refusal, has string
		again        bool
	}{
		{worksheetpanel.NoSystem, "", "hand in the file", false},
		{worksheetpanel.Sending, "", "on its way", false},
		{worksheetpanel.Refused, "", "did not accept your score. Send it again", true},
		{worksheetpanel.Refused, "<full>", "did not accept your score (&lt;full&gt;).", true},
	} {
		p.Delivery, p.Refusal = x.delivery, x.refusal
		html := string(p.DoneHTML())
		if !strings.Contains(html, x.has) || strings.Contains(html, "was sent") || strings.Contains(html, `data-sheet="send"`) != x.again {
			t.Errorf("%v %q: %s", x.delivery, x.refusal, html)
		}
	}
}

// TestFaultsHavePlaces checks that each error in a worksheet is reported with the
// path of the wrong field.
func TestFaultsHavePlaces(t *testing.T) {
	var desk simworker.Dispatcher
	for text, place := range map[string]string{
		`{"hopyard_worksheet": 1, "items": [{"lesson": "nonsense"}]}`:               "items[0].lesson",
		`{"hopyard_worksheet": 1, "items": [{"lesson": "easy-hole", "count": 99}]}`: "items[0].count",
		`{"hopyard_worksheet": 1}`: "items",
		``:                         "",
	} {
		p := worksheetpanel.New(model.NewModel(i18n.English))
		var about message.WorksheetPart
		talk(t, &desk, p.Open(text, named()), &about)
		if p.Take(&about); len(about.Faults) == 0 || about.Faults[0].Place != place || p.Stage != worksheetpanel.Closed {
			t.Errorf("%s: %+v", text, about.Faults)
		}
	}
}

// TestMaking composes a worksheet in the lecturer's form. The result must be valid.
// A wrong number in the form must be reported with its item.
func TestMaking(t *testing.T) {
	l, _ := scenarios.Find("easy-hole")
	m := worksheetpanel.WorksheetDraft{Title: `"x"`, Seed: "7", Screen: string(l.Source), Items: []worksheetpanel.Item{worksheetpanel.NewItem(""), worksheetpanel.NewItem("fragmented")}}
	m.Items[1].Fixed, m.Items[1].Because = true, true
	w, err := scenario.ParseWorksheet([]byte(m.JSON()))
	if err != nil || len(w.Items) != 2 || w.Title != `"x"` || w.Seed != 7 || w.Items[0].Scenario == nil || !w.Items[1].Fixed || w.Items[1].Count != 3 {
		t.Errorf("%v: %+v", err, w)
	}
	m.Items[1].Count = "many"
	if _, err := scenario.ParseWorksheet([]byte(m.JSON())); err == nil || !strings.Contains(err.Error(), "items[1]") {
		t.Error(err)
	}
}

// TestPaper makes a worksheet for printing. Each question must have a picture that
// does not reveal the future. The answer key must come after all questions.
func TestPaper(t *testing.T) {
	var desk simworker.Dispatcher
	p := opened(t, &desk, sheet)
	palette := strings.Fields(strings.Repeat("#123456 ", int(draw.NumColours)))
	x := worksheetpanel.NewPaper(i18n.English, palette)
	for i := range p.Items() {
		var part message.WorksheetPart
		talk(t, &desk, p.Keys(i), &part)
		if len(part.Faults) > 0 {
			t.Fatalf("%+v", part.Faults)
		}
		if err := x.Add(&part); err != nil {
			t.Fatal(err)
		}
	}
	file := string(x.File(p))
	pages, key, _ := strings.Cut(file, `<section class="key">`)
	if n := strings.Count(pages, `<svg xmlns`); n != 7 {
		t.Errorf("%d pictures", n)
	}
	if strings.Count(key, "<article>") != 7 || strings.Contains(pages, `class="answer"`) || !strings.Contains(pages, "A &amp; B") || strings.Count(pages, `class="because"`) != 3 {
		t.Errorf("the file is not whole: %d in the key", strings.Count(key, "<article>"))
	}
	// The next question about the same run starts on a new page, because its
	// picture reveals the answer to the question before.
	for i, page := range strings.Split(pages, `class="turn`) {
		if n := strings.Count(page, "<article>"); i > 0 && n == 0 {
			t.Errorf("page %d has no question", i+1)
		}
	}
	if n := strings.Count(pages, `class="turn`); n == 0 || !strings.Contains(file, ".turn{break-before:avoid;break-after:page}") {
		t.Errorf("%d pages are to be turned", n)
	}
	for _, bad := range []string{"%!", "{at}", "{n}"} {
		if strings.Contains(file, bad) {
			t.Errorf("the file has %s", bad)
		}
	}
}

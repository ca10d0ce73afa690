package e2e

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/workload"
	"hopyard/core/worksheet"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/worksheetpanel"
)

const tenQuestions = `{"hopyard_worksheet": 1, "title": "Backfilling", "text": "Ten questions.", "seed": 7, "items": [
	{"lesson": "easy-hole", "kinds": ["start", "promise", "extra"], "count": 4},
	{"lesson": "conservative", "kinds": ["start", "promise"], "count": 3, "points": 2},
	{"lesson": "fragmented", "kinds": ["cost"], "count": 1},
	{"lesson": "walltimes", "kinds": ["start", "check"], "count": 2}]}`

// partsOf returns the questions that the student with the given pseudonym gets, by
// lesson.
func partsOf(t *testing.T, text, pseudonym string) []*worksheet.Part {
	t.Helper()
	w, err := scenario.ParseWorksheet([]byte(text))
	must(t, err)
	s, err := worksheet.New(w, func(name string) ([]byte, bool) {
		l, ok := scenarios.Find(name)
		return l.Source, ok
	})
	must(t, err)
	parts, err := s.Parts(pseudonym)
	must(t, err)
	return parts
}

// clockOf returns the format in which the page writes the times of a run.
func clockOf(run *engine.Recording) i18n.Clock {
	step := simtime.Minute
	for i := range run.Len() {
		for at := simtime.Duration(run.Mark(i).Time); step > simtime.Millisecond && at%step != 0; {
			if step == simtime.Minute {
				step = simtime.Second
			} else {
				step = simtime.Millisecond
			}
		}
	}
	return i18n.NewClock(i18n.English, step)
}

// openWorksheet opens the page with the link of a worksheet. The parameter query is
// the part of the address before the link.
func openWorksheet(t *testing.T, text, query string, v View) *Page {
	t.Helper()
	page := open(t, "/"+query+worksheetpanel.Fragment(text), v)
	must(t, page.Wait(`document.querySelector('#sheet[open] #sheet-name')`))
	return page
}

// answerByKeys gives an answer to the question on screen by keyboard.
func answerByKeys(t *testing.T, page *Page, clock i18n.Clock, q *quiz.Question, given *quiz.Answer) {
	t.Helper()
	switch {
	case q.Form == quiz.Jobs:
		focused(t, page, `.matches('[data-pick]')`)
		n := eval[int](t, page, `document.querySelectorAll('#queue-list [data-pick]').length`)
		on := func(key string, row int) {
			must(t, page.Press(key))
			must(t, page.Wait(fmt.Sprintf(`document.activeElement === document.querySelectorAll('#queue-list [data-pick]')[%d]`, row)))
		}
		if len(given.Jobs) == 0 {
			on("End", n-1)
			must(t, page.Press("Space"))
			must(t, page.Wait(`document.activeElement.getAttribute('aria-checked') === 'true'`))
			break
		}
		on("Home", 0)
		for row := range n {
			if id := eval[string](t, page, `document.activeElement.dataset.pick`); slices.ContainsFunc(given.Jobs, func(j workload.JobID) bool { return fmt.Sprint(int(j)) == id }) {
				must(t, page.Press("Space"))
				must(t, page.Wait(`document.activeElement.getAttribute('aria-checked') === 'true'`))
			}
			if row < n-1 {
				on("ArrowDown", row+1)
			}
		}
	case q.Form == quiz.Time:
		typed(t, page, clock.At(given.Time))
	case q.Form == quiz.Number:
		typed(t, page, fmt.Sprint(given.Number))
	default:
		n := optionOf(q, given)
		focused(t, page, `.matches('[type=radio]')`)
		must(t, page.Press("Space"))
		for range n {
			must(t, page.Press("ArrowDown"))
		}
		must(t, page.Wait(fmt.Sprintf(`document.querySelector('[name=ask-option]:checked')?.value === '%d'`, n)))
	}
	must(t, page.Press("Enter"))
}

// typed types a text into the answer field, and waits until the field contains it.
func typed(t *testing.T, page *Page, text string) {
	t.Helper()
	focused(t, page, `.matches('#ask-field')`)
	must(t, page.Type(text))
	must(t, page.Wait(fmt.Sprintf(`document.getElementById('ask-field').value === %q`, text)))
}

// answerByTouch gives an answer to the question on screen by touch.
func answerByTouch(t *testing.T, page *Page, clock i18n.Clock, q *quiz.Question, given *quiz.Answer) {
	t.Helper()
	switch {
	case q.Form == quiz.Jobs && len(given.Jobs) == 0:
		tap(t, page, `[data-pick="none"]`)
	case q.Form == quiz.Jobs:
		for _, id := range given.Jobs {
			tap(t, page, fmt.Sprintf(`[data-pick="%d"]`, id))
			must(t, page.Wait(fmt.Sprintf(`document.querySelector('[data-pick="%d"][aria-checked=true]')`, id)))
		}
	case q.Form == quiz.Time:
		tap(t, page, "#ask-field")
		must(t, page.Type(clock.At(given.Time)))
	case q.Form == quiz.Number:
		tap(t, page, "#ask-field")
		must(t, page.Type(fmt.Sprint(given.Number)))
	default:
		tap(t, page, fmt.Sprintf(`[data-ask="option-%d"]`, optionOf(q, given)))
	}
	tap(t, page, `[data-ask="answer"]`)
}

// optionOf returns the index of an answer among the options of a question.
func optionOf(q *quiz.Question, given *quiz.Answer) int {
	if q.Form == quiz.Nodes {
		return slices.IndexFunc(q.Options, func(o quiz.AnswerOption) bool { return slices.Equal(o.Nodes, given.Nodes) })
	}
	return given.Choice
}

// gradedBy grades a file of answers with the command hopyard, and returns the line
// of the result.
func gradedBy(t *testing.T, sheet, answers string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"worksheet.json": sheet, "answers.json": answers} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	out := hopyard(t, "grade", filepath.Join(dir, "worksheet.json"), filepath.Join(dir, "answers.json"))
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}

// savedAnswers saves the answers of a worksheet by keyboard, and returns the name
// and the content of the file.
func savedAnswers(t *testing.T, page *Page) (name, text string) {
	t.Helper()
	must(t, page.Wait(`document.querySelector('#sheet[open] [data-sheet=save]')`))
	eval[bool](t, page, `!!(hopyard.save = (name, type, text) => { window.saved = {name, text} })`)
	focused(t, page, `.matches('[data-sheet=save]')`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`window.saved`))
	return eval[string](t, page, `saved.name`), eval[string](t, page, `saved.text`)
}

// atQuestion waits until the question with the given number is on screen, and until
// the page states the given total number of questions.
func atQuestion(t *testing.T, page *Page, k, of int) {
	t.Helper()
	must(t, page.Wait(fmt.Sprintf(`%s && document.querySelector('.ask-head small')?.innerText.match(/\d+/g)?.join() === '%d,%d'`, asks, k, of)))
}

// TestWorksheetByKeyboard answers a worksheet of ten questions by keyboard alone,
// with a reload in the middle. It checks that the command hopyard grades the saved
// file with all points.
func TestWorksheetByKeyboard(t *testing.T) {
	site(t)
	for _, language := range []string{"", "?lang=zh", "?lang=ru"} {
		if !soaktest.Whole() && language == "?lang=zh" {
			continue
		}
		t.Run(language, func(t *testing.T) {
			page := openWorksheet(t, tenQuestions, language, View{})
			focused(t, page, `.matches('#sheet-name')`)
			must(t, page.Type("fox"))
			must(t, page.Press("Enter"))
			parts := partsOf(t, tenQuestions, "fox")
			k := 0
			for _, p := range parts {
				for i := range p.Questions {
					k++
					atQuestion(t, page, k, 10)
					if k == 5 {
						must(t, page.reload())
						must(t, page.Wait(`document.querySelector('#sheet[open] [data-sheet=resume]')`))
						focused(t, page, `.matches('[data-sheet=resume]')`)
						must(t, page.Press("Enter"))
						atQuestion(t, page, k, 10)
					}
					answerByKeys(t, page, clockOf(p.Run), &p.Questions[i], &p.Questions[i].Right[0])
					must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.answers === '%d'`, k)))
				}
			}
			name, text := savedAnswers(t, page)
			if name != "answers-fox.json" {
				t.Errorf("the file is called %s", name)
			}
			if line := gradedBy(t, tenQuestions, text); line != "fox,13,13,4,6,1,2," {
				t.Errorf("graded %s\n%s", line, text)
			}
			must(t, page.Wait(`document.getElementById('sheet-score')?.innerText.includes('13')`))
		})
	}
}

// TestWorksheetIsPackedInThePage checks that the page makes the same SCORM package
// of a worksheet as the command hopyard. The manifests may differ.
func TestWorksheetIsPackedInThePage(t *testing.T) {
	page := openWorksheet(t, fourQuestions, "", View{})
	eval[bool](t, page, `!!(hopyard.save = (name, type, bytes) => { window.saved = btoa(Array.from(bytes, b => String.fromCharCode(b)).join('')) })`)
	must(t, page.Click("#sheet [data-sheet=scorm]"))
	must(t, page.Wait(`window.saved`))
	packed, err := base64.StdEncoding.DecodeString(eval[string](t, page, `saved`))
	must(t, err)
	folder := unpacked(t, packed)
	ours, _ := packageOf(t, fourQuestions)
	for _, of := range [][2]string{{folder, ours}, {ours, folder}} {
		names, err := os.ReadDir(of[0])
		must(t, err)
		for _, f := range names {
			a, _ := os.ReadFile(filepath.Join(of[0], f.Name()))
			if b, err := os.ReadFile(filepath.Join(of[1], f.Name())); err != nil || f.Name() != "imsmanifest.xml" && string(a) != string(b) {
				t.Errorf("%s differs: %v", f.Name(), err)
			}
		}
	}
}

// TestMakingStaysWhenPrinted opens the form for making worksheets while another
// worksheet is in progress. It checks that printing and packing keep the edits in
// the form, that the form shows errors, and that the worksheet in progress can be
// finished.
func TestMakingStaysWhenPrinted(t *testing.T) {
	page := openWorksheet(t, fourQuestions, "", View{})
	must(t, page.Type("elk"))
	must(t, page.Press("Enter"))
	atQuestion(t, page, 1, 4)
	eval[bool](t, page, `!!(window.all = [], hopyard.save = (name, type, what) => { all.push([name, typeof what === 'string' ? what : String(what.length)]) })`)
	must(t, page.Click("#share-open"))
	must(t, page.Click("#sheet-make"))
	must(t, page.Wait(`document.querySelector('#make[open] #make-title-text')`))
	eval[bool](t, page, `(form => {
		form('#make-title-text').value = 'My own title'
		form('#make-text').value = 'Two lines\nof text'
		form('[name=count]').value = '2'
		form('[name=fixed]').checked = true
		return true
	})(x => document.querySelector('#make ' + x))`)
	must(t, page.Click(`#make [data-sheet="add"]`))
	must(t, page.Wait(`document.querySelectorAll('#make [data-item]').length === 2`))
	const form = `JSON.stringify([document.querySelector('#make').open, document.querySelector('#sheet').open, [...document.querySelectorAll('#make :is(input, select, textarea)')].map(x => [x.id || x.name, x.type === 'checkbox' ? x.checked : x.value])])`
	before := eval[string](t, page, form)
	for i, button := range []string{"make-print", "make-scorm", "make-print"} {
		must(t, page.Click(`#make [data-sheet="`+button+`"]`))
		must(t, page.Wait(fmt.Sprintf(`all.length === %d`, i+1)))
		if after := eval[string](t, page, form); after != before {
			t.Errorf("%s has made of the form\n%s\nthis:\n%s", button, before, after)
		}
	}
	if names := eval[string](t, page, `all.map(x => x[0]).join()`); names != "worksheet.html,worksheet-scorm.zip,worksheet.html" {
		t.Errorf("saved are %s", names)
	}
	if !eval[bool](t, page, `all[0][1].includes('My own title') && all[0][1] === all[2][1]`) {
		t.Error("what is printed is not what the form holds")
	}
	eval[bool](t, page, `(document.querySelector('#make [name=count]').value = 'many', true)`)
	must(t, page.Click(`#make [data-sheet="make-print"]`))
	must(t, page.Wait(`document.querySelector('#make-wrong')?.innerText.includes('items[0].count')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.querySelector('#make').open`))
	eval[bool](t, page, `document.querySelector('#queue-list [data-pick]').focus() ?? true`)
	k := 0
	for _, p := range partsOf(t, fourQuestions, "elk") {
		for i := range p.Questions {
			k++
			atQuestion(t, page, k, 4)
			answerByKeys(t, page, clockOf(p.Run), &p.Questions[i], &p.Questions[i].Right[0])
			must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.answers === '%d'`, k)))
		}
	}
	must(t, page.Wait(`document.getElementById('sheet-score')?.innerText.startsWith('4 of 4')`))
}

// TestPreviewLeadsBackToTheForm checks that the preview of a worksheet leads back
// to the form with all edits, both before and after the first question is shown.
func TestPreviewLeadsBackToTheForm(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Click("#share-open"))
	must(t, page.Click("#sheet-make"))
	must(t, page.Wait(`document.querySelector('#make[open] #make-title-text')`))
	eval[bool](t, page, `(document.querySelector('#make-title-text').value = 'My own title', document.querySelector('#make [name=count]').value = '2', true)`)
	const kept = `document.querySelector('#make').open && !document.querySelector('#sheet').open && document.querySelector('#make-title-text').value === 'My own title' && document.querySelector('#make [name=count]').value === '2'`
	try := func() {
		must(t, page.Click(`#make [data-sheet="try"]`))
		must(t, page.Wait(`document.querySelector('#sheet[open] #sheet-name') && !document.querySelector('#make').open`))
	}
	try()
	must(t, page.Click(`#sheet [data-sheet="form"]`))
	must(t, page.Wait(kept))
	try()
	must(t, page.Click("#sheet-name"))
	must(t, page.Type("owl"))
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.querySelector('#sheet-bar [data-sheet="form"]') && !document.querySelector('#sheet').open`))
	must(t, page.Click(`#sheet-bar [data-sheet="form"]`))
	must(t, page.Wait(kept))
	if eval[bool](t, page, `!!document.querySelector('#sheet-bar')`) {
		t.Error("the preview's bar is still there")
	}
}

// TestWorksheetByTouch answers a worksheet by touch on a phone.
func TestWorksheetByTouch(t *testing.T) {
	page := openWorksheet(t, fourQuestions, "", View{Width: 390, Height: 844, Touch: true})
	must(t, page.Click("#sheet-name"))
	must(t, page.Type("owl"))
	tap(t, page, "#sheet-begin")
	k := 0
	for _, p := range partsOf(t, fourQuestions, "owl") {
		for i := range p.Questions {
			k++
			atQuestion(t, page, k, 4)
			q := &p.Questions[i]
			answerByTouch(t, page, clockOf(p.Run), q, &q.Right[0])
			must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.answers === '%d'`, k)))
		}
	}
	must(t, page.Wait(`document.getElementById('sheet-score')?.innerText.startsWith('4 of 4')`))
}

// tap touches the center of an element, after scrolling it into view.
func tap(t *testing.T, p *Page, selector string) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.querySelector(%q)`, selector)))
	eval[bool](t, p, fmt.Sprintf(`(document.querySelector(%q).scrollIntoView({block: 'center', behavior: 'instant'}), true)`, selector))
	must(t, p.rests(selector))
	at := eval[[]float64](t, p, fmt.Sprintf(`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())`, selector))
	must(t, p.Touch(at[0], at[1]))
	must(t, p.Lift())
}

package e2e

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"hopyard/scenarios"
)

// beamerOf opens a lesson as a lecture in Predict mode, as on a projector, and
// opens a room for votes. It returns the page and the code of the room.
func beamerOf(t *testing.T, address, lesson string, v View) (beamer *Page, code string) {
	t.Helper()
	l, ok := scenarios.Find(lesson)
	if !ok {
		t.Fatalf("there is no lesson %s", lesson)
	}
	beamer = openAny(t, address+"/#1.j."+base64.RawURLEncoding.EncodeToString(l.Source)+"&lecture=1&predict=1", v)
	must(t, beamer.Wait(lectures))
	must(t, beamer.Press("v"))
	must(t, beamer.Wait(`document.querySelector('#hall-join:not([hidden]) .hall-code')?.innerText.length === 6 && document.querySelector('#hall-join .hall-qr').firstChild`))
	return beamer, eval[string](t, beamer, `document.querySelector('#hall-join .hall-code').innerText`)
}

// phase waits until the vote is in the named phase.
func phase(t *testing.T, p *Page, name string) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.documentElement.dataset.hall === %q && document.documentElement.dataset.then !== '5'`, name)))
}

// stands steps a lecture forward to a question about which waiting jobs start. Job
// 5 must be among the waiting jobs.
func stands(t *testing.T, beamer *Page) {
	t.Helper()
	for range 30 {
		must(t, beamer.Wait(lectures))
		if eval[bool](t, beamer, `document.documentElement.dataset.then === '3' && document.getElementById('ask-prompt')?.innerText.includes('Which of the waiting jobs') && !!`+row(5)) {
			return
		}
		step := eval[string](t, beamer, `document.documentElement.dataset.step + document.documentElement.dataset.then`)
		if eval[bool](t, beamer, `document.documentElement.dataset.then === '3'`) {
			must(t, beamer.Press("PageDown")) // this question is not the wanted one; the press opens the vote on it
			phase(t, beamer, "vote")
			must(t, beamer.Press("PageUp")) // cancels that vote
			phase(t, beamer, "wait")
			eval[bool](t, beamer, `(document.querySelector('[data-ask=skip]').click(), true)`)
			must(t, beamer.Wait(`!hopyard.state().asking`))
			continue
		}
		must(t, beamer.Press("PageDown"))
		must(t, beamer.Wait(fmt.Sprintf(`document.documentElement.dataset.step + document.documentElement.dataset.then !== %q`, step)))
	}
	t.Fatal("no question about who starts")
}

// TestAHallVotesTwice holds two votes on a question with five phones. The page on
// the projector is reloaded during the first vote, and a phone before the second.
// The test checks the shown results, and the saved file with one line for each
// voter.
func TestAHallVotesTwice(t *testing.T) {
	h := openRoom(t, false)
	beamer, code := beamerOf(t, h.address, "easy-hole", View{Width: 1280, Height: 720})
	voters := make([]*Page, len(phones))
	for i, p := range phones {
		voters[i] = openAny(t, h.address+"/vote.html#"+code, p.view)
	}
	must(t, beamer.Wait(`document.querySelector('#hall-join .hall-count').innerText === '5 in the room'`))
	axe(t, beamer)
	must(t, beamer.Press("PageDown")) // returns from the code of the room to the run
	must(t, beamer.Wait(`document.getElementById('hall-join').hidden`))
	stands(t, beamer)
	axe(t, beamer)
	picked := row(5) + `.dataset.pick`
	five := eval[string](t, beamer, picked)
	four := eval[string](t, beamer, strings.ReplaceAll(picked, "Job 5", "Job 4"))

	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "vote")
	told, err := beamer.AccessibleText()
	must(t, err)
	if strings.Contains(told, "may overtake") {
		t.Error("the answer is told while the hall votes")
	}
	for i, marks := range [][]string{{five}, {"-"}, {"-"}, {four}, {four, five}} {
		must(t, voters[i].Wait(`document.querySelector('input[value="`+five+`"]')`))
		marksAndSends(t, voters[i], marks...)
	}
	must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.includes('5 of 5 answered')`))

	must(t, beamer.Wait(Written))
	must(t, beamer.reload())
	must(t, beamer.Wait(lectures+` && document.getElementById('hall-strip')?.innerText.includes('5 of 5 answered')`))
	phase(t, beamer, "vote")
	must(t, beamer.Wait(`document.documentElement.dataset.then === '3' && document.getElementById('ask-prompt').innerText.includes('Which of the waiting jobs')`))
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "discuss")
	must(t, voters[1].reload())
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "revote")
	for i, marks := range [][]string{{five}, {five}, {"-"}, {five}} {
		must(t, voters[i].Wait(`document.querySelector('input[value="`+five+`"]') && !document.getElementById('send').classList.contains('sent')`))
		eval[bool](t, voters[i], `([...document.querySelectorAll('input:checked')].forEach(x => x.click()), true)`)
		marksAndSends(t, voters[i], marks...)
	}
	must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.includes('4 of 5 answered')`))
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "bars")
	bars := eval[string](t, beamer, `document.getElementById('hall-result').innerText`)
	for _, want := range []string{"First vote", "Answers: 5", "Second vote", "Answers: 4", "40 %", "75 %"} {
		if !strings.Contains(bars, want) {
			t.Errorf("the bars lack %q: %s", want, bars)
		}
	}
	for _, not := range []string{"right", "overtake", "needs 30"} {
		if strings.Contains(strings.ToLower(bars), not) {
			t.Errorf("the bars tell %q before the key: %s", not, bars)
		}
	}
	axe(t, beamer)
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "reveal")
	result := eval[string](t, beamer, `document.getElementById('hall-result').innerText`)
	for _, want := range []string{"Job 5", "right", "overtake", "0:41"} {
		if !strings.Contains(result, want) {
			t.Errorf("the result lacks %q: %s", want, result)
		}
	}
	if strings.Contains(result, "..") || strings.Contains(result, "0:40") {
		t.Errorf("the result says %s", result)
	}
	axe(t, beamer)
	must(t, voters[2].Wait(`document.body.innerText.includes('Job 5')`))

	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "wait")
	if eval[bool](t, beamer, `!document.getElementById('hall-result').hidden`) {
		t.Error("the result stays")
	}
	eval[bool](t, beamer, `!!(hopyard.save = (name, type, text) => { window.saved = {name, text} })`)
	speaker := speakerAt(t, beamer, h.address)
	shows(t, speaker, "speaker-votes", "5 in the room")
	must(t, speaker.Click(`[data-does="save"]`))
	must(t, beamer.Wait(`window.saved`))
	lines, err := csv.NewReader(strings.NewReader(eval[string](t, beamer, `saved.text`))).ReadAll()
	must(t, err)
	if len(lines) != 6 || lines[1][4] != "job 5" && lines[1][4] != "Job 5" || lines[2][6] != "first-come" || lines[5][7] != "" {
		t.Errorf("saved is %q", lines)
	}
}

// speakerAt opens the speaker's window of the lecture that the given page shows on
// the projector.
func speakerAt(t *testing.T, beamer *Page, address string) *Page {
	t.Helper()
	page, err := beamer.Beside(address+"/#speaker="+eval[string](t, beamer, `sessionStorage['hopyard.lecture.id']`), View{})
	must(t, err)
	t.Cleanup(page.Close)
	must(t, page.Wait(`document.getElementById('speaker-step')?.innerText`))
	return page
}

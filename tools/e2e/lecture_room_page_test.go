package e2e

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hopyard/scenarios"
)

// stranger is a lecturer who does not know the page: the test uses only controls
// that are visible on screen, and counts the clicks.
type stranger struct {
	t       *testing.T
	page    *Page
	actions int
}

// clicks clicks the control with the given text. The control must be visible and
// not covered.
func (s *stranger) clicks(text string) {
	s.t.Helper()
	s.actions++
	found := fmt.Sprintf(`[...document.querySelectorAll('button, a, summary, [role=menuitem]')].find(e => {
		const r = e.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2
		return e.innerText.replace(/\s+/g, ' ').includes(%q) && r.width && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && e.contains(document.elementFromPoint(x, y))
	})`, text)
	if err := s.page.Wait(`!!` + found); err != nil {
		s.t.Fatalf("nothing on screen reads %q: %s", text, eval[string](s.t, s.page, `document.body.innerText.slice(0, 600)`))
	}
	at := eval[[]float64](s.t, s.page, `(r => [r.left + r.width / 2, r.top + r.height / 2])(`+found+`.getBoundingClientRect())`)
	must(s.t, s.page.Grab(at[0], at[1]))
	must(s.t, s.page.Drop(at[0], at[1]))
}

// wakes moves the mouse to a point, because some controls become visible only when
// the mouse moves.
func (s *stranger) wakes(x, y float64) {
	s.t.Helper()
	must(s.t, s.page.Move(x, y))
	must(s.t, s.page.Move(x+9, y+9))
	must(s.t, s.page.Wait(`!document.getElementById('lecture-bar') || +getComputedStyle(document.getElementById('lecture-bar')).opacity > 0.9`))
}

// TestFromTheColdPageToAVote uses only visible buttons. At most eight clicks must
// lead from the initial page to the first open vote. Further buttons must lead
// through all phases of the vote. The test logs the time that this takes, without a
// limit.
func TestFromTheColdPageToAVote(t *testing.T) {
	h := openRoom(t, true)
	began := time.Now()
	page := openAny(t, h.address+"/", View{Width: 1366, Height: 768})
	must(t, page.Wait(Ready))
	s := &stranger{t: t, page: page}
	if !eval[bool](t, page, `(r => r.width > 0 && r.bottom <= innerHeight)(document.getElementById('lecture').getBoundingClientRect())`) {
		s.clicks("More")
	}
	s.clicks("Lecture")
	must(t, page.Wait(lectures))
	s.wakes(300, 300)
	look(t, page, "room-cold")
	s.clicks("Open a room")
	must(t, page.Wait(`document.querySelector('#hall-join:not([hidden]) .hall-qr')?.firstChild`))
	code := eval[string](t, page, `document.querySelector('#hall-join .hall-code').innerText`)
	phone := openAny(t, h.address+"/vote.html#"+code, View{Width: 390, Height: 844, Touch: true})
	must(t, page.Wait(`document.querySelector('#hall-join .hall-count').innerText === '1 in the room'`))
	s.wakes(500, 500)
	look(t, page, "room-join")
	s.clicks("Ask the next question")
	phase(t, page, "vote")
	must(t, phone.Wait(`document.querySelector('#main input, #main .row') && !document.getElementById('foot').hidden`))
	if s.actions > 8 {
		t.Errorf("%d actions, at most 8 are allowed", s.actions)
	}
	t.Logf("%d actions and %.1f s from the cold page to the first open vote", s.actions, time.Since(began).Seconds())
	look(t, phone, "room-phone-vote")
	for _, then := range []struct{ press, into string }{
		{"Close the vote", "discuss"}, {"Vote again", "revote"}, {"Show the answers", "bars"}, {"Show the right answer", "reveal"}, {"Back to the run", "wait"},
	} {
		s.wakes(600, 400)
		look(t, page, "room-before-"+then.into)
		s.clicks(then.press)
		phase(t, page, then.into)
	}
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}

// TestAfterARehearsal checks that rehearsing a lecture leaves no traces in the
// browser's storage. When the lecturer later begins the lecture and opens a room,
// the first vote must be on the first question, although the rehearsal has already
// shown it.
func TestAfterARehearsal(t *testing.T) {
	h := openRoom(t, true)
	l, _ := scenarios.Find("easy-hole")
	beamer := openAny(t, h.address+"/#1.j."+base64.RawURLEncoding.EncodeToString(l.Source), View{Width: 1280, Height: 720})
	must(t, beamer.Wait(Ready))
	must(t, beamer.Wait(`hopyard.state().run && !hopyard.state().busy`))
	const stored = `JSON.stringify(Object.entries(localStorage).sort())`
	must(t, beamer.Press("Home"))
	must(t, beamer.Wait(`document.documentElement.dataset.step === '0' && !hopyard.state().busy`))
	before := eval[string](t, beamer, stored)
	must(t, beamer.Press("l"))
	must(t, beamer.Wait(lectures))
	must(t, beamer.Press("n")) // in the rehearsal, shows a question and then its answer
	must(t, beamer.Wait(`document.documentElement.dataset.then === '3'`))
	must(t, beamer.Press("PageDown"))
	must(t, beamer.Wait(lectures+` && hopyard.state().graded`))
	for range 3 {
		step := eval[string](t, beamer, `document.documentElement.dataset.step + document.documentElement.dataset.then`)
		must(t, beamer.Press("PageDown"))
		must(t, beamer.Wait(fmt.Sprintf(`document.documentElement.dataset.step + document.documentElement.dataset.then !== %q && document.documentElement.dataset.then !== '5'`, step)))
	}
	must(t, beamer.Press("h", "End")) // shows the whole run; outside a lecture, the lesson would now count as learned
	must(t, beamer.Wait(lectures+` && document.documentElement.dataset.step === '16'`))
	must(t, beamer.Press("Escape"))
	must(t, beamer.Wait(`!document.getElementById('lecture-bar') && !hopyard.state().busy`))
	if kept := eval[string](t, beamer, `document.documentElement.dataset.kept ?? ''`); kept != "" {
		t.Errorf("of the rehearsal %s lessons are kept as learned", kept)
	}
	must(t, beamer.Wait(Written))
	must(t, beamer.reload()) // some data is stored only when the user leaves the page
	must(t, beamer.Wait(Ready))
	must(t, beamer.Wait(`hopyard.state().run && !hopyard.state().busy`))
	if after := eval[string](t, beamer, stored); after != before {
		t.Errorf("the rehearsal left in this browser:\n%s\nbefore it:\n%s", after, before)
	}
	must(t, beamer.Press("Home"))
	must(t, beamer.Wait(`document.documentElement.dataset.step === '0' && !hopyard.state().busy`))

	must(t, beamer.Press("l"))
	must(t, beamer.Wait(lectures))
	must(t, beamer.Press("v"))
	must(t, beamer.Wait(`document.querySelector('#hall-join:not([hidden]) .hall-qr')?.firstChild`))
	speaker := speakerAt(t, beamer, h.address)
	shows(t, speaker, "speaker-then", "shows the run")
	shows(t, speaker, "speaker-coming", "Next question: at")
	for range 12 {
		must(t, beamer.Press("PageDown"))
		must(t, beamer.Wait(lectures))
		if eval[string](t, beamer, `document.documentElement.dataset.hall`) == "vote" {
			break
		}
	}
	phase(t, beamer, "vote")
	if at := eval[string](t, beamer, `document.documentElement.dataset.step`); at != "2" { // the first question is at step 2
		t.Errorf("the first vote is at step %s", at)
	}
	shows(t, speaker, "speaker-then", "closes the vote")
	look(t, speaker, "room-speaker")
}

// prepared opens a lesson on the projector with a room, and the speaker's window.
// It returns both pages and the code of the room.
func prepared(t *testing.T, h *roomServer) (beamer, speaker *Page, code string) {
	t.Helper()
	beamer, code = beamerOf(t, h.address, "easy-hole", View{Width: 1280, Height: 720})
	speaker = speakerAt(t, beamer, h.address)
	shows(t, speaker, "speaker-coming", "Next question")
	return beamer, speaker, code
}

// writes adds a question in the speaker's window: its text, its answers, the right
// answer, and the step at which it is asked.
func writes(t *testing.T, speaker *Page, text string, answers []string, right, step int) {
	t.Helper()
	eval[bool](t, speaker, fmt.Sprintf(`(() => {
		const own = document.querySelector('.questions-own'), answers = [...own.querySelectorAll('ol input[type=text]')]
		own.querySelector('textarea').value = %q;
		%s.forEach((a, i) => { answers[i].value = a })
		own.querySelector('[name=own-right][value="%d"]').checked = true
		document.getElementById('own-step').value = %d
		own.querySelector('[type=submit]').click()
		return true
	})()`, text, `["`+strings.Join(answers, `","`)+`"]`, right, step))
	must(t, speaker.Wait(fmt.Sprintf(`document.querySelector('.questions').innerText.includes(%q)`, strings.TrimSpace(text))))
}

// TestTheListOfQuestions checks that the speaker can select which questions are
// asked, and can add a question and a poll. Both must be asked at their steps, with
// the same letters for the answers on the projector and the phones. Questions that
// are not selected must be skipped.
func TestTheListOfQuestions(t *testing.T) {
	h := openRoom(t, true)
	beamer, speaker, code := prepared(t, h)
	phone := openAny(t, h.address+"/vote.html#"+code, View{Width: 390, Height: 844, Touch: true})
	must(t, speaker.Click(`[data-does="questions"]`))
	must(t, speaker.Wait(`document.querySelectorAll('.questions input:checked').length > 1`))
	look(t, speaker, "room-questions")
	axe(t, speaker)
	eval[bool](t, speaker, `([...document.querySelectorAll('.questions input:checked')].forEach(x => x.click()), true)`)
	must(t, speaker.Wait(`!document.querySelector('.questions input:checked')`))
	writes(t, speaker, "Who has used Slurm?", []string{"I have", "Not yet"}, -1, 0)
	writes(t, speaker, "What is backfilling?", []string{"Waiting", "Filling holes", "Preemption"}, 1, 2)
	look(t, speaker, "room-questions-own")
	must(t, speaker.Press("Escape"))
	shows(t, speaker, "speaker-coming", "yours, after step 0")

	must(t, beamer.Press("PageDown"))
	must(t, beamer.Wait(`document.getElementById('hall-join').hidden`))
	shows(t, speaker, "speaker-then", "asks your own question")
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "vote")
	must(t, phone.Wait(`document.querySelector('label.row .letter')?.innerText === 'A' && document.body.innerText.includes('Who has used Slurm?')`))
	look(t, beamer, "room-own")
	look(t, phone, "room-own-phone")
	shows(t, speaker, "speaker-now", "Who has used Slurm?")
	axe(t, beamer)
	marksAndSends(t, phone, "1")
	must(t, beamer.Press("PageDown")) // closes the poll, which has one round and no right answer
	phase(t, beamer, "bars")
	must(t, beamer.Wait(`(rows => rows[0]?.includes('A') && rows[0].includes('0 %') && rows[1]?.includes('B') && rows[1].includes('100 %'))([...document.querySelectorAll('#hall-result tbody tr')].map(r => r.innerText))`)) // the rows include answers that nobody chose
	look(t, beamer, "room-poll")
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "wait")
	for range 12 {
		if eval[string](t, beamer, `document.documentElement.dataset.hall`) == "vote" {
			break
		}
		must(t, beamer.Press("PageDown"))
		must(t, beamer.Wait(lectures))
	}
	phase(t, beamer, "vote")
	if at := eval[string](t, beamer, `document.documentElement.dataset.step`); at != "2" {
		t.Errorf("the own question is asked after step %s", at)
	}
	must(t, phone.Wait(`document.body.innerText.includes('What is backfilling?')`))
	marksAndSends(t, phone, "0") // a wrong answer; it is the only vote, so the right answer must be marked without any votes
	for _, into := range []string{"discuss", "revote", "bars", "reveal"} {
		must(t, beamer.Press("PageDown"))
		phase(t, beamer, into)
	}
	must(t, beamer.Wait(`document.getElementById('hall-result').innerText.includes('Right: Filling holes')`))
	must(t, phone.Wait(`document.body.innerText.includes('That is not it') && document.querySelector('.row.right')?.innerText.includes('Filling holes')`))
	shows(t, speaker, "speaker-next", "Right: Filling holes")
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "wait")
	shows(t, speaker, "speaker-coming", "No questions are left")
	must(t, speaker.Click(`[data-does="questions"]`))
	must(t, speaker.Click(`.questions li:not(.own) button`))
	must(t, speaker.Press("Escape"))
	must(t, beamer.Wait(lectures))
	must(t, beamer.Wait(Written))
	must(t, beamer.reload())
	must(t, beamer.Wait(lectures))
	must(t, speaker.Wait(`document.querySelectorAll('.questions .own').length === 2 && !document.querySelector('.questions input:checked')`))
}

// TestNodesAreTouchedOnThePhone checks that a question about nodes can be answered
// by touching the picture on the phone. Where two ranges of nodes overlap, a second
// touch must select the other range.
func TestNodesAreTouchedOnThePhone(t *testing.T) {
	h := openRoom(t, true)
	beamer, speaker, code := prepared(t, h)
	phone := openAny(t, h.address+"/vote.html#"+code, View{Width: 390, Height: 844, Touch: true})
	must(t, beamer.Press("n"))
	phase(t, beamer, "vote")
	must(t, phone.Wait(`document.querySelectorAll('.touch').length >= 2 && document.querySelector('.touch b')`))
	boxes := eval[[][]float64](t, phone, `[...document.querySelectorAll('.touch')].map(b => (r => [+b.dataset.answer, r.left, r.top, r.width, r.height])(b.getBoundingClientRect()))`)
	chosen := func(touched []float64) string {
		t.Helper()
		before := eval[string](t, phone, `document.querySelector('input:checked')?.value ?? ''`)
		must(t, phone.Touch(touched[0], touched[1]))
		must(t, phone.Lift())
		must(t, phone.Wait(fmt.Sprintf(`(document.querySelector('input:checked')?.value ?? '') !== %q`, before)))
		return eval[string](t, phone, `document.querySelector('input:checked').value`)
	}
	first := boxes[0]
	if got := chosen([]float64{first[1] + 2, first[2] + first[4]/2}); got != fmt.Sprint(first[0]) {
		t.Errorf("touching nodes of %v marks %s", first[0], got)
	}
	if !eval[bool](t, phone, fmt.Sprintf(`document.querySelector('.touch.on').dataset.answer === '%v'`, first[0])) {
		t.Error("what is marked is not framed")
	}
	look(t, phone, "room-nodes-phone")
	for _, b := range boxes {
		left, right := max(b[1], first[1]), min(b[1]+b[3], first[1]+first[3])
		if b[0] != first[0] && right-left > 4 && b[2] == first[2] { // the two ranges overlap
			if got := chosen([]float64{(left + right) / 2, b[2] + b[4]/2}); got == fmt.Sprint(first[0]) {
				t.Error("a second touch means the same range")
			}
			break
		}
	}
	sends(t, phone)
	must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.includes('1 of 1 answered')`))

	must(t, speaker.Wait(`[...document.querySelectorAll('#speaker-next img')].filter(i => i.complete && i.naturalWidth > 100).length === 2`))
	look(t, speaker, "room-speaker-next")
	must(t, speaker.Click(`[data-does="hand"]`))
	must(t, speaker.Wait(`document.querySelector('#speaker-hand:not([hidden]) .hall-qr > *')`))
	secret := eval[string](t, beamer, `JSON.parse(sessionStorage['hopyard.hall']).secret`)
	hand := openAny(t, h.address+"/hand.html#"+code+"."+secret, View{Width: 390, Height: 844, Touch: true})
	must(t, hand.Wait(`document.querySelectorAll('#why table').length >= 2 && document.querySelector('#why thead th') && document.querySelector('#why .on')`))
	if said := eval[string](t, hand, `document.querySelector('#why').innerText`); strings.Contains(said, "WhereNodes") || !strings.Contains(said, "✓") {
		t.Errorf("the phone of the hand says %s", said)
	}
	sound(t, hand, "tables")
	look(t, hand, "room-hand")
	axe(t, speaker)
}

// TestASimilarQuestion checks that after two votes a similar question can be asked,
// with a single vote. It also checks that the gains follow Hake's formula, and that
// the CSV contains the lesson, the date and the question.
func TestASimilarQuestion(t *testing.T) {
	h := openRoom(t, true)
	beamer, speaker, code := prepared(t, h)
	var voters []*Page
	for range 2 {
		voters = append(voters, openAny(t, h.address+"/vote.html#"+code, View{Width: 390, Height: 844, Touch: true}))
	}
	must(t, beamer.Wait(`document.querySelector('#hall-join .hall-count').innerText === '2 in the room'`))
	must(t, beamer.Press("PageDown"))
	stands(t, beamer)
	five := eval[string](t, beamer, row(5)+`.dataset.pick`)
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "vote")
	for i, answer := range []string{"-", "-"} {
		must(t, voters[i].Wait(`document.querySelector('input[value="`+five+`"]') && !document.getElementById('foot').hidden`))
		marksAndSends(t, voters[i], answer)
	}
	for _, into := range []string{"discuss", "revote"} {
		must(t, beamer.Press("PageDown"))
		phase(t, beamer, into)
	}
	must(t, voters[0].Wait(`!document.getElementById('foot').hidden && !document.getElementById('send').classList.contains('sent')`))
	marksAndSends(t, voters[0], five)
	must(t, voters[1].Wait(`!document.getElementById('foot').hidden && !document.getElementById('send').classList.contains('sent')`))
	marksAndSends(t, voters[1], "-")
	must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.includes('2 of 2 answered')`))
	for _, into := range []string{"bars", "reveal"} {
		must(t, beamer.Press("PageDown"))
		phase(t, beamer, into)
	}
	must(t, beamer.Wait(`document.querySelector('.hall-gain')?.innerText.includes('Gain 0.50: 0 % were right at first, 50 % in the second vote')`))
	look(t, beamer, "room-gain")
	shows(t, speaker, "speaker-coming", "Gain 0.50")
	shows(t, speaker, "speaker-coming", "similar question now")
	must(t, speaker.Click(`[data-does="similar"]`))
	phase(t, beamer, "vote")
	shows(t, speaker, "speaker-then", "closes the vote and shows the answers")
	must(t, beamer.Wait(`[...document.querySelectorAll('#hall-own:not([hidden]) img')].filter(i => i.complete && i.naturalWidth > 100).length === 2`))
	look(t, beamer, "room-similar")
	axe(t, beamer)
	must(t, beamer.Wait(Written))
	must(t, beamer.reload())
	must(t, beamer.Wait(lectures))
	phase(t, beamer, "vote")
	must(t, beamer.Wait(`document.querySelectorAll('#hall-own:not([hidden]) img').length === 2`))
	for _, p := range voters { // an option is a set of jobs; one of them is right
		must(t, p.Wait(`document.querySelector('input[name=answer]') && !document.getElementById('foot').hidden && !document.getElementById('send').classList.contains('sent')`))
	}
	look(t, voters[0], "room-similar-phone")
	marksAndSends(t, voters[0], eval[string](t, voters[0], `document.querySelector('input[name=answer]').value`))
	marksAndSends(t, voters[1], "-")
	must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.includes('2 of 2 answered')`))
	for _, into := range []string{"bars", "reveal"} {
		must(t, beamer.Press("PageDown"))
		phase(t, beamer, into)
	}
	must(t, beamer.Wait(`document.getElementById('hall-result').innerText.includes('Right: ') && document.querySelector('.hall-gain')?.innerText.includes('% on this similar one')`))
	look(t, beamer, "room-similar-result")
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "wait")
	eval[bool](t, beamer, `!!(hopyard.save = (name, type, text) => { window.saved = text })`)
	must(t, speaker.Click(`[data-does="save"]`))
	must(t, beamer.Wait(`window.saved`))
	lines, err := csv.NewReader(strings.NewReader(eval[string](t, beamer, `saved`))).ReadAll()
	must(t, err)
	if len(lines) != 5 {
		t.Fatalf("saved are %q", lines)
	}
	column := func(name string) int { return slices.Index(lines[0], name) }
	for i, line := range lines[1:] {
		date, err := time.Parse(time.RFC3339, line[column("date")])
		if err != nil || date.Year() < 2000 || line[column("lesson")] != "A hole that EASY fills" || !strings.Contains(line[column("asked")], "Which of the waiting jobs") {
			t.Errorf("line %d: %q", i+1, line)
		}
	}
	if lines[1][column("gain")] != "0.500" || lines[1][column("similar to")] != "" || lines[3][column("similar to")] != "1" || lines[3][column("gain")] == "" || lines[3][column("question")] != "2" {
		t.Errorf("saved is %q", lines)
	}
}

// TestTheRoomInOtherLanguages checks, in the other languages and in the dark theme,
// the speaker's window with a room. It covers the list of questions, and the dialog
// for moving the room to another computer, on a laptop and a phone. It also checks
// the page on the projector with a long question that the speaker has added.
func TestTheRoomInOtherLanguages(t *testing.T) {
	for _, v := range []View{{Language: "zh"}, {Language: "ru", Theme: "dark"}} {
		h := openRoom(t, true)
		l, _ := scenarios.Find("easy-hole")
		v.Width, v.Height = 1920, 1080
		beamer := openAny(t, h.address+"/?lang="+v.Language+"#1.j."+base64.RawURLEncoding.EncodeToString(l.Source)+"&lecture=1", v)
		must(t, beamer.Wait(lectures))
		must(t, beamer.Press("v"))
		must(t, beamer.Wait(`document.querySelector('#hall-join:not([hidden]) .hall-qr')?.firstChild`))
		must(t, beamer.Wait(`hopyard.state().run && document.documentElement.dataset.step === '0'`))
		id := eval[string](t, beamer, `sessionStorage['hopyard.lecture.id']`)
		for _, view := range []View{{Width: 1280, Height: 800, Theme: v.Theme}, {Width: 390, Height: 844, Touch: true, Theme: v.Theme}} {
			speaker, err := beamer.Beside(h.address+"/#speaker="+id, view)
			must(t, err)
			t.Cleanup(speaker.Close)
			name := fmt.Sprintf("room-%s-%d", v.Language, view.Width)
			must(t, speaker.Wait(`document.getElementById('speaker-coming')?.innerText && document.querySelectorAll('#speaker-next img').length === 2`))
			must(t, speaker.Click(`[data-does="move"]`))
			must(t, speaker.Wait(`document.querySelector('.move-link')`))
			sound(t, speaker, name)
			axe(t, speaker)
			look(t, speaker, name)
			must(t, speaker.Click(`[data-does="questions"]`))
			must(t, speaker.Wait(`document.querySelector('dialog[open] .questions input')`))
			sound(t, speaker, name+" questions")
			axe(t, speaker)
			look(t, speaker, name+"-questions")
			if view.Width > 1000 {
				writes(t, speaker, "Backfilling: "+strings.Repeat("вопрос 问题 ", 20), []string{strings.Repeat("ответ ", 20), "二", "3", "4", "5", "6"}, 1, 0)
			}
			must(t, speaker.Press("Escape"))
		}
		must(t, beamer.Press("PageDown", "PageDown"))
		phase(t, beamer, "vote")
		must(t, beamer.Wait(`document.querySelectorAll('#hall-own:not([hidden]) li').length === 6`))
		if over := eval[string](t, beamer, `(own => own.scrollHeight > own.clientHeight + 1 || own.scrollWidth > own.clientWidth + 1 ? 'is ' + own.scrollHeight + ' high in ' + own.clientHeight : '')(document.getElementById('hall-own'))`); over != "" {
			t.Errorf("%s: the own question %s", v.Language, over)
		}
		axe(t, beamer)
		look(t, beamer, "room-own-"+v.Language)
		missing := eval[string](t, beamer, `[...document.querySelectorAll('#lecture-bar button')].filter(b => !b.ariaLabel && !b.title).map(b => b.dataset.does).join()`)
		if missing != "" {
			t.Errorf("buttons without a name: %s", missing)
		}
	}
}

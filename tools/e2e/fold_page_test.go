package e2e

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/soaktest"
	"hopyard/scenarios"
)

// foldSays is an expression that lists which of two things are not visible without
// scrolling: the lesson's text, and the sentence with the reasons of the step. If
// the user schedules by hand, instructions take the place of the reasons. The
// result is "" if both are visible.
const foldSays = `(() => {
	const wrong = [], panel = document.getElementById('why').getBoundingClientRect(), bottom = Math.min(innerHeight, panel.bottom)
	const text = document.querySelector('#lesson-title .lesson-short')
	if (!text.innerText.trim()) wrong.push('the lesson says nothing')
	for (const e of [text, document.querySelector(document.documentElement.hasAttribute('data-manual') ? '#hand .hand-how, #hand .hand-held' : '#why-sentence')]) {
		const r = e.getBoundingClientRect()
		if (!r.height || r.top < panel.top - 1 || r.bottom > bottom) wrong.push((e.id || e.className) + ' is at ' + Math.round(r.top) + '–' + Math.round(r.bottom) + ' of ' + Math.round(bottom))
		const x = r.left + r.width / 3, y = r.top + Math.min(12, r.height / 2), on = document.elementFromPoint(x, y)
		if (r.height && on && !e.contains(on) && !on.contains(e)) wrong.push((e.id || e.className) + ' lies under ' + (on.id || on.className))
	}
	return wrong.join('; ')
})()`

// TestWhyIsAboveTheFold checks that on a laptop the lesson's text and the reasons
// of a step are visible without scrolling. It checks this after the first step and
// in the middle of the run. It covers every lesson of the first learning path; in a
// soak test it covers all lessons.
func TestWhyIsAboveTheFold(t *testing.T) {
	page := open(t, "/", View{Width: 1366, Height: 768})
	must(t, page.Wait(Ready))
	list := scenarios.Paths()[0].Lessons
	if soaktest.Whole() {
		list = nil
		for _, l := range scenarios.All() {
			list = append(list, l.Name)
		}
	}
	for _, name := range list {
		l, _ := scenarios.Find(name)
		openLesson(t, page, l.Title)
		look := func(where string) {
			t.Helper()
			must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy`))
			if wrong := eval[string](t, page, foldSays); wrong != "" {
				t.Errorf("%s, %s: %s", name, where, wrong)
			}
		}
		if !eval[bool](t, page, `document.getElementById('lesson-details').open && document.getElementById('lesson-about').checkVisibility()`) {
			t.Errorf("%s does not open on its text", name)
		}
		must(t, page.Press("ArrowRight"))
		at(t, page, 1)
		look("after the first step")
		middle := steps(t, page) / 2
		must(t, page.Press("Ctrl+k"))
		must(t, page.Wait(`document.getElementById('palette')?.open`))
		must(t, page.Type(fmt.Sprintf("step %d", middle)))
		must(t, page.Press("Enter"))
		at(t, page, middle)
		look("in the middle")
		if !eval[bool](t, page, `(() => {
			const why = document.getElementById('why')
			why.scrollTop = why.scrollHeight
			const text = document.querySelector('#lesson-title .lesson-short').getBoundingClientRect(), panel = why.getBoundingClientRect()
			why.scrollTop = 0
			return text.top >= panel.top && text.bottom <= panel.bottom
		})()`) {
			t.Errorf("%s: the text scrolls out of sight", name)
		}
	}
}

// TestAPathOpensOnItsText starts a learning path, and checks that its first lesson
// shows the text, the goals, and a button that leads to a question. It then opens a
// lesson in which the user schedules by hand, and checks that the page explains
// what to do and which decisions are already made.
func TestAPathOpensOnItsText(t *testing.T) {
	page := open(t, "/", View{Width: 1366, Height: 768})
	must(t, page.Wait(Ready))
	openPaths(t, page)
	eval[bool](t, page, `(document.querySelector('[data-path="topology"]').open = true)`)
	must(t, page.Click(`[data-path="topology"] .primary`))
	must(t, page.Wait(`document.title.startsWith('One wide job') && hopyard.state().run && !hopyard.state().busy`))
	about := eval[string](t, page, `document.getElementById('lesson-details').open ? document.getElementById('lesson-about').innerText : ''`)
	for _, want := range []string{"Topology in 45 minutes", "Which jobs start at 0:06", "Answer the first question", "Take the first step"} {
		if !strings.Contains(about, want) {
			t.Errorf("the path opens without %q: %s", want, about)
		}
	}
	if text := eval[string](t, page, `document.getElementById('timeline-grid').innerText + document.getElementById('queue').innerText`); strings.Contains(text, "0:00:00.2") {
		t.Errorf("the axis is a second long: %s", text)
	}
	axe(t, page)
	must(t, page.Click(`#lesson-about .primary`))
	if text := prompt(t, page); text == "" {
		t.Error("nothing is asked")
	}
	must(t, page.Wait(`!document.getElementById('lesson-title').checkVisibility() || document.querySelector('.lesson-short').innerText`))

	openLesson(t, page, "You are the scheduler: fill the hole")
	must(t, page.Wait(`document.querySelector('#hand .hand-how')`))
	hand := eval[string](t, page, `document.getElementById('hand').innerText + document.getElementById('hand-did').innerText + document.getElementById('lesson-about').innerText`)
	if !strings.Contains(hand, "Go on to the next event") || !strings.Contains(hand, "Let job 4 start before job 2") || !strings.Contains(hand, "Already decided") || strings.Contains(hand, "What you did") {
		t.Errorf("by hand is told: %s", hand)
	}
	axe(t, page)
	for n := 0; n < 3 && !eval[bool](t, page, `document.querySelector('#hand .hand-how').innerText.includes('Drag job')`); n++ {
		before := step(t, page)
		must(t, page.Click(`#hand [data-act="next"]`))
		must(t, page.Wait(fmt.Sprintf(`+document.documentElement.dataset.step > %d && !hopyard.state().busy`, before)))
	}
	must(t, page.Wait(`document.querySelector('#hand .hand-how')?.innerText.includes('Drag job')`))
}

package e2e

import (
	"strings"
	"testing"
)

const stageIs = `document.documentElement.dataset.opening === `

// TestAFirstVisit goes through the introduction of a first visit by mouse. The
// third action of the reader must already be dragging a bar, the schedule must
// follow the bar, and one of the final choices must lead to the course. Nothing may
// be stored before the reader's first action.
func TestAFirstVisit(t *testing.T) {
	page := open(t, "/", View{First: true, Width: 1366, Height: 768})
	must(t, page.Wait(stageIs+`'ask'`))
	if kept := eval[int](t, page, `Object.keys(localStorage).length`); kept != 0 {
		t.Errorf("%d things are stored before the reader did anything", kept)
	}
	axe(t, page)
	must(t, page.Click(`#queue-list [data-id="5"]`)) // action 1: job 6
	must(t, page.Wait(stageIs+`'tell' && document.querySelector('.opening-verdict[data-right]')`))
	at(t, page, 10)
	axe(t, page)
	must(t, page.Click(`[data-opening-do="next"]`)) // action 2
	must(t, page.Wait(stageIs+`'drag' && document.activeElement.matches('.grip.end.keyed')`))
	axe(t, page)
	before := run(t, page)
	end := eval[[]float64](t, page, `(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('.grip.end:not([hidden])').getBoundingClientRect())`)
	must(t, page.Grab(end[0], end[1])) // action 3
	must(t, page.Move(end[0]+60, end[1]))
	another(t, page, before)
	must(t, page.Wait(`document.querySelector('.opening-verdict.moved')?.innerText.includes('Job 4 is promised')`)) // while the bar is still held
	must(t, page.Drop(end[0]+60, end[1]))
	must(t, page.Click(`[data-opening-do="next"]`))
	must(t, page.Wait(stageIs+`'ways'`))
	axe(t, page)
	must(t, page.Click(`[data-way="course"]`))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-opening') && document.title.startsWith('One wide job holds up')`))
	if kept := eval[string](t, page, `localStorage.getItem('hopyard.opening')`); kept != "done" {
		t.Errorf("that the opening is over is kept as %q", kept)
	}
	reload(t, page)
	if eval[bool](t, page, `document.documentElement.hasAttribute('data-opening')`) {
		t.Error("it begins again")
	}
}

// TestAFirstVisitByKeysAndByTouch goes through the introduction by keyboard alone
// with a wrong answer, and by touch on a phone in another language.
func TestAFirstVisitByKeysAndByTouch(t *testing.T) {
	page := open(t, "/", View{First: true, Still: true})
	must(t, page.Wait(stageIs+`'ask'`))
	eval[bool](t, page, `(document.querySelector('[data-opening-job]').focus(), true)`)
	must(t, page.Press("Enter")) // job 4
	must(t, page.Wait(stageIs+`'tell' && document.activeElement.matches('[data-opening-do]')`))
	if !eval[bool](t, page, `document.querySelector('.opening-verdict').innerText.includes('not job 4')`) {
		t.Error("a wrong answer is not told")
	}
	must(t, page.Press("Enter"))
	must(t, page.Wait(stageIs+`'drag' && document.activeElement.matches('.grip.end.keyed')`))
	before := run(t, page)
	must(t, page.Press("ArrowRight"))
	another(t, page, before)
	must(t, page.Wait(`document.querySelector('.opening-verdict.moved')`))
	before = run(t, page)
	must(t, page.Press("ArrowRight"))
	another(t, page, before)
	eval[bool](t, page, `(document.querySelector('[data-opening-do]').focus(), true)`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(stageIs+`'ways' && document.activeElement.matches('[data-way="course"]')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-opening')`))
	must(t, page.Press("ArrowRight")) // after the introduction, keys step through the run again
	must(t, page.Wait(`document.documentElement.dataset.step === '11'`))

	phone := open(t, "/", View{First: true, Width: 390, Height: 844, Touch: true, Theme: "dark", Language: "ru"})
	must(t, phone.Wait(stageIs+`'ask' && document.documentElement.lang === 'ru'`))
	if low := eval[float64](t, phone, `document.getElementById('machine-canvas').getBoundingClientRect().bottom`); low > 844 {
		t.Errorf("the machine ends at %g, below the first screen", low)
	}
	axe(t, phone)
	must(t, phone.Click(`[data-opening-job="5"]`))
	must(t, phone.Wait(stageIs+`'tell' && document.querySelector('[data-opening-do]')`))
	must(t, phone.Click(`[data-opening-do="next"]`))
	must(t, phone.Wait(stageIs+`'drag' && document.querySelector('.grip.end:not([hidden])')`))
	must(t, phone.Click(`#opening-skip`))
	must(t, phone.Wait(`!document.documentElement.hasAttribute('data-opening')`))
}

// TestAFirstVisitByALink checks that a link shows its run even on a first visit,
// without the introduction. The question "what is this?" must lead to an
// explanation and from there to the introduction, after which the reader returns to
// the run.
func TestAFirstVisitByALink(t *testing.T) {
	before := open(t, "/", View{})
	must(t, before.Wait(Ready))
	must(t, before.Press("g"))
	must(t, before.Wait(galleryOpen))
	must(t, before.Press("ArrowDown", "ArrowRight", "Enter"))
	must(t, before.Wait(`document.title.startsWith('One wide job') && `+Written))
	hash := eval[string](t, before, `location.hash`)
	page := open(t, "/"+hash, View{First: true})
	must(t, page.Wait(Ready+` && document.getElementById('about-open').checkVisibility()`))
	if eval[bool](t, page, `document.documentElement.hasAttribute('data-opening')`) {
		t.Error("the opening hides what the link shows")
	}
	must(t, page.Click(`#about-open`))
	must(t, page.Wait(`document.getElementById('about')?.open`))
	axe(t, page)
	must(t, page.Click(`[data-about="begin"]`))
	must(t, page.Wait(stageIs+`'ask' && document.title.startsWith('A hole')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-opening') && document.title.startsWith('One wide job')`))
	if seen := eval[string](t, page, `String(document.getElementById('about-open').checkVisibility())`); !strings.Contains(seen, "false") {
		t.Error("it is still asked what this is")
	}
}

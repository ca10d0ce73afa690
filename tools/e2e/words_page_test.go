package e2e

import (
	"strings"
	"testing"
)

// TestWordsLightUpThePicture checks that pointing at a word of the reason, or
// moving the focus to it, highlights in the picture what the word refers to.
// Pointing at the picture must highlight the word, and the terms of SDM's sum must
// work in the same way.
func TestWordsLightUpThePicture(t *testing.T) {
	const timeline = `#timeline-canvas canvas`
	page := open(t, "/", View{Width: 1366, Height: 768, Still: true})
	must(t, page.Wait(Complete+` && document.querySelector('[data-lit="t3600000"]')`))
	picture := func() string {
		settle(t, page)
		return eval[string](t, page, `document.querySelector('`+timeline+`, #timeline-canvas').toDataURL?.() ?? document.querySelector('`+timeline+`').toDataURL()`)
	}
	plain := picture()
	must(t, page.Move(middle(t, page, `[data-lit="t3600000"]`)))
	must(t, page.Wait(`document.querySelector('[data-lit="t3600000"].lit')`))
	if picture() == plain {
		t.Error("1:00 lights up nothing in the timeline")
	}
	must(t, page.Move(5, 5))
	must(t, page.Wait(`!document.querySelector('#why .lit')`))
	if picture() != plain {
		t.Error("the light stays on")
	}
	// Pointing at the bar of job 1, which ends at 1:00, highlights the word "1:00".
	box := eval[[]float64](t, page, `(r => [r.x, r.y, r.width, r.height])(document.querySelector('#timeline-canvas').getBoundingClientRect())`)
	must(t, page.Move(box[0]+46+20, box[1]+box[3]*0.2))
	must(t, page.Wait(`document.querySelector('[data-lit="t3600000"].lit')`))
	must(t, page.Move(5, 5))
	// By keyboard, Tab reaches the words and highlights them, also the terms of the
	// sum.
	eval[bool](t, page, `(document.querySelector('#lesson-title').focus(), true)`)
	for range 8 {
		if must(t, page.Press("Tab")); eval[bool](t, page, `document.activeElement.matches('#why-sentence [data-lit="j4"]')`) {
			break
		}
	}
	must(t, page.Wait(`document.activeElement.matches('#why-sentence [data-lit="j4"].lit')`))
	eval[bool](t, page, `(document.querySelector('#why-table [data-lit="p1"]').focus(), true)`)
	must(t, page.Wait(`document.querySelector('#why-table [data-lit="p1"].lit')`))
	if text := eval[string](t, page, `document.querySelector('#why-table tfoot').innerText`); !strings.HasPrefix(text, "46 = 7 × 2 + 8 × 4") {
		t.Errorf("the sum is %q", text)
	}
	// A click on the word for a job selects the job.
	must(t, page.Click(`#why-sentence [data-lit="j3"]`))
	must(t, page.Wait(`document.querySelector('#queue-list [data-id="3"][aria-selected="true"]')`))
	axe(t, page)
}

// TestTheRuleBesideTheRun checks the list with the lines of the scheduling rule
// beside the run. At a step, the line that decides must be marked. The jobs in the
// line must be selectable by keyboard and touch.
func TestTheRuleBesideTheRun(t *testing.T) {
	for _, view := range []View{{Width: 1366, Height: 768, Still: true}, {Width: 390, Height: 844, Touch: true, Still: true, Theme: "dark", Language: "zh"}} {
		page := open(t, "/", view)
		must(t, page.Wait(Complete+` && document.querySelectorAll('#why-lines-list li').length === 7`))
		if line := eval[int](t, page, `[...document.querySelectorAll('#why-lines-list li')].findIndex(li => li.ariaCurrent === 'step')`); line != 4 {
			t.Errorf("line %d is marked", line)
		}
		choose := `#why-lines-list [data-of="3"]`
		if view.Touch {
			must(t, page.Click(`#why-lines-title`)) // opens the lines, which are closed by default where there is little room
			tap(t, page, choose)
		} else {
			eval[bool](t, page, `(document.querySelector('`+choose+`').focus(), true)`)
			must(t, page.Press("Enter"))
		}
		must(t, page.Wait(`[...document.querySelectorAll('#why-lines-list li')].findIndex(li => li.ariaCurrent === 'step') === 2`)) // the line about the head of the queue
		axe(t, page)
		eval[bool](t, page, `(e => { e.value = 'fcfs'; e.dispatchEvent(new Event('change')); return true })(document.getElementById('pick-queue'))`)
		must(t, page.Wait(`document.querySelectorAll('#why-lines-list li').length === 3`))
		must(t, page.Press("Home"))
		must(t, page.Wait(`document.getElementById('why-lines').hidden`))
	}
}

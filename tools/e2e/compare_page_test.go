package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// settled is a condition: all columns of the comparison show the time of the clock.
const settled = `document.documentElement.dataset.settled === 'true'`

// compared waits until the comparison has the given number of columns and all of
// them show the time of the clock.
func compared(t *testing.T, p *Page, columns int) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.querySelectorAll('.compare-column').length === %d && %s`, columns, settled)))
}

// tabTo presses Tab until an element has the focus.
func tabTo(t *testing.T, p *Page, selector string) {
	t.Helper()
	for range 80 {
		must(t, p.Press("Tab"))
		if eval[bool](t, p, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			return
		}
	}
	t.Fatalf("Tab does not reach %s", selector)
}

func moment(t *testing.T, p *Page) int {
	t.Helper()
	return eval[int](t, p, `+document.documentElement.dataset.moment`)
}

// atMoment waits until all columns of a comparison show the moment with the given
// number.
func atMoment(t *testing.T, p *Page, n int) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.documentElement.dataset.moment === "%d" && %s`, n, settled)))
}

func TestComparingByKeys(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("c"))
	compared(t, page, 2)
	if eval[bool](t, page, `!document.getElementById('main').hidden`) {
		t.Error("the usual view is still there")
	}
	tabTo(t, page, "#compare-1-queue")
	must(t, page.Type("First"))
	must(t, page.Wait(`document.getElementById('compare-1-queue').value === 'fcfs' && document.getElementById('compare-differs').textContent.includes('First divergence')`))
	compared(t, page, 2)
	focused(t, page, `.matches('#compare-1-queue')`)
	tabTo(t, page, "[data-use]")
	must(t, page.Press("v"))
	must(t, page.Wait(`document.getElementById('status').textContent.includes('First divergence')`))
	told, err := page.AccessibleText()
	must(t, err)
	for _, want := range []string{
		"First divergence, at 0:06", "starts under EASY backfilling, and not under First come, first served", "overtakes job 4 without delaying it",
		"waits: it would fit, but job 4 is ahead of it", "Mean wait", "lower is better", "best", "[button Use this one: EASY backfilling · SDM, summed distance]",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the accessibility tree does not say %q:\n%s", want, told)
		}
	}
	n := moment(t, page)
	must(t, page.Press("ArrowRight"))
	atMoment(t, page, n+1)
	must(t, page.Press("ArrowLeft", "Home"))
	atMoment(t, page, 0)
	must(t, page.Press("End"))
	atMoment(t, page, eval[int](t, page, `+document.documentElement.dataset.moments`))
	must(t, page.Press("[", "]", "v"))
	atMoment(t, page, n)
	clock := eval[string](t, page, `document.getElementById('clock').textContent`)
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('main').hidden && document.getElementById('compare-view').hidden`))
	must(t, page.Wait(fmt.Sprintf(`document.getElementById('clock').textContent === %q && document.getElementById('why-sentence').textContent.includes('Job 5')`, clock)))
	focused(t, page, `.matches('#compare')`)
}

func TestComparingByMouse(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Click("#compare"))
	compared(t, page, 2)
	must(t, page.Click(`[data-compare="add"]`))
	compared(t, page, 3)
	focused(t, page, `.matches('#compare-2-queue')`)
	must(t, page.Click(`[data-compare="add"]`))
	compared(t, page, 4)
	must(t, page.Click(`[data-compare="first"]`))
	must(t, page.Wait(`document.getElementById('compare-differs').textContent.includes('First divergence')`))
	if n := eval[int](t, page, `document.querySelectorAll('.compare-says li').length`); n != 4 {
		t.Errorf("%d of 4 policies say what they do", n)
	}
	must(t, page.Click(`#compare-0-jobs [data-id="1"]`))
	must(t, page.Wait(`[0, 1, 2, 3].every(i => document.querySelector('#compare-' + i + '-jobs [data-id="1"]').ariaPressed === 'true')`))
	must(t, page.Click(`[data-remove="2"]`))
	compared(t, page, 3)
	must(t, page.Click("#compare-far"))
	must(t, page.Wait(`document.getElementById('compare-far').ariaPressed === 'true'`))
	// A click in the timeline of a column sets the clock of all columns.
	n := moment(t, page)
	must(t, page.Click("#compare-1-timeline"))
	must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.moment !== "%d"`, n)))
	compared(t, page, 3)
	must(t, page.Click("#t-home"))
	atMoment(t, page, 0)
	must(t, page.Click("#t-forward"))
	atMoment(t, page, 1)
	run := eval[string](t, page, `document.documentElement.dataset.run`)
	must(t, page.Click(`[data-use="1"]`))
	must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.run !== %q && document.getElementById('pick-queue').value === 'fcfs'`, run)))
	if eval[bool](t, page, `document.documentElement.hasAttribute('data-compare')`) {
		t.Error("it is still compared")
	}
}

func TestALinkOpensAComparison(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("c"))
	compared(t, page, 2)
	must(t, page.Press("Escape")) // ends the comparison; when it is opened again, it must be as before
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-compare')`))
	must(t, page.Press("c"))
	compared(t, page, 2)
	choose2(t, page, "compare-1-queue", "conservative")
	choose2(t, page, "compare-1-allocator", "first-fit")
	must(t, page.Click("#t-home"))
	must(t, page.Click(`[data-compare="first"]`))
	must(t, page.Wait(`document.getElementById('compare-differs').textContent.includes('the placements differ')`))
	compared(t, page, 2)
	must(t, page.Wait(`/&at=0\.1&a=easy\.sdm\.submit&b=conservative\.first-fit\.submit/.test(location.hash)`))
	must(t, page.Wait(`document.activeElement.matches('[data-compare]')`))
	n := moment(t, page)
	said := eval[string](t, page, `document.querySelector('.compare-columns').innerText + document.getElementById('compare-differs').innerText`)
	link := eval[string](t, page, `location.hash`)

	fresh := open(t, "/"+link, View{})
	compared(t, fresh, 2)
	atMoment(t, fresh, n)
	must(t, fresh.Wait(`document.getElementById('compare-differs').textContent.includes('the placements differ')`))
	if got := eval[string](t, fresh, `document.querySelector('.compare-columns').innerText + document.getElementById('compare-differs').innerText`); got != said {
		t.Errorf("the link shows\n%s\nwas\n%s", got, said)
	}
	axe(t, fresh)
}

// choose2 selects an option in a selection list of a column.
func choose2(t *testing.T, p *Page, picker, value string) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`(() => {
		const s = document.getElementById(%q)
		s.value = %q
		s.dispatchEvent(new Event('change', {bubbles: true}))
		return true
	})()`, picker, value)))
	must(t, p.Wait(settled))
}

// TestColumnsThatFail checks that a column with an unsuitable policy reports that
// it cannot run. A column whose worker has stopped must be restartable. Neither
// column may affect the other columns.
func TestColumnsThatFail(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("c"))
	compared(t, page, 2)
	choose2(t, page, "compare-1-allocator", "mc1x1")
	must(t, page.Wait(`document.getElementById('compare-1-state').textContent.includes('cannot run under this policy') && !document.getElementById('compare-0-shows').hidden`))
	must(t, page.Click("#t-home"))
	atMoment(t, page, 0)
	choose2(t, page, "compare-1-allocator", "sdm")
	must(t, page.Wait(`document.getElementById('compare-1-state').hidden && !document.getElementById('compare-1-shows').hidden`))

	must(t, page.Wait(`(() => {
		const lane = hopyard.lane
		hopyard.lane = (receive, broken) => { hopyard.lane = lane; queueMicrotask(() => broken('out of memory')); return lane(() => {}, () => {}) }
		return true
	})()`))
	must(t, page.Click(`[data-compare="add"]`))
	must(t, page.Wait(`document.getElementById('compare-2-state')?.textContent.includes('has stopped')`))
	must(t, page.Click(`[data-again="2"]`))
	compared(t, page, 3)
	must(t, page.Wait(`document.getElementById('compare-2-state').hidden`))
}

func TestPlayingAComparison(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("c"))
	compared(t, page, 2)
	must(t, page.Press("Home", ">", ">", ">", "k"))
	must(t, page.Wait(`document.documentElement.dataset.moment === document.documentElement.dataset.moments && document.getElementById('t-play').ariaPressed === 'false'`))
	// The comparison continues with another machine.
	choose2(t, page, "pick-machine", "1")
	must(t, page.Wait(`document.documentElement.dataset.run === "2"`))
	compared(t, page, 2)
	must(t, page.Press("v"))
	compared(t, page, 2)
}

func TestComparingOnAPhone(t *testing.T) {
	page := open(t, "/", View{Width: 390, Height: 844, Touch: true, Theme: "dark"})
	must(t, page.Wait(Ready))
	must(t, page.Click("#compare"))
	compared(t, page, 2)
	must(t, page.Click(`[data-compare="add"]`))
	compared(t, page, 3)
	if wide := eval[float64](t, page, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %v wide", wide)
	}
	small := eval[[]string](t, page, `[...document.querySelectorAll('#compare-view button, #compare-view select')].filter(e => {
		const r = e.getBoundingClientRect()
		return r.width < 24 || r.height < 24
	}).map(e => e.outerHTML.slice(0, 80))`)
	if len(small) > 0 {
		t.Errorf("too small to hit: %v", small)
	}
	axe(t, page)
}

package e2e

import (
	"strings"
	"testing"
)

const tourOpen = `document.getElementById('tour')?.open`

// The tour by keyboard from its offer to its end: each stop steps the real run
// on, lights its panel and has the focus; it is not offered again.
func TestTheTourByKeyboard(t *testing.T) {
	page := open(t, "/", View{Still: true})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`!document.getElementById('tour-offer').hidden`))
	if kept := eval[int](t, page, `Object.keys(localStorage).length`); kept != 0 {
		t.Errorf("%d things are stored before the reader did anything", kept)
	}
	eval[bool](t, page, `(document.querySelector('[data-offer="tour"]').focus(), true)`)
	must(t, page.Press("Enter"))
	for i, stop := range []struct{ word, panel, step string }{
		{"Job", "queue", "4"}, {"Walltime", "timeline", "4"}, {"Reservation", "timeline", "4"}, {"Backfill", "why", "5"}, {"Locality", "machine", "7"},
	} {
		if i > 0 {
			must(t, page.Press("ArrowRight"))
		}
		must(t, page.Wait(tourOpen+` && document.getElementById('tour-title')?.textContent === '`+stop.word+`' && document.querySelector('.in-light').id === '`+stop.panel+`' && document.documentElement.dataset.step === '`+stop.step+`'`))
		focused(t, page, `.matches('#tour-title')`)
		if stop.word == "Walltime" {
			axe(t, page)
		}
	}
	must(t, page.Press("ArrowLeft"))
	must(t, page.Wait(`document.getElementById('tour-title').textContent === 'Backfill'`))
	must(t, page.Press("Tab", "Tab", "Enter")) // the button "Next"
	must(t, page.Wait(`document.getElementById('tour-title').textContent === 'Locality'`))
	must(t, page.Press("Enter"))
	must(t, page.Wait(`!(`+tourOpen+`) && !document.querySelector('.in-light') && document.getElementById('tour-offer').hidden`))
	must(t, page.Press("ArrowRight")) // the keys are the page's again
	must(t, page.Wait(`document.documentElement.dataset.step === '8'`))
	if kept := eval[string](t, page, `JSON.stringify(localStorage)`); !strings.Contains(kept, "done") {
		t.Errorf("after the end %s is stored", kept)
	}
}

// Left with Escape it brings back what was on screen, and goes on where it was
// left; on a phone by touch, and without covering its panel.
func TestTheTourComesBackToWhereTheReaderWas(t *testing.T) {
	page := open(t, "/", View{Width: 390, Height: 844, Touch: true, Theme: "dark"})
	must(t, page.Wait(Ready))
	must(t, page.Press("g"))
	must(t, page.Wait(galleryOpen))
	must(t, page.Press("ArrowRight", "Enter"))
	must(t, page.Wait(`document.title.startsWith('One wide job') && document.documentElement.dataset.step === '0'`))
	eval[int](t, page, `document.activeElement.blur(), 1`)
	must(t, page.Press("ArrowRight", "ArrowRight", "ArrowRight"))
	at(t, page, 3)
	must(t, page.Press("q"))
	must(t, page.Wait(tourOpen+` && document.title.startsWith('A hole')`))
	must(t, page.Click(`#tour [data-tour="next"]`))
	must(t, page.Wait(`document.getElementById('tour-title').textContent === 'Walltime'`))
	axe(t, page)
	if over := eval[bool](t, page, `(c => { const b = document.querySelector('.in-light').getBoundingClientRect(); return b.top < -1 || b.top > c.top - 100 })(document.getElementById('tour').getBoundingClientRect())`); over {
		t.Error("the card covers its panel")
	}
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!(`+tourOpen+`) && document.title.startsWith('One wide job') && document.documentElement.dataset.step === '3'`))
	must(t, page.Press("q"))
	must(t, page.Wait(tourOpen+` && document.getElementById('tour-title').textContent === 'Walltime'`))
	must(t, page.Click(`#tour [data-tour="leave"]`))
	must(t, page.Wait(`!(`+tourOpen+`)`))
	if kept := eval[string](t, page, `JSON.stringify(localStorage)`); strings.Contains(kept, "tour") {
		t.Errorf("leaving stores %s", kept)
	}
}

func TestTheTourIsRefused(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Click(`[data-offer="no"]`))
	must(t, page.Wait(`document.getElementById('tour-offer').hidden`))
	eval[int](t, page, `setTimeout(() => location.reload()); 1`)
	waitAnew(t, page, `document.getElementById('tour-offer').hidden`)
}

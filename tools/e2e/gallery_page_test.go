package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/scenarios"
)

const (
	galleryOpen = `document.getElementById('gallery')?.open`
	pictures    = `document.querySelectorAll('#gallery .picture svg path').length > 500 && [...document.querySelectorAll('#gallery .picture')].every(p => p.firstChild)`
	cardsShown  = `document.querySelectorAll('#gallery .card:not([hidden]):not(.card-file)').length`
)

// lessonCount returns the text in which the gallery states the number of all
// lessons.
func lessonCount() string { return fmt.Sprintf("%d lessons", len(scenarios.All())) }

// lessonsAbout returns the names of the lessons that have the given source and the
// given idea, in the order of the gallery.
func lessonsAbout(source, idea string) []string {
	var out []string
	for _, l := range scenarios.All() {
		if l.Tags.Source == source && slices.Contains(l.Tags.Ideas, idea) {
			out = append(out, l.Name)
		}
	}
	return out
}

// TestTheGalleryByKeyboard checks the gallery by keyboard alone. When it opens, the
// learning path must have the focus. Arrow keys must move the focus to the lesson
// on screen, between cards, and through the filters; typing must search, and Enter
// must open a lesson.
func TestTheGalleryByKeyboard(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("g"))
	must(t, page.Wait(galleryOpen))
	focused(t, page, `.matches('[data-path="topology"] .primary')`)
	must(t, page.Press("ArrowDown"))
	focused(t, page, `.matches('[data-lesson="0"][aria-current="true"]')`)
	must(t, page.Press("ArrowRight"))
	focused(t, page, `.matches('[data-lesson="1"]')`)
	must(t, page.Press("ArrowDown"))
	focused(t, page, `.matches('[data-lesson="4"]')`)
	must(t, page.Press("ArrowUp", "End"))
	focused(t, page, `.matches('[data-lesson="live"]')`)
	must(t, page.Press("ArrowLeft"))
	focused(t, page, `.matches('[data-lesson="file"]')`)
	must(t, page.Press("Home"))
	// The event is dispatched directly, because Press would also type the letter
	// into the field that gets the focus.
	eval[bool](t, page, `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '/', bubbles: true, cancelable: true}))`)
	focused(t, page, `.matches('#gallery-find')`)
	must(t, page.Press("ArrowDown"))
	if err := page.Type("exact"); err != nil { // a letter typed while a card has the focus goes into the search field
		t.Fatal(err)
	}
	must(t, page.Wait(`document.getElementById('gallery-find').value === 'exact' && /^[1-4] lesson/.test(document.getElementById('gallery-count').textContent)`))
	axe(t, page)
	must(t, page.Press("Escape")) // the first Escape clears the search; the gallery stays open
	must(t, page.Wait(galleryOpen+` && document.getElementById('gallery-count').textContent === '`+lessonCount()+`'`))
	// Tab moves past the puzzle and the queue to the filter by idea, and arrow keys select
	// "units". Tab moves to the filter by source, and arrow keys select "S0".
	must(t, page.Press("Tab", "Tab", "Tab"))
	focused(t, page, `.matches('[name="idea"]')`)
	must(t, page.Press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"))
	must(t, page.Wait(`document.getElementById('gallery-count').textContent === '2 lessons' || document.querySelector('[name="idea"][value="units"]').checked`))
	must(t, page.Press("Tab", "ArrowDown", "ArrowDown"))
	must(t, page.Wait(`document.querySelector('[name="source"][value="S0"]').checked`))
	units := lessonsAbout("S0", "units")
	if n := eval[int](t, page, cardsShown); n != len(units) {
		t.Errorf("%d lessons have units of S0, not %d", n, len(units))
	}
	must(t, page.Press("Tab"))
	for range slices.Index(units, "exact-fit") {
		must(t, page.Press("ArrowRight"))
	}
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.title.startsWith('Exact fit') && !`+galleryOpen))
	// When the gallery is opened again, the filters are cleared and the lesson on
	// screen is marked.
	must(t, page.Press("g"))
	must(t, page.Wait(galleryOpen))
	must(t, page.Press("ArrowDown"))
	focused(t, page, `.matches('[aria-current="true"]')`)
	if text := eval[string](t, page, `document.getElementById('gallery-count').textContent`); text != lessonCount() {
		t.Errorf("opened again it says %q", text)
	}
}

func TestTheGalleryByMouse(t *testing.T) {
	for _, view := range []View{{Theme: "dark"}, {Width: 390, Height: 844, Touch: true}} {
		page := open(t, "/", view)
		must(t, page.Wait(Ready))
		must(t, page.Wait(`document.documentElement.dataset.lessons`))
		eval[bool](t, page, `(s => { s.value = 'gallery'; s.dispatchEvent(new Event('change')); return true })(document.getElementById('pick-lesson'))`)
		must(t, page.Wait(galleryOpen))
		must(t, page.Wait(pictures))
		if n := eval[int](t, page, `document.querySelectorAll('#gallery .picture').length`); n != len(scenarios.All()) {
			t.Errorf("%d pictures", n)
		}
		if wide := eval[bool](t, page, `(d => d.scrollWidth > d.clientWidth)(document.querySelector('#gallery .dialog-body'))`); wide {
			t.Error("the gallery scrolls sideways")
		}
		axe(t, page)
		must(t, page.Click(`#gallery [name="idea"][value="network"]`))
		must(t, page.Wait(cardsShown+` < 15`))
		if text := eval[string](t, page, `[...document.querySelectorAll('#gallery-list > li:not([hidden])')].map(li => li.textContent).join('\n')`); !strings.Contains(text, "Closer is not always faster") || strings.Contains(text, "Begin here") {
			t.Errorf("the idea network shows %s", text)
		}
		eval[int](t, page, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(1), 50))))`) // wait until cards that have scrolled into view are laid out
		must(t, page.Click(`#gallery .card:not([hidden]) [data-lesson]`))
		must(t, page.Wait(`!`+galleryOpen+` && document.documentElement.dataset.step === '0'`))
	}
}

package e2e

import (
	"strings"
	"testing"
)

const (
	puzzleOpen = `document.getElementById('puzzle')?.open`
	puzzleText = `document.getElementById('puzzle-text').value`
	puzzleLine = `document.getElementById('puzzle-line').innerText`
)

// handAll starts every job by hand as soon as it fits, until the puzzle is
// finished.
func handAll(t *testing.T, p *Page) {
	t.Helper()
	for range 80 {
		must(t, p.Wait(byHand))
		if eval[bool](t, p, `document.querySelector('#puzzle-line .primary') !== null`) {
			return
		}
		started := false
		for i := range eval[int](t, p, `document.querySelectorAll('#queue-list li[data-id]').length`) {
			must(t, p.Click(`#queue-list li[data-id]:nth-of-type(`+string(rune('1'+i))+`)`))
			must(t, p.Wait(byHand))
			if eval[bool](t, p, `document.querySelector('#hand [data-act="start"][aria-disabled="false"]') !== null`) { // finds the button only if the selected job can start
				must(t, p.Click(`#hand [data-act="start"]`))
				started = true
				break
			}
		}
		if !started {
			must(t, p.Click(`#hand [data-act="next"]`))
		}
	}
	t.Fatalf("it never ends: %s", eval[string](t, p, puzzleLine))
}

// TestPuzzleByMouse opens today's puzzle from the gallery, solves it by starting
// every job by hand, and copies the result as text and as a picture, all by mouse.
// It checks that the result is still there after a reload.
func TestPuzzleByMouse(t *testing.T) {
	page := open(t, "/", View{Width: 1366, Height: 768})
	must(t, page.Wait(Ready))
	must(t, page.Press("g"))
	must(t, page.Wait(galleryOpen))
	must(t, page.Click(`#gallery [data-puzzle]`))
	must(t, page.Wait(puzzleOpen))
	axe(t, page)
	today := eval[string](t, page, `(d => [d.getFullYear(), d.getMonth() + 1, d.getDate()].map(n => String(n).padStart(2, '0')).join('-'))(new Date())`)
	if title := eval[string](t, page, `document.getElementById('puzzle-title').innerText`); title != "Puzzle of "+today {
		t.Errorf("the dialog is %q", title)
	}
	must(t, page.Click(`#puzzle [data-puzzle="hand"]`))
	must(t, page.Wait(byHand+` && `+puzzleLine+`.includes('0 of 8')`))
	axe(t, page)
	handAll(t, page)
	axe(t, page)
	must(t, page.Click(`#puzzle-line [data-puzzle]`))
	must(t, page.Wait(puzzleOpen))
	axe(t, page)
	text := eval[string](t, page, puzzleText)
	if !strings.HasPrefix(text, "Hopyard "+today+"\nBy hand: ") || !strings.HasSuffix(text, "/#puzzle="+today) {
		t.Errorf("the result is %q", text)
	}
	must(t, page.Click(`#puzzle [data-puzzle="copy"]`))
	must(t, page.Wait(`document.getElementById('puzzle-said').innerText !== ''`))
	must(t, page.Click(`#puzzle [data-puzzle="picture"]`))
	reload(t, page)
	must(t, page.Wait(`document.querySelector('#puzzle-line .primary')`))
	must(t, page.Click(`#puzzle-line [data-puzzle]`))
	must(t, page.Wait(puzzleOpen))
	if again := eval[string](t, page, puzzleText); again != text {
		t.Errorf("after a reload the result is %q", again)
	}
}

// TestPuzzleByKeys opens a puzzle by its link and answers its questions by
// keyboard. There must be exactly five questions, and the puzzle of another day
// must have no result yet. A link with an invalid date must lead to a puzzle with a
// note. The command palette must find the puzzle.
func TestPuzzleByKeys(t *testing.T) {
	page := open(t, "/#puzzle=2026-11-26", View{})
	must(t, page.Wait(puzzleOpen+` && document.activeElement.matches('[data-puzzle="predict"]') && document.documentElement.hasAttribute('data-manual')`))
	must(t, page.Press("Enter"))
	for i := range 5 {
		must(t, page.Wait(`hopyard.state().asking && document.querySelector('[data-ask="show"]')`))
		if i == 0 {
			axe(t, page)
		}
		eval[bool](t, page, `(document.querySelector('[data-ask="show"]').focus(), true)`)
		must(t, page.Press("Enter"))
		must(t, page.Wait(`hopyard.state().graded && document.querySelectorAll('#puzzle-line [data-mark="w"]').length === `+string(rune('1'+i))))
		if i < 4 {
			eval[bool](t, page, `(document.querySelector('[data-ask="next"]').focus(), true)`)
			must(t, page.Press("Enter"))
		}
	}
	must(t, page.Wait(puzzleLine+`.includes('0 of 5 right')`))
	eval[bool](t, page, `(document.querySelector('#puzzle-line [data-puzzle]').focus(), true)`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(puzzleOpen))
	text := eval[string](t, page, puzzleText)
	if !strings.Contains(text, "⬛⬛⬛⬛⬛ 0 of 5 right") {
		t.Errorf("the result is %q", text)
	}
	must(t, page.Press("Escape"))
	eval[bool](t, page, `(location.hash = '#puzzle=2026-11-27', true)`)
	must(t, page.Wait(puzzleOpen+` && `+byHand+` && document.title.startsWith('Hopyard 2026-11-27')`))
	if eval[bool](t, page, `document.getElementById('puzzle-text') !== null`) {
		t.Error("another day has a result")
	}
	must(t, page.Press("Escape"))
	eval[bool](t, page, `(location.hash = '#puzzle=2026-02-30', true)`)
	must(t, page.Wait(puzzleOpen+` && document.querySelector('.puzzle-note')`))
	must(t, page.Press("Escape"))
	must(t, page.Press("Ctrl+k"))
	must(t, page.Wait(`document.getElementById('palette')?.open`))
	must(t, page.Type("puzzle"))
	must(t, page.Wait(`document.getElementById('palette-0')?.dataset.do === 'puzzle:'`))
	must(t, page.Press("Enter"))
	must(t, page.Wait(puzzleOpen+` && !document.getElementById('palette').open`))
}

// TestPuzzleByTouch solves a puzzle by touch on a phone, in another language and in
// the dark theme.
func TestPuzzleByTouch(t *testing.T) {
	phone := open(t, "/#puzzle=2026-11-26", View{Width: 390, Height: 844, Touch: true, Theme: "dark", Language: "ru"})
	must(t, phone.Wait(puzzleOpen+` && document.documentElement.lang === 'ru' && document.documentElement.hasAttribute('data-manual') && document.getElementById('puzzle-title').innerText.includes('Задача')`))
	axe(t, phone)
	if wide := eval[float64](t, phone, `document.querySelector('#puzzle .dialog-body').scrollWidth - document.querySelector('#puzzle .dialog-body').clientWidth`); wide > 0 {
		t.Errorf("the dialog is %g pixels too wide", wide)
	}
	must(t, phone.Click(`#puzzle [data-puzzle="hand"]`))
	must(t, phone.Wait(byHand))
	handAll(t, phone)
	must(t, phone.Click(`#puzzle-line [data-puzzle]`))
	must(t, phone.Wait(puzzleOpen))
	axe(t, phone)
	if text := eval[string](t, phone, puzzleText); !strings.Contains(text, "Вручную: ") {
		t.Errorf("the result is %q", text)
	}
}

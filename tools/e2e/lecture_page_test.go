package e2e

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/scenarios"
)

// lectures is a condition: a lecture is on screen and completely loaded.
const lectures = `document.getElementById('lecture-bar') && hopyard.state().run && !hopyard.state().busy && document.documentElement.dataset.then !== undefined && document.documentElement.dataset.then !== '5'`

// noted returns a link to a lecture on a scenario with two jobs and speaker's
// notes. One note contains HTML and links that must not become active.
func noted(t *testing.T) string {
	t.Helper()
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "title": "Two", "notes": [
		{"text": "Say **hello**.\n\n- one\n- [two](https://example.org/x)\n\n<img src=x onerror=alert(1)><script>alert(2)</script> [bad](javascript:alert(3))"},
		{"at": 60, "text": "Now job 2."}],
		"cluster": {"topology": {"kind": "star", "nodes": 8}},
		"jobs": [{"nodes": 6, "walltime": 600}, {"submit": 60, "nodes": 4, "walltime": 300}], "scheduler": {"queue": "easy", "allocator": "first-fit"}}`))
	must(t, err)
	link, err := scenario.EncodeLink(scenario.SharedLink{Scenario: s, Lecture: true})
	must(t, err)
	return link
}

// lecture opens a lesson as a lecture, as on a projector. The parameter moment is
// the part of the address with the time and the mode.
func lecture(t *testing.T, name, moment string, v View) *Page {
	t.Helper()
	l, ok := scenarios.Find(name)
	if !ok {
		t.Fatalf("there is no lesson %s", name)
	}
	page := open(t, "/#1.j."+base64.RawURLEncoding.EncodeToString(l.Source)+moment+"&lecture=1", v)
	must(t, page.Wait(lectures))
	return page
}

// speakerOf opens the speaker's window of a lecture, as the button in the bar does.
// The test fails if a problem occurs in the window.
func speakerOf(t *testing.T, beamer *Page, v View) *Page {
	t.Helper()
	id := eval[string](t, beamer, `sessionStorage['hopyard.lecture.id']`)
	page, err := beamer.Beside(site(t)+"/#speaker="+id, v)
	must(t, err)
	t.Cleanup(func() {
		for _, problem := range page.Problems() {
			t.Error(problem)
		}
		page.Close()
	})
	must(t, page.Wait(`document.getElementById('speaker-step')?.innerText`))
	return page
}

// reload reloads a page and waits until the old document is replaced.
func reload(t *testing.T, p *Page) {
	t.Helper()
	eval[bool](t, p, `(document.documentElement.dataset.old = '1', location.reload(), true)`)
	must(t, p.Wait(`!('old' in document.documentElement.dataset)`))
}

// text returns the text of an element.
func text(t *testing.T, p *Page, id string) string {
	t.Helper()
	return eval[string](t, p, fmt.Sprintf(`document.getElementById(%q).innerText`, id))
}

// shows waits until the text of an element contains the given text.
func shows(t *testing.T, p *Page, id, what string) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.getElementById(%q)?.innerText.includes(%q)`, id, what)))
}

// TestLectureByRemote checks the keys of a lecture. L must begin the lecture, the
// keys of remote controls must step through it, B must blank the screen, and Escape
// must end the lecture. The files of lecture mode must not be loaded before a
// lecture begins.
func TestLectureByRemote(t *testing.T) {
	page := open(t, "/", View{Width: 1280, Height: 720})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy`))
	if eval[bool](t, page, `[...performance.getEntriesByType('resource')].some(x => /lecture|later/.test(x.name))`) {
		t.Error("something of lectures is loaded before there is one")
	}
	must(t, page.Press("Home", "l"))
	must(t, page.Wait(lectures))
	for i, key := range []string{"PageDown", "ArrowRight", "Space"} {
		must(t, page.Press(key))
		must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.step === '%d' && document.getElementById('why-step').innerText.startsWith('step %d of 16')`, i+1, i+1)))
	}
	must(t, page.Press("PageUp"))
	must(t, page.Wait(`document.documentElement.dataset.step === '2'`))
	for _, key := range []string{"b", "."} {
		must(t, page.Press(key))
		must(t, page.Wait(`!document.getElementById('lecture-black').hidden && document.elementFromPoint(200, 200).id === 'lecture-black'`))
		must(t, page.Press(key))
		must(t, page.Wait(`document.getElementById('lecture-black').hidden`))
	}
	if eval[string](t, page, `document.documentElement.dataset.step`) != "2" {
		t.Error("the full stop of a remote leads on")
	}
	must(t, page.Press("F5")) // starts a slide show in other programs; here it must toggle full screen and not reload the page
	must(t, page.Wait(`document.fullscreenElement`))
	must(t, page.Press("F5"))
	must(t, page.Wait(`!document.fullscreenElement`))
	must(t, page.Wait(`location.hash.includes('&lecture=1')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('lecture-bar') && !document.documentElement.hasAttribute('data-lecture') && document.getElementById('queue').offsetWidth > 100`))
	must(t, page.Wait(`!hopyard.state().busy && !location.hash.includes('lecture')`))
	if eval[bool](t, page, `document.getElementById('machine-canvas').zoom !== 1`) {
		t.Error("the pictures stay as on a beamer")
	}
}

// TestLectureComesBack checks that reloading the page on the projector restores the
// lecture and its step.
func TestLectureComesBack(t *testing.T) {
	page := lecture(t, "easy-hole", "", View{Width: 1024, Height: 768})
	must(t, page.Press("Home", "PageDown", "PageDown", "PageDown", "PageDown"))
	must(t, page.Wait(`document.documentElement.dataset.step === '4' && location.hash.includes('&at=300.')`))
	reload(t, page)
	must(t, page.Wait(`document.documentElement.dataset.step === '4' && `+lectures))
}

// TestLectureTwoWindows checks that the speaker's window shows notes, the next step
// and the reasons, and that it controls the page on the projector. The test reloads
// each window, and ends the lecture and begins it again.
func TestLectureTwoWindows(t *testing.T) {
	beamer := open(t, "/"+noted(t), View{Width: 1024, Height: 768})
	must(t, beamer.Wait(lectures))
	must(t, beamer.Press("Home"))
	must(t, beamer.Wait(`document.documentElement.dataset.step === '0' && `+lectures))
	speaker := speakerOf(t, beamer, View{Width: 1120, Height: 780})
	shows(t, speaker, "speaker-notes", "Say hello.")
	notes := text(t, speaker, "speaker-notes")
	for _, want := range []string{"<img src=x onerror=alert(1)>", "<script>", "[bad](javascript:alert(3))"} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes lack %q: %s", want, notes)
		}
	}
	if got := eval[string](t, speaker, `[...document.querySelectorAll('#speaker-notes :is(strong, li, a, img, script)')].map(e => e.tagName + (e.href || '')).join(' ')`); got != "STRONG LI LI Ahttps://example.org/x" {
		t.Errorf("the notes hold %s", got)
	}
	next := text(t, speaker, "speaker-next")
	if !strings.Contains(next, "Job 1 starts now on nodes 0–5") {
		t.Errorf("next is %q", next)
	}
	must(t, speaker.Click(`[data-does="next"]`))
	must(t, beamer.Wait(`document.documentElement.dataset.step === '1'`))
	shows(t, speaker, "speaker-now", "Job 1 starts now")
	shows(t, speaker, "speaker-why", "it needs 6, and 8 are free")
	must(t, beamer.Press("PageDown"))
	shows(t, speaker, "speaker-notes", "Now job 2.")
	shows(t, speaker, "speaker-notes-title", "0:01")
	reload(t, speaker)
	shows(t, speaker, "speaker-notes", "Now job 2.")
	must(t, speaker.Press("b"))
	shows(t, speaker, "speaker-away", "black")
	must(t, beamer.Wait(`!document.getElementById('lecture-black').hidden`))
	must(t, speaker.Press("b"))
	must(t, speaker.Wait(`document.getElementById('speaker-away').innerText === ''`))
	must(t, beamer.Wait(`location.hash.includes('&at=60.')`))
	reload(t, beamer)
	must(t, beamer.Wait(`document.documentElement.dataset.step === '2' && `+lectures))
	must(t, speaker.Press("ArrowLeft"))
	must(t, beamer.Wait(`document.documentElement.dataset.step === '1'`))
	shows(t, speaker, "speaker-step", "step 1 of 4")
	axe(t, speaker)
	must(t, beamer.Press("Escape"))
	shows(t, speaker, "speaker-away", "not on screen")
	must(t, beamer.Wait(`!document.getElementById('lecture-bar')`))
	must(t, speaker.Press("ArrowRight")) // has no effect after the end of the lecture
	must(t, beamer.Press("l"))
	must(t, speaker.Wait(`document.getElementById('speaker-away').innerText === ''`))
}

// TestLecturePopup checks that a key opens the speaker's window, which connects to
// the page on the projector. If the browser blocks the window, the page must offer
// a link instead.
func TestLecturePopup(t *testing.T) {
	page := lecture(t, "easy-hole", "", View{Width: 1280, Height: 720})
	must(t, page.Press("s"))
	must(t, page.Wait(`document.documentElement.dataset.joined === '1' && document.getElementById('lecture-held').hidden`))
	eval[bool](t, page, `(open = () => null) && true`)
	must(t, page.Press("s"))
	must(t, page.Wait(`!document.getElementById('lecture-held').hidden && document.activeElement.matches('#lecture-held a[href*="#speaker="]')`))
	axe(t, page)
}

// TestLectureAsksFirst checks that in Predict mode a press first shows the
// question, and the next press the answer. Before that, only the speaker's window
// may show the answer.
func TestLectureAsksFirst(t *testing.T) {
	beamer := lecture(t, "easy-hole", "&at=300.0&predict=1", View{Width: 1024, Height: 768})
	speaker := speakerOf(t, beamer, View{})
	for !eval[bool](t, beamer, `hopyard.state().asking && document.getElementById('ask-prompt').innerText.includes('Which of the waiting jobs')`) {
		must(t, beamer.Press("PageDown"))
		must(t, beamer.Wait(`!hopyard.state().busy && (hopyard.state().asking || hopyard.state().graded || hopyard.state().ahead)`))
	}
	shows(t, speaker, "speaker-now", "Which of the waiting jobs start now?")
	shows(t, speaker, "speaker-next", "Job 5 starts now on nodes 24–29")
	shows(t, speaker, "speaker-then", "shows the answer")
	shows(t, speaker, "speaker-notes", "May job 5 overtake?")
	if told, err := beamer.AccessibleText(); err != nil || strings.Contains(told, "24–29") || strings.Contains(told, "overtake") {
		t.Errorf("the beamer tells the answer: %v\n%s", err, told)
	}
	if eval[bool](t, beamer, `document.documentElement.outerHTML.includes('24–29')`) {
		t.Error("the answer is in the beamer's page")
	}
	must(t, speaker.Press("PageDown"))
	must(t, beamer.Wait(`hopyard.state().graded && !hopyard.state().busy`))
	shows(t, beamer, "why-sentence", "Job 5 starts now on nodes 24–29")
	shows(t, speaker, "speaker-now", "Job 5 starts now on nodes 24–29")
	axe(t, beamer)
}

// TestLectureFits checks lectures in various themes and sizes. Nothing may be wider
// than the screen, the sentence with the reason must not be clipped, and axe-core
// must find nothing. Phones are exempt from the limit on height, because there the
// page scrolls.
func TestLectureFits(t *testing.T) {
	folder := os.Getenv("HOPYARD_SHOTS")
	for i, size := range [][2]int64{{1024, 768}, {1280, 720}, {1920, 1080}, {390, 844}, {320, 640}} {
		for j, theme := range []string{"light", "dark", "contrast"} {
			if !soaktest.Whole() && i != 2*j {
				continue
			}
			v := View{Width: size[0], Height: size[1], Theme: map[string]string{"dark": "dark"}[theme], Touch: size[0] < 700}
			beamer := lecture(t, "easy-hole", "&at=360.0", v)
			if theme == "contrast" {
				must(t, beamer.Press("t", "t"))
				must(t, beamer.Wait(`document.documentElement.dataset.theme === 'contrast' && !hopyard.state().busy`))
			}
			where := fmt.Sprintf("%d by %d, %s", size[0], size[1], theme)
			if eval[bool](t, beamer, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s: the beamer is wider than its screen", where)
			}
			if size[0] >= 700 && eval[bool](t, beamer, `(s => s.bottom > document.getElementById('machine').getBoundingClientRect().top + 1 || document.scrollingElement.scrollHeight > innerHeight)(document.getElementById('why-sentence').getBoundingClientRect())`) {
				t.Errorf("%s: the sentence is not whole, or the page is higher than its screen", where)
			}
			axe(t, beamer)
			speaker := speakerOf(t, beamer, v)
			if eval[bool](t, speaker, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s: the speaker's window is wider than its screen", where)
			}
			axe(t, speaker)
			if folder != "" {
				name := filepath.Join(folder, fmt.Sprintf("%dx%d-%s", size[0], size[1], theme))
				must(t, beamer.Screenshot(name+"-beamer.png", false))
				must(t, speaker.Screenshot(name+"-speaker.png", true))
			}
		}
	}
}

// TestLecturePointer checks that a dot follows the mouse while the mouse button is
// held, and also after a key has switched the pointer on. A finger must draw a
// line.
func TestLecturePointer(t *testing.T) {
	page := lecture(t, "easy-hole", "&at=360.0", View{Width: 1024, Height: 768})
	at := eval[[2]float64](t, page, `(r => [r.x + r.width / 2, r.y + r.height / 2])(document.getElementById('machine-canvas').getBoundingClientRect())`)
	must(t, page.Grab(at[0], at[1]))
	must(t, page.Move(at[0]+40, at[1]))
	must(t, page.Wait(`document.getElementById('lecture-laser').dataset.dot === '1'`))
	must(t, page.Drop(at[0]+40, at[1]))
	must(t, page.Wait(`document.getElementById('lecture-laser').dataset.dot === ''`))
	must(t, page.Press("p"))
	must(t, page.Move(at[0], at[1]-20))
	must(t, page.Wait(`document.getElementById('lecture-laser').dataset.dot === '1'`))
	must(t, page.Press("p"))

	tablet := lecture(t, "easy-hole", "&at=360.0", View{Width: 1024, Height: 768, Touch: true})
	must(t, tablet.Touch(at[0], at[1]))
	must(t, tablet.Slide(at[0]+60, at[1]+10))
	must(t, tablet.Lift())
	must(t, tablet.Wait(`document.getElementById('lecture-laser').dataset.strokes === '1'`))
	must(t, tablet.Press("PageDown")) // the next step must erase the drawing
	must(t, tablet.Wait(`document.getElementById('lecture-laser').dataset.strokes === '0'`))
}

// TestLectureInOtherLanguages checks that the speaker's notes are in the language
// of the page, and that axe-core finds nothing in both windows.
func TestLectureInOtherLanguages(t *testing.T) {
	for code, want := range map[string]string{"zh": "作业 5 可以插队吗", "ru": "Может ли задание 5 обогнать"} {
		beamer := lecture(t, "easy-hole", "&at=360.0", View{Width: 1280, Height: 720, Language: code})
		speaker := speakerOf(t, beamer, View{})
		shows(t, speaker, "speaker-notes", want)
		axe(t, beamer)
		axe(t, speaker)
	}
}

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

const (
	tipShown  = `document.getElementById('term-tip')?.hidden === false`
	tipHidden = `document.getElementById('term-tip')?.hidden !== false`
)

// TestATermByKeyboard checks that a term is explained while it has the focus.
// Escape must close only the explanation, and Enter must open the glossary at the
// term. The glossary must be searchable, and an entry must lead to a lesson.
func TestATermByKeyboard(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("4")) // moves the focus to the reasons
	for range 12 {
		must(t, page.Press("Tab"))
		if eval[bool](t, page, `document.activeElement.matches('.term[data-term="backfill"]')`) {
			break
		}
	}
	focused(t, page, `.matches('.term[data-term="backfill"]')`)
	must(t, page.Wait(tipShown))
	if text := eval[string](t, page, `document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText`); !strings.HasPrefix(text, "Backfill") || !strings.Contains(text, "delays no promise") {
		t.Errorf("the term is explained as %q", text)
	}
	axe(t, page)
	before := step(t, page)
	must(t, page.Press("Escape"))
	must(t, page.Wait(tipHidden))
	focused(t, page, `.matches('.term[data-term="backfill"]')`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.getElementById('glossary')?.open && document.querySelector('.meant dt') === document.activeElement`))
	axe(t, page)
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('glossary')?.open`))
	if got := step(t, page); got != before {
		t.Errorf("at step %d, not %d", got, before)
	}
	must(t, page.Press("i"))
	must(t, page.Wait(`document.getElementById('glossary')?.open`))
	eval[bool](t, page, `(document.getElementById('glossary-find').focus(), true)`)
	if err := page.Type("heartbeat"); err != nil {
		t.Fatal(err)
	}
	must(t, page.Wait(`document.querySelectorAll('#glossary [data-entry]:not([hidden])').length < 4 && /^[123] term/.test(document.getElementById('glossary-count').textContent)`))
	must(t, page.Click(`#glossary [data-entry="heartbeat"] [data-shows]`))
	must(t, page.Wait(`document.title.startsWith('Nobody knows')`))
}

// TestATermByMouse checks that the explanation of a term is shown while the pointer
// is on the term or on the explanation, and not afterwards. It also checks that a
// click on a term opens the glossary.
func TestATermByMouse(t *testing.T) {
	page := open(t, "/", View{Theme: "dark"})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.querySelector('#curves canvas') && document.documentElement.dataset.lessons`)) // loading these moves the rest of the page
	point := func(selector string) {
		must(t, page.rests(selector))
		xy := eval[[2]float64](t, page, `(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector('`+selector+`').getBoundingClientRect())`)
		must(t, page.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, xy[0], xy[1])))
	}
	point(`#why-sentence .term`)
	must(t, page.Wait(tipShown))
	point(`#term-tip`)
	eval[int](t, page, `new Promise(done => setTimeout(() => done(1), 600))`) // longer than the delay after which the explanation disappears
	if !eval[bool](t, page, tipShown) {
		t.Error("the explanation went while it was pointed at")
	}
	axe(t, page)
	point(`header .logo`)
	must(t, page.Wait(tipHidden))
	must(t, page.Click(`.term[data-term="extra-nodes"]`))
	must(t, page.Wait(`document.getElementById('glossary')?.open && document.querySelector('.meant').dataset.entry === 'extra-nodes'`))
}

// TestTermsInOtherLanguages checks, in other languages, that a sentence marks an
// inflected form of a term, and that the term is explained.
func TestTermsInOtherLanguages(t *testing.T) {
	for lang, want := range map[string][2]string{"zh": {"影子时间", "队首"}, "ru": {"теневого времени", "голова очереди"}} {
		page := open(t, "/", View{Language: lang})
		must(t, page.Wait(Ready))
		must(t, page.Wait(`document.documentElement.lang.startsWith('`+lang+`')`))
		must(t, page.Wait(`document.querySelector('.term[data-term="shadow-time"]')?.textContent === '`+want[0]+`'`))
		eval[bool](t, page, `(document.querySelector('.term[data-term="shadow-time"]').focus(), true)`)
		must(t, page.Wait(tipShown+` && document.getElementById('term-tip').textContent.includes('`+want[1]+`')`))
	}
}

// TestWhatALessonIsAbout checks that the description of a lesson stays open while
// the reader steps through the run, and that a button leads to the next lesson.
func TestWhatALessonIsAbout(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.documentElement.dataset.lessons && !document.getElementById('lesson-after').hidden`))
	must(t, page.Click("#lesson-title"))
	must(t, page.Wait(`document.getElementById('lesson-details').open && document.getElementById('lesson-about').innerText.includes('How many extra nodes does the reservation of job 4')`))
	axe(t, page)
	must(t, page.Press("ArrowRight")) // the description must stay open
	at(t, page, 6)
	if !eval[bool](t, page, `document.getElementById('lesson-details').open`) {
		t.Error("it has closed")
	}
	eval[bool](t, page, `(document.getElementById('lesson-after').focus(), true)`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.title.startsWith('One wide job')`))
	focused(t, page, `.matches('#lesson-after')`)
}

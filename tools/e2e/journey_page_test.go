package e2e

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/soaktest"
)

// traveller uses the page like a reader, either by keyboard (keys) or by mouse.
type traveller struct {
	*testing.T
	page *Page
	keys bool
}

// does presses the key if the traveller uses the keyboard. Otherwise it clicks the
// element.
func (v *traveller) does(key, selector string) {
	v.Helper()
	if v.keys {
		must(v.T, v.page.Press(key))
		return
	}
	must(v.T, v.page.Click(selector))
}

// TestTheWholeJourney uses the whole page: in English by keyboard alone, and in
// Russian by mouse alone. In make soak it uses each language in both ways. It opens
// a lesson, steps forward and back, reads the reason from the accessibility tree,
// edits a job, undoes the edit, and compares policies at their first divergence. It
// copies the link of the comparison and checks that the link opens the same
// comparison in a fresh profile.
func TestTheWholeJourney(t *testing.T) {
	site(t)
	for i, language := range []string{"en", "zh", "ru"} {
		for j, how := range []string{"keyboard", "mouse"} {
			if !soaktest.Whole() && i != 2*j {
				continue
			}
			t.Run(language+" by "+how, func(t *testing.T) {
				v := &traveller{t, open(t, "/", View{Language: language}), how == "keyboard"}
				must(t, v.page.Wait(Ready+fmt.Sprintf(` && document.documentElement.lang === %q`, language)))
				v.opensALesson()
				v.steps()
				v.editsAndUndoes()
				v.arrives(language, v.compares())
			})
		}
	}
}

func (v *traveller) opensALesson() {
	t, page := v.T, v.page
	before := run(t, page)
	if v.keys {
		must(t, page.Press("g"))
		must(t, page.Wait(galleryOpen))
		must(t, page.Press("ArrowDown"))
		focused(t, page, `.matches('[data-lesson="0"]')`)
		must(t, page.Press("ArrowRight"))
		focused(t, page, `.matches('[data-lesson="1"]')`)
		must(t, page.Press("Enter"))
	} else {
		must(t, page.Wait(`document.documentElement.dataset.lessons`))
		eval[bool](t, page, `(s => { s.value = 'gallery'; s.dispatchEvent(new Event('change')); return true })(document.getElementById('pick-lesson'))`)
		must(t, page.Wait(galleryOpen))
		must(t, page.Click(`[data-lesson="1"]`))
	}
	another(t, page, before)
}

// steps moves forward and back, and checks that the accessibility tree contains the
// reason of the step.
func (v *traveller) steps() {
	t, page := v.T, v.page
	v.does("Home", "#t-home")
	at(t, page, 0)
	var texts []string
	for range 3 {
		before := step(t, page)
		v.does("ArrowRight", "#t-forward")
		must(t, page.Wait(fmt.Sprintf(`+document.documentElement.dataset.step > %d`, before)))
		texts = append(texts, said(t, page))
	}
	before := step(t, page)
	v.does("ArrowLeft", "#t-back")
	must(t, page.Wait(fmt.Sprintf(`+document.documentElement.dataset.step < %d`, before)))
	if now := said(t, page); now != texts[1] {
		t.Errorf("a step back says\n%s\nand said before\n%s", now, texts[1])
	}
	must(t, page.Wait(`document.getElementById('status').textContent !== ''`))
	told, err := page.AccessibleText()
	must(t, err)
	sentence := eval[string](t, page, `document.getElementById('why-sentence').textContent`)
	if plain := squeezed(strings.ReplaceAll(told, "[button ", "")); len(sentence) < 20 || !strings.Contains(plain, squeezed(sentence)) {
		t.Errorf("the accessibility tree does not say %q:\n%s", sentence, told)
	}
}

// squeezed returns a text without spaces and without the brackets of the
// accessibility tree.
func squeezed(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n\t\u00a0\u202f[]", r) }), "")
}

func (v *traveller) editsAndUndoes() {
	t, page := v.T, v.page
	text, before := said(t, page), run(t, page)
	v.does("e", "#edit-open")
	must(t, page.Wait(`document.getElementById('editor').open && document.querySelector('[data-block="jobs"]')`))
	const nodes = `[data-path="jobs[0].nodes"]`
	if v.keys {
		tabTo(t, page, `[data-block="jobs"]`)
		must(t, page.Press("Enter"))
		must(t, page.Wait(fmt.Sprintf(`document.querySelector('%s')`, nodes)))
		tabTo(t, page, nodes)
		eval[bool](t, page, `(document.activeElement.select(), true)`) // a user who moves into a field with Tab finds its text selected
	} else {
		must(t, page.Click(`[data-block="jobs"]`))
		must(t, page.Wait(fmt.Sprintf(`document.querySelector('%s')`, nodes)))
		eval[bool](t, page, fmt.Sprintf(`(e => { e.focus(); e.select(); return true })(document.querySelector('%s'))`, nodes))
	}
	must(t, page.Type("1"))
	must(t, page.Press("Tab"))
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('why-changed').textContent !== ''`))
	before = run(t, page)
	if v.keys {
		must(t, page.Press("Escape"))
	} else {
		must(t, page.Click(`#editor .dialog-head button:last-of-type`))
	}
	must(t, page.Wait(`!document.getElementById('editor').open && !document.documentElement.hasAttribute('data-editing')`))
	v.does("Ctrl+z", "#undo")
	another(t, page, before)
	if now := said(t, page); now != text {
		t.Errorf("undone it says\n%s\nand said before\n%s", now, text)
	}
}

// compares opens a comparison of two policies, moves to their first divergence, and
// copies and returns the link.
func (v *traveller) compares() (link string) {
	t, page := v.T, v.page
	eval[bool](t, page, `(() => { // hears what is put on the clipboard
		const write = navigator.clipboard.writeText.bind(navigator.clipboard)
		navigator.clipboard.writeText = text => { window.copied = text; return write(text) }
		return true
	})()`)
	v.does("c", "#compare")
	compared(t, page, 2)
	v.does("v", `[data-compare="first"]`)
	must(t, page.Wait(settled+` && +document.documentElement.dataset.moment > 0 && document.getElementById('compare-differs').textContent !== ''`))
	if v.keys {
		must(t, page.Press("y"))
	} else {
		must(t, page.Click("#share-open"))
		must(t, page.Wait(`document.getElementById('share')?.open && document.getElementById('share-url').value`))
		must(t, page.Click("#share-copy"))
	}
	must(t, page.Wait(`window.copied`))
	return eval[string](t, page, `window.copied`)
}

// arrives opens the link in a fresh profile, and checks that it shows the same
// comparison at the same time.
func (v *traveller) arrives(language, link string) {
	t, page := v.T, v.page
	fresh := open(t, strings.TrimPrefix(link, site(t)), View{Language: language})
	compared(t, fresh, 2)
	atMoment(t, fresh, moment(t, page))
	const shown = `[...document.querySelectorAll('.compare-columns output, .compare-columns [id$=why], .compare-columns [id$=jobs]')].map(e => e.innerText).join('\n') + document.getElementById('compare-differs').innerText + document.documentElement.dataset.trace`
	if got, want := eval[string](t, fresh, shown), eval[string](t, page, shown); got != want {
		t.Errorf("the link shows\n%s\nthe page it was copied from\n%s", got, want)
	}
	if trace := eval[string](t, fresh, `document.documentElement.dataset.trace`); len(trace) < 8 {
		t.Errorf("the trace has the hash %q", trace)
	}
}

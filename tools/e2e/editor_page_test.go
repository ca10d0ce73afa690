package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// write replaces a text in the editor by typing another text. It replaces the first
// occurrence of the text.
func write(t *testing.T, p *Page, from, to string) {
	t.Helper()
	must(t, p.Wait(`document.documentElement.hasAttribute('data-code')`))
	eval[bool](t, p, fmt.Sprintf(`(at => { hopyard.code.select(at, at + %q.length); return at >= 0 })(hopyard.code.text().indexOf(%q))`, from, from))
	must(t, p.Type(to))
	must(t, p.Wait(fmt.Sprintf(`document.getElementById('edit-text').value.includes(%q)`, to)))
}

// run returns the number of the run on screen. The page counts its runs.
func run(t *testing.T, p *Page) string {
	t.Helper()
	return eval[string](t, p, `document.documentElement.dataset.run`)
}

func another(t *testing.T, p *Page, before string) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.documentElement.dataset.run !== %q`, before)))
}

// TestEditingUndoingAndRedoing checks that an edit of a job in the form also
// changes the text. Errors in the text must be underlined and listed with a
// suggested fix. Undo and redo must work.
func TestEditingUndoingAndRedoing(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	before, first := run(t, page), said(t, page)
	must(t, page.Press("e"))
	must(t, page.Click(`[data-block="jobs"]`))
	must(t, page.Wait(`document.querySelector('[data-path="jobs[0].nodes"]')`))
	eval[bool](t, page, `(e => { e.focus(); e.select(); return true })(document.querySelector('[data-path="jobs[0].nodes"]'))`)
	must(t, page.Type("20"))
	must(t, page.Press("Tab"))
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('why-changed').textContent.includes('Job 6')`))
	if at := eval[string](t, page, `document.activeElement.dataset.path`); at != "jobs[0].tasks" {
		t.Errorf("after Tab the focus is at %q", at)
	}
	if undo := eval[string](t, page, `document.getElementById('undo').title`); undo != "Undo: job 1: Nodes 24 → 20" {
		t.Errorf("the button says %q", undo)
	}
	must(t, page.Click("#tab-text"))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-code')`))
	if text := eval[string](t, page, `hopyard.code.text()`); !strings.Contains(text, `"nodes": 20`) || !strings.Contains(text, "{\n  \"hopyard\": 1,\n") {
		t.Errorf("the text is\n%s", text)
	}
	before = run(t, page)
	write(t, page, `"width": 4`, `"widht": 4`)
	must(t, page.Wait(`document.getElementById('edit-code').shadowRoot.querySelector('.cm-lintRange-error')`))
	marked := eval[string](t, page, `document.getElementById('edit-code').shadowRoot.querySelector('.cm-lintRange-error').textContent`)
	list := eval[string](t, page, `document.getElementById('edit-errors').innerText`)
	if !strings.Contains(marked, "widht") || !strings.Contains(list, `did you mean "width"`) {
		t.Errorf("marked %q; the list says %s", marked, list)
	}
	axe(t, page)
	must(t, page.Press("Ctrl+z")) // the editor handles this key
	must(t, page.Wait(`!hopyard.code.text().includes('"widht": 4')`))
	must(t, page.Press("Ctrl+y"))
	must(t, page.Wait(`hopyard.code.text().includes('"widht": 4')`))
	must(t, page.Press("Tab")) // the editor does not handle this key, so that the focus moves on
	if at := eval[string](t, page, `document.activeElement.id || document.activeElement.className`); at == "edit-code" {
		t.Error("Tab does not leave the text")
	}
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('editor').open`))
	must(t, page.Press("e")) // the text must be kept although it contains errors
	must(t, page.Wait(`document.getElementById('editor').open && document.getElementById('edit-text').value.includes('widht')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('editor').open`))
	if run(t, page) != before {
		t.Error("a text with errors was run")
	}
	must(t, page.Press("Ctrl+z"))
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('why-changed').textContent.startsWith('Undone: job 1: Nodes 24 → 20.')`))
	must(t, page.Wait(`document.getElementById('status').textContent.startsWith('Undone: ')`))
	if now := said(t, page); now != first {
		t.Errorf("undone:\n%s\nwant\n%s", now, first)
	}
	before = run(t, page)
	must(t, page.Press("Ctrl+Shift+Z"))
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('why-changed').textContent.startsWith('Redone: job 1')`))
	before = run(t, page)
	must(t, page.Click("#undo"))
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('redo').title === 'Redo: job 1: Nodes 24 → 20'`))
}

// arrives waits until an expression is true in a new document. The test has set
// window.left in the current document, so that the two can be distinguished.
func arrives(t *testing.T, p *Page, expression string) {
	t.Helper()
	var err error
	for range 100 {
		err = p.Wait("!window.left && " + expression)
		if err == nil || !strings.Contains(err.Error(), "context") && !strings.Contains(err.Error(), "navigated") {
			break
		}
		time.Sleep(20 * time.Millisecond) // the old document is being replaced
	}
	must(t, err)
}

// TestDraftsComeBack checks that an edited scenario (a draft) is restored at the
// address without a fragment. When the reader has opened a lesson since, the draft
// must not return by itself, but it can be opened from the list of drafts. The
// address #reset must clear the settings but keep drafts.
func TestDraftsComeBack(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	if n := eval[int](t, page, `Object.keys(localStorage).filter(k => k !== 'hopyard.opening').length`); n != 0 {
		t.Errorf("%d entries are stored before the first edit", n)
	}
	choose := func(value string) {
		before := run(t, page)
		eval[bool](t, page, fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event('change')); return true })(document.getElementById('pick-queue'))`, value))
		another(t, page, before)
	}
	plain := func() {
		eval[bool](t, page, `(() => { history.replaceState(null, '', location.pathname); window.left = true; setTimeout(() => location.reload()); return true })()`)
		arrives(t, page, Ready)
	}
	choose("fcfs")
	after := said(t, page)
	must(t, page.Wait(`Object.keys(localStorage).some(k => k.startsWith('hopyard.draft.'))`))
	must(t, page.Wait(`location.hash.length > 1`)) // the page writes the address with a delay; the test must wait for this before it replaces the address
	plain()
	must(t, page.Wait(`document.getElementById('draft') && document.getElementById('pick-queue').value === 'fcfs'`))
	axe(t, page)
	must(t, page.Press("Home"))
	for range 5 {
		must(t, page.Press("ArrowRight"))
	}
	at(t, page, 5)
	if text := said(t, page); strings.Split(text, "\n")[0] != strings.Split(after, "\n")[0] {
		t.Errorf("the draft says\n%s\nwant\n%s", text, after)
	}
	// After the reader opens a lesson, the address without a fragment no longer
	// restores the draft. The list of drafts still contains it.
	must(t, page.Press("g"))
	must(t, page.Wait(`document.getElementById('gallery')?.open`))
	before := run(t, page)
	must(t, page.Click(`[data-lesson="1"]`))
	another(t, page, before)
	plain()
	if eval[bool](t, page, `document.getElementById('draft') !== null`) {
		t.Error("after a lesson the draft comes back by itself")
	}
	must(t, page.Wait(`[...document.getElementById('pick-lesson').options].some(o => o.value === 'drafts')`))
	eval[bool](t, page, `(e => { e.value = 'drafts'; e.dispatchEvent(new Event('change')); return true })(document.getElementById('pick-lesson'))`)
	must(t, page.Wait(`document.getElementById('drafts')?.open`))
	axe(t, page)
	before = run(t, page)
	must(t, page.Click(`[data-draft]`))
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('pick-queue').value === 'fcfs'`))
	eval[bool](t, page, `(() => { window.left = true; localStorage.setItem('hopyard.theme', 'dark'); setTimeout(() => { location.hash = '#reset' }); return true })()`)
	arrives(t, page, `document.documentElement.dataset.resetting`)
	axe(t, page)
	eval[bool](t, page, `window.left = true`)
	must(t, page.Press("Enter"))
	arrives(t, page, Ready)
	if keys := eval[string](t, page, `Object.keys(localStorage).filter(k => k !== 'hopyard.opening').map(k => k.replace(/draft\..*/, 'draft')).join()`); keys != "hopyard.draft" {
		t.Errorf("after the reset there is stored: %s", keys)
	}
}

// TestEditingWithoutCodeMirror checks that a plain text field is used if CodeMirror
// cannot be loaded.
func TestEditingWithoutCodeMirror(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	eval[bool](t, page, `(() => { hopyard.openCode = () => {}; return true })()`)
	must(t, page.Press("e"))
	must(t, page.Click("#tab-text"))
	must(t, page.Wait(`document.getElementById('edit-code').hidden && !document.getElementById('edit-text').hidden`))
	change := func(from, to string) {
		eval[bool](t, page, fmt.Sprintf(`(e => { e.focus(); const at = e.value.indexOf(%q); e.setSelectionRange(at, at + %q.length); return true })(document.getElementById('edit-text'))`, from, from))
		must(t, page.Type(to))
	}
	change(`"nodes": 24`, `"nodes": 999`)
	must(t, page.Wait(`document.getElementById('edit-errors').innerText.includes('999 is more than the cluster has (64)')`))
	before := run(t, page)
	change(`"nodes": 999`, `"nodes": 20`)
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('why-changed').innerText && document.getElementById('edit-errors').innerText === ''`))
}

// TestEditingOnAPhone checks that on a phone the editor covers the page and shows
// in itself what an edit changed.
func TestEditingOnAPhone(t *testing.T) {
	page := open(t, "/", View{Width: 390, Height: 844, Touch: true})
	must(t, page.Wait(Ready))
	before := run(t, page)
	must(t, page.Click("#edit-open"))
	must(t, page.Wait(`document.querySelector('#editor:modal [data-path="scheduler.queue"]')`))
	eval[bool](t, page, `(e => { e.value = 'fcfs'; e.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.querySelector('#form-body [data-path="scheduler.queue"]'))`)
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('form-note').textContent.includes('jobs start later')`))
	axe(t, page)
	if wide := eval[int](t, page, `document.getElementById('editor').scrollWidth - document.getElementById('editor').clientWidth`); wide > 0 {
		t.Errorf("the editor is %d pixels too wide", wide)
	}
}

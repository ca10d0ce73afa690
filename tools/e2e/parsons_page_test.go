package e2e

import (
	"fmt"
	"strings"
	"testing"
)

const (
	buildOpen = `document.getElementById('build')?.open`
	buildTold = `document.getElementById('build-told').innerText`
	assembled = `[...document.querySelectorAll('#build-program button')].map(b => '    '.repeat(b.dataset.depth) + b.innerText).join('\n')`
)

// assemble opens the dialog in which the reader assembles the program of a policy
// from given lines.
func assemble(t *testing.T, v View) *Page {
	t.Helper()
	p := open(t, "/", v)
	must(t, p.Wait(Ready))
	if v.Touch {
		must(t, p.Click(`#edit-open`))
		must(t, p.Wait(`document.getElementById('tab-policy').checkVisibility()`))
		must(t, p.Click(`#tab-policy`))
	} else {
		must(t, p.Press("5"))
	}
	must(t, p.Wait(policyThere))
	must(t, p.Click(`#own-build`))
	must(t, p.Wait(buildOpen))
	return p
}

// pieceOf returns the selector of the line with the given text that is not yet in
// the program.
func pieceOf(t *testing.T, p *Page, text string) string {
	t.Helper()
	n := eval[string](t, p, fmt.Sprintf(`[...document.querySelectorAll('#build-lines button')].find(b => b.innerText === %q).dataset.piece`, text))
	return `#build-lines [data-piece="` + n + `"]`
}

// TestPolicyFromLinesByMouse assembles SJF from its two lines by mouse. It also
// drags a wrong line into the program and out again. It checks that the assembled
// program can be used in the editor.
func TestPolicyFromLinesByMouse(t *testing.T) {
	page := assemble(t, View{Width: 1366, Height: 768})
	must(t, page.Click(`[data-build="which:sjf"]`))
	must(t, page.Wait(`document.querySelector('[data-build="which:sjf"]').ariaPressed === 'true' && document.querySelectorAll('#build-lines li').length === 5`))
	axe(t, page)
	drop := func(selector string, depth, below float64) {
		t.Helper()
		x, y := middle(t, page, selector)
		left := eval[float64](t, page, `document.querySelector('`+selector+`').getBoundingClientRect().left`)
		box := eval[[]float64](t, page, `(r => [r.x, r.y, r.height])(document.getElementById('build-program').getBoundingClientRect())`)
		must(t, page.Grab(x, y))
		must(t, page.Move(x+10, y+4))
		must(t, page.Wait(`document.querySelector('.build-ghost')`))
		to := [2]float64{box[0] + depth*24 + x - left + 4, box[1] + below*box[2]}
		must(t, page.Move(to[0], to[1]))
		must(t, page.Drop(to[0], to[1]))
		must(t, page.Wait(`!document.querySelector('.build-ghost')`))
	}
	drop(pieceOf(t, page, "return job.walltime"), 1, 0.5)
	drop(pieceOf(t, page, "def key(job):"), 0, 0.05) // before the first line
	if text := eval[string](t, page, assembled); text != "def key(job):\n    return job.walltime" {
		t.Errorf("it is %q", text)
	}
	drop(pieceOf(t, page, "return job.nodes"), 2, 0.95)
	x, y := middle(t, page, `#build-program [data-at="2"]`)
	back := eval[[]float64](t, page, `(r => [r.x + 40, r.y + 20])(document.getElementById('build-lines').getBoundingClientRect())`)
	must(t, page.Grab(x, y))
	must(t, page.Move(x-10, y))
	must(t, page.Move(back[0], back[1]))
	must(t, page.Drop(back[0], back[1]))
	must(t, page.Wait(`document.querySelectorAll('#build-program li').length === 2`))
	must(t, page.Click(`[data-build="check"]`))
	must(t, page.Wait(buildTold+`.includes('It starts every job when SJF does')`))
	axe(t, page)
	must(t, page.Click(`[data-build="use"]`))
	must(t, page.Wait(`!`+buildOpen))
	if text := policy(t, page); text != "def key(job):\n    return job.walltime\n" {
		t.Errorf("the editor has %q", text)
	}
}

// TestPolicyFromLinesByKeys assembles EASY by keyboard, with a wrong line for the
// head of the queue. It checks that the difference from EASY is reported, that a
// hint appears at the second attempt, and that the corrected program is accepted.
func TestPolicyFromLinesByKeys(t *testing.T) {
	page := assemble(t, View{})
	for i, line := range []string{"def schedule(now, queue, machine):", "for job in list(queue):", "if not start(job): break", "if queue:", "head = queue[-1]", "reserve(head)", "for job in queue[1:]:", "backfill(job)"} {
		eval[bool](t, page, `(document.querySelector('`+pieceOf(t, page, line)+`').focus(), true)`)
		must(t, page.Press("Enter"))
		must(t, page.Wait(fmt.Sprintf(`document.querySelectorAll('#build-program li').length === %d && document.activeElement.closest('#build-lines')`, i+1)))
		eval[bool](t, page, fmt.Sprintf(`(document.querySelector('#build-program [data-at="%d"]').focus(), true)`, i))
		for range []int{0, 1, 2, 1, 2, 2, 2, 3}[i] {
			must(t, page.Press("ArrowRight"))
		}
	}
	must(t, page.Press("Alt+ArrowUp", "Alt+ArrowDown", "ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft"))
	want := "def schedule(now, queue, machine):\n    for job in list(queue):\n        if not start(job): break\n    if queue:\n        head = queue[-1]\n        reserve(head)\n        for job in queue[1:]:\n            backfill(job)"
	if text := eval[string](t, page, assembled); text != want {
		t.Errorf("it is %q", text)
	}
	check := func() {
		t.Helper()
		eval[bool](t, page, `(document.querySelector('[data-build="check"]').focus(), true)`)
		must(t, page.Press("Enter"))
		must(t, page.Wait(`document.querySelector('.build-bad, .build-good')`))
	}
	check()
	if text := eval[string](t, page, buildTold); !strings.Contains(text, "Not yet.") || strings.Contains(text, "Hint") {
		t.Errorf("it says %q", text)
	}
	check()
	must(t, page.Wait(buildTold+`.includes('Hint: line 5 is the first that is wrong.')`))
	axe(t, page)
	eval[bool](t, page, `(document.querySelector('#build-program [data-at="4"]').focus(), true)`)
	must(t, page.Press("Delete"))
	eval[bool](t, page, `(document.querySelector('`+pieceOf(t, page, "head = queue[0]")+`').focus(), true)`)
	must(t, page.Press("Enter"))
	eval[bool](t, page, `(document.querySelector('#build-program [data-at="7"]').focus(), true)`)
	must(t, page.Press("ArrowRight", "ArrowRight", "Alt+ArrowUp", "Alt+ArrowUp", "Alt+ArrowUp"))
	if text := eval[string](t, page, assembled); text != strings.Replace(want, "[-1]", "[0]", 1) {
		t.Errorf("it is %q", text)
	}
	check()
	must(t, page.Wait(buildTold+`.includes('It starts every job when EASY does')`))
}

// TestPolicyFromLinesByTouch assembles a program on a phone, in the dark theme and
// in another language. It checks that lines can be added by tapping, and indented
// by swipes and by buttons. It also checks that the example that shows the
// difference from SJF can be opened.
func TestPolicyFromLinesByTouch(t *testing.T) {
	phone := assemble(t, View{Width: 390, Height: 844, Touch: true, Theme: "dark", Language: "zh"})
	must(t, phone.Click(`[data-build="which:sjf"]`))
	must(t, phone.Wait(`document.querySelectorAll('#build-lines li').length === 5`))
	axe(t, phone)
	must(t, phone.Click(pieceOf(t, phone, "def key(job):")))
	must(t, phone.Click(pieceOf(t, phone, "return job.nodes")))
	must(t, phone.Wait(`document.querySelectorAll('#build-program li').length === 2`))
	x, y := middle(t, phone, `#build-program [data-at="1"]`)
	must(t, phone.Touch(x, y))
	must(t, phone.Slide(x+12, y))
	must(t, phone.Slide(x+26, y))
	must(t, phone.Lift())
	must(t, phone.Wait(`document.querySelector('#build-program [data-at="1"]').dataset.depth === '1'`))
	must(t, phone.Click(`[data-build="in"]`))
	must(t, phone.Click(`[data-build="out"]`))
	if text := eval[string](t, phone, assembled); text != "def key(job):\n    return job.nodes" {
		t.Errorf("it is %q", text)
	}
	must(t, phone.Click(`[data-build="check"]`))
	must(t, phone.Wait(`document.querySelector('.build-bad') && document.querySelector('[data-build="case"]')`))
	axe(t, phone)
	must(t, phone.Click(`[data-build="case"]`))
	must(t, phone.Wait(`!`+buildOpen+` && !hopyard.state().busy`))
	if source := eval[string](t, phone, `document.getElementById('own-text').value`); !strings.Contains(source, "job.nodes") {
		t.Errorf("the editor has %q", source)
	}
}

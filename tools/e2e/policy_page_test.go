package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const (
	policyThere = `document.documentElement.hasAttribute('data-policy-code') && document.querySelector('[data-example]')`
	policyIdle  = `!hopyard.state().busy`
	sjf         = "def schedule(now, queue, machine):\nfor job in sorted(queue, key = lambda j: j.walltime):\nstart(job, why = \"short\")"
)

// writePolicy opens the editor for policy programs by its key.
func writePolicy(t *testing.T, p *Page) {
	t.Helper()
	must(t, p.Wait(Ready))
	must(t, p.Press("5"))
	must(t, p.Wait(policyThere))
	must(t, p.Wait(`document.activeElement.id === 'own-editor'`))
}

// policy waits until the run on screen uses the program in the editor, and returns
// the program's source.
func policy(t *testing.T, p *Page) string {
	t.Helper()
	must(t, p.Wait(`document.getElementById('own-last').textContent && !document.getElementById('own-wrong').textContent && !document.getElementById('own-share').disabled`))
	must(t, p.Wait(policyIdle))
	return eval[string](t, p, `document.getElementById('own-text').value`)
}

// typeCode types lines as a user does. It types no indentation, because the editor
// indents lines.
func typeCode(t *testing.T, p *Page, text string) {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			must(t, p.NewLine())
		}
		must(t, p.Type(line))
	}
}

func wrongWith(t *testing.T, p *Page, part string) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.getElementById('own-wrong').textContent.includes(%q)`, part)))
}

// TestPolicyWrittenByKeyboard writes a program for shortest job first into the
// empty editor, by keyboard alone. The schedule must differ from EASY's, and the
// page must be able to show the first difference. The shared link must open the
// same run with the program.
func TestPolicyWrittenByKeyboard(t *testing.T) {
	page := open(t, "/", View{})
	writePolicy(t, page)
	before := eval[string](t, page, `document.documentElement.dataset.trace`)
	if text := eval[string](t, page, `document.getElementById('own-text').value`); text != "" {
		t.Fatalf("the editor is not empty: %q", text)
	}
	typeCode(t, page, sjf) // the editor indents lines
	source := policy(t, page)
	if !strings.Contains(source, "\n        start(job, why = \"short\")") {
		t.Errorf("the program is\n%s", source)
	}
	after := eval[string](t, page, `document.documentElement.dataset.trace`)
	if after == before {
		t.Error("the schedule is EASY's")
	}
	if picked := eval[string](t, page, `document.getElementById('pick-queue').selectedOptions[0].text`); picked != "Your policy" {
		t.Errorf("the queue is %q", picked)
	}
	must(t, page.Wait(`document.getElementById('own-author')?.textContent.includes('short') || hopyard.state().at === '0'`))
	axe(t, page)
	must(t, page.Type("  # each of these keys makes a schedule, and none is lost"))
	must(t, page.Wait(`hopyard.state().busy === false`))
	if source = policy(t, page); !strings.HasSuffix(source, "\"short\")  # each of these keys makes a schedule, and none is lost") {
		t.Errorf("after quick typing the program is\n%s", source)
	}
	must(t, page.Press("Tab")) // moves the focus out of the editor
	if at := eval[string](t, page, `document.activeElement.id`); at == "own-editor" {
		t.Fatal("Tab does not leave the code")
	}
	eval[bool](t, page, `(e => { e.focus(); return true })(document.getElementById('own-share'))`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.getElementById('share')?.open && document.getElementById('share-url').value`))
	link := eval[string](t, page, `document.getElementById('share-url').value`)
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('share').open`))
	eval[bool](t, page, `(e => { e.focus(); return true })(document.getElementById('own-first'))`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`hopyard.state().compare && !hopyard.state().busy`))
	if differs := eval[string](t, page, `document.getElementById('compare-differs').textContent`); differs == "" {
		t.Error("nothing is said of where they part")
	}

	_, fragment, _ := strings.Cut(link, "#")
	other := open(t, "/#"+fragment, View{})
	must(t, other.Wait(Ready))
	must(t, other.Wait(policyIdle))
	if trace := eval[string](t, other, `document.documentElement.dataset.trace`); trace != after {
		t.Errorf("the link has run %s, not %s", trace, after)
	}
	must(t, other.Press("5"))
	must(t, other.Wait(policyThere))
	if text := eval[string](t, other, `document.getElementById('own-text').value`); text != source {
		t.Errorf("the link has the program\n%s", text)
	}
}

// TestPolicyByMouse uses the policy editor by mouse alone. It takes the example
// EASY, which must give the schedule of EASY, shows its differences from another
// example, and opens the help. Undo must return to the original policy.
func TestPolicyByMouse(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Click("#edit-open"))
	must(t, page.Click("#tab-policy"))
	must(t, page.Wait(policyThere))
	must(t, page.Click(`[data-example="2"]`))
	source := policy(t, page)
	if !strings.Contains(source, "reserve(") {
		t.Fatalf("EASY is\n%s", source)
	}
	must(t, page.Wait(`document.getElementById('why-changed').textContent.includes('as before')`)) // the example is a program for EASY, so the schedule is as before
	eval[bool](t, page, `(e => { e.value = '1'; e.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('own-differ'))`)
	must(t, page.Wait(`document.querySelector('#own-diff ins')`))
	must(t, page.Click("#own-diff [data-code]"))
	must(t, page.Wait(`document.getElementById('own-diff').hidden`))
	must(t, page.Click("#own-help"))
	must(t, page.Wait(`document.getElementById('own-interface').textContent.includes('backfill')`))
	axe(t, page)
	must(t, page.Press("Escape"))
	before := run(t, page)
	must(t, page.Click("#undo"))
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('pick-queue').value.startsWith('easy')`))
}

// TestPolicyWithErrors checks that the page keeps the last valid schedule while a
// program has errors, and says so. It also checks that F8 moves to the error, and
// that the typed text survives a reload.
func TestPolicyWithErrors(t *testing.T) {
	page := open(t, "/", View{})
	writePolicy(t, page)
	must(t, page.Type("def key(job): return job.walltime "))
	policy(t, page)
	good := run(t, page)
	must(t, page.Type("+")) // one character: between two, the page may run the program
	wrongWith(t, page, "1:")
	must(t, page.Wait(`document.getElementById('own-editor').shadowRoot.querySelector('.cm-lintRange-error, .cm-lintPoint')`))
	must(t, page.Wait(`!document.getElementById('stale').hidden`))
	if text := eval[string](t, page, `document.getElementById('stale').textContent`); !strings.Contains(text, "last good schedule") || !strings.Contains(text, "line 1") {
		t.Errorf("the notice says %q", text)
	}
	if run(t, page) != good {
		t.Error("the last good schedule is gone")
	}
	axe(t, page)
	must(t, page.Press("Ctrl+Home", "F8"))
	must(t, page.Wait(`document.getElementById('own-editor').shadowRoot.querySelector('.cm-diagnostic')`))
	must(t, page.Click("[data-ran]"))
	must(t, page.Wait(`document.querySelector('#own-diff del')`))
	must(t, page.Click("#own-diff [data-code]"))
	must(t, page.reload())
	must(t, page.Wait(Ready))
	writePolicy(t, page)
	if text := eval[string](t, page, `document.getElementById('own-text').value`); text != "def key(job): return job.walltime +" {
		t.Errorf("after a reload the editor has %q", text)
	}
	must(t, page.Press("Ctrl+End"))
	must(t, page.Type(" 1"))
	policy(t, page)
	must(t, page.Wait(`document.getElementById('stale').hidden`))
}

// TestPolicyWithoutEnd runs a program that never ends. The page must stop the
// program with an error, keep the last valid schedule, and remain usable.
func TestPolicyWithoutEnd(t *testing.T) {
	page := open(t, "/", View{})
	writePolicy(t, page)
	typeCode(t, page, "def schedule(now, queue, machine):\nfor job in list(queue): start(job)\n")
	policy(t, page)
	good := run(t, page)
	must(t, page.Type("while True: pass"))
	at := time.Now()
	wrongWith(t, page, "steps")
	t.Logf("an endless loop is told after %v", time.Since(at))
	if run(t, page) != good {
		t.Error("the last good schedule is gone")
	}
	must(t, page.Wait(policyIdle))
	must(t, page.Click("#t-home"))
	must(t, page.Wait(`hopyard.state().at !== undefined && document.documentElement.dataset.step === '0'`))
}

// TestPolicyThatStopsTheWorker checks that a worker that stops while running a
// policy program is replaced, and that the previous schedule is shown again.
func TestPolicyThatStopsTheWorker(t *testing.T) {
	page := open(t, "/", View{})
	writePolicy(t, page)
	must(t, page.Type("def key(job): return job.walltime"))
	policy(t, page)
	trace := eval[string](t, page, `document.documentElement.dataset.trace`)
	// When the page next requests a run, by a message of kind 1, this code stops
	// the worker.
	eval[bool](t, page, `(post => { hopyard.post = bytes => { if (bytes[0] !== 1) return post(bytes); hopyard.post = post; hopyard.broken('out of memory') }; return true })(hopyard.post)`)
	must(t, page.Type(" * 2"))
	wrongWith(t, page, "out of memory")
	must(t, page.Wait(policyIdle))
	if got := eval[string](t, page, `document.documentElement.dataset.trace`); got != trace {
		t.Errorf("the run is %s, not %s", got, trace)
	}
	must(t, page.Type("0"))
	policy(t, page)
}

// TestPolicyPutToTheTest checks that selecting the user's own policy opens the
// editor. Testing an example program with a bug must find a failing case. This case
// must open together with the program.
func TestPolicyPutToTheTest(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	eval[bool](t, page, `(e => { e.value = 'starlark'; e.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('pick-queue'))`)
	must(t, page.Wait(policyThere))
	if picked := eval[string](t, page, `document.getElementById('pick-queue').value`); !strings.HasPrefix(picked, "easy") {
		t.Errorf("before anything is written the queue is %q", picked)
	}
	must(t, page.Click(`#own-shelf [data-example]:last-child`))
	source := policy(t, page)
	must(t, page.Click(`[data-try="run"]`))
	must(t, page.Wait(`document.querySelector('[data-finding]') && document.querySelectorAll('.own-ok span').length > 0`))
	axe(t, page)
	before := run(t, page)
	must(t, page.Click(`[data-finding="0"]`))
	another(t, page, before)
	must(t, page.Wait(policyIdle))
	if text := eval[string](t, page, `document.getElementById('own-text').value`); text != source {
		t.Errorf("the case has the program\n%s", text)
	}
	must(t, page.Click(`[data-try="run"]`)) // starts the test again and stops it
	must(t, page.Wait(`document.querySelector('[data-try="stop"]')`))
	must(t, page.Click(`[data-try="stop"]`))
	must(t, page.Wait(`document.querySelector('[data-try="run"]')`))
}

// TestPolicyThatFailsInALink puts a policy program that fails during the run into
// the text of the scenario. It checks that a notice reports when the program failed
// and leads to the line in the editor. Predict mode and lecture mode must then
// still open without problems.
func TestPolicyThatFailsInALink(t *testing.T) {
	page := open(t, "/", View{})
	writePolicy(t, page)
	typeCode(t, page, "def schedule(now, queue, machine):\nfor job in list(queue): start(job)")
	policy(t, page)
	must(t, page.Click(`#tab-text`))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-code')`))
	text := eval[string](t, page, `hopyard.code.text()`)
	if !strings.Contains(text, `"starlark"`) {
		t.Fatalf("the text is\n%s", text)
	}
	before := run(t, page)
	write(t, page, `for job in list(queue): start(job)`, `for job in list(queue):\n        if now > 60: fail(job)\n        start(job)`)
	another(t, page, before)
	must(t, page.Wait(policyIdle))
	must(t, page.Wait(`document.getElementById('own-notice')?.textContent.includes('failed at')`))
	axe(t, page)
	must(t, page.Click(`#own-notice button`))
	must(t, page.Wait(`document.getElementById('own-wrong').textContent.includes('3:')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('editor').open`))
	must(t, page.Press("h"))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-covered')`))
	must(t, page.Wait(policyIdle))
	must(t, page.Press("h"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-covered')`))
	must(t, page.Press("l"))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-lecture')`))
	must(t, page.Press("Escape"))
}

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

const swf = `; MaxProcs: 16
1 0 -1 600 10 -1 -1 10 900 -1 1 3 1 -1 1 -1 -1 -1
2 10 -1 300 12 -1 -1 12 600 -1 1 4 1 -1 1 -1 -1 -1
3 20 -1 100 4 -1 -1 4 200 -1 1 3 1 -1 1 -1 -1 -1
`

func TestDroppingAScenario(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "mine.json", bigScenario(20, 2, "fcfs", "first-fit"))
	must(t, page.Wait(`document.title.startsWith('20 jobs on 16 nodes')`))
	must(t, page.Wait(`document.getElementById('lesson-count').textContent === 'Your scenario'`))
	if !eval[bool](t, page, `document.getElementById('drop').hidden`) {
		t.Error("the page still waits for a drop")
	}
}

func TestDroppingATraceAsksForTheNodes(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "kth.swf", swf)
	must(t, page.Wait(`document.getElementById('trace') && document.getElementById('trace').open`))
	if n := eval[string](t, page, `document.getElementById('trace-nodes').value`); n != "16" {
		t.Errorf("the header says 16 processors, the field %s", n)
	}
	axe(t, page)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.title.startsWith('kth.swf')`))
	must(t, page.Wait(`location.hash === '' || location.hash.startsWith('#1.')`))
	must(t, page.Press("End"))
	must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('Every job has ended')`))
}

func TestABadScenarioKeepsTheLastGoodView(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready+` && !document.getElementById('why-table').hidden`)) // the table appears last, so the page is complete
	before := said(t, page)
	drop(t, page, "bad.json", strings.Replace(bigScenario(5, 2, "esay", "first-fit"), `"nodes":`, `"nods":`, 1))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-stale') && document.getElementById('editor').open`))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-code')`))
	list := eval[string](t, page, `document.getElementById('edit-errors').innerText`)
	for _, want := range []string{"line 1", "jobs[0]", "nods", "scheduler.queue", "easy", "Fix:"} {
		if !strings.Contains(list, want) {
			t.Errorf("the errors do not name %q:\n%s", want, list)
		}
	}
	if selected := eval[string](t, page, `document.getElementById('edit-code').shadowRoot.getSelection?.().toString() ?? getSelection().toString()`); !strings.Contains(selected, "nods") {
		t.Errorf("the first error is not selected in the text: %q", selected)
	}
	axe(t, page)
	must(t, page.Press("Escape"))
	if text := said(t, page); text != before {
		t.Errorf("the view has changed:\n%s", text)
	}
	if text := eval[string](t, page, `document.getElementById('stale').innerText`); !strings.Contains(text, "bad.json") || !strings.Contains(text, "2 errors") {
		t.Errorf("the label says %q", text)
	}
	must(t, page.Press("ArrowRight")) // stepping still works while the dropped file has errors
	must(t, page.Click("#stale-show"))
	must(t, page.Wait(`document.getElementById('editor').open`))
	must(t, page.Press("Escape", "Escape"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-stale')`))
}

func TestEditing(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("e"))
	must(t, page.Wait(`document.getElementById('editor').open`))
	must(t, page.Click("#edit-auto"))
	must(t, page.Click("#tab-text"))
	edit := func(from, to string) {
		write(t, page, from, to)
		must(t, page.Press("Ctrl+Enter"))
	}
	edit(`"nodes": 24`, `"nodes": 999`)
	must(t, page.Wait(`document.getElementById('edit-errors').innerText.includes('999 is more than the cluster has (64)')`))
	edit(`"nodes": 999`, `"nodes": 20`)
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-stale') && document.getElementById('edit-errors').innerText === '' && document.getElementById('why-changed').innerText`))
	must(t, page.Press("Escape", "Home", "ArrowRight"))
	must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('asks for 20 nodes')`))
}

func TestALongRunCanBeStopped(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	before := said(t, page)
	drop(t, page, "long.json", bigScenario(20000, 7, "easy", "mdm"))
	must(t, page.Wait(`document.querySelector('[data-cancel]')`))
	must(t, page.Press("ArrowRight", "ArrowLeft")) // the page remains usable while the long run is computed
	must(t, page.Wait(`document.documentElement.dataset.seek`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`document.getElementById('busy').hidden`))
	if text := said(t, page); text != before {
		t.Errorf("after stopping:\n%s\nbefore:\n%s", text, before)
	}
	must(t, page.Press("End"))
	must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('Every job has ended')`))
}

// TestAStoppedWorkerIsReplaced checks that a stopped worker is replaced and that
// the page shows the same step again. A second failure right after the first must
// end in an error message.
func TestAStoppedWorkerIsReplaced(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("ArrowRight", "ArrowRight"))
	at(t, page, 7)
	before, run := said(t, page), eval[string](t, page, `document.documentElement.dataset.run`)
	eval[int](t, page, `hopyard.broken('a test'); 1`)
	must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.run !== %q`, run)))
	if got := said(t, page); got != before {
		t.Errorf("after the worker was replaced:\n%s\nbefore:\n%s", got, before)
	}
	eval[int](t, page, `hopyard.broken('a test'); 1`) // a second failure right after the first must not start another worker, because this could repeat forever
	must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('a fault in this page')`))
	must(t, page.Press("g"))
	must(t, page.Wait(`document.getElementById('gallery')?.open`))
	must(t, page.Click(`[data-lesson="2"]`))
	must(t, page.Wait(`document.getElementById('lesson-count').textContent.startsWith('Lesson 3')`))
	must(t, page.Press("ArrowRight"))
	at(t, page, 1)
}

// TestDroppingAMachine checks that dropping the file of a machine replaces the
// machine of the scenario on screen, and that this can be undone in one step. If
// jobs do not fit on the new machine, an error must say how many.
func TestDroppingAMachine(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "topology.conf", "SwitchName=leaf1 Nodes=a[1-32]\nSwitchName=leaf2 Nodes=b[1-32]\nSwitchName=core Switches=leaf[1-2]\n")
	must(t, page.Wait(`document.getElementById('pick-machine').selectedOptions[0].text.includes('Slurm')`))
	must(t, page.Wait(`document.getElementById('undo').title === 'Undo: the machine of topology.conf' && document.getElementById('why-changed').textContent`))
	before := run(t, page)
	must(t, page.Click("#undo"))
	another(t, page, before)
	drop(t, page, "small.conf", "SwitchName=leaf1 Nodes=a[1-16]\n")
	must(t, page.Wait(`document.getElementById('editor').open && document.getElementById('edit-errors').innerText.includes('2 jobs no longer fit on this machine')`))
	must(t, page.Wait(`document.getElementById('stale').innerText.includes('small.conf')`))
	must(t, page.Wait(`document.querySelector('#edit-code').shadowRoot?.querySelectorAll('.cm-lintRange-error').length`))
}

// TestPastingAScenario checks that a scenario pasted onto the page is opened, and
// that one pasted into a text field is not.
func TestPastingAScenario(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	paste := func(selector, text string) {
		eval[bool](t, page, fmt.Sprintf(`(() => {
			const clip = new DataTransfer()
			clip.setData('text/plain', %q)
			document.querySelector(%q).dispatchEvent(new ClipboardEvent('paste', {clipboardData: clip, bubbles: true, cancelable: true}))
			return true
		})()`, text, selector))
	}
	must(t, page.Press("e"))
	paste("#edit-text", bigScenario(30, 2, "fcfs", "first-fit"))
	must(t, page.Press("Escape"))
	paste("#machine", bigScenario(20, 2, "fcfs", "first-fit"))
	must(t, page.Wait(`document.title.startsWith('20 jobs on 16 nodes')`))
	must(t, page.Wait(`document.getElementById('undo').title.startsWith('Undo: opening “20 jobs')`))
}

// TestOtherFilesAreRefused checks that a picture or a plain text that is dropped on
// the page is refused. The error must name the accepted formats, and the page must
// keep what is on screen.
func TestOtherFilesAreRefused(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	before := said(t, page)
	for _, name := range []string{"photo.png", "letter.txt"} {
		drop(t, page, name, "\u0089PNG and no numbers")
		must(t, page.Wait(`document.getElementById('errors-view')?.open`))
		text := eval[string](t, page, `document.getElementById('errors-view').innerText`)
		for _, want := range []string{"neither a scenario nor a trace nor a machine", ".json", ".swf", "topology.conf"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in %q", name, want, text)
			}
		}
		if eval[bool](t, page, `!!document.getElementById('trace')?.open`) {
			t.Errorf("%s: the page asks for a number of nodes", name)
		}
		must(t, page.Press("Escape"))
		must(t, page.Wait(`!document.querySelector('dialog[open]')`))
	}
	if text := said(t, page); text != before {
		t.Errorf("the view has changed:\n%s", text)
	}
}

// TestAStoppedPageSaysSo checks that a message covers the page when the page's own
// program stops. The message must state what a reload will restore.
func TestAStoppedPageSaysSo(t *testing.T) {
	for _, c := range []struct{ language, file, says string }{{"en", "", "last place in time"}, {"ru", "", "В адресе — сценарий"}, {"zh", "trace", "地址中没有场景"}} {
		page := openAny(t, site(t)+"/", View{Language: c.language})
		must(t, page.Wait(Ready))
		if c.file != "" {
			drop(t, page, "long.json", bigScenario(6000, 5, "easy", "first-fit"))
			must(t, page.Wait(`+document.documentElement.dataset.steps > 10000 && location.hash === ''`))
		}
		must(t, page.Press("c"))
		compared(t, page, 2)
		if c.file == "" {
			must(t, page.Wait(`location.hash.startsWith('#1.')`))
		}
		eval[bool](t, page, `(hopyard.go._resolveExitPromise(), true)`)
		must(t, page.Wait(`document.getElementById('stopped')?.open && document.activeElement.closest('#stopped')`))
		if text := eval[string](t, page, `document.getElementById('stopped').innerText`); !strings.Contains(text, c.says) {
			t.Errorf("%s: the notice is %q", c.language, text)
		}
		settle(t, page)
		axe(t, page)
	}
}

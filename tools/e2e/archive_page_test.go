package e2e

import (
	"bytes"
	"strings"
	"testing"

	"hopyard/tools/traces"
)

// archived opens the page on a drawn trace of 28,000 jobs on 128 nodes.
func archived(t *testing.T) *Page {
	t.Helper()
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	size, err := traces.Named("28k")
	must(t, err)
	var out bytes.Buffer
	must(t, size.Write(&out, 1))
	drop(t, page, "28k.swf", out.String())
	must(t, page.Wait(`document.documentElement.hasAttribute('data-archive')`))
	must(t, page.Wait(`document.querySelector('#arc-table tbody tr') && document.querySelector('#arc-finds button')`))
	return page
}

// Who looks for the longest wait of a whole trace finds it, and is told why the job
// waited; the steps are those of a window.
func TestFindingTheLongestWaitOfATrace(t *testing.T) {
	page := archived(t)
	if n := steps(t, page); n > 15_000 {
		t.Errorf("the window has %d steps", n)
	}
	must(t, page.Click("#arc-find"))
	must(t, page.Type("longest"))
	must(t, page.Wait(`document.querySelectorAll('#arc-finds button').length === 1`))
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.querySelector('#arc-table tr.selected .kept')`))
	must(t, page.Wait(`document.getElementById('arc-say').textContent.includes('overtook it')`))
	said := eval[string](t, page, `document.getElementById('arc-say').textContent`)
	first := eval[string](t, page, `document.querySelector('#arc-table tbody tr .chooser').textContent`)
	if !strings.Contains(said, "Job "+first+" waited") {
		t.Errorf("the table, sorted by wait, begins with job %s; it is said: %s", first, said)
	}
	must(t, page.Press("Home"))
	axe(t, page)
}

// The window moves by keys, and the schedule follows it.
func TestMovingTheWindowOfATrace(t *testing.T) {
	page := archived(t)
	before := eval[string](t, page, `document.getElementById('arc-window').getAttribute('aria-valuetext')`)
	run := eval[string](t, page, `document.documentElement.dataset.run`)
	eval[bool](t, page, `(document.getElementById('arc-window').focus(), true)`)
	must(t, page.Press("PageDown"))
	must(t, page.Wait(`document.documentElement.dataset.run !== '`+run+`'`))
	if after := eval[string](t, page, `document.getElementById('arc-window').getAttribute('aria-valuetext')`); after == before {
		t.Errorf("the window still begins on %s", after)
	}
}

package e2e

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/tools/traces"
)

// archived opens the page with a generated trace of 28,000 jobs on 128 nodes, and
// waits until the trace is loaded.
func archived(t *testing.T) *Page {
	t.Helper()
	return archivedIn(t, View{})
}

func archivedIn(t *testing.T, v View) *Page {
	t.Helper()
	page := open(t, "/", v)
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

// TestFindingTheLongestWaitOfATrace searches for the longest wait in a whole trace.
// The search must select the right job, and the page must explain why the job
// waited. The page must load only the steps of an excerpt of the trace.
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
	number, err := strconv.ParseInt(first, 10, 64)
	must(t, err)
	axe(t, page)
	cutDay(t, page, number)
}

// cutDay opens the day in which the selected job starts as a separate scenario. The
// job must start at the same time of day. Another page that opens the link of that
// scenario must show the same.
func cutDay(t *testing.T, page *Page, number int64) {
	t.Helper()
	said := eval[string](t, page, `document.querySelector('#arc-table tr.selected').children[7].textContent`)
	var day, hour, minute, second int64
	if n, _ := fmt.Sscanf(said, "day %d, %d:%d:%d", &day, &hour, &minute, &second); n < 3 {
		t.Fatalf("the job's start is said to be %q", said)
	}
	want := simtime.Duration(hour)*simtime.Hour + simtime.Duration(minute)*simtime.Minute + simtime.Duration(second)*simtime.Second
	must(t, page.Wait(`document.querySelector('#arc-cut [data-cut="1"]').parentElement.textContent.includes('link of')`))
	must(t, page.Click(`#arc-cut [data-cut="1"]`))
	label := eval[string](t, page, `document.querySelector('#arc-cut [data-cut="1"]').parentElement.textContent`)
	must(t, page.Click("#arc-cut-open"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-archive') && location.hash.startsWith('#1.z.')`))
	hash := eval[string](t, page, `location.hash`)
	payload, _, _ := strings.Cut(hash, "&")
	if !strings.HasPrefix(label, fmt.Sprintf("Day %d", day)) || !strings.Contains(strings.ReplaceAll(label, ",", ""), fmt.Sprintf("link of %d characters", len(payload))) {
		t.Errorf("a link of %d characters for day %d is said to be: %s", len(payload), day, label)
	}
	link, err := scenario.DecodeLink(payload)
	must(t, err)
	config, err := link.Scenario.Config()
	must(t, err)
	tape, err := engine.Record(config)
	must(t, err)
	at := simtime.Never
	for _, e := range tape.Log() {
		if e.Kind == trace.Start && config.Jobs[e.Job].Number == number {
			at = e.Time
		}
	}
	if got := at.Sub(0) / simtime.Second * simtime.Second; got != want {
		t.Errorf("job %d starts %v s into the cut, not %v s", number, at, simtime.Time(want))
	}
	fresh := open(t, fmt.Sprintf("/%s&at=%v.999&job=%d", payload, at, number), View{})
	must(t, fresh.Wait(Ready))
	must(t, fresh.Wait(`document.getElementById('why-sentence').textContent.includes('Job `+strconv.FormatInt(number, 10)+`')`))
	t.Logf("%s; %s", label, eval[string](t, fresh, `document.getElementById('why-sentence').textContent`))
}

// TestMovingTheWindowOfATrace checks that keys move the excerpt that is shown to
// another part of the trace, and that the schedule changes accordingly.
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

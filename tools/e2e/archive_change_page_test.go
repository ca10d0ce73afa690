package e2e

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/scenario"
)

const (
	rowsNote = `document.getElementById('arc-rows').textContent`
	// promisesKnown is a condition: every row of the table shows the promised start
	// time of its job.
	promisesKnown = `document.querySelectorAll('#arc-table tbody tr .kept').length === document.querySelectorAll('#arc-table tbody tr').length`
)

// matching returns the number of matching jobs that the note on the table states.
func matching(t *testing.T, page *Page) int {
	t.Helper()
	first, _, _ := strings.Cut(eval[string](t, page, rowsNote), " ")
	n, err := strconv.Atoi(strings.ReplaceAll(first, ",", ""))
	must(t, err)
	return n
}

// TestFilteringTheTableOfATrace filters the table of jobs by keyboard alone, clears
// the filter, and sorts the table by how late jobs started. Each action must change
// the table as expected.
func TestFilteringTheTableOfATrace(t *testing.T) {
	page := archived(t)
	all := matching(t, page)
	eval[bool](t, page, `(document.getElementById('arc-filter').focus(), true)`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.activeElement.id === 'arc-least'`))
	must(t, page.Type("32"))
	must(t, page.Wait(rowsNote+`.includes('match')`))
	large := matching(t, page)
	must(t, page.Press("Tab", "Tab", "Tab"))
	user := eval[string](t, page, `document.querySelector('#arc-table tbody tr td').textContent.trim()`)
	must(t, page.Type(user))
	must(t, page.Wait(`[...document.querySelectorAll('#arc-table tbody tr td:nth-child(2)')].every(d => d.textContent.trim() === `+strconv.Quote(user)+`)`))
	if own := matching(t, page); large <= 0 || large >= all || own <= 0 || own >= large {
		t.Errorf("%d jobs, %d of 32 nodes or more, %d of them of user %s", all, large, own, user)
	}
	if small := eval[bool](t, page, `[...document.querySelectorAll('#arc-table tbody tr td:nth-child(3)')].some(d => +d.textContent < 32)`); small {
		t.Error("smaller jobs are there")
	}
	axe(t, page)
	must(t, page.Press("Tab", "Tab", "Enter")) // past the check box, then press the button that clears the filter
	must(t, page.Wait(rowsNote+`.startsWith(`+strconv.Quote(groupedNumber(all))+`) && !`+rowsNote+`.includes('match')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`document.getElementById('arc-form').hidden && document.activeElement.id === 'arc-filter'`))
	eval[bool](t, page, `(document.querySelectorAll('#arc-table thead button')[8].focus(), true)`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.querySelector('#arc-table th[aria-sort=descending]').cellIndex === 8 && `+promisesKnown))
	late := eval[string](t, page, `document.querySelector('#arc-table tbody tr .kept').textContent`)
	if strings.Contains(late, "never") || strings.Contains(late, "early") && eval[bool](t, page, `[...document.querySelectorAll('#arc-table .kept')].some(e => e.textContent.includes('late'))`) {
		t.Errorf("the latest of all was %s", late)
	}
}

func groupedNumber(n int) string {
	text := strconv.Itoa(n)
	if n >= 1000 {
		text = text[:len(text)-3] + "," + text[len(text)-3:]
	}
	return text
}

// TestChangingWhatATraceIsRunAs runs a trace with a higher load, on a smaller
// machine and without the user with the most work. The page must state these
// changes, also during a comparison, and must say that some jobs are too large. One
// button must undo all changes. A file saved from the trace must contain the
// changed trace.
func TestChangingWhatATraceIsRunAs(t *testing.T) {
	page := archived(t)
	const strip = `document.getElementById('arc-altered')`
	asRecorded := eval[string](t, page, `document.getElementById('arc-about').textContent`)
	changed := func(do func()) {
		t.Helper()
		run := eval[string](t, page, `document.documentElement.dataset.run`)
		do()
		must(t, page.Wait(`document.documentElement.dataset.run !== '`+run+`' && !hopyard.state().busy && document.querySelector('#arc-table tbody tr')`))
	}
	eval[bool](t, page, `(document.getElementById('arc-load').select(), document.getElementById('arc-load').focus(), true)`)
	must(t, page.Type("1.25"))
	changed(func() { must(t, page.Press("Enter")) })
	must(t, page.Wait(strip+`.textContent.includes('load × 1.25: the same jobs in 0.8 of the time')`))
	must(t, page.Click("#compare"))
	compared(t, page, 2)
	if !eval[bool](t, page, strip+`.getBoundingClientRect().height > 20 && document.elementFromPoint(innerWidth/2, `+strip+`.getBoundingClientRect().y + 10).closest('#arc-altered') !== null`) {
		t.Error("beside another policy it does not say what it is")
	}
	must(t, page.Press("Escape"))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-archive')`))
	changed(func() {
		eval[bool](t, page, `(document.getElementById('arc-load').value = '3', document.getElementById('arc-nodes').value = '48', document.getElementById('arc-run').click(), true)`)
	})
	must(t, page.Wait(strip+`.textContent.includes('48 nodes, recorded on 128') && `+strip+`.textContent.includes('too large')`))
	must(t, page.Click("#arc-see-users"))
	heavy := eval[string](t, page, `document.querySelector('#arc-users-table tbody th').textContent`)
	changed(func() { must(t, page.Click("#arc-users-table [data-without='0']")) })
	must(t, page.Wait(strip+`.textContent.includes('without user `+heavy+`')`))
	must(t, page.Wait(`document.querySelector('#arc-users-table tbody th').textContent !== `+strconv.Quote(heavy))) // the table was requested again
	axe(t, page)
	cutAltered(t, page, heavy)
	changed(func() { must(t, page.Click("#arc-altered .all")) })
	must(t, page.Wait(strip+`.hidden`))
	if got := eval[string](t, page, `document.getElementById('arc-about').textContent`); got != asRecorded {
		t.Errorf("back it is %s; it was %s", got, asRecorded)
	}
	changed(func() { must(t, page.Press("Ctrl+z")) })
	must(t, page.Wait(strip+`.textContent.includes('without user `+heavy+`')`))
}

// cutAltered saves the excerpt on screen as a file, because it is too large for a
// link. It checks that the file has the changed machine and no jobs of the removed
// user.
func cutAltered(t *testing.T, page *Page, user string) {
	t.Helper()
	folder := t.TempDir()
	must(t, page.Downloads(folder))
	must(t, page.Wait(`!document.getElementById('arc-cut').textContent.includes('…')`))
	must(t, page.Click(`#arc-cut [data-cut="0"]`))
	must(t, page.Wait(`!document.getElementById('arc-cut-save').hidden`)) // the excerpt is too large for a link, because many jobs wait for this small machine
	must(t, page.Click("#arc-cut-save"))
	must(t, page.Wait(`document.getElementById('arc-cut-note').textContent.includes('.json')`))
	name := eval[string](t, page, `document.getElementById('arc-cut-note').textContent.match(/28k[^ ]*\.json/)[0]`)
	text := saved(t, folder, name)
	s, err := scenario.Parse(bytes.TrimSpace(text))
	must(t, err)
	if s.Cluster.Topology.Nodes != 48 || len(s.Jobs) <= scenario.MaxLinkJobs || !strings.Contains(s.Title, "load × 3, without 1 user, 48 nodes") {
		t.Errorf("the file has %d jobs on %d nodes: %s", len(s.Jobs), s.Cluster.Topology.Nodes, s.Title)
	}
	for i := range s.Jobs {
		if s.Jobs[i].User == user || s.Jobs[i].Nodes > 48 {
			t.Fatalf("job %d of user %s on %d nodes is in it", s.Jobs[i].Number, s.Jobs[i].User, s.Jobs[i].Nodes)
		}
	}
}

// TestCopyingTheLinkOfACut selects a job in a trace and copies the link of the day
// in which the job starts. In another page, the link must open that day with the
// job selected.
func TestCopyingTheLinkOfACut(t *testing.T) {
	page := archived(t)
	must(t, page.Click("#arc-find"))
	must(t, page.Type("longest"))
	must(t, page.Wait(`document.querySelectorAll('#arc-finds button').length === 1`))
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.querySelector('#arc-table tr.selected .kept')`))
	number := eval[string](t, page, `document.querySelector('#arc-table tr.selected .chooser').textContent`)
	eval[bool](t, page, `(() => { window.copied = ''; navigator.clipboard.writeText = async text => { copied = text }; return true })()`)
	must(t, page.Wait(`document.querySelector('#arc-cut [data-cut="1"]').parentElement.textContent.includes('link of')`))
	must(t, page.Click(`#arc-cut [data-cut="1"]`))
	must(t, page.Wait(`document.getElementById('arc-cut').textContent.includes('job `+number+` selected')`))
	must(t, page.Click("#arc-cut-copy"))
	must(t, page.Wait(`copied && document.getElementById('arc-cut-note').textContent.startsWith('Copied')`))
	link := eval[string](t, page, `copied`)
	_, hash, _ := strings.Cut(link, "#")
	fresh := open(t, "/#"+hash, View{})
	must(t, fresh.Wait(Ready))
	must(t, fresh.Wait(`!hopyard.state().busy && hopyard.state().job === `+number))
	if got := eval[string](t, fresh, `document.getElementById('why-sentence').textContent`); !strings.Contains(got, "Job "+number) {
		t.Errorf("it opens with: %s", got)
	}
}

// TestPlayingATraceBySimulatedTime checks that a trace can be played at a rate of
// simulated time: first one hour per second, then one day per second, both set by
// keys. Playing must end at the last step.
func TestPlayingATraceBySimulatedTime(t *testing.T) {
	page := archived(t)
	must(t, page.Press("Home"))
	must(t, page.Wait(`!hopyard.state().busy`))
	must(t, page.Press("6"))
	must(t, page.Wait(`document.getElementById('t-speed').value === '3600s'`))
	must(t, page.Press("k"))
	must(t, page.Wait(`+document.getElementById('scrub').value > +document.getElementById('scrub').min`))
	must(t, page.Press(">", ">"))
	must(t, page.Wait(`document.getElementById('t-speed').value === '86400s'`))
	must(t, page.Wait(`!hopyard.state().playing && !hopyard.state().busy`))
	if at, all := eval[int](t, page, `+document.getElementById('scrub').value`), steps(t, page); at != all {
		t.Errorf("it ends at step %d of %d", at, all)
	}
}

// TestTheTableOfATraceOnAPhone checks a page that is 390 pixels wide. The page must
// not scroll sideways. The table of jobs must scroll sideways in its box, and its
// first column must stay visible.
func TestTheTableOfATraceOnAPhone(t *testing.T) {
	page := archivedIn(t, View{Width: 390, Height: 844, Touch: true})
	for _, view := range []string{"jobs", "users"} {
		must(t, page.Click("#arc-see-"+view))
		must(t, page.Wait(`document.getElementById('arc-`+view+`').getBoundingClientRect().height > 0`))
		if wide := eval[int](t, page, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%s: the page is %d pixels wide", view, wide)
		}
		if !eval[bool](t, page, `(b => b.scrollWidth > b.clientWidth && (b.scrollLeft = 9999, b.scrollLeft > 0) && b.querySelector('tbody th').getBoundingClientRect().x < 60)(document.querySelector('#arc-`+view+` .arc-scroll'))`) && view == "jobs" {
			t.Errorf("%s: the table does not scroll beside its first column", view)
		}
	}
}

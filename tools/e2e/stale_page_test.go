package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// These tests change what is on screen (a picture, a program, or an experiment),
// and check that texts about it are updated or removed.

// tipOf returns the text of the tooltip of a panel, or "" if the tooltip is hidden.
func tipOf(t *testing.T, p *Page, id string) string {
	t.Helper()
	return eval[string](t, p, fmt.Sprintf(`(e => e.hidden ? '' : e.innerText)(document.getElementById(%q))`, id+"-tip"))
}

// TestTipFollowsThePicture keeps the pointer at its place while the page steps
// through the run. The tooltip must be updated.
func TestTipFollowsThePicture(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("Home"))
	at(t, page, 0)
	box := eval[[]float64](t, page, `(r => [r.x, r.y, r.width, r.height])(document.getElementById('machine-canvas').getBoundingClientRect())`)
	for across := 0.02; across < 1 && !strings.Contains(tipOf(t, page, "machine"), "free"); across += 0.02 {
		must(t, page.Move(box[0]+across*box[2], box[1]+0.9*box[3]))
		settle(t, page)
	}
	if tip := tipOf(t, page, "machine"); !strings.Contains(tip, "free") {
		t.Fatalf("no free node is found: %q", tip)
	}
	must(t, page.Press("ArrowRight"))
	at(t, page, 1)
	must(t, page.Wait(`/Job 1/.test(document.getElementById('machine-tip').innerText) && !/free/.test(document.getElementById('machine-tip').innerText)`))
	must(t, page.Press("Home"))
	at(t, page, 0)
	must(t, page.Wait(`/free/.test(document.getElementById('machine-tip').innerText)`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`document.getElementById('machine-tip').hidden`))
}

// TestSmallCurvesBegin checks that the small curves beside the figures are empty at
// the beginning of a lesson.
func TestSmallCurvesBegin(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	const drawn = `[...document.querySelectorAll('#figures svg.spark path')].map(p => p.getAttribute('d') ?? '').join('')`
	must(t, page.Press("End"))
	must(t, page.Wait(drawn+` !== ''`))
	pick(t, page, "One wide job")
	must(t, page.Press("Home"))
	at(t, page, 0)
	must(t, page.Wait(policyIdle))
	if d := eval[string](t, page, drawn); d != "" {
		t.Errorf("the curves at step 0 are %s", d)
	}
}

// TestWordsOfAProgramGoWithIt checks that an emptied policy editor shows no error.
// Results of testing a program must be marked as old when the program changes, and
// disappear when another program replaces it.
func TestWordsOfAProgramGoWithIt(t *testing.T) {
	page := open(t, "/", View{})
	writePolicy(t, page)
	must(t, page.Type("def key(job): return job.walltime +"))
	wrongWith(t, page, "1:")
	must(t, page.Press("Ctrl+a", "Delete"))
	must(t, page.Wait(`document.getElementById('own-text').value === '' && document.getElementById('own-wrong').textContent === '' && document.getElementById('stale').hidden`))
	must(t, page.Wait(`!document.getElementById('own-editor').shadowRoot.querySelector('.cm-lintRange-error, .cm-lintPoint')`))
	must(t, page.Type("def key(job): return job.walltime +"))
	wrongWith(t, page, "1:")

	must(t, page.Click(`#own-shelf [data-example]:last-child`))
	policy(t, page)
	must(t, page.Click(`[data-try="run"]`))
	must(t, page.Wait(`document.querySelector('[data-finding]') && document.querySelector('[data-try="run"]')`))
	eval[any](t, page, `hopyard.policy.focus()`)
	must(t, page.Wait(`document.activeElement.id === 'own-editor'`))
	must(t, page.Press("Ctrl+End"))
	must(t, page.Type("# more"))
	must(t, page.Wait(`document.querySelector('#own-told .own-before')`))
	must(t, page.Click(`#own-shelf [data-example]:first-child`))
	policy(t, page)
	must(t, page.Wait(`document.getElementById('own-told').textContent === '' && document.querySelector('[data-try="run"]')`))
}

// TestOwnPolicyComparedOnALesson opens a comparison with the user's own policy and
// then another lesson. The comparison must keep the policy, and its link must
// contain the policy.
func TestOwnPolicyComparedOnALesson(t *testing.T) {
	page := open(t, "/", View{})
	writePolicy(t, page)
	must(t, page.Type("def key(job): return -job.nodes"))
	policy(t, page)
	must(t, page.Click("#own-first"))
	const settled = `document.documentElement.dataset.settled === 'true' && !hopyard.state().busy`
	must(t, page.Wait(settled))
	before := run(t, page)
	pick(t, page, "One wide job")
	another(t, page, before)
	must(t, page.Wait(settled))
	if text := eval[string](t, page, `document.getElementById('compare-view').innerText`); strings.Contains(text, "has no program") || !strings.Contains(text, "Your policy") {
		t.Errorf("beside each other are %s", text)
	}
	must(t, page.Wait(`hopyard.state().written && location.hash.includes('&a=')`))
	traces := eval[string](t, page, `document.documentElement.dataset.trace`)
	other := open(t, "/"+eval[string](t, page, `location.hash`), View{})
	must(t, other.Wait(settled))
	if again := eval[string](t, other, `document.documentElement.dataset.trace`); again != traces {
		t.Errorf("the link compares %s, not %s", again, traces)
	}
}

// TestLabIsThereOnTheWayBack opens a run of an experiment and returns. It checks
// that the experiment then shows the same warnings as before, and also after a
// reload.
func TestLabIsThereOnTheWayBack(t *testing.T) {
	page := open(t, "/", View{})
	vary(t, page, false)
	eval[any](t, page, `hopyard.lab.act('load', '3')`)
	must(t, page.Wait(labIdle))
	eval[any](t, page, `hopyard.lab.act('jobs', '120')`)
	must(t, page.Wait(labIdle))
	seeds(t, page, "4")
	must(t, page.Click(`[data-lab=run]`))
	const warned = labDone + ` && document.querySelector('#lab-warn .warn')?.textContent.includes('saturated')`
	must(t, page.Wait(warned))
	text := `document.getElementById('lab-warn').textContent`
	before := eval[string](t, page, text)
	link := eval[string](t, page, `location.hash`)
	must(t, page.Click(`[data-lab=table]`))
	must(t, page.Click(`[data-lab-point]`))
	must(t, page.Wait(`document.querySelector('#lab-point [data-lab=open]:not([aria-disabled=true])')`))
	must(t, page.Click(`#lab-point [data-lab=open]`))
	must(t, page.Wait(`document.getElementById('lab').hidden && !location.hash.startsWith('#x.') && !hopyard.state().busy`))
	eval[int](t, page, `setTimeout(() => history.back())`)
	for _, way := range []string{"back", "reloaded"} {
		must(t, page.Wait(fmt.Sprintf(`location.hash === %q`, link)))
		must(t, page.Wait(warned))
		if after := eval[string](t, page, text); after != before {
			t.Errorf("%s, it warns of %q, not %q", way, after, before)
		}
		if way == "back" {
			must(t, page.reload())
		}
	}
}

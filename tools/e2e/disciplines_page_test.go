package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// mixed is a scenario on a machine that has GPUs under one of its four leaf
// switches. Its jobs wait for the GPUs and for whole nodes, under the scheduling
// policy of source S3.
const mixed = `{"hopyard": 1, "title": "Mixed", "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 4}, "node": {"cores": 8},
 "groups": [{"nodes": "12-15", "cores": 8, "gpus": 4}]},
 "limits": {"users": {"*": {"jobs": 3}, "ada": {"gpus": [8, 9]}}},
 "jobs": [{"id": 1, "submit": 0, "nodes": 16, "walltime": 3600, "user": "eve"},
  {"id": 2, "submit": 60, "nodes": 13, "walltime": 1800, "user": "bob"},
  {"id": 3, "submit": 120, "tasks": 4, "per_task": {"cores": 8, "gpus": 2}, "walltime": 1800, "user": "ada"},
  {"id": 4, "submit": 180, "nodes": 6, "walltime": 900, "user": "cy"}],
 "scheduler": {"queue": "hybrid", "priority": {"weights": {"queue_time": 1, "gpus": 10, "nodes": -2}}}}`

// TestTheSliderOfGPUWeightChangesTheRun checks that moving the slider of the
// priority weight for GPUs changes the run, and that the page describes the change.
func TestTheSliderOfGPUWeightChangesTheRun(t *testing.T) {
	page := open(t, "/", View{Theme: "dark"})
	must(t, page.Wait(Ready))
	drop(t, page, "mixed.json", mixed)
	must(t, page.Wait(`document.title.startsWith('Mixed') && document.querySelector('#weight-gpus')`))
	must(t, page.Press("Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"))
	at(t, page, 4)
	first := `document.querySelector('#queue-list li b').textContent`
	if job := eval[string](t, page, first); job != "Job 3" {
		t.Errorf("with a weight of 10 %s is first, not job 3", job)
	}
	if text := eval[string](t, page, `document.querySelector('#queue-list li svg.parts').getAttribute('aria-label')`); !strings.Contains(text, "GPUs 80") {
		t.Errorf("the bar of job 3 says %q", text)
	}
	must(t, page.Wait(`document.querySelector('#curves canvas')`))
	axe(t, page)
	run := eval[string](t, page, `document.documentElement.dataset.run`)
	eval[int](t, page, `document.getElementById('weight-gpus').focus(), 1`)
	must(t, page.Press("ArrowLeft", "ArrowRight")) // arrow keys step through the run even if the slider has the focus
	at(t, page, 4)
	must(t, page.Press("Home")) // sets the slider to its minimum
	must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.run !== %q && document.getElementById('weight-gpus-value').textContent === '−100'`, run)))
	must(t, page.Wait(first+` !== 'Job 3'`))
	must(t, page.Wait(`/later|earlier/.test(document.getElementById('why-changed').innerText)`))
	focused(t, page, `.matches('#weight-gpus')`)
}

// TestEditingByForm checks that a scenario can be edited in the form: errors appear
// at their fields, and the text shows the edited values.
func TestEditingByForm(t *testing.T) {
	page := open(t, "/", View{Width: 390, Height: 844, Touch: true})
	must(t, page.Wait(Ready))
	drop(t, page, "mixed.json", mixed)
	must(t, page.Wait(`document.title.startsWith('Mixed')`))
	must(t, page.Press("e"))
	must(t, page.Wait(`document.querySelector('[data-block="limits"]')`))
	must(t, page.Click(`[data-block="limits"]`))
	axe(t, page)
	fill := func(path, value string) {
		eval[bool](t, page, fmt.Sprintf(`(e => { e.focus(); e.value = %q; e.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.querySelector('[data-path=%s]'))`, value, quoted(path)))
	}
	fill(`limits.users["ada"].gpus`, "9, 4")
	must(t, page.Wait(`document.querySelector('[data-error="limits.users.ada.gpus"]').textContent !== '' && document.querySelector('[data-block="limits"] .wrong')`))
	fill(`limits.users["ada"].gpus`, "2")
	must(t, page.Wait(`document.querySelector('[data-error="limits.users.ada.gpus"]').textContent === ''`))
	if text := eval[string](t, page, `document.getElementById('edit-text').value`); !strings.Contains(text, `"gpus": 2`) && !strings.Contains(text, `"gpus":2`) {
		t.Errorf("the text says otherwise:\n%s", text)
	}
	must(t, page.Click(`[data-block="jobs"]`))
	must(t, page.Click(`[data-job="1"]`))
	axe(t, page)
	must(t, page.Click(`[data-add="jobs"]`))
	must(t, page.Wait(`document.querySelector('[data-path="jobs[4].walltime"]')`))
	must(t, page.Press("Ctrl+Enter"))
	// The page shows either an error or what the edit has changed.
	must(t, page.Wait(`document.getElementById('edit-errors').textContent !== '' || document.querySelector('.wrong') || document.getElementById('why-changed').textContent !== ''`))
}

func quoted(text string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"`, `\\"`) + `"`
}

// TestALessonOnDeadlinesByKeyboard steps through a lesson on deadlines by keyboard.
// It checks that the page explains the rescue of a job, and that the job table can
// be opened at that step.
func TestALessonOnDeadlinesByKeyboard(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.documentElement.dataset.lessons`))
	eval[bool](t, page, `(s => { s.value = [...s.options].find(o => /rescue/i.test(o.textContent)).value; s.dispatchEvent(new Event('change')); return true })(document.getElementById('pick-lesson'))`)
	must(t, page.Wait(`!document.getElementById('table-open').hidden || document.documentElement.dataset.step === '0' && /rescue/i.test(document.title)`))
	eval[int](t, page, `document.activeElement.blur(), 1`)
	rescued := false
	for n, last := 1, steps(t, page); n <= last; n++ {
		must(t, page.Press("ArrowRight"))
		at(t, page, n)
		if strings.Contains(said(t, page), "rescued") {
			rescued = true
			must(t, page.Wait(`document.querySelector('#gauges-list li')`))
			axe(t, page)
			must(t, page.Click("#table-open"))
			must(t, page.Wait(`document.querySelectorAll('#table tbody tr').length > 0`))
			axe(t, page)
			must(t, page.Press("Escape"))
			eval[int](t, page, `document.activeElement.blur(), 1`)
		}
	}
	if !rescued {
		t.Error("nothing was rescued")
	}
	must(t, page.Wait(`document.getElementById('status').textContent.includes('Every job has ended')`))
}

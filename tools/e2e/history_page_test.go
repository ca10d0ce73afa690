package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// openLesson opens the lesson with the given title from the gallery, and waits
// until the address contains the lesson.
func openLesson(t *testing.T, p *Page, title string) {
	t.Helper()
	must(t, p.Press("g"))
	must(t, p.Wait(`document.getElementById('gallery')?.open`))
	eval[bool](t, p, fmt.Sprintf(`([...document.querySelectorAll('#gallery .cards [data-lesson]')].find(b => b.textContent === %q).click(), true)`, title))
	lessonThere(t, p, title)
}

// lessonThere waits until the lesson with the given title is on screen and the
// address contains it.
func lessonThere(t *testing.T, p *Page, title string) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.title.startsWith(%q) && self.hopyard?.state?.().written && location.hash.length > 20`, title)))
}

// went moves in the browser's history by the given number of entries; negative
// numbers move back.
func went(t *testing.T, p *Page, by int) {
	t.Helper()
	eval[int](t, p, fmt.Sprintf(`(setTimeout(() => history.go(%d)), 1)`, by))
}

// TestBackAndForwardGoFromLessonToLesson checks that Back and Forward move between
// lessons, each at the step where the reader left it. Stepping through a lesson, or
// opening the same lesson again, must not add entries to the history.
func TestBackAndForwardGoFromLessonToLesson(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready+` && location.hash.length > 20`))
	entries := func() int { return eval[int](t, page, `history.length`) }
	first := eval[string](t, page, `document.title`)
	begin := entries()
	openLesson(t, page, "The longest job first")
	must(t, page.Press("Home", "ArrowRight", "ArrowRight"))
	at(t, page, 2)
	openLesson(t, page, "The largest job first")
	must(t, page.Press("Home", "ArrowRight", "ArrowRight", "ArrowRight"))
	at(t, page, 3)
	must(t, page.Wait(`hopyard.state().written`))
	openLesson(t, page, "The largest job first")
	openLesson(t, page, "The smallest job first")
	if n := entries(); n != begin+3 {
		t.Errorf("three lessons made %d entries", n-begin)
	}

	went(t, page, -1)
	lessonThere(t, page, "The largest job first")
	went(t, page, -1)
	lessonThere(t, page, "The longest job first")
	at(t, page, 2)
	went(t, page, 1)
	lessonThere(t, page, "The largest job first")
	eval[int](t, page, `(setTimeout(() => location.reload()), 1)`)
	waitAnew(t, page, Ready+` && document.title.startsWith('The largest job first')`)
	went(t, page, -1)
	lessonThere(t, page, "The longest job first")
	at(t, page, 2)
	went(t, page, -1)
	lessonThere(t, page, first[:10])
	went(t, page, 3)
	lessonThere(t, page, "The smallest job first")
	if n := entries(); n != begin+3 {
		t.Errorf("going back and forward made %d entries more", n-begin-3)
	}
}

// TestBackToEditsAndQuestions checks that Back restores an edited scenario in
// Predict mode, and a scenario that is too large for an address.
func TestBackToEditsAndQuestions(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready+` && location.hash.length > 20`))
	jobs := make([]string, 8000)
	for i := range jobs { // the lengths compress badly, so that the scenario is too large for an address
		jobs[i] = fmt.Sprintf(`{"id": %d, "submit": 0, "nodes": 4, "walltime": %d}`, i+1, 100+i*i*7919%99991)
	}
	drop(t, page, "large.json", `{"hopyard": 1, "title": "Too large", "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [`+strings.Join(jobs, ",")+`], "scheduler": {"queue": "easy", "allocator": "first-fit"}}`)
	must(t, page.Wait(`document.title.startsWith('Too large') && hopyard.state().written && location.hash === ''`))
	openLesson(t, page, "The longest job first")
	choose(t, page, "pick-queue", "fcfs")
	must(t, page.Click("#t-predict"))
	must(t, page.Wait(`/&predict=1/.test(location.hash)`))
	openLesson(t, page, "The largest job first")
	went(t, page, -1)
	lessonThere(t, page, "The longest job first")
	must(t, page.Wait(`document.getElementById('pick-queue').value === 'fcfs' && document.getElementById('t-predict').getAttribute('aria-checked') === 'true'`))
	went(t, page, -1)
	must(t, page.Wait(`document.title.startsWith('Too large') && document.documentElement.dataset.steps > 0 && hopyard.state().written`))
	went(t, page, 2)
	lessonThere(t, page, "The largest job first")
}

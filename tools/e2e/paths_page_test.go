package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/scenarios"
)

// openPaths opens the gallery, whose paths come first.
func openPaths(t *testing.T, p *Page) {
	t.Helper()
	must(t, p.Press("g"))
	must(t, p.Wait(galleryOpen+` && document.querySelectorAll('.path').length === 8`))
}

// pathTold is what the gallery says of a path, opened.
func pathTold(t *testing.T, p *Page, name string) string {
	t.Helper()
	return eval[string](t, p, `(d => { d.open = true; return d.innerText })(document.querySelector('[data-path="`+name+`"]'))`)
}

// A path is opened and its first lesson done; a goal answered wrong; after a reload
// all of that is still known, and in a fresh profile once its file is taken in.
func TestAPathIsTaken(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	openPaths(t, page)
	axe(t, page)
	if told := pathTold(t, page, "backfilling"); !strings.Contains(told, "0 of 6 done") || !strings.Contains(told, "Begin: One wide job") {
		t.Errorf("the path says %q", told)
	}
	must(t, page.Click(`[data-path="backfilling"] .primary`))
	must(t, page.Wait(`document.title.startsWith('One wide job') && hopyard.state().run && !hopyard.state().busy && document.getElementById('t-predict').getAttribute('aria-checked') === 'true'`))
	clickNow(t, page, "#t-predict") // the whole run again
	must(t, page.Press("End"))
	must(t, page.Wait(`!document.getElementById('lesson-next').hidden && document.getElementById('lesson-next').innerText.includes('A hole that EASY fills') && document.documentElement.dataset.kept >= 1`))
	clickNow(t, page, "#lesson-next")
	must(t, page.Wait(`document.title.startsWith('A hole that EASY') && hopyard.state().run && !hopyard.state().busy`))

	// The goal about job 5: nobody starts, says the reader, who is wrong.
	clickNow(t, page, "#t-predict")
	must(t, page.Press("End"))
	must(t, page.Wait(`document.querySelectorAll('#lesson-about [data-goal]').length === 3 && !hopyard.state().busy`))
	eval[bool](t, page, `(document.getElementById('lesson-details').open = true)`)
	if told := eval[string](t, page, `document.getElementById('lesson-about').innerText`); !strings.Contains(told, "not yet") || !strings.Contains(told, "Job 9 starts at 1:40, job 4 at 1:00") {
		t.Errorf("the goals say %q", told)
	}
	axe(t, page)
	clickNow(t, page, `#lesson-about [data-goal="1"]`)
	if text := prompt(t, page); !strings.Contains(text, "Which of the waiting jobs") {
		t.Errorf("asked is %q", text)
	}
	must(t, page.Click(`[data-pick="none"]`))
	clickNow(t, page, `[data-ask=answer]`)
	graded(t, page)
	must(t, page.Wait(`document.documentElement.dataset.kept >= 2`))

	must(t, page.reload())
	must(t, page.Wait(Ready))
	openPaths(t, page)
	told := pathTold(t, page, "backfilling")
	if !strings.Contains(told, "2 of 6 done") || !strings.Contains(told, "Continue: Wrong walltimes") || !strings.Contains(told, "wrong last time") {
		t.Errorf("after a reload the path says %q", told)
	}
	folder := t.TempDir()
	must(t, page.Downloads(folder))
	clickNow(t, page, `[data-progress="save"]`)
	file := saved(t, folder, "hopyard-progress.json")
	kept, err := scenario.ParseProgress(file)
	if err != nil || kept.Path != "backfilling" || kept.Last != "easy-hole" || len(kept.Lessons) != 2 {
		t.Fatalf("saved is %v %+v", err, kept)
	}

	fresh := open(t, "/", View{Width: 390, Height: 844, Touch: true})
	must(t, fresh.Wait(Ready))
	takeProgress(t, fresh, `{"hopyard_progress": 1, "lesons": []}`)
	must(t, fresh.Wait(`document.getElementById('progress-told').innerText.includes('did you mean "lessons"?')`))
	takeProgress(t, fresh, string(file))
	must(t, fresh.Wait(`document.getElementById('progress-told').innerText.includes('2 lessons')`))
	if again := pathTold(t, fresh, "backfilling"); !strings.Contains(again, "2 of 6 done") || !strings.Contains(again, "wrong last time") {
		t.Errorf("taken in, the path says %q", again)
	}
	axe(t, fresh)
}

// takeProgress chooses a file of progress in the gallery.
func takeProgress(t *testing.T, p *Page, text string) {
	t.Helper()
	quoted, err := json.Marshal(text)
	must(t, err)
	if !eval[bool](t, p, galleryOpen+` === true`) {
		eval[bool](t, p, `(document.getElementById('pick-lesson').value = 'gallery', document.getElementById('pick-lesson').dispatchEvent(new Event('change', {bubbles: true})))`)
		must(t, p.Wait(galleryOpen+` && document.querySelectorAll('.path').length === 8`))
	}
	eval[bool](t, p, `(() => {
		const click = HTMLInputElement.prototype.click
		HTMLInputElement.prototype.click = function () {
			HTMLInputElement.prototype.click = click
			const files = new DataTransfer()
			files.items.add(new File([`+string(quoted)+`], 'hopyard-progress.json'))
			this.files = files.files
			this.dispatchEvent(new Event('change'))
		}
		document.querySelector('[data-progress="take"]').click()
		return true
	})()`)
}

// An edit that makes what a goal wants is told at once, and so is what it lacks.
func TestAGoalIsMade(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("End"))
	must(t, page.Wait(`document.querySelector('#lesson-about .fails') && !hopyard.state().busy`))
	eval[bool](t, page, `(document.getElementById('lesson-details').open = true)`)
	lesson := func(edits ...[2]string) string {
		l, _ := scenarios.Find("easy-hole")
		text := l.Source
		for _, e := range edits {
			var err error
			text, err = scenario.Edit(text, e[0], e[1])
			must(t, err)
		}
		return string(text)
	}
	must(t, page.DropFile("lesson.json", lesson([2]string{"jobs[8].walltime", "1100"})))
	must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy`))
	must(t, page.Press("End"))
	must(t, page.Wait(`document.querySelector('#lesson-about .mark.good')?.innerText === 'done'`))
	must(t, page.DropFile("lesson.json", lesson([2]string{"jobs[8].walltime", "1100"}, [2]string{"jobs[0].walltime", "5400"})))
	must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy`))
	must(t, page.Press("End"))
	must(t, page.Wait(`document.querySelector('#lesson-about .fails')?.innerText.includes('wanted: by 1:00:00')`))
}

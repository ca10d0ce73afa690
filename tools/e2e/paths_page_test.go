package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/scenarios"
)

// openPaths opens the gallery, which begins with the learning paths.
func openPaths(t *testing.T, p *Page) {
	t.Helper()
	must(t, p.Press("g"))
	must(t, p.Wait(galleryOpen+` && document.querySelectorAll('.path').length === `+strconv.Itoa(len(scenarios.Paths()))))
}

// pathTold expands a learning path in the gallery and returns its text.
func pathTold(t *testing.T, p *Page, name string) string {
	t.Helper()
	return eval[string](t, p, `(d => { d.open = true; return d.innerText })(document.querySelector('[data-path="`+name+`"]'))`)
}

// TestAPathIsTaken starts a learning path, views its first lesson to the end, and
// answers a question about a goal of the second lesson wrongly. It checks that the
// page remembers this after a reload. A fresh profile must show the same after
// loading the saved file of progress.
func TestAPathIsTaken(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	openPaths(t, page)
	axe(t, page)
	if told := pathTold(t, page, "topology"); !strings.Contains(told, "0 of 8 done · 42 min") || !strings.Contains(told, "Begin: One wide job") {
		t.Errorf("the path says %q", told)
	}
	must(t, page.Click(`[data-path="topology"] .primary`))
	must(t, page.Wait(`document.title.startsWith('One wide job') && hopyard.state().run && !hopyard.state().busy && document.getElementById('t-predict').getAttribute('aria-checked') === 'true'`))
	clickNow(t, page, "#t-predict") // ends Predict mode, so that the whole run is shown
	must(t, page.Press("End"))
	must(t, page.Wait(`!document.getElementById('lesson-next').hidden && document.getElementById('lesson-next').innerText.includes('A hole that EASY fills') && document.documentElement.dataset.kept >= 1`))
	clickNow(t, page, "#lesson-next")
	must(t, page.Wait(`document.title.startsWith('A hole that EASY') && hopyard.state().run && !hopyard.state().busy`))

	// The reader answers the question about job 5 wrongly: that no job starts.
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
	told := pathTold(t, page, "topology")
	if !strings.Contains(told, "0 of 8 done") || !strings.Contains(told, "Continue: A hole that EASY fills") || !strings.Contains(told, "wrong last time") {
		t.Errorf("after a reload the path says %q", told)
	}
	folder := t.TempDir()
	must(t, page.Downloads(folder))
	clickNow(t, page, `[data-progress="save"]`)
	file := saved(t, folder, "hopyard-progress.json")
	kept, err := scenario.ParseProgress(file)
	if err != nil || kept.Path != "topology" || kept.Last != "easy-hole" || len(kept.Lessons) != 2 {
		t.Fatalf("saved is %v %+v", err, kept)
	}

	fresh := open(t, "/", View{Width: 390, Height: 844, Touch: true})
	must(t, fresh.Wait(Ready))
	takeProgress(t, fresh, `{"hopyard_progress": 1, "lesons": []}`)
	must(t, fresh.Wait(`document.getElementById('progress-told').innerText.includes('did you mean "lessons"?')`))
	takeProgress(t, fresh, string(file))
	must(t, fresh.Wait(`document.getElementById('progress-told').innerText.includes('2 lessons')`))
	if again := pathTold(t, fresh, "topology"); !strings.Contains(again, "0 of 8 done") || !strings.Contains(again, "wrong last time") {
		t.Errorf("taken in, the path says %q", again)
	}
	axe(t, fresh)
	// Changing the language redraws the gallery. The message about the loaded file
	// must survive this, and disappear when the gallery is opened again.
	eval[bool](t, fresh, `(s => { s.value = 'ru'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('pick-lang'))`)
	must(t, fresh.Wait(`document.documentElement.lang === 'ru' && document.getElementById('paths-title').innerText.match(/[а-я]/) && document.getElementById('progress-told').innerText.includes('2')`))
	must(t, fresh.Press("Escape"))
	must(t, fresh.Wait(galleryOpen+` === false`))
	eval[bool](t, fresh, `(document.getElementById('pick-lesson').value = 'gallery', document.getElementById('pick-lesson').dispatchEvent(new Event('change', {bubbles: true})))`)
	must(t, fresh.Wait(galleryOpen+` && document.getElementById('progress-told').innerText === ''`))
}

// takeProgress loads a file of progress with the given content in the gallery.
func takeProgress(t *testing.T, p *Page, text string) {
	t.Helper()
	quoted, err := json.Marshal(text)
	must(t, err)
	if !eval[bool](t, p, galleryOpen+` === true`) {
		eval[bool](t, p, `(document.getElementById('pick-lesson').value = 'gallery', document.getElementById('pick-lesson').dispatchEvent(new Event('change', {bubbles: true})))`)
		must(t, p.Wait(galleryOpen+` && document.querySelectorAll('.path').length === `+strconv.Itoa(len(scenarios.Paths()))))
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

// TestAGoalIsMade checks a goal that requires the reader to edit the scenario. At
// first the lesson must show that the goal is not reached; then it must show a hint
// and the required change. When an edit reaches the goal, the page must report it
// at once and remember it.
func TestAGoalIsMade(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("End"))
	must(t, page.Wait(`document.querySelector('#lesson-about .fails') && !hopyard.state().busy`))
	eval[bool](t, page, `(document.getElementById('lesson-details').open = true)`)
	must(t, page.Wait(`document.querySelector('#lesson-about .fails')?.innerText.includes('Job 9 starts at 1:40, job 4 at 1:00')`))
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
	hint := func(button string) {
		must(t, page.Wait(`document.querySelector('#lesson-about [data-hint="3"]')?.innerText === '`+button+`'`))
		clickNow(t, page, `#lesson-about [data-hint="3"]`)
	}
	hint("Hint")
	must(t, page.Wait(`document.querySelector('#lesson-about .hint')?.innerText.includes('until 1:01')`))
	hint("Show me how")
	must(t, page.Wait(`document.querySelectorAll('#lesson-about .hint')[1]?.innerText.includes('18 min') && !document.querySelector('#lesson-about [data-hint]')`))
	must(t, page.DropFile("lesson.json", lesson([2]string{"jobs[8].walltime", "1100"})))
	must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy`))
	must(t, page.Press("End"))
	must(t, page.Wait(`document.querySelector('#lesson-about .mark.good')?.innerText === 'done'`))
	must(t, page.Wait(`document.documentElement.dataset.kept >= 1`))
	must(t, page.reload())
	must(t, page.Wait(Ready))
	must(t, page.Press("End")) // a goal that was reached once stays done after a reload
	must(t, page.Wait(`!hopyard.state().busy && document.querySelector('#lesson-about .mark.good')?.textContent === 'done'`))
}

// journey is a reader on a learning path, who uses the keyboard or touch.
type journey struct {
	page  *Page
	touch bool
}

// to activates a control. With touch it touches the control; otherwise it moves the
// focus to the control and presses Enter.
func (j *journey) to(t *testing.T, selector string) {
	t.Helper()
	if j.touch {
		tap(t, j.page, selector)
		return
	}
	must(t, j.page.Wait(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, selector)))
	for range 300 {
		if eval[bool](t, j.page, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			must(t, j.page.Press("Enter"))
			return
		}
		must(t, j.page.Press("Tab"))
	}
	t.Fatalf("no number of tabs leads to %s", selector)
}

// ahead moves to the next question, or to the end of the run if there is none.
func (j *journey) ahead(t *testing.T) {
	t.Helper()
	if j.touch {
		tap(t, j.page, "#t-end")
	} else {
		eval[bool](t, j.page, `document.activeElement.blur() || true`)
		must(t, j.page.Press("End"))
	}
}

// answer answers the question on screen, correctly if right is set, and returns the
// text of the card with the question.
func (j *journey) answer(t *testing.T, run *engine.Recording, z *quiz.Quiz, right bool) string {
	t.Helper()
	must(t, j.page.Wait(asks))
	kind, ok := quiz.KindOf(eval[string](t, j.page, `document.querySelector('#why-ask [data-kind]').dataset.kind`))
	if !ok {
		t.Fatal("the card says no kind")
	}
	step := eval[int](t, j.page, `+document.documentElement.dataset.step`) - 1
	found := z.At(step, quiz.Of(kind))
	if len(found) == 0 {
		t.Fatalf("no question %s at step %d", kind, step)
	}
	q := &found[0]
	given := q.Right[0]
	if !right {
		given = wrongAnswer(t, z, q)
	}
	if j.touch {
		answerByTouch(t, j.page, clockOf(run), q, &given)
	} else {
		if q.Form != quiz.Jobs || eval[bool](t, j.page, `!document.activeElement.matches('[data-pick]')`) {
			eval[bool](t, j.page, `document.activeElement.blur() || true`)
			must(t, j.page.Press("ArrowRight")) // moves the focus to where the answer is given
		}
		answerByKeys(t, j.page, clockOf(run), q, &given)
	}
	return graded(t, j.page)
}

// wrongAnswer returns an answer to a question that is graded as wrong.
func wrongAnswer(t *testing.T, z *quiz.Quiz, q *quiz.Question) quiz.Answer {
	t.Helper()
	var tries []quiz.Answer
	switch q.Form {
	case quiz.Jobs:
		tries = append(tries, quiz.Answer{})
		for _, w := range q.Wrong {
			tries = append(tries, w.Answer)
		}
	case quiz.Time:
		tries = append(tries, quiz.Answer{Time: q.Right[0].Time + simtime.Time(simtime.Hour)})
	case quiz.Number:
		tries = append(tries, quiz.Answer{Number: q.Right[0].Number + 1})
	case quiz.Nodes:
		for _, o := range q.Options {
			tries = append(tries, quiz.Answer{Nodes: o.Nodes})
		}
	default:
		for i := range q.Options {
			tries = append(tries, quiz.Answer{Choice: i})
		}
	}
	for _, a := range tries {
		if v := z.Grade(q, a); !v.Right {
			return a
		}
	}
	t.Fatalf("every answer to %v is right", q)
	return quiz.Answer{}
}

// TestAJourneyOfFiveLessons takes five lessons of a learning path, with a right and
// a wrong answer in each and a reload in the middle. It checks the saved file of
// progress, and that a fresh profile shows the same progress after loading the
// file. By default it runs by keyboard in English; a soak test adds touch and the
// other languages.
func TestAJourneyOfFiveLessons(t *testing.T) {
	site(t)
	path := scenarios.Paths()[0]
	for name, view := range map[string]View{
		"keys":      {},
		"touch, zh": {Width: 390, Height: 844, Touch: true, Language: "zh"},
		"keys, ru":  {Language: "ru"},
	} {
		if !soaktest.Whole() && name != "keys" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			page := open(t, "/", view)
			must(t, page.Wait(Ready))
			j := &journey{page, view.Touch}
			j.gallery(t)
			if eval[bool](t, page, `!document.querySelector('[data-path="`+path.Name+`"]').open`) {
				j.to(t, `[data-path="`+path.Name+`"] summary`)
			}
			j.to(t, `[data-path="`+path.Name+`"] .primary`)
			wrong := 0
			for k, lesson := range path.Lessons[:5] {
				l, _ := scenarios.Find(lesson)
				number := 1 + slices.IndexFunc(scenarios.All(), func(l scenarios.Lesson) bool { return l.Name == lesson })
				s, err := scenario.Parse(l.Source)
				must(t, err)
				c, err := s.Config()
				must(t, err)
				run, err := engine.Record(c)
				must(t, err)
				z := quiz.New(run, s.Scheduler.Queue)
				must(t, page.Wait(fmt.Sprintf(`document.getElementById('lesson-count').textContent.match(/\d+/)?.[0] === '%d' && hopyard.state().run && !hopyard.state().busy && document.documentElement.hasAttribute('data-covered')`, number)))
				for _, right := range []bool{k%2 == 0, k%2 == 1} {
					j.ahead(t)
					must(t, page.Wait(`!hopyard.state().busy`))
					said := j.answer(t, run, z, right)
					if marked := eval[bool](t, page, `!!document.querySelector('#why-ask .ask-right')`); marked != right {
						t.Fatalf("%s: marked %v, answered %v: %s", lesson, marked, right, said)
					}
					if !right {
						wrong++
					}
					j.to(t, `[data-ask="next"]`)
				}
				if k == 2 {
					must(t, page.Wait(`location.hash.includes('predict=1')`))
					must(t, page.reload())
					must(t, page.Wait(Ready))
					must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy && document.documentElement.hasAttribute('data-covered')`))
				}
				if view.Touch {
					tap(t, page, "#t-predict")
				} else {
					eval[bool](t, page, `document.activeElement.blur() || true`)
					must(t, page.Press("h"))
				}
				must(t, page.Wait(`!document.documentElement.hasAttribute('data-covered') && !hopyard.state().busy`))
				j.ahead(t)
				must(t, page.Wait(fmt.Sprintf(`!document.getElementById('lesson-next').hidden && +document.documentElement.dataset.kept >= %d`, k+1)))
				j.to(t, "#lesson-next")
			}
			j.gallery(t)
			folder := t.TempDir()
			must(t, page.Downloads(folder))
			j.to(t, `[data-progress="save"]`)
			file := saved(t, folder, "hopyard-progress.json")
			kept, err := scenario.ParseProgress(file)
			must(t, err)
			done := 0
			for _, of := range kept.Lessons {
				if of.Done {
					done++
				}
			}
			if kept.Path != path.Name || done != 5 || kept.Last != path.Lessons[5] || wrong != 5 {
				t.Errorf("kept is %+v", kept)
			}
			told := pathTold(t, page, path.Name)
			fresh := open(t, "/", view)
			must(t, fresh.Wait(Ready))
			takeProgress(t, fresh, string(file))
			must(t, fresh.Wait(fmt.Sprintf(`document.getElementById('progress-told').innerText.includes('%d')`, len(kept.Lessons))))
			must(t, fresh.Wait(fmt.Sprintf(`(d => { d.open = true; return d.innerText })(document.querySelector('[data-path=%q]')) === %q`, path.Name, told)))
		})
	}
}

// gallery opens the gallery with the learning paths.
func (j *journey) gallery(t *testing.T) {
	t.Helper()
	if !j.touch {
		eval[bool](t, j.page, `document.activeElement.blur() || true`)
		openPaths(t, j.page)
		return
	}
	// A phone opens the options of a select element outside the page, where a test
	// cannot reach them, so the option is set directly.
	eval[bool](t, j.page, `(document.getElementById('pick-lesson').value = 'gallery', document.getElementById('pick-lesson').dispatchEvent(new Event('change', {bubbles: true})))`)
	must(t, j.page.Wait(galleryOpen+` && document.querySelectorAll('.path').length === `+strconv.Itoa(len(scenarios.Paths()))))
}

// TestLessonsOneAfterTheOther checks that the buttons beside a lesson's title lead
// to the next and to the previous lesson.
func TestLessonsOneAfterTheOther(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	is := func(n int) {
		t.Helper()
		must(t, page.Wait(fmt.Sprintf(`document.getElementById('lesson-count').textContent.match(/\d+/)?.[0] === '%d' && hopyard.state().run && !hopyard.state().busy`, n)))
	}
	for _, n := range []int{2, 3} {
		must(t, page.Click("#lesson-after"))
		is(n)
	}
	for _, n := range []int{2, 1} {
		must(t, page.Click("#lesson-before"))
		is(n)
	}
}

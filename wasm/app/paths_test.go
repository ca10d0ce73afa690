package app

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/quiz"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	way "hopyard/wasm/app/lessons/paths"
	"hopyard/wasm/html/htmltest"
)

// paths returns the learning paths in the form in which the page loads them.
func paths(all []lessons.LessonCard) (list []lessons.Path) {
	for _, p := range scenarios.Paths() {
		x := lessons.Path{Name: p.Name, Title: p.Title, About: p.About, After: p.After}
		for _, name := range p.Lessons {
			x.Lessons = append(x.Lessons, slices.IndexFunc(all, func(l lessons.LessonCard) bool { return l.Name == name }))
		}
		list = append(list, x)
	}
	return list
}

// TestPathsTellWhatIsDone checks that a learning path shows which lessons are done
// and which mistake was made. It must offer to continue at the lesson at which the
// reader stopped.
func TestPathsTellWhatIsDone(t *testing.T) {
	all, m := gallery(), NewModel(i18n.English)
	studies := scenarios.Studies()
	for i := range all {
		all[i].Takeaway, all[i].Minutes = studies[all[i].Name].Takeaway, 5
	}
	l := way.PathsPanel{LessonsPanel: m.Lessons}
	if string(l.PathsHTML(all, "")) != "" {
		t.Error("paths are shown before they have come")
	}
	l.Paths = paths(all)
	html := string(l.PathsHTML(all, "2 lessons &c."))
	wellFormed(t, html)
	if n := strings.Count(html, "<details"); n != len(l.Paths) || !strings.Contains(html, "2 lessons &amp;c.") || !strings.Contains(html, "0 of 4 done · 20 min") || !strings.Contains(html, "Begin: One wide job") || strings.Count(html, " open>") != 1 {
		t.Errorf("%d paths: %s", n, html)
	}
	l.Progress.Path = "backfilling"
	for goal := range 3 {
		l.Progress.Of("walltimes").Answer(goal+1, true, "")
	}
	l.Progress.Of("conservative").Done = true // the lesson was seen to its end, but not all of its goals are met
	l.Progress.Of("conservative").Answer(1, true, "")
	l.Progress.Of("depth").Answer(2, false, "walltime-is-runtime")
	html = htmltest.Plain(l.PathsHTML(all, ""))
	for _, want := range []string{"1 of 5 done", "1 of 3 goals", "Continue: Conservative against EASY", studies["walltimes"].Takeaway, "walltime is runtime", "Best after: Topology in 45 minutes"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	if strings.Contains(html, studies["conservative"].Takeaway) {
		t.Error("what a lesson leaves is told before its goals are met")
	}
	if l.Progress.Last = "depth"; !strings.Contains(string(l.PathsHTML(all, "")), "Continue: Two reservations") {
		t.Error("it does not continue where the reader was")
	}
	path := l.Paths[1].Lessons
	if l.Next(all, path[0]) != path[1] || l.Next(all, path[len(path)-1]) != -1 || l.Next(all, len(all)-1) != -1 || l.Next(all, -1) != -1 {
		t.Error("another lesson follows")
	}
	if l.Progress.Path = ""; l.Next(all, 3) != 4 {
		t.Error("without a path, the next of all does not follow")
	}
}

// TestALessonGivesHintsAndLeadsOn checks a lesson with a goal that requires a
// change of the scenario. The button must first show a hint, and then the change to
// make. When all goals are met, the lesson must state its conclusion and lead to
// the next lesson. At the end of a path, it must lead to the other paths.
func TestALessonGivesHintsAndLeadsOn(t *testing.T) {
	all := gallery()
	for i := range all {
		study := scenarios.Studies()[all[i].Name]
		all[i].Takeaway, all[i].Hints = study.Takeaway, study.Hints
	}
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.Forward)
	l := s.Lessons
	l.Paths, l.Progress.Path = paths(all), "topology"
	l.At(all)
	study := scenarios.Studies()["easy-hole"]
	for shown, button := range []string{"Hint", "Show me how", ""} {
		html := string(l.LessonHTML())
		wellFormed(t, html)
		for i, hint := range study.Hints[0] {
			if strings.Contains(html, htmltest.Escape(hint)) != (i < shown) {
				t.Errorf("after %d presses hint %d: %s", shown, i, html)
			}
		}
		if has := strings.Contains(html, "data-hint="); has != (button != "") || !strings.Contains(html, button) {
			t.Errorf("after %d presses the button is not %q: %s", shown, button, html)
		}
		l.Hint(3)
	}
	current := slices.IndexFunc(all, func(l lessons.LessonCard) bool { return l.Name == "easy-hole" })
	if l.NextText(all, current) != "" || strings.Contains(string(l.LessonHTML()), study.Takeaway) {
		t.Error("it leads on in the middle, with goals left")
	}
	for goal := range all[current].Goals {
		l.Progress.Of("easy-hole").Answer(goal+1, true, "")
	}
	if text := l.NextText(all, current); text != "Next lesson: A machine drawn by hand" || !strings.Contains(string(l.LessonHTML()), study.Takeaway) {
		t.Errorf("with all goals met it leads to %q: %s", text, string(l.LessonHTML()))
	}
	if l.Paths[0].Lessons = []int{current}; l.NextText(all, current) != "Choose another path" {
		t.Errorf("the end of the path leads to %q", l.NextText(all, current))
	}
}

// TestGoalsAreMarked checks that every lesson lists its goals. A goal that requires
// a change of the scenario must say what is missing. Reaching the end of a lesson
// and answering the question of a goal must each be recorded once.
func TestGoalsAreMarked(t *testing.T) {
	for _, x := range scenarios.All() {
		s := open(t, lesson(t, x.Name))
		s.do(t, keys.ToEnd)
		l := way.PathsPanel{LessonsPanel: s.Lessons}
		html := string(l.LessonHTML())
		wellFormed(t, html)
		asks, builds := 0, 0
		for _, g := range x.Goals {
			if g.Ask != nil {
				asks++
			} else {
				builds++
			}
		}
		if strings.Count(html, "data-goal=") != asks || strings.Count(html, "not yet") != builds || strings.Count(html, `class="fails"`) != builds {
			t.Errorf("%s: %s", x.Name, html)
		}
		if l.Lesson = x.Name; !l.AtEnd() || !l.News() || !l.See() || l.See() {
			t.Errorf("%s: its end is not seen once", x.Name)
		}
	}
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToEnd)
	l := way.PathsPanel{LessonsPanel: s.Lessons}
	l.Lesson = "easy-hole"
	q := &quiz.Question{Kind: quiz.Start, At: 360_000, Job: workload.NoJob}
	if !l.Graded(q, false, quiz.FirstCome) || !strings.Contains(htmltest.Plain(l.LessonHTML()), "answered wrong last time: first come") {
		t.Errorf("a wrong answer is not told: %s", string(l.LessonHTML()))
	}
	if !l.Graded(q, true, quiz.None) || l.Graded(q, true, quiz.None) || !strings.Contains(string(l.LessonHTML()), "answered right") {
		t.Errorf("a right answer is not told: %s", string(l.LessonHTML()))
	}
	if q.At = 0; l.Graded(q, true, quiz.None) {
		t.Error("another question is taken for the goal's")
	}
	if n := l.StepBefore(360_000); s.Run.Time(n) >= 360_000 || s.Run.Time(n+1) < 360_000 {
		t.Errorf("step %d is not the one before", n)
	}
}

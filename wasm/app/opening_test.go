package app

import (
	"strings"
	"testing"

	"hopyard/core/workload"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/opening"
	"hopyard/wasm/html/htmltest"
)

// opened returns a page with the introduction, at the step at which the
// introduction asks its question.
func opened(t *testing.T) (*stage, *opening.OpenPanel) {
	t.Helper()
	s := open(t, lesson(t, opening.Lesson))
	s.Go(opening.Step)
	s.settleState(t)
	return s, opening.New(&s.App.Model)
}

// said returns the text of the introduction's card. It fails the test if the markup
// is not well formed.
func said(t *testing.T, p *opening.OpenPanel) string {
	t.Helper()
	html := string(p.HTML())
	wellFormed(t, html)
	text := htmltest.Plain(html)
	if strings.ContainsAny(text, "{}") {
		t.Errorf("a gap is left: %s", text)
	}
	return text
}

func has(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
}

// TestOpeningAsksAboutItsLesson checks the lesson of the introduction. It must have
// the numbers of jobs and nodes that the title in index.html gives. The card must
// describe the lesson's waiting jobs.
func TestOpeningAsksAboutItsLesson(t *testing.T) {
	s, p := opened(t)
	if n := len(s.Run.Jobs); n != 9 || s.Run.Machine.Drawn.Nodes != 64 {
		t.Errorf("%d jobs on %d nodes", n, s.Run.Machine.Drawn.Nodes)
	}
	if gallery()[0].Name != opening.Lesson {
		t.Error("the opening has another lesson than the page, which would load a second one")
	}
	if len(s.Queue.Queued()) != 3 {
		t.Errorf("%d jobs wait", len(s.Queue.Queued()))
	}
	has(t, said(t, p), "It is 0:15", "Job 4", "30 computers, up to 2\u00a0h", "Job 6", "Job 9", "5 computers, up to 20\u00a0min", "At 0:41 two jobs will end, and 18 computers will be free")
}

// TestOpeningTellsTheAnswer selects jobs as answers to the question of the
// introduction. A running job must be ignored. A waiting job must be accepted,
// whether it is right or wrong. The card must then say which job the schedule
// starts, and why.
func TestOpeningTellsTheAnswer(t *testing.T) {
	for job, verdict := range map[int]string{4: "Job 6 starts, not job 4.", 6: "Right: job 6 starts.", 9: "Job 6 starts, not job 9."} {
		s, p := opened(t)
		if s.Select(0); p.Follow() || p.Stage != opening.Ask {
			t.Fatal("a running job is taken for an answer")
		}
		s.Select(s.Run.JobOf(int64(job)))
		if !p.Follow() || p.Stage != opening.Tell || s.Selected != workload.NoJob {
			t.Fatalf("job %d is no answer", job)
		}
		said(t, p)
		s.do(t, keys.Forward)
		has(t, said(t, p), verdict, "Job 4 is first in the queue", "30 will be free at 1:00", "Job 6 may go ahead", "30 computers", "Job 9 is short", "until 1:01")
		if starters := s.Starters(); len(starters) != 1 || s.Run.Jobs[starters[0]].Number != 6 {
			t.Errorf("the run starts %v", starters)
		}
	}
}

// TestOpeningFollowsADrag drags a walltime in the introduction. The card must
// describe how the new run differs from the run before.
func TestOpeningFollowsADrag(t *testing.T) {
	s, p := opened(t)
	s.Select(s.Run.JobOf(4))
	p.Follow()
	s.do(t, keys.Forward)
	p.Next()
	if p.Stage != opening.Drag || s.Selected != s.Run.JobOf(1) {
		t.Fatalf("stage %v, job %v is chosen", p.Stage, s.Selected)
	}
	has(t, said(t, p), "Job 4 is promised 1:00, because job 1 may run until then")
	d := take(t, s, 1, edit.GripWalltime)
	try(t, s, d, 4200_000)
	p.Follow()
	has(t, said(t, p), "Job 4 is promised 1:10 now. Before, it was 1:00.", "Job 9 can start at once now.", "Go on")
	try(t, s, d, 3600_000)
	p.Follow()
	has(t, said(t, p), "Job 4 is still promised 1:00.")
	try(t, s, d, 60_000)
	p.Follow()
	said(t, p)
	s.Edit.Release(d)
	if p.Next(); p.Stage != opening.Ways {
		t.Fatalf("stage %v after the drag", p.Stage)
	}
	has(t, said(t, p), "Topology in 45 minutes", "All lessons", "Open a trace", "Write a policy", "Hold a lecture")
}

// TestOpeningGoesOnWithoutADrag checks that the introduction also reaches its last
// stage if the reader drags nothing.
func TestOpeningGoesOnWithoutADrag(t *testing.T) {
	s, p := opened(t)
	s.Select(s.Run.JobOf(9))
	p.Follow()
	s.do(t, keys.Forward)
	p.Next()
	if p.Next(); p.Stage != opening.Ways || strings.Contains(said(t, p), "promised") {
		t.Errorf("stage %v: %s", p.Stage, said(t, p))
	}
	wellFormed(t, string(p.AboutHTML()))
}

func TestWhatALessonIsAbout(t *testing.T) {
	lessons := gallery()
	s := open(t, lesson(t, "easy-hole"))
	if html := string(s.Lessons.LessonHTML()); !s.Lessons.AtStart() || !strings.Contains(html, "data-begin=") || strings.Contains(string(s.Why.SentenceHTML()), "Job 4 is wide") {
		t.Errorf("at the start there is no way on, or it is told twice: %s", html)
	}
	s.do(t, keys.Forward)
	if html := string(s.Lessons.LessonHTML()); !strings.Contains(html, "How many extra nodes") || !strings.Contains(html, "Job 4 is wide") || !strings.Contains(string(s.Lessons.LessonTitle()), "A hole that EASY fills") {
		t.Error(html)
	}
	neighbours(t, s, lessons)
}

func neighbours(t *testing.T, s *stage, all []lessons.LessonCard) {
	t.Helper()
	if i, text := s.Lessons.Neighbour(all, 0, -1); i != -1 || text != "" {
		t.Errorf("before the first lesson comes %d, %s", i, text)
	}
	if i, text := s.Lessons.Neighbour(all, 0, 1); i != 1 || text != "Next lesson: One wide job holds up the rest" {
		t.Errorf("after the first lesson comes %d, %s", i, text)
	}
	if i, _ := s.Lessons.Neighbour(all, len(all)-1, 1); i != -1 {
		t.Error("something comes after the last lesson")
	}
	if i, _ := s.Lessons.Neighbour(all, -1, 1); i != -1 {
		t.Error("something comes after a scenario that is no lesson")
	}
}

package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/words"
)

// Each stop of the tour shows what it speaks of.
func TestTheTourShowsWhatItSays(t *testing.T) {
	s := open(t, lesson(t, lessons.TourLesson))
	for i, want := range []struct{ job, said string }{
		{"Job 4", "needs 30, and 14 are free"}, {"Job 4", "up to 2\u00a0h"}, {"Job 4", "promised 1:00"},
		{"Job 5", "overtakes job 4 without delaying it: it ends by 0:41"}, {"Job 7", "starts now on nodes 60–63"},
	} {
		s.Go(lessons.Stops[i].Step)
		s.settleState(t)
		if text := words.Plain(s.Why.SentenceHTML()); !strings.HasPrefix(text, want.job) || !strings.Contains(text, want.said) {
			t.Errorf("stop %d, %s: the page says %q", i+1, s.Words.Say(lessons.Stops[i].Word), text)
		}
		html := s.Lessons.TourHTML(i)
		wellFormed(t, html)
		if text := words.Plain(html); strings.ContainsAny(text, "{}") || len(s.Words.Say(lessons.Stops[i].Text)) > 220 {
			t.Errorf("stop %d is told in %d letters: %s", i+1, len(s.Words.Say(lessons.Stops[i].Text)), text)
		}
	}
	if n := len(s.Run.Jobs); n != 9 || s.Run.Machine.Drawn.Nodes != 64 {
		t.Errorf("the tour speaks of another machine: %d jobs on %d nodes", n, s.Run.Machine.Drawn.Nodes)
	}
}

func TestKeysOfTheTour(t *testing.T) {
	for _, c := range []struct {
		key    string
		button bool
		do     string
	}{{"ArrowRight", true, "next"}, {"ArrowLeft", false, "back"}, {"Enter", false, "next"}, {"Enter", true, ""}, {"Escape", true, "leave"}, {"Tab", false, ""}, {"g", false, ""}} {
		if do := lessons.TourKey(c.key, c.button); do != c.do {
			t.Errorf("%s, on a button %v: %q, not %q", c.key, c.button, do, c.do)
		}
	}
}

func TestWhatALessonIsAbout(t *testing.T) {
	lessons := gallery()
	s := open(t, lesson(t, "easy-hole"))
	if s.Lessons.LessonTitle() != "" {
		t.Error("at the start it is told twice")
	}
	s.do(t, keys.Forward)
	if html := s.Lessons.LessonHTML(); !strings.Contains(html, "How many extra nodes") || !strings.Contains(html, "Job 4 is wide") || !strings.Contains(s.Lessons.LessonTitle(), "A hole that EASY fills") {
		t.Error(html)
	}
	if i, text := s.Lessons.Neighbour(lessons, 0, -1); i != -1 || text != "" {
		t.Errorf("before the first lesson comes %d, %s", i, text)
	}
	if i, text := s.Lessons.Neighbour(lessons, 0, 1); i != 1 || text != "Next lesson: One wide job holds up the rest" {
		t.Errorf("after the first lesson comes %d, %s", i, text)
	}
	if i, _ := s.Lessons.Neighbour(lessons, len(lessons)-1, 1); i != -1 {
		t.Error("something comes after the last lesson")
	}
	if i, _ := s.Lessons.Neighbour(lessons, -1, 1); i != -1 {
		t.Error("something comes after a scenario that is no lesson")
	}
}

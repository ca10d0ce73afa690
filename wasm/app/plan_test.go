package app

import (
	"slices"
	"testing"

	"hopyard/core/quiz"
	"hopyard/scenarios"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
)

// surveyed lets the worker list all questions that can be asked about the run.
func (s *stage) surveyed(t testing.TB) []quiz.Question {
	t.Helper()
	ask := practice.Survey(s.Practice.Whole())
	if ask == nil {
		t.Fatal("the run is too long for a list")
	}
	s.desk.Handle(ask.Pack())
	for s.desk.Busy() {
		s.desk.Work(1)
	}
	for _, wire := range s.desk.Answers() {
		var m message.Surveyed
		if message.KindOf(wire) == message.KindSurveyed && m.Unpack(wire) == nil {
			return m.Questions
		}
	}
	t.Fatal("the worker lists no questions")
	return nil
}

// asks goes through the whole run and gives up each question. It returns the keys
// of the questions that were asked.
func (s *stage) asks(t testing.TB) (keysOf []string) {
	t.Helper()
	for range 300 {
		if s.Practice.Here() {
			keysOf = append(keysOf, practice.Key(s.Practice.Question()))
			s.send(t, s.Practice.GiveUp(true))
			continue
		}
		if s.Step == s.Practice.Whole().Len() {
			return keysOf
		}
		s.press(t, keys.Forward)
	}
	t.Fatal("the run never ends")
	return nil
}

// TestThePlanIsAsked checks that the page asks exactly the selected questions. By
// default, at most one question for each step may be selected, and it must be
// possible to answer each on a phone.
func TestThePlanIsAsked(t *testing.T) {
	all := 0
	for _, name := range []string{"easy-hole", "conservative", "fragmented", "head-of-line"} {
		if _, ok := scenarios.Find(name); !ok {
			continue
		}
		s := predict(t, name)
		s.Practice.Always = true
		speaker := speaker(s)
		list := speaker.Questions(s.surveyed(t))
		var want []string
		steps := map[int]bool{}
		for _, q := range list {
			if q.Ask == "" || q.Clock == "" {
				t.Errorf("%s: %+v", name, q)
			}
			if q.Asked {
				if !q.Phones || steps[q.Step] {
					t.Errorf("%s: %+v is asked beside another, or not on phones", name, q)
				}
				steps[q.Step] = true
				want = append(want, q.Key)
			}
		}
		s.Practice.SetPlan(want)
		if got := s.asks(t); !slices.Equal(got, want) {
			t.Errorf("%s: asked were %v, ticked %v", name, got, want)
		}
		all += len(want)

		s.Practice.Repeats = true // as in a voting room: a question is asked again after a step back
		s.do(t, keys.ToStart)
		s.Practice.SetPlan(want[len(want)-1:])
		if got := s.asks(t); !slices.Equal(got, want[len(want)-1:]) {
			t.Errorf("%s: asked again were %v, ticked %v", name, got, want[len(want)-1:])
		}
		s.do(t, keys.ToStart)
		s.Practice.SetPlan([]string{})
		if got := s.asks(t); got != nil {
			t.Errorf("%s: nothing is ticked, and asked were %v", name, got)
		}
	}
	if all < 5 {
		t.Errorf("%d questions", all)
	}
}

// TestARehearsalLeavesNoTrace rehearses the questions of a voting room and then
// starts again. The same questions must be asked. No steps or answers of the
// rehearsal may remain.
func TestARehearsalLeavesNoTrace(t *testing.T) {
	s := predict(t, "easy-hole")
	s.Practice.Always = true
	first := s.asks(t)
	s.do(t, keys.ToStart)
	s.Practice.Repeats = true
	s.Practice.Afresh()
	s.settlePractice(t)
	if s.Run.Len() != 0 || s.Practice.Asking() || s.Practice.Graded() {
		t.Fatalf("%d steps are uncovered", s.Run.Len())
	}
	if again := s.asks(t); !slices.Equal(first, again) || len(first) < 2 {
		t.Errorf("the rehearsal asked %v, the lecture %v", first, again)
	}
}

// TestARoomAsksAgain checks stepping in a voting room. A step back from a question
// must withdraw it. A step forward must ask it again, even if it was already
// answered.
func TestARoomAsksAgain(t *testing.T) {
	s := predict(t, "easy-hole")
	s.Practice.Always, s.Practice.Repeats = true, true
	for !s.Practice.Here() {
		s.press(t, keys.Forward)
	}
	key, step := practice.Key(s.Practice.Question()), s.Step
	s.press(t, keys.Back)
	if s.Practice.Asking() || s.Run.Len() != s.Step || s.Step != step-1 {
		t.Fatalf("one step back: step %d of %d, asking: %t", s.Step, s.Run.Len(), s.Practice.Asking())
	}
	s.press(t, keys.Forward)
	if !s.Practice.Here() || practice.Key(s.Practice.Question()) != key {
		t.Errorf("forward again asks %+v, before it was %s", s.Practice.Question(), key)
	}
	s.send(t, s.Practice.GiveUp(true))
	s.press(t, keys.Back)
	s.press(t, keys.Forward)
	if !s.Practice.Here() {
		t.Error("after the answer a step back and forward does not ask again")
	}
}

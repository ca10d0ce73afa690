package scenarios

import (
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/goal"
	"hopyard/core/goaltest"
	"hopyard/core/metrics"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
)

// recorded runs a scenario to its end and returns the recording and its metrics.
func recorded(t *testing.T, s *scenario.Scenario) (*engine.Recording, metrics.Figures) {
	t.Helper()
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	run, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	about := scenario.Subject(&c)
	return run, about.Summarize(run.Log())
}

// TestGoals checks every goal of every lesson. If the goal asks a question, the
// question must exist. If the goal requires a result, the unchanged lesson must not
// have this result, and known edits of the lesson must lead to it.
func TestGoals(t *testing.T) {
	asks, builds := 0, 0
	for _, l := range All() {
		t.Run(l.Name, func(t *testing.T) {
			if n := len(l.Goals); n < 2 || n > 4 {
				t.Errorf("%d goals, want 2 to 4", n)
			}
			s, err := scenario.Parse(l.Source)
			if err != nil {
				t.Fatal(err)
			}
			run, figures := recorded(t, s)
			ask := quiz.New(run, s.Scheduler.Queue)
			solved := 0
			for i, g := range l.Goals {
				switch {
				case g.Ask != nil:
					asks++
					if q, ok := goaltest.Question(ask, run.Jobs(), g.Ask); !ok {
						t.Errorf("goal %d asks a question that there is not: %+v", i+1, *g.Ask)
					} else if q.At != g.Ask.At {
						t.Errorf("goal %d asks at %v, and is answered at %v", i+1, g.Ask.At, q.At)
					}
				case g.Build != nil:
					builds++
					if found := goal.Met(run.Jobs(), run.Log(), figures.List(), g.Build); goaltest.All(found) {
						t.Errorf("goal %d is met by the lesson as written: %+v", i+1, found)
					}
					if solved == len(solutionsOf(l.Name)) {
						t.Fatalf("goal %d has no solution", i+1)
					}
					solve(t, l, g.Build, solutionsOf(l.Name)[solved])
					solved++
				default:
					t.Errorf("goal %d neither asks nor builds", i+1)
				}
				if strings.Contains(g.Text, "{") || strings.Contains(g.Text, "_") {
					t.Errorf("goal %d speaks JSON: %s", i+1, g.Text)
				}
			}
			if solved != len(solutionsOf(l.Name)) {
				t.Errorf("%d goals to make, %d solutions", solved, len(solutionsOf(l.Name)))
			}
		})
	}
	if asks < 100 || builds < 60 {
		t.Errorf("%d goals ask and %d build", asks, builds)
	}
}

// solve applies edits to a lesson. The resulting run must meet the conditions of a
// goal.
func solve(t *testing.T, l Lesson, all []scenario.GoalCondition, edits []string) {
	t.Helper()
	text := l.Source
	for _, e := range edits {
		path, value, _ := strings.Cut(e, "=")
		var err error
		if text, err = scenario.Edit(text, path, value); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	run, figures := recorded(t, s)
	if found := goal.Met(run.Jobs(), run.Log(), figures.List(), all); !goaltest.All(found) {
		t.Errorf("%v does not meet %+v: %+v", edits, all, found)
	}
}

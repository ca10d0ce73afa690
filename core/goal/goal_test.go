package goal_test

import (
	"testing"

	"hopyard/core/engine"
	"hopyard/core/goal"
	"hopyard/core/goaltest"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
)

// three is a scenario with three jobs on a star; job 3 is backfilled ahead of job
// 2.
const three = `{"hopyard": 1, "goals": [{"text": "Look.", "build": [
	{"job": 3, "before": 2}, {"job": 2, "before": 3}, {"job": 3, "before": 9}, {"job": 9, "before": 3}, {"job": 2, "by": 3500}, {"job": 2, "by": 3499.999},
	{"job": 3, "why": "ends-by-shadow"}, {"job": 3, "why": "fits-now"}]}, {"text": "Count.", "build": [
	{"figure": "mean_wait", "below": 1066.667}, {"figure": "mean_wait", "below": 1066.666}, {"figure": "mean_wait", "above": 1066.666}, {"jobs": 3}, {"jobs": 4}]}],
	"cluster": {"topology": {"kind": "star", "nodes": 8}},
	"jobs": [{"nodes": 6, "walltime": 3600, "runtime": 3500}, {"submit": 300, "nodes": 4, "walltime": 1800}, {"submit": 600, "nodes": 2, "walltime": 2400}]}`

func run(t *testing.T) (*scenario.Scenario, *engine.Recording, [][]goal.GoalFinding) {
	t.Helper()
	s, err := scenario.Parse([]byte(three))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	about := scenario.Subject(&c)
	figures := about.Summarize(r.Log())
	var found [][]goal.GoalFinding
	for i := range s.Goals {
		found = append(found, goal.Met(r.Jobs(), r.Log(), figures.List(), s.Goals[i].Build))
	}
	return s, r, found
}

func TestMet(t *testing.T) {
	_, _, found := run(t)
	want := [][]bool{{true, false, false, false, true, false, true, false}, {true, false, true, true, false}}
	for i := range want {
		for k := range want[i] {
			if f := found[i][k]; f.Met != want[i][k] {
				t.Errorf("goal %d, condition %d: %+v, want %v", i+1, k+1, f, want[i][k])
			}
		}
		if goaltest.All(found[i]) {
			t.Errorf("goal %d is met", i+1)
		}
	}
	if f := found[0][1]; f.Job.At.Seconds() != 3500 || f.Other.At.Seconds() != 600 || !f.Job.Started {
		t.Errorf("the numbers of a condition: %+v", f)
	}
}

func TestQuestion(t *testing.T) {
	s, r, _ := run(t)
	z := quiz.New(r, s.Scheduler.Queue)
	for _, c := range []struct {
		ask scenario.Ask
		id  string
	}{
		{scenario.Ask{Kind: "promise", At: 0, Job: -1}, "promise@300.0/2"},
		{scenario.Ask{Kind: "promise", At: 0, Job: 2}, "promise@300.0/2"},
		{scenario.Ask{Kind: "start", At: 400_000, Job: -1}, "start@600.0"},
		{scenario.Ask{Kind: "promise", At: 0, Job: 3}, ""},
		{scenario.Ask{Kind: "promise", At: 9_000_000, Job: -1}, ""},
		{scenario.Ask{Kind: "nothing", At: 0, Job: -1}, ""},
	} {
		q, ok := goaltest.Question(z, r.Jobs(), &c.ask)
		id := ""
		if ok {
			id = q.ID(r.Jobs())
		}
		if id != c.id {
			t.Errorf("%+v: %q, want %q", c.ask, id, c.id)
		}
	}
}

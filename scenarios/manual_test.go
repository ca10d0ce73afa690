package scenarios

import (
	"fmt"
	"slices"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/scoreboard"
)

// noReplay lists the lessons in which manual decisions cannot reproduce the
// schedule of EASY. The values are the reasons.
var noReplay = map[string]string{
	"mdm":           "tasks fill nodes in their order, and MDM spread them otherwise",
	"fastest-first": "tasks fill nodes in their order, not the fastest first",
	"grow":          "a running job takes at once what another gives back, before anybody decides",
	"divided":       "a running job takes at once what comes from another division, before anybody decides",
	"resubmit":      "a job is resubmitted only where it starts again at once",
	"moldable":      "nobody decides about sizes",
}

// replayed runs a lesson under EASY and records where and when each job starts. It
// then runs the lesson again and enters these starts as manual decisions. It
// returns false if the lesson cannot run under EASY.
func replayed(t *testing.T, l Lesson) (easy, byHand *engine.Recording, ok bool) {
	t.Helper()
	src, err := scenario.Edit(l.Source, "scheduler.queue", "easy")
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse(src)
	if err != nil {
		return nil, nil, false
	}
	easy = ran(t, s)
	all := scoreboard.Decisions(easy.Jobs(), easy.Log())
	for _, x := range append(scenario.QueueAssignments(src, "manual"), [2]string{"scheduler.decisions", scenario.DecisionsText(all)}) {
		if src, err = scenario.Edit(src, x[0], x[1]); err != nil {
			t.Fatal(err)
		}
	}
	s, err = scenario.Parse(src)
	if err != nil {
		t.Fatalf("%s: %v", l.Name, err)
	}
	return easy, ran(t, s), true
}

func ran(t *testing.T, s *scenario.Scenario) *engine.Recording {
	t.Helper()
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	run, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestEASYByHand enters the starts in EASY's schedule as manual decisions. The
// resulting schedule must be the same, and no promise of EASY may be broken. It
// checks every lesson that is not in noReplay.
func TestEASYByHand(t *testing.T) {
	lines := func(r *engine.Recording) (out []string) {
		for _, e := range r.Log() {
			out = append(out, fmt.Sprint(e.Time, " ", e.Kind, " ", r.Jobs()[max(e.Job, 0)].Number, " ", e.Placement))
		}
		slices.Sort(out)
		return out
	}
	done := 0
	for _, l := range All() {
		easy, byHand, ok := replayed(t, l)
		if !ok {
			continue
		}
		same := slices.Equal(lines(easy), lines(byHand))
		if reason := noReplay[l.Name]; same != (reason == "") {
			t.Errorf("%s: the same schedule: %v; %s\n%v\n%v", l.Name, same, reason, lines(easy), lines(byHand))
			continue
		} else if !same {
			continue
		}
		done++
		for _, x := range byHand.Outcomes(byHand.Len()) {
			if x.Refusal != queue.Done || x.Broken >= 0 {
				t.Errorf("%s: %+v", l.Name, x)
			}
		}
	}
	t.Logf("%d lessons", done)
	if done < 60 {
		t.Errorf("%d lessons", done)
	}
}

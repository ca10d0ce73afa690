package scenario_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// recorded runs a scenario to its end and returns the recording.
func recorded(t *testing.T, s *scenario.Scenario) (engine.Config, *engine.Recording) {
	t.Helper()
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	return c, tape
}

// spanOf returns an interval of a recorded run, as an argument of Cut.
func spanOf(c *engine.Config, tape *engine.Recording, from, to simtime.Time) *scenario.Span {
	span := &scenario.Span{From: from, To: to, Machine: c.Machine, Jobs: c.Jobs, Log: tape.Log(), Title: "cut"}
	for _, d := range tape.Seek(tape.Find(from-1, math.MaxInt32)).Pending() {
		span.Queue = append(span.Queue, d.Job)
	}
	return span
}

// startsByNumber returns the start times of a run by job number.
func startsByNumber(jobs []workload.Job, log []trace.Event) map[int64]simtime.Time {
	starts := map[int64]simtime.Time{}
	for i := range log {
		if log[i].Kind == trace.Start {
			starts[jobs[log[i].Job].Number] = log[i].Time
		}
	}
	return starts
}

// compareCut cuts an interval out of a run. It checks that the jobs start in the
// cut at the same times as in the run, counted from the beginning of the interval.
// Jobs that already ran must start at 0. If the flag all is set, compareCut also
// compares starts after the end of the interval. It returns the number of starts
// that it compared.
func compareCut(t *testing.T, name string, s *scenario.Scenario, c *engine.Config, tape *engine.Recording, from, to simtime.Time, all bool) int {
	t.Helper()
	cut, err := s.Cut(spanOf(c, tape, from, to))
	if err != nil {
		t.Fatalf("%s, %v to %v: %v", name, from, to, err)
	}
	own, ownTape := recorded(t, cut.Scenario)
	want, got := startsByNumber(c.Jobs, tape.Log()), startsByNumber(own.Jobs, ownTape.Log())
	compared := 0
	for i := range cut.Scenario.Jobs {
		number := cut.Scenario.Jobs[i].Number
		at := max(simtime.Time(want[number].Sub(from)), 0)
		if at >= simtime.Time(to.Sub(from)) && !all {
			continue // in the run, a job submitted after the interval may delay this job
		}
		compared++
		if got[number] != at {
			t.Fatalf("%s, %v to %v: job %d of %d running, %d waiting, %d submitted starts at %v, not at %v",
				name, from, to, number, cut.Running, cut.Waiting, cut.Submitted, got[number], at)
		}
	}
	return compared
}

// TestCutStartsAsTheWhole checks that jobs start at the same times in a cut as in
// the whole run, for several queues, orders and kinds of walltime estimates.
func TestCutStartsAsTheWhole(t *testing.T) {
	for _, queue := range []string{"fcfs", "easy"} {
		for _, order := range []string{"submit", "shortest", "largest"} {
			for _, estimates := range []string{"exact", "factor", "tsafrir"} {
				name, compared, waited := queue+" "+order+" "+estimates, 0, 0
				for seed := range int64(6) {
					s, err := scenario.Parse(fmt.Appendf(nil, `{"hopyard": 1, "seed": %d, "cluster": {"topology": {"kind": "flat", "nodes": 32}},
						"workload": {"model": "lublin", "jobs": 300, "load": 0.95, "estimates": %q}, "scheduler": {"queue": %q, "order": %q, "allocator": "first-fit"}}`, seed+1, estimates, queue, order))
					if err != nil {
						t.Fatal(err)
					}
					c, tape := recorded(t, s)
					log := tape.Log()
					for k := 1; k < 8; k++ { // most intervals begin a few milliseconds after an event, and the others exactly at an event
						from := log[k*len(log)/9].Time.Add(simtime.Duration(k % 3))
						to := log[(k+1)*len(log)/9].Time + 1
						if from >= to {
							continue
						}
						waited += len(spanOf(&c, tape, from, to).Queue)
						compared += compareCut(t, name, s, &c, tape, from, to, queue == "fcfs" && order == "submit")
					}
				}
				if compared < 200 || waited < 20 {
					t.Errorf("%s: only %d starts were compared, and %d jobs waited where a cut began", name, compared, waited)
				}
			}
		}
	}
}

func TestCutRefuses(t *testing.T) {
	for place, more := range map[string]string{
		"network.model": `, "network": {"model": "distance"}`,
		"faults":        `, "faults": {"events": [{"at": 5, "down": "1"}]}`,
		"workload":      ``,
	} {
		s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [{"nodes": 2, "walltime": 9}], "scheduler": {"queue": "easy"}` + more + `}`))
		if err != nil {
			t.Fatal(place, err)
		}
		c, tape := recorded(t, s)
		to := simtime.Time(8000)
		if place == "workload" {
			to = 0
		}
		_, err = s.Cut(spanOf(&c, tape, 0, to))
		if bad, ok := err.(jsondoc.Errors); !ok || !slices.ContainsFunc(bad, func(e jsondoc.Error) bool { return e.Place == place && e.Fix != "" }) {
			t.Errorf("%s: %v", place, err)
		}
	}
}

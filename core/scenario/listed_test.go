package scenario_test

import (
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// TestListedRunsTheSame checks that a scenario runs the same after WithListedJobs
// has replaced its model or trace by a list of jobs.
func TestListedRunsTheSame(t *testing.T) {
	for name, text := range map[string]string{
		"model": `{"hopyard": 1, "seed": 7, "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 4}}, "workload": {"model": "lublin", "jobs": 60},
			"network": {"model": "max-min", "comm": {"pattern": "random-pairs", "share": 0.5}}, "scheduler": {"queue": "easy", "allocator": "sdm"}}`,
		"trace": `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 16}}, "workload": {"swf": "1 0 -1 600 10 -1 -1 10 900 -1 1 3 1 -1 1 -1 -1 -1\n2 10 -1 300 12 -1 -1 12 600 -1 1 4 1 -1 1 1 30 -1\n"},
			"scheduler": {"queue": "easy"}}`,
		"list": `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 16}}, "jobs": [{"nodes": 2, "walltime": 5}], "scheduler": {"queue": "easy"}}`,
	} {
		s, err := scenario.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		listed, err := s.WithListedJobs()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(listed.Jobs) == 0 || listed.Model != nil || listed.SWF != "" {
			t.Errorf("%s: %d jobs are listed", name, len(listed.Jobs))
		}
		if a, b := hashOf(t, s), hashOf(t, listed); a != b {
			t.Errorf("%s: the list runs as %016x, not as %016x", name, b, a)
		}
	}
}

func TestListedRefusesWhatTheMachineRefuses(t *testing.T) {
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}}, "workload": {"swf": "1 0 -1 600 10 -1 -1 10 900 -1 1 3 1 -1 1 -1 -1 -1\n"}, "scheduler": {"queue": "easy"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.WithListedJobs(); err == nil {
		t.Error("a job of 10 nodes is listed on a machine of 8")
	}
}

func TestJobAt(t *testing.T) {
	text := []byte(`{"hopyard": 1, "title": "{\"id\": 7,", "jobs": [{"nodes": 1}, {"id" : 7, "nodes": 2, "walltime": 5}, {"walltime": 3, "nodes": 1, "id":3}]}`)
	for number, want := range map[int64]int{1: 0, 7: 1, 3: 2, 2: -1, 4: -1} {
		if got, says := scenario.JobAt(text, number); got != want || says != (want > 0) {
			t.Errorf("job %d is at %d (%v), not %d", number, got, says, want)
		}
	}
	for _, none := range []string{`{`, `{}`, `{"jobs": 3}`, `[]`} {
		if got, _ := scenario.JobAt([]byte(none), 1); got != -1 {
			t.Errorf("%s has job 1 at %d", none, got)
		}
	}
}

func hashOf(t *testing.T, s *scenario.Scenario) uint64 {
	t.Helper()
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	var log []trace.Event
	for x, ok := e.Step(); ok; x, ok = e.Step() {
		log = append(log, x.Events...)
	}
	return trace.Hash(log)
}

package scenario

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/batch"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestConfigSortsJobs checks that Config sorts jobs by submission, because they may
// be listed in any order, and updates the references to preceding jobs.
func TestConfigSortsJobs(t *testing.T) {
	s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [
		{"id": 10, "submit": 5, "nodes": 1, "walltime": 1, "after": 30},
		{"id": 20, "submit": 5, "nodes": 1, "walltime": 1},
		{"id": 30, "submit": 0, "nodes": 1, "walltime": 9}]}`)
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	var numbers []int64
	for i, j := range c.Jobs {
		numbers = append(numbers, j.Number)
		if int(j.ID) != i {
			t.Errorf("job %d has ID %d at place %d", j.Number, j.ID, i)
		}
	}
	if !slices.Equal(numbers, []int64{30, 10, 20}) || !slices.Equal(s.Places(), []int32{2, 0, 1}) {
		t.Errorf("order %v, places %v", numbers, s.Places())
	}
	if c.Jobs[1].After != 0 || c.Jobs[0].After != workload.NoJob {
		t.Errorf("job 10 follows place %d", c.Jobs[1].After)
	}
	if s.Jobs[0].After != 2 || s.Jobs[0].Number != 10 {
		t.Error("Config changed the scenario")
	}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if e.Kind == trace.Submit && e.Job == 1 && e.Time != 9000 {
			t.Errorf("job 10 is submitted at %v, not when job 30 ends", e.Time)
		}
	}
}

func TestConfigOfPolicies(t *testing.T) {
	s := mustParse(t, spoil(t, `jobs[1]=null; scheduler={"queue": "batch", "order": "largest", "batch": {"njob": 7, "unit": "custom", "size": 2, "count_busy": true, "rounds": "one"}}`))
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	if c.Queue != (batch.BatchPolicy{Njob: 7, One: true}) || c.Order != queue.LargestFirst {
		t.Errorf("%+v %v", c.Queue, c.Order)
	}
	if c.Allocator != (alloc.MinHopUnits{Rule: alloc.CustomUnits, Size: 2, CountBusy: true}) {
		t.Errorf("%+v", c.Allocator)
	}
}

func TestConfigOfTrace(t *testing.T) {
	swf := `; Version: 2.2\n1 0 -1 10 4 -1 -1 4 20 -1 1 1 1 -1 1 -1 -1 -1\n2 5 -1 10 9999 -1 -1 9999 20 -1 1 1 1 -1 1 -1 -1 -1\n`
	for _, c := range []struct {
		node         string
		nodes, tasks int32
	}{{`{}`, 4, 0}, {`{"cores": 4}`, 0, 4}} {
		s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 16}, "node": `+c.node+`}, "workload": {"swf": "`+swf+`"}, "scheduler": {"overrun": "extend"}}`)
		config, err := s.Config()
		if err != nil || len(config.Jobs) != 2 {
			t.Fatalf("%v %+v", err, config.Jobs)
		}
		if j := config.Jobs[0]; j.Nodes != c.nodes || j.Tasks != c.tasks || !j.Overrun || j.Walltime != 20_000 {
			t.Errorf("%+v", j)
		}
		if config.Jobs[1].Reject == nil {
			t.Error("a job wider than the machine is not rejected")
		}
		if _, err := engine.Run(config); err != nil {
			t.Error(err)
		}
		if got := string(s.Canonical()); !strings.Contains(got, `"workload": {"swf": "; Version: 2.2\n1 0`) || strings.Contains(got, `"jobs"`) {
			t.Errorf("canonical form:\n%s", got)
		}
	}
}

// TestTraceOnUnequalNodes checks that on a machine with unequal nodes each
// processor of a trace becomes a core: the machine has 10 cores, so a job of 10
// processors is accepted and a job of 11 is rejected.
func TestTraceOnUnequalNodes(t *testing.T) {
	swf := `1 0 -1 10 10 -1 -1 10 20 -1 1 1 1 -1 1 -1 -1 -1\n2 5 -1 10 11 -1 -1 11 20 -1 1 1 1 -1 1 -1 -1 -1\n`
	s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}, "groups": [{"nodes": "3", "cores": 7}]}, "workload": {"swf": "`+swf+`"}}`)
	c, err := s.Config()
	if err != nil || c.Jobs[0].Reject != nil || c.Jobs[1].Reject == nil {
		t.Fatalf("%v; rejected: %v, %v", err, c.Jobs[0].Reject, c.Jobs[1].Reject)
	}
	if _, err := engine.Run(c); err != nil {
		t.Error(err)
	}
}

// TestTraceUnderDisciplines checks that jobs of a trace are rejected if they can
// never start under the discipline. Field 12 of a row is the user, field 15 is the
// queue.
func TestTraceUnderDisciplines(t *testing.T) {
	swf := `1 0 -1 10 2 -1 -1 2 20 -1 1 12 13 -1 15 -1 -1 -1\n2 5 -1 10 2 -1 -1 2 20 -1 1 99 13 -1 16 -1 -1 -1\n`
	for scheduler, want := range map[string][2]string{
		`"scheduler": {"queue": "deadline"}, "allotments": {"users": {"12": 8}}`:               {"", `its user "99" has no allotment`},
		`"scheduler": {"queue": "hybrid"}, "limits": {"queues": {"15": {"nodes": 1}}}`:         {"asks for 2 nodes, and limit 1", ""},
		`"scheduler": {"queue": "easy"}, "limits": {"queues": {"15": {"nodes": 1}}}`:           {"", ""},
		`"scheduler": {"queue": "hybrid"}, "limits": {"groups": {"13": {"node_seconds": 40}}}`: {"", ""},
	} {
		s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 16}}, "workload": {"swf": "`+swf+`"}, `+scheduler+`}`)
		c, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			got := c.Jobs[i].Reject
			if (got == nil) != (w == "") || got != nil && !strings.Contains(got.Error(), w) {
				t.Errorf("%s: job %d: %v, want %q", scheduler, i+1, got, w)
			}
		}
		if _, err := engine.Run(c); err != nil {
			t.Error(err)
		}
	}
}

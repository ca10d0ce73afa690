package scenario

import (
	"math"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/metrics"
)

// TestRunningErrors checks what is said about jobs that cannot run from the
// beginning, and that nothing else is said.
func TestRunningErrors(t *testing.T) {
	for _, c := range []struct{ jobs, more, want string }{
		{`{"nodes": 2, "walltime": 9, "running": "0-2"}`, "", `jobs[0]: running "0-2" names 3 nodes, and the job asks for 2; name 2 nodes, or write "nodes": 3`},
		{`{"nodes": 1, "walltime": 9, "running": "4"}`, "", `running "4" names node 4; the cluster has the nodes 0 to 3`},
		{`{"nodes": 1, "walltime": 9, "running": 4}`, "", `not a node list`},
		{`{"nodes": 1, "walltime": 9, "running": {"1": 1}}`, "", `gives tasks by node, and the job asks for whole nodes`},
		{`{"tasks": 3, "walltime": 9, "running": "0-1"}`, "", `3 tasks cannot be spread evenly; write the tasks of each node`},
		{`{"tasks": 3, "walltime": 9, "running": {"0": 1, "1": 1}}`, "", `holds 2 tasks, and the job asks for 3`},
		{`{"tasks": 2, "walltime": 9, "running": {"0": 1, "0-1": 1}}`, "", `names node 0 twice; keep one of them`},
		{`{"tasks": 2, "walltime": 9, "running": {}}`, "", `names no node`},
		{`{"tasks": 5, "walltime": 9, "running": "0"}`, "", `names node 0, which has less than the job holds there; name a larger node`},
		{`{"nodes": 1, "walltime": 9, "running": "1"}, {"id": 7, "nodes": 2, "walltime": 9, "running": "0-1"}`, "", `jobs[1]: running names node 1, on which job 1 runs already; name another node`},
		{`{"tasks": 3, "walltime": 9, "running": "1"}, {"tasks": 2, "walltime": 9, "running": "1"}`, "", `jobs[1]: running names node 1, on which job 1 runs already, and the node has too little left`},
		{`{"nodes": 1, "submit": 5, "walltime": 9, "running": "1"}`, "", `is given for a job that is submitted at 5; leave submit out`},
		{`{"nodes": 1, "walltime": 9}, {"nodes": 1, "walltime": 9, "after": 1, "running": "1"}`, "", `cannot be combined with after`},
		{`{"nodes": 1, "walltime": 9, "elastic": {"max": 3}, "running": "1"}`, "", `cannot be combined with elastic`},
		{`{"nodes": 1, "walltime": 9, "running": "1"}`, `, "free": "0-2"`, `cannot be combined with jobs that run from the beginning`},
		{`{"nodes": 1, "walltime": 9, "running": "1"}`, `, "vary": {"keep": ["requeue"], "walltimes": [0.5, 2]}`, `vary {…} cannot be combined`},
		{`{"nodes": 1, "walltime": 9, "running": "1", "user": "ada"}`, `, "allotments": {"users": {"ada": 4}}`, `cannot be combined with allotments`},
		{`{"nodes": 1, "walltime": 9, "running": "1"}`, `, "faults": {"offline": "1-2"}`, `names node 1, which is not there at 0`},
		{`{"nodes": 1, "walltime": 9, "running": "1"}`, `, "faults": {"events": [{"at": 0, "down": "1", "for": 5}]}`, `names node 1, which is not there at 0`},
		{`{"nodes": 1, "walltime": 9, "running": "1", "queue": "night"}`, `, "queues": {"night": {"started": false}}`, `of the queue "night", which is stopped at 0`},
		{`{"nodes": 1, "walltime": 9, "running": "1", "queue": "night"}`, `, "queues": {"night": {"open": false}}`, `of the queue "night", which is closed at 0`},
	} {
		_, err := Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}, "node": {"cores": 4}}, "jobs": [` + c.jobs + `]` + c.more + `}`))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s%s: %v, want %s", c.jobs, c.more, err, c.want)
		}
	}
}

// TestRunningFigures checks by hand what jobs that run already count in. Job 1 waits
// 40 s for job 2 to end, job 3 runs beside it.
func TestRunningFigures(t *testing.T) {
	s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [
		{"nodes": 4, "walltime": 60, "user": "ada", "priority": 2}, {"nodes": 3, "walltime": 40, "running": "1-3", "user": "bob", "priority": 1}, {"nodes": 1, "walltime": 30, "user": "ada"}],
		"scheduler": {"queue": "easy"}}`)
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	about := Subject(&c)
	f := about.Summarize(log)
	if f.Jobs != 3 || f.Makespan != 100 || f.MeanWait != 20 || f.MaxWait != 40 || f.P95Wait != 40 || f.MeanResponse != 65 || math.Abs(f.MeanSlowdown-4.0/3) > 1e-9 || f.MeanBoundedSlowdown != f.MeanSlowdown {
		t.Errorf("%+v", f)
	}
	if f.Utilization != (3*40+4*60+30)/400.0 || f.UserWaitMost != 20 || f.UserWaitLeast != 20 || f.WaitHighest != 40 || f.WaitLowest != 0 {
		t.Errorf("utilization %v, waits of users %v to %v, of priorities %v and %v", f.Utilization, f.UserWaitLeast, f.UserWaitMost, f.WaitLowest, f.WaitHighest)
	}
	if sum, n := metrics.Waits(metrics.Outcomes(c.Jobs, log)); sum != 40_000 || n != 2 {
		t.Errorf("waits %v of %d jobs", sum, n)
	}
}

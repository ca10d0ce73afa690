package scenarios

import (
	"testing"

	"hopyard/core/engine"
	"hopyard/core/trace"
)

// changes returns the time in seconds of a job's first event of the given kind. If
// the job number is 0, it considers all events of the given kind.
func changes(t *testing.T, r *result, kind trace.EventKind, job int64) (at int64) {
	t.Helper()
	log, err := engine.Run(r.config)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if e.Kind == kind && (job == 0 || r.config.Jobs[e.Job].Number == job) {
			return int64(e.Time) / 1000
		}
	}
	return -1
}

// TestNodeFails checks what happens to a job whose node fails. By default, the job
// is requeued ahead of jobs that were submitted later. With the setting "kill", the
// job ends as failed, and the later jobs start earlier.
func TestNodeFails(t *testing.T) {
	r := run(t, "node-fails")
	r.starts(4, 1000, "ends-by-shadow")
	r.starts(1, 1900, "fits-now")
	r.starts(3, 4900, "")
	if r.end[1] != 4900 {
		t.Errorf("job 1 starts from nothing at 1900 and ends at %d", r.end[1])
	}
	if at := changes(t, r, trace.Requeue, 1); at != 1000 {
		t.Errorf("job 1 waits again at %d", at)
	}
	r = run(t, "node-fails", set("faults.jobs", "kill"))
	if _, ended := r.end[1]; ended || changes(t, r, trace.Fail, 1) != 1000 {
		t.Error("job 1 survives")
	}
	r.starts(3, 2000, "")
	r = run(t, "node-fails", set("faults.events[0].at", "3000"))
	if changes(t, r, trace.Requeue, 0) != 3000 { // if a node fails at the time at which the job would end, the failure still stops the job
		t.Error("job 1 ends before the failure of that instant")
	}
	r = run(t, "node-fails", set("faults.events[0].at", "3001"))
	if r.end[1] != 3000 {
		t.Errorf("without a failure job 1 ends at %d", r.end[1])
	}
}

// TestHeartbeat checks that a node failure is noticed only after three missed
// heartbeats, which are sent every minute. Until then, job 1 makes no progress. Job
// 2 starts on a failed node and computes nothing. Source: S2, claim 2 (SOURCES.md
// S2.7): the state of resources is known by heartbeats.
func TestHeartbeat(t *testing.T) {
	r := run(t, "heartbeat")
	if at := changes(t, r, trace.Notice, 0); at != 780 {
		t.Errorf("the failure of 605 is noticed at %d, want 780", at)
	}
	if at := changes(t, r, trace.Start, 2); at != 700 {
		t.Errorf("job 2 is first started at %d, want 700, on a node that has failed", at)
	}
	if r.end[1] != 780+1500 || r.end[2]-r.start[2] != 900 {
		t.Errorf("job 1 ends at %d, job 2 runs %d: all that they did before is lost", r.end[1], r.end[2]-r.start[2])
	}
	r = run(t, "heartbeat", set("faults.heartbeat.period", "10"))
	if at := changes(t, r, trace.Notice, 0); at != 630 || r.end[1] != 630+1500 {
		t.Errorf("with a beat every 10 s it is noticed at %d, job 1 ends at %d; want 630, 2130", at, r.end[1])
	}
	for at, want := range map[string]int64{"600": 780, "659": 780, "660": 840} {
		r = run(t, "heartbeat", set("faults.events[0].at", at))
		if got := changes(t, r, trace.Notice, 0); got != want {
			t.Errorf("a failure at %s is noticed at %d, want %d", at, got, want)
		}
	}
}

// TestCheckpoints checks a job that takes checkpoints. The checkpoints must save 80
// of the 100 minutes of work before the failure. If checkpoints are taken too
// often, they must cost more time than they save.
func TestCheckpoints(t *testing.T) {
	r := run(t, "checkpoints")
	if r.end[1] != 6300+2400+60 {
		t.Errorf("job 1 goes on from 4800 s at 6300 and ends at %d, want 8760", r.end[1])
	}
	for every, want := range map[string]int64{"600": 8220, "120": 11100} {
		if r = run(t, "checkpoints", set("faults.checkpoint.every", every)); r.end[1] != want {
			t.Errorf("with one every %s s it ends at %d, want %d", every, r.end[1], want)
		}
	}
	if r = run(t, "checkpoints", set("faults.jobs", "requeue")); r.end[1] != 6300+7200 {
		t.Errorf("from nothing it ends at %d, want 13500", r.end[1])
	}
}

// TestLinkFails checks the failure of a link. It must delay or stop the job whose
// messages use the link, and no other job.
func TestLinkFails(t *testing.T) {
	r := run(t, "link-fails")
	if r.end[1] != 1300 || r.end[2] != 1000 {
		t.Errorf("the jobs end at %d and %d, want 1300 and 1000", r.end[1], r.end[2])
	}
	if r = run(t, "link-fails", set("faults.events[0].for", "600")); r.end[1] != 1500 || !r.killed[1] {
		t.Errorf("job 1 ends at %d, killed %v; its walltime runs on, to 1500", r.end[1], r.killed[1])
	}
	if r = run(t, "link-fails", set("faults.events[0].at", "2000")); r.end[1] != 1000 {
		t.Errorf("without a failure job 1 ends at %d", r.end[1])
	}
}

// TestNewNodes checks that jobs start as soon as new nodes come online. Until then,
// a job that needs the new nodes must have no promised start time and must not
// delay other jobs. Source: S2, claim 3 (SOURCES.md S2.1): new resources come
// online and change the state.
func TestNewNodes(t *testing.T) {
	r := run(t, "new-nodes")
	r.starts(3, 120, "ends-by-shadow")
	r.starts(4, 900, "ends-by-shadow")
	r.starts(2, 1500, "fits-now")
	r = run(t, "new-nodes", set("faults.events[0].at", "200"))
	r.starts(4, 200, "ends-by-shadow")
	if r.end[4] != 500 {
		t.Errorf("job 4 ends at %d", r.end[4])
	}
}

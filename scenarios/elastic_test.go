package scenarios

import (
	"testing"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/trace"
)

// resized is the result of a run together with the event log. The log shows how
// jobs change their sizes.
type resized struct {
	*result
	events []trace.Event
}

func growing(t *testing.T, name string, set ...[2]string) resized {
	t.Helper()
	r := run(t, name, set...)
	log, err := engine.Run(r.config)
	if err != nil {
		t.Fatal(err)
	}
	return resized{r, log}
}

// first returns the time in seconds and the nodes of a job's first event of the
// given kind. If there is no such event, the time is -1.
func (r resized) first(job int64, kind trace.EventKind) (at int64, nodes string) {
	for _, e := range r.events {
		if e.Kind == kind && e.Job >= 0 && r.config.Jobs[e.Job].Number == job {
			return int64(e.Time) / 1000, e.Placement.String()
		}
	}
	return -1, ""
}

// happens checks the time of a job's first event of the given kind. If a list of
// nodes is given, it also checks the nodes of the event.
func (r resized) happens(job int64, kind trace.EventKind, at int64, nodes string) {
	r.t.Helper()
	if got, on := r.first(job, kind); got != at || nodes != "" && on != nodes {
		r.t.Errorf("%s: job %d: %v at %d (%s), want %d (%s)", r.name, job, kind, got, on, at, nodes)
	}
}

// nodeSeconds returns the node-seconds that a job used. Nodes that were frozen for
// the job count as used.
func (r resized) nodeSeconds(job int64) (sum int64) {
	size, since := int64(0), int64(0)
	for _, e := range r.events {
		if e.Job < 0 || r.config.Jobs[e.Job].Number != job {
			continue
		}
		sum += size * (int64(e.Time) - since)
		since = int64(e.Time)
		n := int64(e.Placement.Nodes())
		switch e.Kind {
		case trace.Start, trace.Grow:
			size = n
		case trace.Freeze:
			size += n
		case trace.Rollback, trace.Shrink:
			size -= n
		case trace.End, trace.Requeue:
			size = 0
		}
	}
	return sum / 1000
}

// figures returns the metrics of the run.
func (r resized) figures() metrics.Figures {
	return (&metrics.Subject{Machine: r.config.Machine, Jobs: r.config.Jobs, Network: r.config.Network}).Summarize(r.events)
}

func elasticOff() [2]string { return set("scheduler.elastic.growth", "off") }

// TestGrow checks that a job grows in seven stages. Other jobs must not use the
// frozen nodes. The job must end sooner than without growth (S2, claim 1).
func TestGrow(t *testing.T) {
	r, off := growing(t, "grow"), growing(t, "grow", elasticOff())
	r.happens(1, trace.Freeze, 600, "4-11")
	stages := []int32{}
	for _, e := range r.events {
		if e.Kind == trace.Stage && e.Time < 800_000 {
			stages = append(stages, e.Of)
		}
	}
	if len(stages) != 5 || stages[0] != 2 || stages[4] != 6 {
		t.Errorf("stages %v, want 2 to 6", stages)
	}
	r.happens(1, trace.Grow, 763, "0-11")
	r.starts(4, 1200, "fits-now")
	off.starts(4, 620, "")
	if r.end[1] != 2379 || off.end[1] != 4500 {
		t.Errorf("job 1 ends at %d grown, at %d without", r.end[1], off.end[1])
	}
}

// TestResubmit compares two ways to give a job more nodes: the running job grows,
// or it is killed and resubmitted. It compares the times and the node-seconds. It
// also checks that a checkpoint reduces the loss of the second way (S2,
// background).
func TestResubmit(t *testing.T) {
	kill := growing(t, "resubmit")
	expand := growing(t, "resubmit", set("scheduler.elastic.method", "expand"))
	saved := growing(t, "resubmit", set("faults", `{"jobs": "checkpoint", "checkpoint": {"every": 600, "cost": 5}}`))
	kill.happens(1, trace.Requeue, 1800, "0-3")
	expand.happens(1, trace.Requeue, -1, "")
	if kill.end[1] != 2820 || expand.end[1] >= saved.end[1]+200 || saved.end[1] >= kill.end[1] {
		t.Errorf("job 1 ends at %d resubmitted, %d from a checkpoint, %d grown", kill.end[1], saved.end[1], expand.end[1])
	}
	if k, s, x := kill.nodeSeconds(1), saved.nodeSeconds(1), expand.nodeSeconds(1); x >= k || s >= k {
		t.Errorf("%d node-seconds resubmitted, %d from a checkpoint, %d grown", k, s, x)
	}
	if expand.start[3] >= kill.start[3] {
		t.Errorf("job 3 starts at %d, and at %d if job 1 is resubmitted", expand.start[3], kill.start[3])
	}
}

// TestThreeWays compares three ways to handle a job that could use more nodes (S2,
// background). If the job is always killed and resubmitted, its work is lost and it
// waits behind other jobs. With the setting growth "queue", the job is not
// resubmitted. If the running job grows, it must end earliest.
func TestThreeWays(t *testing.T) {
	always := growing(t, "three-ways")
	grown := growing(t, "three-ways", set("scheduler.elastic.method", "expand"))
	careful := growing(t, "three-ways", set("scheduler.elastic.growth", "queue"))
	always.happens(1, trace.Requeue, 2700, "0-3")
	always.starts(3, 2700, "fits-now")
	careful.happens(1, trace.Requeue, -1, "")
	grown.happens(1, trace.Freeze, 2700, "4-15")
	if grown.end[1] != 3033 || careful.end[1] != 3600 || always.end[1] != 3900+120+900 {
		t.Errorf("job 1 ends at %d grown, at %d with care, at %d without", grown.end[1], careful.end[1], always.end[1])
	}
	if lost := always.figures().NodeHoursLost; lost != 3 || careful.figures().NodeHoursLost != 0 || grown.figures().NodeHoursLost != 0 {
		t.Errorf("%v node-hours lost", lost)
	}
	if a, c, g := always.figures().MeanResponse, careful.figures().MeanResponse, grown.figures().MeanResponse; g >= c || c >= a {
		t.Errorf("mean response %v grown, %v with care, %v without", g, c, a)
	}
}

// TestDivided checks that nodes that come back from another partition of the
// machine trigger growth (S2, claim 3). The change of partitions must not count as
// a failure. No node may fail or come online, and the availability must be 100 %.
func TestDivided(t *testing.T) {
	r := growing(t, "divided")
	r.starts(4, 1200, "fits-now")
	r.happens(1, trace.Freeze, 1200, "14-15")
	r.happens(1, trace.Grow, 1340, "0-3,14-15")
	if f := r.figures(); f.Failures != 0 || f.Availability != 1 {
		t.Errorf("%d failures, availability %v", f.Failures, f.Availability)
	}
	for _, e := range r.events {
		if e.Kind == trace.Down || e.Kind == trace.Notice || e.Kind == trace.Up {
			t.Errorf("%v: %v", e.Time, e.Kind)
		}
	}
	gone := growing(t, "divided", set("faults.events[0].for", "null"))
	gone.happens(1, trace.Freeze, 3600, "4-7")
	if gone.start[4] <= r.start[4] {
		t.Errorf("job 4 starts at %d, and at %d if the nodes never come back", r.start[4], gone.start[4])
	}
	failed := growing(t, "divided", set("faults.events", `[{"at": 300, "down": "8-15", "for": 900}]`))
	failed.happens(1, trace.Grow, 1340, "0-3,14-15")
	if f := failed.figures(); f.Failures != 8 || f.Availability == 1 {
		t.Errorf("if they fail: %d failures, availability %v", f.Failures, f.Availability)
	}
	held := growing(t, "divided", set("faults.events[0].leave", `"6-15"`))
	held.happens(2, trace.Requeue, 300, "4-7")
}

// TestNoGain checks that a job grows only if growth makes it end earlier
// (SOURCES.md S2.4).
func TestNoGain(t *testing.T) {
	r := growing(t, "no-gain")
	r.happens(1, trace.Freeze, -1, "")
	r.happens(2, trace.Freeze, -1, "")
	r.happens(3, trace.Freeze, 600, "8-11")
	growing(t, "no-gain", set("jobs[1].elastic.speedup.serial", "0.05")).happens(2, trace.Freeze, 600, "8-15")
	growing(t, "no-gain", set("jobs[1].elastic.data", "1")).happens(2, trace.Freeze, 600, "8-15")
	growing(t, "no-gain", set("scheduler.elastic.costs", "{}")).happens(1, trace.Freeze, 600, "8-15")
	growing(t, "no-gain", set("scheduler.elastic.growth", "always")).happens(1, trace.Freeze, 600, "8-15")
}

// TestWhoGrows checks each rule for the choice of the job that grows first. It also
// checks the setting "idle": no job may grow while another job waits (SOURCES.md
// S2.5).
func TestWhoGrows(t *testing.T) {
	for rule, first := range map[string]int64{"queue": 1, "smallest": 2, "steepest": 3, "shortest": 4} {
		growing(t, "who-grows", set("scheduler.elastic.growth", rule)).happens(first, trace.Freeze, 600, "11-15")
	}
	idle := growing(t, "who-grows", set("scheduler.elastic.idle", "true"), set("jobs[4]", `{"id": 5, "submit": 0, "nodes": 5, "walltime": 600}`), set("jobs[5]", `{"id": 6, "submit": 500, "nodes": 6, "walltime": 600}`))
	if at, _ := idle.first(1, trace.Freeze); at >= 0 && at < idle.start[6] {
		t.Errorf("job 1 grows at %d, job 6 waits until %d", at, idle.start[6])
	}
}

// TestGrowOnline checks that nodes that come online trigger growth, even if no job
// has ended. If a job waits for the new nodes, no job may grow (S2, claim 3).
func TestGrowOnline(t *testing.T) {
	r := growing(t, "grow-online")
	r.happens(1, trace.Freeze, 900, "8-15")
	r.happens(1, trace.Grow, 1040, "0-3,8-15")
	never := growing(t, "grow-online", set("faults.events", "[]"))
	never.happens(1, trace.Freeze, 3000, "4-7")
	if r.end[1] >= never.end[1] {
		t.Errorf("job 1 ends at %d, without the new nodes at %d", r.end[1], never.end[1])
	}
	twice := growing(t, "grow-online", set("faults.events", `[{"at": 900, "up": "8-11"}, {"at": 1500, "up": "12-15"}]`))
	twice.happens(1, trace.Freeze, 900, "8-11")
	waits := growing(t, "grow-online", set("jobs[2]", `{"id": 3, "submit": 850, "nodes": 8, "walltime": 600}`))
	waits.starts(3, 900, "")
	if at, _ := waits.first(1, trace.Freeze); at <= 900 {
		t.Errorf("job 1 takes at %d what job 3 waits for", at)
	}
}

// TestGrowHeartbeat checks growth on a machine where the scheduler knows the state
// of nodes only from heartbeats. The nodes of a job that has died must become free
// only after several missed heartbeats (S2, claim 2).
func TestGrowHeartbeat(t *testing.T) {
	r := growing(t, "grow-heartbeat")
	r.happens(2, trace.Fail, 780, "4-15")
	r.happens(1, trace.Freeze, 780, "4,6-15")
	if r.events[len(r.events)-1].Placement.String() != "0-15" {
		t.Errorf("in the end job 1 is on %v", r.events[len(r.events)-1].Placement)
	}
	growing(t, "grow-heartbeat", set("faults.heartbeat", `{"period": 10}`)).happens(1, trace.Freeze, 630, "4,6-15")
	growing(t, "grow-heartbeat", set("faults.heartbeat", "null")).happens(1, trace.Freeze, 605, "4,6-15")
	gone := growing(t, "grow-heartbeat", set("faults.events[0].for", "null"))
	if gone.end[1] <= r.end[1] {
		t.Errorf("job 1 ends at %d, and at %d if node 5 never comes back", r.end[1], gone.end[1])
	}
}

// TestRollback checks node failures while a job grows. If a frozen node fails, the
// job must keep running and lose no work. If one of the job's original nodes fails,
// the job must be requeued.
func TestRollback(t *testing.T) {
	r := growing(t, "rollback")
	r.happens(1, trace.Rollback, 650, "8-15")
	r.happens(1, trace.Requeue, -1, "")
	r.happens(1, trace.Grow, 790, "0-9,11-15")
	old := growing(t, "rollback", set("faults.events[0].down", `"2"`))
	old.happens(1, trace.Requeue, 650, "0-7")
	if old.end[1] <= r.end[1] {
		t.Errorf("job 1 ends at %d, and at %d if it loses an old node", r.end[1], old.end[1])
	}
	late := growing(t, "rollback", set("faults.heartbeat", `{"period": 30, "misses": 3}`))
	if at, _ := late.first(1, trace.Rollback); at <= 650 || at > 650+120 {
		t.Errorf("the failure is noticed at %d", at)
	}
	late.happens(1, trace.Requeue, -1, "")
}

// TestShrink checks a rule that Hopyard adds to the sources. A running job must
// give up nodes if the first waiting job can then start. It must keep its nodes if
// it would otherwise exceed its own walltime.
func TestShrink(t *testing.T) {
	r, off := growing(t, "shrink"), growing(t, "shrink", set("scheduler.elastic.shrink", "false"))
	r.happens(1, trace.Shrink, 620, "8-15")
	r.starts(2, 620, "fits-now")
	off.starts(2, 3600, "")
	short := growing(t, "shrink", set("jobs[0].walltime", "5000"))
	short.happens(1, trace.Shrink, -1, "")
	back := growing(t, "shrink", set("scheduler.elastic.growth", "queue"))
	if at, _ := back.first(1, trace.Freeze); at < back.end[3] {
		t.Errorf("job 1 grows at %d, job 3 ends at %d", at, back.end[3])
	}
	if back.end[1] >= r.end[1] {
		t.Errorf("job 1 ends at %d, and at %d if it grows again", r.end[1], back.end[1])
	}
}

// TestMoldable checks a rule that Hopyard adds to the sources. A job must start
// with fewer nodes than requested if it then ends no later than it would by waiting
// for all nodes.
func TestMoldable(t *testing.T) {
	r, rigid := run(t, "moldable"), run(t, "moldable", set("jobs[1].elastic.moldable", "false"))
	r.starts(2, 10, "moulded")
	rigid.starts(2, 2400, "fits-now")
	if r.end[2] >= rigid.end[2] {
		t.Errorf("job 2 ends at %d moulded, at %d as asked", r.end[2], rigid.end[2])
	}
	run(t, "moldable", set("jobs[0].walltime", "600"), set("jobs[0].runtime", "600")).starts(2, 600, "fits-now")
	grown := growing(t, "moldable", set("scheduler.elastic.growth", "queue"))
	if grown.start[2] != 10 {
		t.Errorf("job 2 starts at %d", grown.start[2])
	}
}

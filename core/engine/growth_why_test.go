package engine_test

import (
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/queue/hybrid"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// TestWhyGivenUp checks the event of a growth that is given up: it must contain the
// reason and the number of frozen nodes that were lost.
func TestWhyGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*engine.Config)
		want   why.Reason
	}{
		"frozen nodes fail": {func(c *engine.Config) {
			c.Faults = &faults.Timetable{Events: []faults.MachineChange{{At: 30_000, Nodes: cluster.Placement{{First: 5, Last: 6, Tasks: 1}}}}}
		}, why.Reason{Code: why.FrozenLost, Need: 2, Have: 4, Blocker: workload.NoJob}},
		"a frozen node leaves": {func(c *engine.Config) {
			c.Faults = &faults.Timetable{Events: []faults.MachineChange{{At: 30_000, Divides: true, Nodes: cluster.Placement{{First: 7, Last: 7, Tasks: 1}}}}}
		}, why.Reason{Code: why.FrozenLost, Need: 1, Have: 4, Blocker: workload.NoJob}},
		"it loses a node of its own": {func(c *engine.Config) {
			c.Faults = &faults.Timetable{Events: []faults.MachineChange{{At: 30_000, Nodes: cluster.Placement{{First: 1, Last: 1, Tasks: 1}}}}}
		}, why.Reason{Code: why.NodeLost, Need: 1, Have: 4, Blocker: workload.NoJob}},
		"it ends": {func(c *engine.Config) { c.Jobs[0].Runtime = 33 * simtime.Second }, why.Reason{Code: why.EndedFirst, Blocker: workload.NoJob}},
		"it is killed": {func(c *engine.Config) {
			c.Jobs[0].Walltime, c.Elastic.Growth = 33*simtime.Second, elastic.Always
		}, why.Reason{Code: why.EndedFirst, Blocker: workload.NoJob}},
	} {
		p := read(t, func(x *engine.Config) {
			x.Jobs = x.Jobs[:2]
			c.change(x)
		})
		found := false
		for _, e := range p.Log() {
			if e.Kind == trace.Rollback {
				if found = true; e.Why != c.want {
					t.Errorf("%s: given up for %+v, want %+v", name, e.Why, c.want)
				}
				break
			}
		}
		if !found {
			t.Errorf("%s: nothing is given up", name)
		}
	}
}

// TestWhyNotBeyondTheShare checks the reason that is given if a job does not grow
// although nodes are free. Under S1 it must name the share that is used up, or the
// waiting job of the same user that comes first. Under S3 it must name the limit.
func TestWhyNotBeyondTheShare(t *testing.T) {
	allot := func(nodes, usable int32) queue.Policy {
		return deadline.DeadlinePolicy{Allotments: deadline.Allotments{Users: []deadline.Allotment{{User: "ada", Nodes: nodes, Usable: usable}, {User: "bob", Nodes: 8 - nodes, Usable: 8 - nodes}}}}
	}
	for name, c := range map[string]struct {
		change func(*engine.Config)
		code   why.Code
		says   string
	}{
		"the usable share is used":      {func(c *engine.Config) { c.Queue = allot(4, 4) }, why.OverShare, "of its user's usable share 0 are left"},
		"another job of the user waits": {func(c *engine.Config) { c.Queue, c.Jobs[2].Submit, c.Jobs[2].Nodes = allot(4, 4), 5000, 2 }, why.BehindUser, "job 3 of the same user waits"},
		"it runs on the user's reserve": {func(c *engine.Config) { c.Queue, c.Jobs[0].Deadline = allot(4, 0), 1000 }, why.Rescued, "kept for jobs to be rescued"},
		"a limit lets it have no more": {func(c *engine.Config) {
			c.Queue = hybrid.HybridPolicy{Limits: []queue.Limit{{Owner: queue.ByUser, Name: "ada", Measure: queue.Nodes, Soft: 4, Hard: 4}}}
		}, why.OverLimit, "above the limit of 4"},
	} {
		p := read(t, func(x *engine.Config) {
			for i, user := range []string{"ada", "bob", "ada"} {
				x.Jobs[i].User = user
			}
			c.change(x)
			if x.Jobs[2].Submit > 20_000 {
				x.Jobs = x.Jobs[:2]
			}
		})
		e := p.at(20)
		chances := e.Chances(0)
		if len(chances) != 1 || chances[0].Verdict != elastic.Rationed || chances[0].Why.Code != c.code {
			t.Errorf("%s: %+v", name, chances)
			continue
		}
		names := why.Names{Job: func(id workload.JobID) string { return "job " + string('1'+rune(id)) }}
		if text := chances[0].Text(names); !strings.Contains(text, "does not grow") || !strings.Contains(text, c.says) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

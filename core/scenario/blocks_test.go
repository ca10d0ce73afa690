package scenario

import (
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// disciplines is a scenario in canonical form. It has every field of the blocks
// about users, about growing jobs and about failures.
const disciplines = `{
  "hopyard": 1,
  "seed": 5,
  "cluster": {
    "topology": {"kind": "star", "nodes": 64},
    "node": {"cores": 4, "gpus": 2}
  },
  "jobs": [
    {"id": 1, "submit": 10, "nodes": 4, "walltime": 1500, "user": "ada", "group": "a", "queue": "long", "deadline": 7200, "amount": 300, "application": "cfd", "parts": {"order": "serial", "work": [3600, 1800.5]}},
    {"id": 2, "submit": 20, "nodes": 5, "walltime": 900, "user": "bob", "deadline": 9000.25, "parts": {"order": "parallel", "work": [1000, 600, 1]}},
    {"id": 3, "submit": 30, "nodes": 4, "walltime": 60, "runtime": 50, "user": "ada", "elastic": {"min": 2, "max": 16, "speedup": {"model": "amdahl", "serial": 0.05}, "data": 1000000000, "moldable": true}},
    {"id": 4, "submit": 40, "tasks": 4, "walltime": 60, "user": "bob", "elastic": {"max": 8, "speedup": {"model": "downey", "parallelism": 32, "sigma": 0.5}}},
    {"id": 5, "submit": 40, "tasks": 4, "walltime": 60, "user": "bob", "elastic": {"min": 1}}
  ],
  "network": "max-min",
  "scheduler": {"queue": "easy", "depth": 2, "priority": {"weights": {"queue_time": 0.5, "gpus": -50, "user": 1, "fair_share": 2.125}, "users": {"ada": 100, "bob": -3}, "groups": {"a": 1}, "queues": {"long": 2}, "fair_share": {"users": {"ada": 30.5}, "window": 3600, "depth": 3, "decay": 0.25}}, "cycle": 30, "elastic": {"growth": "steepest", "method": "resubmit", "idle": true, "shrink": true, "costs": {"stages": [1, 2, 3, 4, 5, 6, 0.5], "launch": 1.5, "rebuild": 2, "bandwidth": 5000, "restart": 60}}},
  "allotments": {"share": 0.75, "users": {"ada": 40, "bob": {"nodes": 10, "share": 0.25}}, "history": [
    {"user": "ada", "application": "cfd", "amount": 200, "time": 14400},
    {"user": "bob", "amount": 7, "time": 0.5}
  ]},
  "limits": {"users": {"*": {"jobs": 4, "nodes": [16, 32]}, "ada": {"gpus": [4, 128], "cores": 256}}, "groups": {"a": {"node_seconds": [100, 1000000]}}, "queues": {"long": {"jobs": 1}}},
  "queues": {"long": {"started": false, "events": [
    {"at": 600, "open": false, "started": true},
    {"at": 900.5, "open": true}
  ]}, "*": {"open": false}},
  "faults": {"offline": "60-63", "events": [
    {"at": 500, "up": "60-63"},
    {"at": 100, "down": "3,7-9", "for": 60.5},
    {"at": 50, "link": ["n0", "s0"], "for": 10},
    {"at": 200, "down": "20"},
    {"at": 300, "leave": "30-31", "for": 60},
    {"at": 400, "leave": "32"},
    {"at": 450, "join": "32"}
  ], "mtbf": 100000, "repair": 3600, "heartbeat": {"period": 10, "misses": 5}, "jobs": "checkpoint", "checkpoint": {"every": 600, "cost": 5}}
}
`

func TestBlocksKeepEverything(t *testing.T) {
	s := mustParse(t, disciplines)
	if got := string(s.Canonical()); got != disciplines {
		t.Errorf("canonical form differs:\n%s\nwant\n%s", got, disciplines)
	}
	for _, plain := range []bool{false, true} {
		l, err := DecodeLink(encode(t, SharedLink{Scenario: s, Plain: plain}))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(l.Scenario.Canonical()); got != disciplines {
			t.Errorf("through a link:\n%s\nwant\n%s", got, disciplines)
		}
	}
}

// TestConfigOfBlocks checks the configuration that the engine gets from the blocks
// of the scenario disciplines.
func TestConfigOfBlocks(t *testing.T) {
	s := mustParse(t, disciplines)
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	// Job 1 has serial parts on 4 nodes: 3600/4 + 1800.5/4 seconds, rounded up to
	// milliseconds. Job 2 has three parallel parts on 5 nodes: two nodes for each
	// of the first two parts, one node for the third.
	if c.Jobs[0].Runtime != 900_000+450_125 || c.Jobs[1].Runtime != 500_000 {
		t.Errorf("run times of parts: %v, %v", c.Jobs[0].Runtime, c.Jobs[1].Runtime)
	}
	if e := c.Jobs[2].Elastic; *e != (workload.Elastic{Min: 2, Max: 16, Speedup: workload.Speedup{Model: workload.Amdahl, Serial: 0.05}, Data: 1e9, Moldable: true}) {
		t.Errorf("%+v", e)
	}
	if e := c.Jobs[3].Elastic; e.Min != 4 || e.Max != 8 || e.Speedup.Sigma != 0.5 {
		t.Errorf("%+v", e)
	}
	if e := c.Elastic; e == nil || e.Growth != elastic.SteepestFirst || e.Costs.Stages[6] != 500 || e.Costs.Restart != simtime.Minute {
		t.Errorf("%+v", e)
	}
	p := c.Faults
	if p.Drawn != (faults.RandomFailures{MTBF: 100_000 * simtime.Second, Repair: simtime.Hour, Seed: 5}) || p.Lost != faults.Checkpoint || p.Every != 10*simtime.Minute {
		t.Errorf("%+v", p)
	}
	var story []string
	for _, e := range p.Events {
		what := "down "
		if e.Up {
			what = "up "
		}
		if e.Divides {
			what = map[bool]string{false: "leave ", true: "join "}[e.Up]
		}
		if e.Nodes == nil {
			what += "link"
		}
		story = append(story, e.At.String()+" "+what+e.Nodes.String())
	}
	if want := []string{"50 down link", "50 down link", "60 up link", "60 up link", "100 down 3,7-9", "160.5 up 3,7-9", "200 down 20", "300 leave 30-31", "360 join 30-31", "400 leave 32", "450 join 32", "500 up 60-63"}; !slices.Equal(story, want) {
		t.Errorf("events %q", story)
	}
	if q := s.Allotments.queue(); !slices.Equal(q.Users, []deadline.Allotment{{User: "ada", Nodes: 40, Usable: 30}, {User: "bob", Nodes: 10, Usable: 2}}) || len(q.History) != 2 {
		t.Errorf("%+v", q)
	}
	want := []queue.Limit{
		{Name: "*", Measure: queue.Jobs, Soft: 4, Hard: 4}, {Name: "*", Measure: queue.Nodes, Soft: 16, Hard: 32},
		{Name: "ada", Measure: queue.GPUs, Soft: 4, Hard: 128}, {Name: "ada", Measure: queue.CPUs, Soft: 256, Hard: 256},
		{Owner: queue.ByGroup, Name: "a", Measure: queue.NodeSeconds, Soft: 100, Hard: 1_000_000},
		{Owner: queue.ByQueue, Name: "long", Measure: queue.Jobs, Soft: 1, Hard: 1},
	}
	if !slices.Equal(s.Limits, want) {
		t.Errorf("%+v", s.Limits)
	}
	if w := s.Scheduler.Priority.Weight; w[queue.QueueTime] != 500 || w[queue.OfGPUs] != -50_000 || w[queue.FairShare] != 2125 {
		t.Errorf("%v", w)
	}
	if f := p.Offline; !slices.Equal(f, cluster.Placement{{First: 60, Last: 63, Tasks: 1}}) {
		t.Errorf("%v", f)
	}
}

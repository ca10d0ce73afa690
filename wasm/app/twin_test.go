package app

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// changing is a scenario in which jobs grow, give up growing, and start again.
// Nodes fail, and the scheduler does not notice some of the failures at once.
const changing = `{"hopyard": 1, "seed": %d, "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 4}, "node": {"cores": 4}},
"jobs": [
 {"id": 1, "submit": 0, "nodes": 4, "walltime": 4000, "runtime": 2000, "elastic": {"min": 2, "max": 14, "data": 8000000000}},
 {"id": 2, "submit": 0, "nodes": 8, "walltime": 400, "runtime": 300},
 {"id": 3, "submit": 50, "tasks": 12, "per_task": {"cores": 1}, "walltime": 900, "runtime": 700, "elastic": {"min": 4, "max": 20}},
 {"id": 4, "submit": 60, "tasks": 5, "per_task": {"cores": 2}, "walltime": 500, "runtime": 500},
 {"id": 5, "submit": 900, "nodes": 2, "walltime": 300, "runtime": 250},
 {"id": 6, "submit": 1000, "nodes": 5, "walltime": 200, "runtime": 900}],
"faults": {"mtbf": 6000, "repair": 200, "heartbeat": {"period": 20, "misses": 2}, "offline": "14-15", "jobs": "%s", "events": [{"at": 500, "up": "14-15"}, {"at": 320, "down": "6", "for": 100}]},
"scheduler": {"queue": "easy", "elastic": {"growth": "queue", "shrink": true, "method": "%s", "costs": {"stages": [5, 20, 30, 20, 10, 5, 40], "restart": 30}}}}`

// TestPicturesEqualTheEngine compares, at each step, what the page draws with the
// engine's state. The bars, the nodes that jobs hold, the nodes that are set aside
// and the nodes that are down must agree.
func TestPicturesEqualTheEngine(t *testing.T) {
	var seen [trace.NumKinds]int
	for seed := range 6 {
		for _, fate := range []string{"requeue", "kill"} {
			for _, method := range []string{"expand", "resubmit"} {
				s := open(t, message.Load{Form: message.JSON, Text: fmt.Sprintf(changing, seed, fate, method), At: -1, Job: -1})
				for _, e := range s.Run.Events {
					seen[e.Kind]++
				}
				for n := range s.Run.Len() + 1 {
					s.Step = n
					s.settleState(t)
					if err := s.agrees(); err != "" {
						t.Fatalf("seed %d, %s, %s, step %d at %v: %s", seed, fate, method, n, s.Run.Time(n), err)
					}
				}
			}
		}
	}
	for _, kind := range []trace.EventKind{trace.Requeue, trace.Fail, trace.Freeze, trace.Grow, trace.Rollback, trace.Shrink, trace.Down, trace.Notice, trace.Up} {
		if seen[kind] == 0 {
			t.Errorf("no run has a %v", kind)
		}
	}
}

// agrees compares the bars and outages with the state on screen. It returns a
// description of the first difference, or "".
func (s *stage) agrees() string {
	type hold struct {
		node topology.NodeID
		job  workload.JobID
		kind draw.BarKind
	}
	drawn, held := map[hold]bool{}, map[hold]bool{}
	s.Run.Bars.Back(s.State.Step, func(b *draw.Bar) bool {
		for n := b.First; n <= b.Last && b.Finish > s.State.Step; n++ {
			drawn[hold{n, b.Job, b.Kind}] = true
		}
		return true
	})
	for _, r := range s.State.Running {
		for n := range r.Placement.All {
			held[hold{n, r.Job, draw.Runs}] = true
		}
	}
	for _, g := range s.State.Growths {
		for n := range g.Frozen.All {
			held[hold{n, g.Job, draw.SetAside}] = true
		}
	}
	for h := range held {
		if !drawn[h] {
			return fmt.Sprintf("%+v is not drawn", h)
		}
	}
	for h := range drawn {
		if !held[h] {
			return fmt.Sprintf("%+v is drawn", h)
		}
	}
	for n := range topology.NodeID(s.Run.Machine.Drawn.Nodes) {
		o := s.Run.Outages.Outage(n, s.State.Step)
		if bad := machinepanel.Has(s.State.Failed, n) || machinepanel.Has(s.State.Noticed, n); bad != (o != nil) {
			return fmt.Sprintf("node %d does not work: %v, drawn as %+v", n, bad, o)
		}
	}
	return ""
}

// TestOutagesAgainstATwin makes random sequences of failures and repairs. The
// outages recorded for the timeline must agree with a simple list of intervals for
// each node.
func TestOutagesAgainstATwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const nodes, steps = 9, 120
	for range 50 {
		var o recording.Outages
		state := [nodes]machinepanel.Health{}
		var want [steps][nodes]machinepanel.Health
		for i := range int32(steps) {
			n := topology.NodeID(rng.IntN(nodes))
			last := min(n+topology.NodeID(rng.IntN(3)), nodes-1)
			kind := []trace.EventKind{trace.Down, trace.Notice, trace.Up}[rng.IntN(3)]
			var p cluster.Placement
			for ; n <= last; n++ {
				next, from := map[trace.EventKind]machinepanel.Health{trace.Down: machinepanel.Failed, trace.Notice: machinepanel.Down, trace.Up: machinepanel.Works}[kind], state[n]
				if kind == trace.Down && from != machinepanel.Works || kind == trace.Notice && from != machinepanel.Failed || kind == trace.Up && from == machinepanel.Works {
					continue
				}
				state[n] = next
				p = p.Append(n, n, 1)
			}
			o.Read(i, simtime.Time(i)*10, &message.Event{Kind: kind, Placement: p})
			want[i] = state
		}
		o.Finish()
		if !slices.IsSortedFunc(o.All, func(a, b draw.Outage) int { return int(a.From - b.From) }) {
			t.Fatalf("not in order: %+v", o.All)
		}
		for i := range int32(steps) {
			for n := range topology.NodeID(nodes) {
				got := machinepanel.Works
				if x := o.Outage(n, i+1); x != nil {
					if got = machinepanel.Failed; x.Notice <= i+1 {
						got = machinepanel.Down
					}
				}
				if got != want[i][n] {
					t.Fatalf("after step %d node %d is %d, want %d", i, n, got, want[i][n])
				}
			}
		}
	}
}

// TestPartsOfJobs checks where the parts of a job are drawn within its bars.
// Sequential parts must follow each other on all nodes. Parallel parts must share
// the nodes. When a parallel part is done, another part may take its nodes.
func TestPartsOfJobs(t *testing.T) {
	s := tale{nodes: 8, jobs: []message.Job{
		{Number: 1, Nodes: 4, Walltime: 99_000, Full: 6_000, Parts: &workload.Parts{Work: []simtime.Duration{8_000, 16_000}}},
		{Number: 2, Nodes: 3, Walltime: 99_000, Full: 9_000, Parts: &workload.Parts{Parallel: true, Work: []simtime.Duration{8_000, 9_000}}},
		{Number: 3, Nodes: 2, Walltime: 99_000, Full: 9_000, Parts: &workload.Parts{Work: []simtime.Duration{0, 4_000}, Inner: []*workload.Parts{
			{Parallel: true, Work: []simtime.Duration{7_000, 0}, Inner: []*workload.Parts{nil, {Work: []simtime.Duration{1_000, 3_000}}}}, nil,
		}}},
	}, events: []trace.Event{
		{Time: 0, Kind: trace.Submit, Job: 0}, {Time: 0, Kind: trace.Start, Job: 0, Placement: nodes(0, 3)},
		{Time: 0, Kind: trace.Submit, Job: 1}, {Time: 1_000, Kind: trace.Start, Job: 1, Placement: nodes(4, 4).Append(6, 7, 1)},
		{Time: 6_000, Kind: trace.End, Job: 0, Placement: nodes(0, 3)},
		{Time: 6_000, Kind: trace.Submit, Job: 2}, {Time: 6_000, Kind: trace.Start, Job: 2, Placement: nodes(1, 2)},
	}}
	m := s.model()
	for id, want := range [][]draw.JobPart{
		{{First: 0, Last: 3, From: 0, To: 2_000, Number: 1}, {First: 0, Last: 3, From: 2_000, To: 6_000, Number: 2}},
		{{First: 4, Last: 4, From: 1_000, To: 5_000, Number: 1, Shared: true}, {First: 6, Last: 6, From: 1_000, To: 5_000, Number: 1, Shared: true},
			{First: 7, Last: 7, From: 1_000, To: 10_000, Number: 2, Shared: true}},
		{{First: 1, Last: 1, From: 6_000, To: 13_000, Number: 1, Shared: true, Until: 13_000},
			{First: 2, Last: 2, From: 6_000, To: 7_000, Number: 2, Shared: true, Until: 7_000},
			{First: 2, Last: 2, From: 7_000, To: 10_000, Number: 3, Shared: true, Until: 13_000}, // node 2 is idle from 10 s to 13 s
			{First: 1, Last: 2, From: 13_000, To: 15_000, Number: 4}},
	} {
		if got := m.Run.Parts[id]; !slices.Equal(got, want) {
			t.Errorf("job %d:\n got %+v\nwant %+v", id+1, got, want)
		}
	}
}

package recording

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// TestLanesHaveNoSlivers places a job in two gaps of a row, which are slightly too
// small because of rounding. It checks that the job gets exactly two lanes, without
// a third for the remainder.
func TestLanesHaveNoSlivers(t *testing.T) {
	r := &RecordedRun{Loaded: &message.Loaded{Machine: message.Machine{Drawn: draw.MachineShape{Nodes: 1}, Cores: 8}}}
	r.lanes.used = make([][]lane, 1)
	const two, four = 2 * 255 / 8, 4 * 255 / 8
	for job := range workload.JobID(4) {
		r.take(0, two, job)
	}
	r.lanes.used[0] = []lane{r.lanes.used[0][1], r.lanes.used[0][3]} // the first and the third job end
	if got := r.take(0, four, 4); len(got) != 2 {
		t.Errorf("a job beside two others is drawn as %v", got)
	}
}

// TestLanesDoNotOverlap starts and ends random jobs on shared nodes. It checks that
// the lanes of a row never overlap, and that the height of each job's lanes is its
// share of the node.
func TestLanesDoNotOverlap(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	m := &message.Loaded{Machine: message.Machine{Drawn: draw.MachineShape{Nodes: 3}, Groups: []message.NodeGroup{{First: 0, Last: 2, Resources: workload.Resources{8}}}}}
	r := &RecordedRun{Loaded: m}
	free := [3]int64{8, 8, 8}
	running := map[workload.JobID]message.Event{}
	for step := range int32(500) {
		cores, node := 1+rng.Int64N(4), topology.NodeID(rng.IntN(3))
		e := message.Event{Kind: trace.Start, Job: workload.JobID(len(m.Jobs)), Placement: cluster.Placement{{First: node, Last: node, Tasks: 1}}}
		if free[node] >= cores && rng.IntN(3) > 0 {
			free[node] -= cores
			m.Jobs = append(m.Jobs, message.Job{Tasks: 1, PerTask: workload.Resources{cores}})
			running[e.Job] = e
			r.startBars(draw.Bar{Job: e.Job, Begin: step + 1, Limit: 100}, e.Placement)
		} else {
			for id, e := range running {
				r.endBars(id, e.Placement, draw.Ended, 1, step+1, 50)
				free[e.Placement[0].First] += m.Jobs[id].PerTask[workload.Cores]
				delete(running, id)
				break
			}
		}
		for n, used := range r.lanes.used {
			at, parts, pieces, cores := uint8(0), map[workload.JobID]int64{}, map[workload.JobID]int64{}, int64(0)
			for _, l := range used {
				if l.low < at {
					t.Fatalf("step %d, node %d: lanes %v", step, n, used)
				}
				at = l.high
				parts[l.job] += int64(l.high - l.low)
				pieces[l.job]++
			}
			for id, part := range parts {
				own := m.Jobs[id].PerTask[workload.Cores]
				if cores += own; part > own*255/8 || part < own*255/8-pieces[id] {
					t.Fatalf("step %d, node %d: job %d has %d cores and a part of %d", step, n, id, own, part)
				}
			}
			if cores != 8-free[n] {
				t.Fatalf("step %d, node %d: lanes of %d cores, %d are held", step, n, cores, 8-free[n])
			}
		}
	}
}

package simworker

import (
	"testing"

	"hopyard/core/topology"
	"hopyard/scenarios"
	"hopyard/wasm/app/message"
)

// TestSumsAddUp checks the groups returned by sum. They must contain every pair of
// nodes of the placement. The distances of all pairs must add up to the cost of the
// placement.
func TestSumsAddUp(t *testing.T) {
	summed := map[string]int{}
	for _, l := range scenarios.All() {
		d := new(Dispatcher)
		d.Handle((&message.Load{Form: message.JSON, Text: string(l.Source), At: -1, Job: -1}).Pack())
		for d.Busy() {
			d.Work(100)
		}
		r := d.shown
		if r == nil || r.window != nil {
			continue
		}
		shape := r.config.Machine.Topology
		for i := range min(r.tape.Len(), 40) {
			for job := range min(len(r.config.Jobs), 12) {
				w := r.Weigh(&message.ListPlacements{Step: int32(i + 1), Job: r.config.Jobs[job].ID})
				if len(w.Sum) == 0 {
					continue
				}
				summed[r.scenario.Scheduler.Allocator]++
				first, total, pairs := w.Candidates[0], int64(0), int64(0)
				for k, a := range w.Sum {
					total += a.Distance * a.Pairs
					pairs += a.Pairs
					if k > 0 && a.Distance <= w.Sum[k-1].Distance {
						t.Errorf("%s: distances are not ascending", l.Name)
					}
				}
				n := int64(first.Placement.Nodes())
				if total != first.Cost || pairs != n*(n-1)/2 {
					t.Errorf("%s: %d pairs sum up to %d; %d nodes cost %d", l.Name, pairs, total, n, first.Cost)
				}
				for _, a := range w.Sum {
					seen := int64(0)
					for x := topology.NodeID(0); int(x) < shape.NumNodes(); x++ {
						for y := x + 1; int(y) < shape.NumNodes(); y++ {
							if first.Placement.On(x) > 0 && first.Placement.On(y) > 0 && int64(shape.Distance(x, y)) == a.Distance {
								seen++
							}
						}
					}
					if seen != a.Pairs {
						t.Errorf("%s: %d pairs at %d, told %d", l.Name, seen, a.Distance, a.Pairs)
					}
				}
			}
		}
	}
	if summed["sdm"] == 0 {
		t.Errorf("unfolded: %v", summed)
	}
}

package hybrid

import (
	"fmt"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestFrozenIsForgotten checks that the per-node records stay correct when a
// growing job ends. Resources are frozen for its growth, on its own node or on
// another. The job ends before or after these resources are added to it.
func TestFrozenIsForgotten(t *testing.T) {
	for _, merged := range []bool{true, false} {
		for n := range topology.NodeID(2) {
			t.Run(fmt.Sprintf("merged=%v/node=%d", merged, n), func(t *testing.T) {
				shape, err := topology.NewFlat(2)
				if err != nil {
					t.Fatal(err)
				}
				machine := cluster.NewMachine(shape, cluster.Spec{Speed: 1000, Resources: workload.Resources{workload.Cores: 4}})
				free := cluster.NewState(machine)
				d := HybridPolicy{}.NewState(&queue.Config{Machine: machine}).(*state)
				job := &workload.Request{ID: 1, Number: 1, Tasks: 1, PerTask: workload.Resources{workload.Cores: 1}, Walltime: 10}
				kind := d.shapes.of(job)
				slot := free.Start(job, cluster.Placement(nil).Append(0, 0, 1), 0)
				free.Freeze(slot, cluster.Placement(nil).Append(n, n, 1))
				d.shapes.sync(free)
				d.shapes.count(&d.shapes.all[kind], &free.Free)
				d.table.running.sync(&d.shapes, free)
				if merged {
					free.Merge(slot)
				}
				d.End(free.End(slot), 5)
				if got := d.shapes.count(&d.shapes.all[kind], &free.Free); got != 8 {
					t.Errorf("%d tasks fit on the empty machine, want 8", got)
				}
				for n := range topology.NodeID(2) {
					if d.table.running.changes == free.Changes() && d.table.running.count[n] > 0 {
						t.Errorf("node %d still has %d jobs", n, d.table.running.count[n])
					}
				}
			})
		}
	}
}

package queue_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// checkDeadline checks the contract of every discipline and that of shares.
func checkDeadline(t *testing.T, c engine.Config) {
	t.Helper()
	if err := queuetest.Check(c, queuetest.NoPromise); err != nil {
		t.Fatal(err)
	}
	if err := queuetest.CheckShares(c); err != nil {
		t.Fatal(err)
	}
}

func TestDeadlineContract(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 12))
		c := allotted(r, 40, 1+r.IntN(4))
		t.Run(fmt.Sprint(seed), func(t *testing.T) { checkDeadline(t, c) })
	}
}

// TestDeadlineShared is the contract where the allocator may refuse what a
// share would hold: nodes shared by tasks of many sizes, users who are allotted
// more than there is, and allocators that want a shape.
func TestDeadlineShared(t *testing.T) {
	tree, _ := topology.NewFatTree(2, 4)
	for i, a := range []alloc.Allocator{alloc.FirstFit{}, alloc.BestFit{}, alloc.Contiguous{}, alloc.MinHopUnits{}, alloc.SDM{}, alloc.MinHops{}} {
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 13))
			c := allotted(r, 40, 1+r.IntN(4))
			c.Allocator = a
			c.Machine = cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{workload.Cores: 4, workload.Memory: 1000}, Speed: 1000})
			d := c.Queue.(queue.Deadline)
			for k := range d.Allotments.Users {
				d.Allotments.Users[k].Nodes = max(d.Allotments.Users[k].Nodes, 8)
				d.Allotments.Users[k].Usable = max(d.Allotments.Users[k].Usable, 8)
			}
			for k := range c.Jobs {
				if j := &c.Jobs[k]; i != 3 && r.IntN(2) == 0 {
					j.Nodes, j.Tasks = 0, int32(1+r.IntN(16))
					j.PerTask = workload.Resources{workload.Cores: int64(1 + r.IntN(2)), workload.Memory: int64(r.IntN(400))}
				}
			}
			t.Run(fmt.Sprintf("%T/%d", a, seed), func(t *testing.T) { checkDeadline(t, c) })
		}
	}
}

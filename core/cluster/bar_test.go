package cluster_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestBarOutside compares BarOutside with Bar for each node outside a set.
func TestBarOutside(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + r.IntN(150)
		flat, err := topology.NewFlat(n)
		if err != nil {
			t.Fatal(err)
		}
		m := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 4}, Speed: 1000})
		free := cluster.NewFree(m)
		set := topology.NewNodeSet(n)
		for node := range topology.NodeID(n) {
			if r.IntN(3) > 0 {
				set.AddRange(node, node)
			}
			if r.IntN(4) == 0 {
				q := workload.Request{Nodes: 1}
				if r.IntN(2) == 0 {
					q = workload.Request{Tasks: 1, PerTask: workload.Resources{workload.Cores: int64(1 + r.IntN(4))}}
				}
				free.Take(&q, cluster.Placement{}.Append(node, node, 1))
			}
		}
		one, all := free.Clone(), free.Clone()
		for node := range topology.NodeID(n) {
			if !set.Has(node) {
				one.Bar(node)
			}
		}
		all.BarOutside(&set)
		if one.Total() != all.Total() || one.Idle().Len() != all.Idle().Len() {
			t.Fatalf("total %v and %v, idle %d and %d", one.Total(), all.Total(), one.Idle().Len(), all.Idle().Len())
		}
		for node := range topology.NodeID(n) {
			if one.Available(node) != all.Available(node) || one.IsBarred(node) != all.IsBarred(node) || one.Idle().Has(node) != all.Idle().Has(node) {
				t.Fatalf("node %d of %d: %v and %v", node, n, one.Available(node), all.Available(node))
			}
		}
	}
}

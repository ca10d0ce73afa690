package alloc_test

import (
	"fmt"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Example places a job of four nodes on a tree with four leaf switches, where nodes
// 1, 2, 5 and 12 to 15 are free. FirstFit takes the first four free nodes. The
// other allocators take the four nodes under the last leaf switch.
func Example() {
	tree, _ := topology.NewFatTree(2, 4)
	free := cluster.NewFree(cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}))
	free.Take(&workload.Request{Nodes: 9}, cluster.Placement{}.Append(0, 0, 1).Append(3, 4, 1).Append(6, 11, 1))
	for _, a := range []alloc.Allocator{alloc.FirstFit{}, alloc.SDM{}, alloc.MinHops{}, alloc.Contiguous{}} {
		p, reason := a.Allocate(&workload.Request{Nodes: 4}, free, nil)
		fmt.Printf("%T: %v, %d hops, %v\n", a, p, cluster.Spread(tree, p).PairHops, reason.OK())
	}
	// Output:
	// alloc.FirstFit: 1-2,5,12, 16 hops, true
	// alloc.SDM: 12-15, 6 hops, true
	// alloc.MinHops: 12-15, 6 hops, true
	// alloc.Contiguous: 12-15, 6 hops, true
}

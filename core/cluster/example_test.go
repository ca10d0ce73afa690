package cluster_test

import (
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Example starts a job on a machine and compares the hop counts of two placements.
func Example() {
	tree, _ := topology.NewFatTree(2, 2)
	m := cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{workload.Cores: 4}, Speed: 1000})
	s := cluster.NewState(m)
	job := &workload.Request{Nodes: 2}
	packed := cluster.Placement{}.Append(0, 1, 1)
	s.Start(job, packed, 0)
	fmt.Println("free for another:", s.Free.Count(job), "nodes")
	apart := cluster.Placement{}.Append(1, 2, 1)
	fmt.Println(packed, "is", cluster.Spread(tree, packed).PairHops, "hop apart;", apart, "is", cluster.Spread(tree, apart).PairHops)
	// Output:
	// free for another: 2 nodes
	// 0-1 is 1 hop apart; 1-2 is 3
}

package topology_test

import (
	"fmt"

	"hopyard/core/topology"
)

// The tree of S0's figure 1: 64 nodes, three levels of switches, four children
// each. Hops are the switches on the way, distance the links.
func Example() {
	tree, err := topology.NewFatTree(3, 4)
	if err != nil {
		panic(err)
	}
	fmt.Println(tree.NumNodes(), "nodes,", tree.NumSwitches(), "switches")
	for _, b := range []topology.NodeID{2, 5, 63} {
		fmt.Printf("1 to %d: %d hops, %d links\n", b, tree.Hops(1, b), tree.Distance(1, b))
	}
	// Output:
	// 64 nodes, 21 switches
	// 1 to 2: 1 hops, 2 links
	// 1 to 5: 3 hops, 4 links
	// 1 to 63: 5 hops, 6 links
}

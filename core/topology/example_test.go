package topology_test

import (
	"fmt"

	"hopyard/core/topology"
)

// Example builds the tree of figure 1 of S0: 64 nodes under three levels of
// switches with four children each. It prints hop counts (switches on the path) and
// distances (links).
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

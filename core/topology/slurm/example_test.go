package slurm_test

import (
	"fmt"

	"hopyard/core/topology/slurm"
)

// Example reads a machine from a topology.conf as sites use it.
func Example() {
	m, err := slurm.Parse(`SwitchName=leaf0 Nodes=n[0-3]
SwitchName=leaf1 Nodes=n[4-7]
SwitchName=top Switches=leaf[0-1]
`)
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Topology.NumNodes(), "nodes")
	fmt.Println("n3 to n4:", m.Topology.Hops(3, 4), "hops")
	// Output:
	// 8 nodes
	// n3 to n4: 3 hops
}

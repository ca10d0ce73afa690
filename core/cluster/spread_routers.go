package cluster

import "hopyard/core/topology"

// perRouter counts the nodes (or tasks) of p at each router. Cost: O(routers +
// nodes of p).
func perRouter(t topology.Dragonfly, p Placement, byTasks bool) []int64 {
	at := make([]int64, t.NumSwitches())
	for _, r := range p {
		k := int64(1)
		if byTasks {
			k = int64(r.Tasks)
		}
		for n := r.First; n <= r.Last; n++ {
			at[int(n)/t.RouterNodes()] += k
		}
	}
	return at
}

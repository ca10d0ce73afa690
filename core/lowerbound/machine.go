package lowerbound

import (
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// spread returns a placement on the fastest node, and the smallest number of cores
// of any node.
func spread(c *engine.Config) (fastest cluster.Placement, least int64) {
	best := topology.NodeID(0)
	least = c.Machine.Spec(0).Resources[workload.Cores]
	for n := range topology.NodeID(c.Machine.NumNodes()) {
		if c.Machine.Spec(n).Speed > c.Machine.Spec(best).Speed {
			best = n
		}
		least = min(least, c.Machine.Spec(n).Resources[workload.Cores])
	}
	return cluster.Placement{{First: best, Last: best, Tasks: 1}}, least
}

// cores returns the number of cores of the whole machine.
func cores(c *engine.Config) (sum int64) {
	for n := range topology.NodeID(c.Machine.NumNodes()) {
		sum += c.Machine.Spec(n).Resources[workload.Cores]
	}
	return sum
}

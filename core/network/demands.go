package network

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// AppendDemands appends the load that a job puts on each link while it runs at full
// speed. Loads are in bytes a second and sorted by link; each link occurs once. The
// processes of a job are the tasks of p or, for a job of whole nodes, its nodes.
// They are numbered in the order of the node list, with consecutive numbers on each
// node. Flows within a node use no link.
//
// c determines the bandwidth of a flow of weight 1 on nodes of speed 1. If Share is
// set, it is the bandwidth used by the busiest process (the one that sends or
// receives the most), in thousandths of the parameter bandwidth. If Bytes is set, a
// flow sends that many bytes over the whole run time. On faster nodes the bandwidth
// grows in proportion; speed is the speed of the job's slowest node, in
// thousandths.
//
// Cost: O(flows·route + links used), less for all-to-all. A job of run time 0 has
// no demands.
//
// Source: SOURCES.md NET.2 (w[j,l], computed once when a job starts).
func AppendDemands(dst []Demand, t topology.Routed, p cluster.Placement, c *workload.Comm,
	speed int64, runtime simtime.Duration, bandwidth int64) []Demand {
	if c == nil || c.Pattern == workload.Silent || runtime <= 0 {
		return dst
	}
	loads := newTally(t.NumLinks())
	busiest := loads.addJob(t, p, c)
	if busiest == 0 {
		return dst
	}
	unit := float64(c.Bytes) / runtime.Seconds()
	if c.Share > 0 {
		unit = float64(float64(c.Share)/1000*float64(bandwidth)) / float64(busiest)
	}
	unit = float64(unit*float64(speed)) / 1000
	if unit <= 0 {
		return dst
	}
	return loads.appendDemands(dst, unit)
}

// addJob adds the weights of a job's flows to the links that the flows cross. It
// returns the weight that the busiest process sends or receives in total.
func (loads tally) addJob(t topology.Routed, p cluster.Placement, c *workload.Comm) (busiest int64) {
	if c.Pattern == workload.AllToAll {
		loads.addAllToAll(t, p)
		return int64(p.Tasks()) - 1
	}
	home := processNodes(p)
	sends, receives := make([]int64, len(home)), make([]int64, len(home))
	var route []topology.LinkID
	for _, f := range AppendFlows(nil, c, len(home)) {
		sends[f.From] += f.Weight
		receives[f.To] += f.Weight
		if a, b := home[f.From], home[f.To]; a != b {
			route = t.AppendRoute(route[:0], a, b)
			loads.add(route, f.Weight)
		}
	}
	for i := range sends {
		busiest = max(busiest, sends[i], receives[i])
	}
	return busiest
}

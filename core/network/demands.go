package network

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// AppendDemands appends what a job puts on each link it uses while it runs at
// full speed, in bytes a second, sorted by link, each link once. Processes are
// the tasks of p (of a job of whole nodes: its nodes), numbered in the order
// of the node list, those of one node consecutively; flows within a node use
// no link. What a flow of weight 1 carries on nodes of speed 1 follows from
// c: Share thousandths of bandwidth for the process that sends or receives
// most, or Bytes over the whole run time. Full speed on faster nodes asks for
// as many times more: speed is that of the job's slowest node in thousandths.
//
// Cost: O(flows·route + links touched), less for all-to-all. A run time of 0
// asks for nothing.
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

// addJob adds the weights of a job's flows to the links that they cross. It
// returns the largest weight that one process sends or receives in all.
func (loads tally) addJob(t topology.Routed, p cluster.Placement, c *workload.Comm) (busiest int64) {
	if c.Pattern == workload.AllToAll {
		loads.addAllToAll(t, p)
		return int64(p.Tasks()) - 1
	}
	home := homes(p)
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

package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// amounts is what a job asks for, by Measure; node-seconds in node-milliseconds
// for the whole of its walltime.
//
// INFERRED: S3 checks limits (step a) before it looks at nodes (step c), so
// that only what a job asks for can count. Tasks count as the nodes that they
// would fill on the roomiest node of the machine, a whole node as the cores and
// GPUs that every node has.
type amounts [NumMeasures]int64

// least is what every node of a machine has. Cost: O(nodes).
func least(m *cluster.Machine) workload.Resources {
	out := m.Spec(0).Resources
	for n := range topology.NodeID(m.NumNodes()) {
		for k, have := range m.Spec(n).Resources {
			out[k] = min(out[k], have)
		}
	}
	return out
}

// asks is how much of a resource r asks for, at some size.
func asks(r *workload.Request, k workload.Resource, size int32, least *workload.Resources) int64 {
	if r.Whole() {
		return int64(size) * least[k]
	}
	return int64(size) * r.PerTask[k]
}

// filled is the nodes that so many tasks of r would fill; for whole nodes the
// number itself. Cost: O(groups of nodes).
func filled(r *workload.Request, size int32, m *cluster.Machine) int64 {
	if r.Whole() {
		return int64(size)
	}
	each := max(m.MostSlots(r), 1)
	return int64((size + each - 1) / each)
}

func amountsOf(r *workload.Request, size int32, m *cluster.Machine, least *workload.Resources) amounts {
	nodes := filled(r, size, m)
	return amounts{
		Jobs: 1, Nodes: nodes, CPUs: asks(r, workload.Cores, size, least), GPUs: asks(r, workload.GPUs, size, least),
		NodeSeconds: product(nodes, int64(r.Walltime)),
	}
}

// most bounds products: sums of a thousand of them do not overflow.
const most = int64(1) << 53

// product is a·b, or most if that is less; a and b are not negative.
func product(a, b int64) int64 {
	if a > 0 && b > most/a {
		return most
	}
	return a * b
}

// facts is what Hybrid needs to know of a job, worked out when it arrives.
// They do not change.
type facts struct {
	amounts amounts
	owners  [NumOwners]int32 // places in the ledger, or none
	shape   int32            // place among the shapes
	target  int32            // place among the fair share's targets, or none
	arrived simtime.Time
	tie     int64            // its place in the queue's order, before the JobID
	static  [FairShare]int64 // the parts of its priority that stay, in thousandths
}

// none stands where a place is not meant.
const none int32 = -1

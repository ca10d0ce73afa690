package hybrid

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// amounts is the list of amounts that a job holds, by Measure. Node-seconds are
// kept in node-milliseconds, for the whole walltime.
//
// For a running job the amounts are exact, node by node: a whole-node job holds
// everything on each of its nodes. For a waiting job each amount is a lower bound:
// the job holds at least this much on every placement.
type amounts [queue.NumMeasures]int64

// census is the number of nodes of each kind in a machine.
type census struct {
	machine *cluster.Machine
	nodes   []int32                        // number of nodes, by kind
	poorest [workload.NumResources][]int32 // by resource: the kinds that occur in the machine, sorted by their amount of the resource
	varies  [workload.NumResources]bool    // by resource: whether its amount differs between nodes
}

// newCensus counts the nodes of a machine. Cost: O(nodes + kinds·log kinds).
func newCensus(m *cluster.Machine) *census {
	c := &census{machine: m, nodes: make([]int32, m.NumKinds())}
	for n := range topology.NodeID(m.NumNodes()) {
		c.nodes[m.KindOf(n)]++
	}
	var kinds []int32
	for k, n := range c.nodes {
		if n > 0 {
			kinds = append(kinds, int32(k))
		}
	}
	for k := range c.poorest {
		has := func(kind int32) int64 { return m.Kind(int(kind)).Resources[k] }
		order := slices.Clone(kinds)
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(has(a), has(b)) })
		c.poorest[k], c.varies[k] = order, has(order[0]) != has(order[len(order)-1])
	}
	return c
}

// least returns a lower bound of the amounts that a job of the given size holds.
// For whole nodes, it assumes the poorest nodes that the job may get, for each
// resource separately. For tasks, it assumes as few nodes as possible. Cost: O(1)
// for whole nodes that are alike, else O(kinds). For tasks this is multiplied by
// the number of different task capacities of the kinds.
func (c *census) least(r *workload.Request, size int32) amounts {
	var sum workload.Resources
	nodes := int64(size)
	if !r.Whole() {
		nodes = c.fewest(r, size)
	}
	for k, need := range r.PerTask {
		if r.Whole() {
			sum[k] = c.leastOf(r, size, workload.Resource(k))
		} else {
			sum[k] = need * int64(size)
		}
	}
	return amountsOf(r, nodes, &sum)
}

// leastOf returns the total amount of a resource on the poorest nodes that a
// whole-node job may get.
func (c *census) leastOf(r *workload.Request, size int32, k workload.Resource) (sum int64) {
	if !c.varies[k] {
		return int64(size) * c.machine.Kind(int(c.poorest[k][0])).Resources[k]
	}
	for _, kind := range c.poorest[k] {
		if spec := c.machine.Kind(int(kind)); spec.Slots(r) > 0 {
			n := min(size, c.nodes[kind])
			sum += int64(n) * spec.Resources[k]
			if size -= n; size == 0 {
				break
			}
		}
	}
	return sum
}

// fewest returns the smallest number of nodes on which the given number of tasks of
// r can be placed. It fills the nodes with the largest task capacity first.
func (c *census) fewest(r *workload.Request, size int32) (nodes int64) {
	for below := int32(math.MaxInt32); size > 0; {
		each, n := int32(0), int32(0) // the next smaller task capacity, and the number of nodes with that capacity
		for kind, have := range c.nodes {
			switch k := c.machine.Kind(kind).Slots(r); {
			case have == 0 || k >= below || k < each:
			case k == each:
				n += have
			default:
				each, n = k, have
			}
		}
		if each == 0 {
			break // more tasks than the machine holds
		}
		if below = each; size <= each {
			return nodes + 1
		}
		n = min(n, (size-1)/each+1)
		nodes += int64(n)
		size -= min(size, n*each)
	}
	return nodes
}

// on returns what a job holds on a placement. Cost: that of Machine.Holds.
func (c *census) on(r *workload.Request, where cluster.Placement) amounts {
	sum := c.machine.Holds(r, where)
	return amountsOf(r, int64(where.Nodes()), &sum)
}

// holds returns what a running job holds, including what is frozen for its growth.
func (c *census) holds(job *cluster.Running) amounts { return c.on(job.Request, heldBy(job)) }

// heldBy returns the placement of a running job, including what is frozen for its
// growth. Frozen tasks may be on nodes that the job already uses. When they are
// later merged into the placement, the result stays the same.
func heldBy(job *cluster.Running) cluster.Placement {
	if len(job.Frozen) > 0 {
		return job.Placement.Plus(job.Frozen)
	}
	return job.Placement
}

func amountsOf(r *workload.Request, nodes int64, sum *workload.Resources) amounts {
	a := amounts{queue.Jobs: 1, queue.Nodes: nodes, queue.NodeSeconds: product(nodes, int64(r.Walltime))}
	for m := range queue.NumMeasures {
		if k, ok := m.Counts(); ok {
			a[m] = min(sum[k], most)
		}
	}
	return a
}

// depends reports whether the amount of a measure that r holds depends on its
// placement.
func (c *census) depends(r *workload.Request, m queue.Measure) bool {
	if k, ok := m.Counts(); ok {
		return r.Whole() && c.varies[k]
	}
	return m != queue.Jobs && !r.Whole() && r.Tasks > 1 && c.machine.MostSlots(r) > 1
}

// asks returns how much of a resource r asks for, as its priority counts it. An
// amount that is specified for the nodes or tasks counts as specified. A whole-node
// job may leave a resource unspecified. Unspecified cores, memory and disk count
// with the smallest amount that the job can get (INFERRED). Unspecified GPUs and
// resources that the machine defines itself count as 0. If the flag brought is set,
// they too count with the smallest amount that the job can get.
//
// Source: S3, claims 3 and 4; SOURCES.md S3.2.
func (c *census) asks(r *workload.Request, k workload.Resource, brought bool) int64 {
	if !r.Whole() || r.PerTask[k] > 0 || k >= workload.GPUs && !brought {
		return int64(r.Size()) * r.PerTask[k]
	}
	return c.leastOf(r, r.Nodes, k)
}

// filled returns the number of nodes that the tasks of r would fill if every node
// had the largest task capacity in the machine. For a whole-node job it returns the
// number of nodes asked for. Cost: O(groups of nodes).
func filled(r *workload.Request, m *cluster.Machine) int64 {
	if r.Whole() {
		return int64(r.Nodes)
	}
	each := max(m.MostSlots(r), 1)
	return int64((r.Tasks-1)/each + 1)
}

// most is the largest value that a product can have; larger products are cut off.
// The sum of a thousand products does not overflow.
const most = int64(1) << 53

// product returns a·b, limited to the constant most; a and b must not be negative.
func product(a, b int64) int64 {
	if a > 0 && b > most/a {
		return most
	}
	return a * b
}

// facts holds the data that the policy needs about a job. It is computed when the
// job arrives and does not change.
type facts struct {
	amounts   amounts                // a lower bound for a waiting job, exact for a running job
	loose     bool                   // some limit on the job counts an amount that depends on the job's placement
	aboveSoft bool                   // the job alone exceeds a soft limit on every placement
	owners    [queue.NumOwners]int32 // indexes in the ledger, or none
	shape     int32                  // index in shapes
	target    int32                  // index in the fair-share targets, or none
	arrived   simtime.Time
	static    [queue.FairShare]int64 // the constant components of its priority, in thousandths
}

// with returns a copy of f with other amounts.
func (f *facts) with(a amounts) *facts {
	g := *f
	g.amounts = a
	return &g
}

// none is the index of something that does not exist.
const none int32 = -1

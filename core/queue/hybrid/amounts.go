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

// amounts is what a job has, by Measure; node-seconds in node-milliseconds for
// the whole of its walltime.
//
// A running job has what it really holds, node by node: a job of whole nodes
// has all of each. One that waits has, as far as is known, what it will hold
// wherever it is put: the least.
type amounts [queue.NumMeasures]int64

// census is the nodes of a machine by kind.
type census struct {
	machine *cluster.Machine
	nodes   []int32                        // by kind
	poorest [workload.NumResources][]int32 // kinds that have nodes, by how much of a resource those have
	varies  [workload.NumResources]bool    // nodes differ in it
}

// newCensus counts a machine's nodes. Cost: O(nodes + kinds·log kinds).
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

// least is what a job has wherever it is put: of a job of whole nodes the
// poorest that it may have, resource by resource; tasks on as few nodes as can
// be. Cost: O(1) for whole nodes
// that are alike, else O(kinds), times the different rooms of kinds for tasks.
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

// leastOf is how much of a resource the poorest nodes have that a job of whole
// nodes may have.
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

// fewest is the nodes that so many tasks of r fill if they are put on those
// with most room.
func (c *census) fewest(r *workload.Request, size int32) (nodes int64) {
	for below := int32(math.MaxInt32); size > 0; {
		each, n := int32(0), int32(0) // the next smaller room, and the nodes that have it
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
			break // more than the machine holds
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

// on is what a job has on a placement. Cost: that of Machine.Holds.
func (c *census) on(r *workload.Request, where cluster.Placement) amounts {
	sum := c.machine.Holds(r, where)
	return amountsOf(r, int64(where.Nodes()), &sum)
}

// holds is what a running job has, with what is frozen for it to grow.
func (c *census) holds(job *cluster.Running) amounts { return c.on(job.Request, heldBy(job)) }

// heldBy is where a running job has something, with what is frozen for it to grow,
// which may be on nodes that it is on: what is merged later is the same.
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

// depends reports whether what r has of a measure depends on where it is put.
func (c *census) depends(r *workload.Request, m queue.Measure) bool {
	if k, ok := m.Counts(); ok {
		return r.Whole() && c.varies[k]
	}
	return m != queue.Jobs && !r.Whole() && r.Tasks > 1 && c.machine.MostSlots(r) > 1
}

// asks is how much of a resource r asks for, for its priority: what it says of
// its nodes or tasks, and of cores and memory of whole nodes of which it says
// nothing what it gets wherever it is put (INFERRED). GPUs and the machine's own
// resources are asked for by name, or not at all, unless brought says that whole
// nodes count what they bring of those, too.
//
// Source: S3, claims 3 and 4; SOURCES.md S3.2.
func (c *census) asks(r *workload.Request, k workload.Resource, brought bool) int64 {
	if !r.Whole() || r.PerTask[k] > 0 || k >= workload.GPUs && !brought {
		return int64(r.Size()) * r.PerTask[k]
	}
	return c.leastOf(r, r.Nodes, k)
}

// filled is the nodes that the tasks of r would fill on the roomiest node; for
// whole nodes the number itself. Cost: O(groups of nodes).
func filled(r *workload.Request, m *cluster.Machine) int64 {
	if r.Whole() {
		return int64(r.Nodes)
	}
	each := max(m.MostSlots(r), 1)
	return int64((r.Tasks-1)/each + 1)
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

// facts is what the policy needs to know of a job, worked out when it arrives.
// They do not change.
type facts struct {
	amounts   amounts                // at the least, or what it really has
	loose     bool                   // a limit on it counts what depends on where it is put
	aboveSoft bool                   // by itself it is over a soft limit wherever it is put
	owners    [queue.NumOwners]int32 // places in the ledger, or none
	shape     int32                  // place among the shapes
	target    int32                  // place among the fair share's targets, or none
	arrived   simtime.Time
	static    [queue.FairShare]int64 // the parts of its priority that stay, in thousandths
}

// with is the facts of a job that has other amounts.
func (f *facts) with(a amounts) *facts {
	g := *f
	g.amounts = a
	return &g
}

// none stands where a place is not meant.
const none int32 = -1

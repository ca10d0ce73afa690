package nearest

import (
	"cmp"
	"iter"
	"math"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Exhaustive is the reference implementation of Search. It computes the distance of
// every node from every device, on any machine. If the topology has no devices, the
// nodes are the devices. It is the only search that takes distances inside nodes
// into account (cluster.OnNodeDistance).
type Exhaustive struct {
	m    *cluster.Machine
	free *cluster.Free
	r    *workload.Request
	n    int32
	Distances
	apart  func(a, b topology.NodeID) int64 // distance of a pair of nodes, the same in both orders
	nodes  []NodeSlots                      // nodes with free slots
	speed  []int64                          // speed of one slot of each node, with the indices of nodes
	faster []int64                          // speed of each node, with the indices of nodes
	away   []distant                        // scratch memory
}

// distant is a node, given by its index in the list nodes, and its distance from a
// device.
type distant struct {
	place    int32
	distance int64
}

// Distances describes the devices of a machine: their number, and a function that
// returns the distance of a node from a device, in links.
type Distances struct {
	Devices int
	From    func(d topology.DeviceID, n topology.NodeID) int64
}

// DistancesOf returns the number of devices and the distance function of a machine.
// Cost: O(1).
func DistancesOf(m *cluster.Machine) Distances {
	if d, ok := m.Topology.(topology.Devices); ok {
		return Distances{m.NumNodes() + d.NumSwitches(), d.DeviceDistance}
	}
	return Distances{m.NumNodes(), func(d topology.DeviceID, n topology.NodeID) int64 { return m.Distance(topology.NodeID(d), n) }}
}

// NewExhaustive returns a search for r in what is free. Enough must be free for r.
// Cost: O(nodes).
func NewExhaustive(r *workload.Request, free *cluster.Free) *Exhaustive {
	m := free.Machine()
	e := &Exhaustive{m: m, free: free, r: r, n: r.Size(), Distances: DistancesOf(m), apart: m.Distance}
	if g, ok := m.Topology.(*topology.Graph); ok {
		e.apart = g.Apart
	}
	for n := range topology.NodeID(m.NumNodes()) {
		if k := free.Slots(r, n); k > 0 {
			e.nodes = append(e.nodes, NodeSlots{n, min(k, e.n)})
			e.speed = append(e.speed, SlotSpeed(r, m.Spec(n)))
			e.faster = append(e.faster, m.Spec(n).Speed)
		}
	}
	e.away = make([]distant, len(e.nodes))
	return e
}

// around returns the slots nearest to device d, with their reach as the cost. It
// also returns their total speed.
func (e *Exhaustive) around(d topology.DeviceID) (s Set, speed int64) {
	for i, x := range e.nodes {
		e.away[i] = distant{int32(i), e.From(d, x.Node)}
	}
	s.Centre = d
	left := e.n
	for x := range ascending(e.away, func(a, b distant) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(e.faster[b.place], e.faster[a.place]), cmp.Compare(a.place, b.place))
	}) {
		k := min(left, e.nodes[x.place].Slots)
		s.Nodes = append(s.Nodes, NodeSlots{e.nodes[x.place].Node, k})
		s.Cost = x.distance
		speed += int64(k) * e.speed[x.place]
		if left -= k; left == 0 {
			break
		}
	}
	return s, speed
}

// All implements Search.
func (e *Exhaustive) All(bySum bool) iter.Seq[Set] {
	return func(yield func(Set) bool) {
		for d := range topology.DeviceID(e.Devices) {
			s, _ := e.around(d)
			if bySum {
				s.Cost = e.sum(s.Nodes, math.MaxInt64)
			}
			if !yield(s) {
				return
			}
		}
	}
}

// LeastReach implements Search.
func (e *Exhaustive) LeastReach() []NodeSlots {
	return e.least(func(s Set, _ cost) cost { return cost{s.Cost, 0} })
}

// LeastReachSum implements CompactSearch.
func (e *Exhaustive) LeastReachSum() []NodeSlots {
	return e.least(func(s Set, enough cost) cost {
		switch {
		case s.Cost > enough.first:
			return cost{s.Cost, 0}
		case s.Cost < enough.first:
			enough.then = math.MaxInt64
		}
		return cost{s.Cost, e.sum(s.Nodes, enough.then)}
	})
}

// LeastSum implements Search.
func (e *Exhaustive) LeastSum() []NodeSlots {
	return e.least(func(s Set, enough cost) cost { return cost{e.sum(s.Nodes, enough.first), 0} })
}

// sum returns the sum of the distances over all pairs of slots. If the sum exceeds
// the given limit, it may return any number above the limit instead. Cost:
// O(nodes²).
func (e *Exhaustive) sum(nodes []NodeSlots, enough int64) int64 {
	sum := int64(0)
	for i, x := range nodes {
		inside, _ := e.free.Inside(e.r, x.Node, x.Slots)
		sum += inside
		for _, y := range nodes[:i] {
			sum += int64(x.Slots) * int64(y.Slots) * e.apart(x.Node, y.Node)
		}
		if sum > enough {
			break
		}
	}
	return sum
}

// cost is the primary cost of a set, and a second cost that breaks ties.
type cost struct{ first, then int64 }

// least returns the set with the least cost, as computed by the given function.
// Ties are broken by the larger speed, then by the first device. The function is
// also passed the least cost so far. If the cost of a set is higher, the function
// may return any cost above the least cost so far.
func (e *Exhaustive) least(of func(s Set, enough cost) cost) []NodeSlots {
	var best Set
	least, fastest := cost{math.MaxInt64, math.MaxInt64}, int64(0)
	for d := range topology.DeviceID(e.Devices) {
		s, speed := e.around(d)
		c := of(s, least)
		if cmp.Or(cmp.Compare(c.first, least.first), cmp.Compare(c.then, least.then), cmp.Compare(fastest, speed)) < 0 {
			best, least, fastest = s, c, speed
		}
	}
	return best.Nodes
}

// ascending yields the elements of s in ascending order. It changes the order of s.
// Cost: O(n) for n elements, plus O(log n) for each element that is consumed, which
// is less than the cost of sorting if few elements are consumed.
func ascending[T any](s []T, compare func(a, b T) int) iter.Seq[T] {
	down := func(i int) {
		for {
			least := i
			for c := 2*i + 1; c <= 2*i+2 && c < len(s); c++ {
				if compare(s[c], s[least]) < 0 {
					least = c
				}
			}
			if least == i {
				return
			}
			s[i], s[least] = s[least], s[i]
			i = least
		}
	}
	return func(yield func(T) bool) {
		for i := len(s)/2 - 1; i >= 0; i-- {
			down(i)
		}
		for len(s) > 0 {
			first, last := s[0], len(s)-1
			if !yield(first) {
				return
			}
			s[0] = s[last]
			s = s[:last]
			down(0)
		}
	}
}

package alloc

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// needsLevels returns an error if the machine has no levels, or not the ones that
// the job names. The error names the allocator.
func needsLevels(name string, m topology.Topology, r *workload.Request) error {
	h, ok := m.(topology.Hierarchy)
	switch level := max(r.Network.Level, r.Network.SliceLevel); {
	case !ok:
		return fmt.Errorf("%w: %s needs levels, such as racks; use the topology \"levels\" or a fat tree", ErrMachine, name)
	case int(level) > h.Levels():
		return fmt.Errorf("%w: the machine has %d levels, and the job names level %d; name a level that exists", ErrMachine, h.Levels(), level)
	}
	return nil
}

// domains counts how much of a job fits in each domain of a machine with levels.
// Domains are numbered within their level, in the alphabetical order of their names.
// Level 0 is the root, and the last level consists of the nodes.
type domains struct {
	*topology.Levels
	r     *workload.Request
	free  *cluster.Free
	nodes int       // the level of the nodes
	slots [][]int64 // by level and domain: tasks (or nodes) that fit
}

// newDomains counts how much of r fits in each domain. Cost: O(nodes).
func newDomains(r *workload.Request, free *cluster.Free) *domains {
	d := &domains{Levels: free.Machine().Levels(), r: r, free: free}
	d.nodes = d.NumLevels()
	ofNode := make([]int64, d.NumNodes())
	if r.Whole() {
		for n := range free.IdleFor(r).All {
			ofNode[n] = 1
		}
	} else {
		for n := range ofNode {
			ofNode[n] = int64(free.Slots(r, topology.NodeID(n)))
		}
	}
	d.slots = d.sums(d.nodes, ofNode)
	return d
}

// sums returns by level and domain the sums of a figure, which is given for the
// domains of a level, over all domains from there up.
func (d *domains) sums(level int, figure []int64) [][]int64 {
	sums := make([][]int64, d.nodes+1)
	for sums[level] = figure; level > 0; level-- {
		children := d.Children[level-1]
		above := make([]int64, len(children)-1)
		for i := range above {
			for _, k := range sums[level][children[i]:children[i+1]] {
				above[i] += k
			}
		}
		sums[level-1] = above
	}
	return sums
}

// below returns the domains of a lower level (first to end-1) that are in a domain.
func (d *domains) below(level, i, lower int) (first, end int) {
	first, end = i, i+1
	for ; level < lower; level++ {
		first, end = int(d.Children[level][first]), int(d.Children[level][end])
	}
	return first, end
}

// above returns the domain of a level that node n is in. Cost: O(log domains).
func (d *domains) above(level, n int) int {
	if level == d.nodes {
		return n
	}
	at, found := slices.BinarySearch(d.Starts[level], int32(n))
	if !found {
		at--
	}
	return at
}

// fill appends the job to dst, with as much as possible on each node of a list until
// the job is complete. The nodes are in any order.
func (d *domains) fill(order []int32, dst cluster.Placement) cluster.Placement {
	takes, left := make([]int32, d.NumNodes()), int64(d.r.Size())
	for _, n := range order {
		k := min(d.slots[d.nodes][n], left)
		takes[n] = int32(k)
		left -= k
	}
	return appendRanked(dst, 0, takes)
}

// domainChoice is a search that places a job in the first of several domains.
type domainChoice interface {
	// fitting yields the domains that the job may use and that have room, with their
	// levels, in the order of preference.
	fitting(yield func(level, domain int) bool)
	// place appends the job to dst, on nodes of a domain.
	place(level, domain int, dst cluster.Placement) cluster.Placement
	// Device returns the switch of a domain. Every search has this method from
	// topology.Levels.
	Device(level, domain int) topology.DeviceID
}

// placeInFirst returns the results of Allocate for an allocator that uses a
// domainChoice, which it makes with the given function.
func placeInFirst(a Restricted, r *workload.Request, free *cluster.Free, dst cluster.Placement, search func() domainChoice) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		if a.Accepts(free.Machine().Topology, r) != nil {
			return nil
		}
		s := search()
		for level, d := range s.fitting {
			return s.place(level, d, dst)
		}
		return nil
	})
}

// rankedDomains returns the candidates of such an allocator: one placement for each
// of up to 20 domains. The cost is the rank in the order of preference; Speed is 0.
func rankedDomains(a Restricted, r *workload.Request, free *cluster.Free, search func() domainChoice) iter.Seq[Candidate] {
	return whereEnough(r, free, func() iter.Seq[Candidate] {
		if a.Accepts(free.Machine().Topology, r) != nil {
			return nil
		}
		return func(yield func(Candidate) bool) {
			s, rank := search(), int64(0)
			for level, d := range s.fitting {
				c := Candidate{Placement: s.place(level, d, nil), Cost: rank, Device: s.Device(level, d)}
				if rank++; !yield(c) || rank == mostShown {
					return
				}
			}
		}
	})
}

// fraction is a quotient of two numbers that are not negative. A denominator of 0
// makes it infinite.
type fraction struct{ num, den uint64 }

// compare returns -1, 0 or 1 if f is less than, equal to or greater than g.
func (f fraction) compare(g fraction) int {
	fHigh, fLow := bits.Mul64(f.num, g.den)
	gHigh, gLow := bits.Mul64(g.num, f.den)
	return cmp.Or(cmp.Compare(fHigh, gHigh), cmp.Compare(fLow, gLow))
}

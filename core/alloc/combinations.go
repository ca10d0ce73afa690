package alloc

import (
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// MaxCombinations is the largest number of combinations of units that Combinations
// enumerates.
const MaxCombinations = 20_000

// CountCombinations returns the number of combinations of free units that can hold
// a job of several units. It counts only combinations of the smallest sufficient
// number of units. The result is math.MaxInt64 if there are too many to count, and
// 0 for a job that fits in one unit. Cost: O(units), or O(units·(size in
// units)·size) if units differ in size.
func (a MinHopUnits) CountCombinations(r *workload.Request, free *cluster.Free) int64 {
	return new(combining).count(a, r, free)
}

// count implements CountCombinations.
func (c *combining) count(a MinHopUnits, r *workload.Request, free *cluster.Free) int64 {
	c.choose(a, r, free)
	units, size := c.units, c.size
	if size == 0 {
		return 0
	}
	alike := true
	for _, u := range units {
		alike = alike && u.Size() == units[0].Size()
	}
	if alike {
		return ways(len(units), size)
	}
	if float64(len(units))*float64(size)*float64(r.Nodes) > 1e7 {
		return math.MaxInt64
	}
	full := int(r.Nodes) + 1
	by := make([]int64, (size+1)*full) // number of choices, indexed by the number of units and the total number of their nodes; totals above the job's size count as the job's size
	by[0] = 1
	for _, u := range units {
		for k := size; k > 0; k-- {
			for n, x := range by[(k-1)*full : k*full] {
				at := &by[k*full+min(n+int(u.Size()), full-1)]
				if *at += x; *at < 0 {
					*at = math.MaxInt64
				}
			}
		}
	}
	return by[len(by)-1]
}

// Combinations returns the n best combinations of units for a job of several units,
// the best first, each with its sum of hops. S0 enumerates these combinations, and
// CountCombinations counts them. The first is the placement that Allocate returns.
// If there are more than MaxCombinations, the result is empty. Cost:
// O(combinations·(size in units)).
//
// Source: S0, step 3.2.3; SOURCES.md S0.6.
func (a MinHopUnits) Combinations(r *workload.Request, free *cluster.Free, n int) []Candidate {
	return new(combining).best(a, r, free, n)
}

// best implements Combinations.
func (c *combining) best(a MinHopUnits, r *workload.Request, free *cluster.Free, n int) (best []Candidate) {
	c.nodes = r.Nodes
	m := free.Machine()
	c.choose(a, r, free)
	if c.size == 0 || ways(len(c.units), c.size) > MaxCombinations {
		return nil
	}
	c.hops = make([]int64, len(c.units)*len(c.units))
	for i, u := range c.units {
		for k, v := range c.units[:i] {
			c.hops[i*len(c.units)+k] = int64(m.Hops(v.First, u.First))
		}
	}
	c.add(0, 0, 0)
	slices.Sort(c.sums)
	for _, key := range c.sums[:min(n, len(c.sums))] {
		p, left, at := cluster.Placement(nil), r.Nodes, int(key%MaxCombinations)*c.size
		for _, i := range c.found[at : at+c.size] {
			k := min(left, c.units[i].Size())
			p = p.Append(c.units[i].First, c.units[i].First+topology.NodeID(k)-1, 1)
			left -= k
		}
		best = append(best, Candidate{Placement: p, Cost: key / MaxCombinations, Device: c.above(m.Levels(), p)})
	}
	return best
}

// choose collects the free units and computes how many of them the job needs. It
// leaves size at 0 if the job needs only one unit or cannot be placed.
func (c *combining) choose(a MinHopUnits, r *workload.Request, free *cluster.Free) {
	if _, short := tooFew(r, free); short || a.Accepts(free.Machine().Topology, r) != nil {
		return
	}
	all := a.Units(free.For(r))
	for range single(all, r.Nodes) {
		return
	}
	w := newUnitPicks(free.Machine().Levels(), all, r.Nodes)
	if w == nil {
		return
	}
	c.size = w.needed
	for _, u := range all {
		if u.Used == 0 {
			c.units = append(c.units, u)
		}
	}
}

// combining is an enumeration of combinations of free units, in ascending order of
// their unit indices.
type combining struct {
	units []Unit  // the free units
	hops  []int64 // hops[i·len(units)+k] is the hop count between units i and k, for k < i
	size  int     // number of units in a combination
	nodes int32   // nodes that a combination must hold
	now   []int32 // indices of the units chosen so far for the current combination
	found []int32 // indices of the units of all combinations found, one combination after the other
	sums  []int64 // for each combination, a sort key: its sum of hops over all pairs of units, times MaxCombinations, plus the index of the combination
}

// add enumerates the combinations that extend the current combination. It adds only
// units whose index is not below the given start index. The number of nodes and the
// sum of hops of the current combination are given.
func (c *combining) add(from int, nodes int32, sum int64) {
	if len(c.now) == c.size {
		if nodes >= c.nodes {
			c.sums = append(c.sums, sum*MaxCombinations+int64(len(c.sums)))
			c.found = append(c.found, c.now...)
		}
		return
	}
	for i := from; i <= len(c.units)-c.size+len(c.now); i++ {
		more := int64(0)
		for _, k := range c.now {
			more += c.hops[i*len(c.units)+int(k)]
		}
		c.now = append(c.now, int32(i))
		c.add(i+1, nodes+c.units[i].Size(), sum+more)
		c.now = c.now[:len(c.now)-1]
	}
}

// ways returns the number of ways to choose k of n things, or math.MaxInt64 if it
// overflows.
func ways(n, k int) int64 {
	k = min(k, n-k)
	ways := int64(1)
	for i := 1; i <= k; i++ {
		if ways > math.MaxInt64/int64(n) {
			return math.MaxInt64
		}
		ways = ways * int64(n-k+i) / int64(i)
	}
	return ways
}

// above returns the lowest switch that has all nodes of a placement under it.
func (c *combining) above(t *topology.Levels, p cluster.Placement) topology.DeviceID {
	device := NoDevice
	for l := range t.NumLevels() {
		for i := range t.Switches(l) {
			if first, last := t.Under(l, i); first <= p[0].First && p[len(p)-1].Last <= last {
				device = t.Device(l, i)
			}
		}
	}
	return device
}

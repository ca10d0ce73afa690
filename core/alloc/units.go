package alloc

import (
	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// UnitRule says how many nodes make a minimum scheduling unit where a leaf
// switch has more of them than S0's threshold c: 4 on machines of up to 4,096
// nodes, 8 on larger ones. A leaf within the threshold is one unit, whatever
// the rule; only CustomUnits sets that aside.
//
// Source: S0, claim 5, gives the thresholds; its formulas beyond them are lost
// as images. The rules are INFERRED (algorithms.md 1.2).
type UnitRule uint8

// The rules for a leaf of N nodes, N > c.
const (
	BalancedUnits UnitRule = iota // ceil(N / ceil(N/c)): the fewest units of c at most, as equal as can be
	HalfUnits                     // ceil(N/2)
	CapUnits                      // c
	QuarterUnits                  // ceil(N/c): a quarter of the leaf, or an eighth on a large machine
	CustomUnits                   // a size of one's own, for every leaf
	numUnitRules
)

// String is the name of the rule in scenarios.
func (r UnitRule) String() string {
	return [...]string{"balanced", "half", "cap", "quarter", "custom"}[r]
}

// UnitSize is N_unit, the nodes of a full unit: between 1 and leaf, the nodes
// of a leaf switch. Total is the nodes of the machine; custom counts under
// CustomUnits only, and is brought into that range.
func UnitSize(rule UnitRule, custom, leaf, total int) int {
	c := 4
	if total > 4096 {
		c = 8
	}
	switch {
	case rule == CustomUnits:
		return min(max(custom, 1), leaf)
	case leaf <= c:
		return leaf
	case rule == HalfUnits:
		return (leaf + 1) / 2
	case rule == CapUnits:
		return c
	case rule == QuarterUnits:
		return (leaf + c - 1) / c
	}
	units := (leaf + c - 1) / c
	return (leaf + units - 1) / units
}

// UnitState is how much of a unit is used.
type UnitState uint8

// The states of a unit (S0): all of it is free, some is used, all is used.
const (
	UnitFree UnitState = iota
	UnitBusy
	UnitAllocated
)

// String is the name of the state.
func (s UnitState) String() string {
	return [...]string{"free", "busy", "allocated"}[s]
}

// Unit is a minimum scheduling unit: consecutive nodes of one leaf switch. The
// last unit of a leaf is short where the size does not divide the leaf.
type Unit struct {
	First, Last topology.NodeID
	Used        int32 // nodes that are not idle
}

// Size is the number of nodes.
func (u Unit) Size() int32 { return int32(u.Last-u.First) + 1 }

// Idle is the number of nodes that nobody uses.
func (u Unit) Idle() int32 { return u.Size() - u.Used }

// State is how much of the unit is used. A unit that gets nodes back is busy
// until it has them all (INFERRED: S0 does not describe release).
func (u Unit) State() UnitState {
	switch u.Used {
	case 0:
		return UnitFree
	case u.Size():
		return UnitAllocated
	}
	return UnitBusy
}

// Units are the units of the machine in the order of their nodes, with what is
// used of them; nil if the machine has no leaf switches. Cost: O(units).
func (a MinHopUnits) Units(free *cluster.Free) []Unit {
	t, ok := free.Machine().Topology.(topology.Hierarchy)
	if !ok {
		return nil
	}
	leaves := t.Switches(t.Levels() - 1)
	starts := tree.Starts(t, t.Levels()-1, make([]int32, leaves+1))
	var units []Unit
	var width, size topology.NodeID
	for i := range leaves {
		first, last := topology.NodeID(starts[i]), topology.NodeID(starts[i+1]-1)
		if last-first+1 != width {
			width = last - first + 1
			size = topology.NodeID(UnitSize(a.Rule, a.Size, int(width), t.NumNodes()))
		}
		if units == nil { // as many if all leaves are like the first
			units = make([]Unit, 0, leaves*int((width+size-1)/size))
		}
		for at := first; at <= last; at += size {
			u := Unit{First: at, Last: min(at+size-1, last)}
			u.Used = u.Size() - int32(free.Idle().CountRange(u.First, u.Last))
			units = append(units, u)
		}
	}
	return units
}

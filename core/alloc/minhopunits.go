package alloc

import (
	"fmt"
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MinHopUnits is the Allocator of S0. It gives jobs minimum scheduling units, which
// are groups of nodes on one leaf switch.
//
// A job of several units gets the free units with the least sum of hops between
// them. If several combinations have the least sum, the first in the order of units
// wins. The job fills these units in order. Its last unit may stay partly free and
// is then called busy. A job of one unit gets the first busy unit that has exactly
// as many idle nodes as the job needs (why.ExactFit). If there is none, it gets the
// first free unit of exactly its size, or else the first free unit that is larger.
// Cost: at most O(units·size in units).
//
// Source: S0 (claim 1 and steps 3.2.1 to 3.2.3), by the tree program of SOURCES.md
// S0.6 instead of S0's enumeration (S0.3, S0.7). S0 has units of a single size,
// N_unit; a job of N_unit nodes takes a free unit, because no busy unit could hold
// it.
//
// INFERRED: the unit rules, rounding up the number of units, the tie-breaks, and
// short units, which exist where the unit size does not divide a leaf or leaves
// differ in width. A job takes the fewest units whose sizes cover it. The capacity
// is the sum of the sizes of the units; N_unit times their number would count nodes
// that do not exist. A job prefers a free unit that it fills completely, but only
// after the busy units, which S0 puts first.
//
// LIMITATIONS: whole nodes on trees only; idle nodes of busy units can be used only
// for an exact fit; rounding up to whole units wastes nodes, so that a job may be
// refused (why.TooFewUnits) although the capacity test passed.
type MinHopUnits struct {
	Rule UnitRule
	Size int // number of nodes in a unit under CustomUnits
	// CountBusy makes the capacity test also count the idle nodes of busy units,
	// which is another reading of S0's step 2 (SOURCES.md S0.4).
	CountBusy bool
}

// Accepts implements Restricted.
func (a MinHopUnits) Accepts(m topology.Topology, r *workload.Request) error {
	t, ok := m.(topology.Hierarchy)
	switch {
	case !ok:
		return fmt.Errorf("%w: min-hop-units needs leaf switches that are equally far from the root (fat-tree, star, slurm); use sdm on this machine", ErrMachine)
	case !r.Whole():
		return fmt.Errorf("%w: min-hop-units hands out whole nodes, and the job asks for %d tasks; use min-hops, or nodes", ErrMachine, r.Tasks)
	case a.Rule >= numUnitRules:
		return fmt.Errorf("%w: unit rule %d; use 0 to %d", ErrMachine, a.Rule, numUnitRules-1)
	}
	if a.Rule != CustomUnits {
		return nil
	}
	widest := 0
	for i := range t.Switches(t.Levels() - 1) {
		first, last := t.Domain(t.Levels()-1, i)
		widest = max(widest, int(last-first)+1)
	}
	if a.Size < 1 || a.Size > widest {
		return fmt.Errorf("%w: units of %d nodes; use 1 to %d, the nodes of a leaf switch", ErrMachine, a.Size, widest)
	}
	return nil
}

// Capacity implements ShapeConstrained: it returns the number of nodes in fully
// free units (S0, step 2.1). With CountBusy it adds the idle nodes of busy units.
func (a MinHopUnits) Capacity(r *workload.Request, free *cluster.Free) int32 {
	if a.Accepts(free.Machine().Topology, r) != nil {
		return 0
	}
	sum := int32(0)
	for _, u := range a.Units(free.For(r)) {
		if u.Used == 0 || a.CountBusy {
			sum += u.Idle()
		}
	}
	return sum
}

// Allocate implements Allocator.
func (a MinHopUnits) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	if a.Accepts(free.Machine().Topology, r) != nil {
		refusal.Code = why.NotPlaceable
		return nil, refusal
	}
	free = free.For(r)
	units := a.Units(free)
	for c := range single(units, r.Nodes) {
		u := units[c.unit]
		reason := fits(r, refusal.Have)
		if c.busy {
			reason.Code, reason.Have = why.ExactFit, u.Idle()
		}
		return dst.AppendIdle(free.Idle(), u.First, r.Nodes), reason
	}
	w := newUnitPicks(free.Machine().Levels(), units, r.Nodes)
	if w == nil {
		refusal.Code = why.TooFewUnits
		refusal.Need, refusal.Have = missing(units, r.Nodes)
		return nil, refusal
	}
	takes, _, _ := w.Choose()
	return w.place(dst, takes), fits(r, refusal.Have)
}

// Candidates implements Ranker. For a job of several units it yields the best
// choice under each switch that can hold the job, from the root down; the first
// candidate, under the root, is the choice of Allocate. For a job of one unit it
// yields every unit that can hold the job, in the order of preference. The cost is
// the sum of hops between units. Speed is 0, because it is not considered.
func (a MinHopUnits) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if _, short := tooFew(r, free); short || a.Accepts(free.Machine().Topology, r) != nil {
			return
		}
		free := free.For(r)
		units, one := a.Units(free), false
		for c := range single(units, r.Nodes) {
			one = true
			p := cluster.Placement{}.AppendIdle(free.Idle(), units[c.unit].First, r.Nodes)
			if !yield(Candidate{Placement: p, Device: NoDevice}) {
				return
			}
		}
		if w := newUnitPicks(free.Machine().Levels(), units, r.Nodes); !one && w != nil {
			w.candidates(yield)
		}
	}
}

// choice is a unit that can hold a job of one unit. The field busy is set if some
// nodes of the unit are already in use.
type choice struct {
	unit int
	busy bool
}

// single yields the units that can hold all n nodes of a job: first busy units with
// exactly n idle nodes, then free units of size n, then larger free units. If the
// job is as large as a unit, S0 instead begins with the free units. The result is
// the same, because no busy unit has n idle nodes in this case.
func single(units []Unit, n int32) iter.Seq[choice] {
	return func(yield func(choice) bool) {
		for _, does := range [...]func(Unit) bool{
			func(u Unit) bool { return u.Used > 0 && u.Idle() == n },
			func(u Unit) bool { return u.Used == 0 && u.Size() == n },
			func(u Unit) bool { return u.Used == 0 && u.Size() > n },
		} {
			for i, u := range units {
				if does(u) && !yield(choice{i, u.Used > 0}) {
					return
				}
			}
		}
	}
}

// missing returns the number of free units that a job of n nodes needs, and the
// number of units that are free. It assumes that each additional unit would be as
// large as the largest one.
func missing(units []Unit, n int32) (need, have int32) {
	left, largest := n, int32(0)
	for _, u := range units {
		largest = max(largest, u.Size())
		if u.Used == 0 {
			have++
			left -= u.Size()
		}
	}
	return have + ceil(left, largest), have
}

func ceil(a, b int32) int32 { return (a + b - 1) / b }

// UnitRule is the rule that decides the number of nodes in a minimum scheduling
// unit, for leaf switches with more nodes than S0's threshold c. The threshold is 4
// on machines of up to 4,096 nodes, and 8 on larger machines. A leaf switch with at
// most c nodes is one unit under every rule except CustomUnits.
//
// Source: S0, claim 5, gives the thresholds; its formulas for larger leaves were
// images and are lost. The rules are INFERRED (SOURCES.md S0.2).
type UnitRule uint8

// The rules for a leaf switch with N > c nodes.
const (
	BalancedUnits UnitRule = iota // ceil(N / ceil(N/c)): the smallest number of units with at most c nodes each, of sizes as equal as possible
	HalfUnits                     // ceil(N/2)
	CapUnits                      // c
	QuarterUnits                  // ceil(N/c): a quarter of the leaf, or an eighth on machines of more than 4,096 nodes
	CustomUnits                   // the size set by the user, for every leaf switch
	numUnitRules
)

// String returns the name of the rule in scenarios.
func (r UnitRule) String() string {
	return [...]string{"balanced", "half", "cap", "quarter", "custom"}[r]
}

// UnitSize returns N_unit, the number of nodes in a full unit. The arguments are
// the rule, the size for CustomUnits, the number of nodes of a leaf switch, and the
// number of nodes of the machine. The result is at least 1 and at most the number
// of nodes of the leaf switch. A custom size is clamped to this range.
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

// UnitState is the state of use of a unit: free, busy or allocated.
type UnitState uint8

// The states of a unit (S0): all of its nodes are free, only some are, or none is.
const (
	UnitFree UnitState = iota
	UnitBusy
	UnitAllocated
)

// String returns the name of the state.
func (s UnitState) String() string {
	return [...]string{"free", "busy", "allocated"}[s]
}

// Unit is a minimum scheduling unit: consecutive nodes of one leaf switch. The last
// unit of a leaf is shorter if the unit size does not divide the leaf.
type Unit struct {
	First, Last topology.NodeID
	Used        int32 // nodes that are not idle
}

// Size returns the number of nodes.
func (u Unit) Size() int32 { return int32(u.Last-u.First) + 1 }

// Idle returns the number of idle nodes.
func (u Unit) Idle() int32 { return u.Size() - u.Used }

// State returns the state of the unit. A unit some of whose nodes were released
// stays busy until all of its nodes are free (INFERRED: S0 does not describe
// release).
func (u Unit) State() UnitState {
	switch u.Used {
	case 0:
		return UnitFree
	case u.Size():
		return UnitAllocated
	}
	return UnitBusy
}

// Units returns the units of the machine in the order of their nodes, each with its
// number of used nodes. It returns nil if the machine has no leaf switches. Cost:
// O(units).
func (a MinHopUnits) Units(free *cluster.Free) []Unit {
	t, ok := free.Machine().Topology.(topology.Hierarchy)
	if !ok {
		return nil
	}
	leaves := t.Switches(t.Levels() - 1)
	starts := topology.Starts(t, t.Levels()-1)
	var units []Unit
	var width, size topology.NodeID
	for i := range leaves {
		first, last := topology.NodeID(starts[i]), topology.NodeID(starts[i+1]-1)
		if last-first+1 != width {
			width = last - first + 1
			size = topology.NodeID(UnitSize(a.Rule, a.Size, int(width), t.NumNodes()))
		}
		if units == nil { // the capacity is exact if all leaf switches have as many nodes as the first
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

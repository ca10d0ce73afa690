package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// FTSC is Fat Tree, Sorting Commutators (switches) by Cores: it takes leaf
// switches by the number of free suitable cores under them, of equal ones
// those of lower number, and under each the nodes with more of these cores
// first, then by number. Of the last switch it takes what it still needs.
// Cost: O(nodes/64 + leaf switches) for whole nodes on a uniform machine,
// otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.5). INFERRED from
// the name; and so is Hierarchical.
// LIMITATIONS: those of FTSCP; blind to speed.
type FTSC struct {
	// Hierarchical takes switches under the parent of the first one before the
	// others.
	Hierarchical bool
}

// Accepts implements Particular.
func (FTSC) Accepts(m topology.Topology, _ *workload.Request) error {
	return needsLeafSwitches("ftsc", m, "best-fit")
}

// Allocate implements Allocator.
func (a FTSC) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return bySwitch{suitableCores, a.Hierarchical}.allocate(r, free, dst)
}

// Candidates implements Ranker: the placements that begin at the switches of
// the most free suitable cores, at most 20. Cost is their number below zero;
// Speed is 0.
func (a FTSC) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return bySwitch{suitableCores, a.Hierarchical}.candidates(r, free)
}

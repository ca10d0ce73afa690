package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// FTSCP is Fat Tree, Sorting Commutators (switches) by Performance: it takes
// leaf switches by the performance of all free suitable cores under them, of
// equal ones those of lower number, and under each the nodes as SNP does. Of
// the last switch it takes what it still needs. Cost: O(nodes/64 + leaf
// switches) for whole nodes on a uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.5). INFERRED from
// the name; and so is Hierarchical.
// LIMITATIONS: trees only; a job that one switch could hold may get two,
// because the switch with most free is always begun with; which switches are
// near to each other counts with Hierarchical only, and only for one level.
type FTSCP struct {
	// Hierarchical takes switches under the parent of the first one before the
	// others.
	Hierarchical bool
}

// Accepts implements Particular.
func (FTSCP) Accepts(m topology.Topology, _ *workload.Request) error {
	return needsLeafSwitches("ftscp", m, "snp")
}

// Allocate implements Allocator.
func (a FTSCP) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return bySwitch{performance, a.Hierarchical}.allocate(r, free, dst)
}

// Candidates implements Ranker: the placements that begin at the switches of
// the largest performance, at most 20. Cost is that performance below zero, in
// thousandths of a reference core; Speed is 0.
func (a FTSCP) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return bySwitch{performance, a.Hierarchical}.candidates(r, free)
}

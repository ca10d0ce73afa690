package alloc

import (
	"fmt"
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SlurmRing is an Allocator that follows Slurm's topology/ring. A job gets
// consecutive nodes of one ring, which may go on from its last node to its first.
// Of the rings with such nodes it takes the one with the fewest free nodes, of equal
// ones the first listed, and in it the first place that is free. A job with segments
// (workload.NetworkRequest) gets one segment on each of several rings, those with
// the fewest free nodes. The job is refused (why.NotPlaceable) if there are too few
// such rings, even if enough nodes are free. Cost: O(nodes + rings·log(segments)).
//
// Source: SOURCES.md PLACE.7; Slurm's topology guide, "Ring Topology". Which of
// equal rings hold segments is from Slurm's source code: they are kept in a heap
// with the worst at its top, which a better ring replaces. LIMITATIONS: only jobs of
// whole nodes. Not modelled: node weights and required nodes.
type SlurmRing struct{ wholeCapacity }

// Accepts implements Restricted.
func (SlurmRing) Accepts(m topology.Topology, r *workload.Request) error {
	if _, ok := m.(topology.Ringed); !ok {
		return fmt.Errorf("%w: slurm-ring needs rings (a slurm machine with rings); use slurm-tree or contiguous on this machine", ErrMachine)
	}
	return wholeSegments("slurm-ring", r)
}

// wholeSegments returns an error if a job asks for tasks, or for nodes that do not
// make up whole segments. The error names the allocator.
func wholeSegments(name string, r *workload.Request) error {
	if !r.Whole() {
		return fmt.Errorf("%w: %s gives jobs whole nodes; ask for nodes instead of tasks", ErrMachine, name)
	}
	if k := r.Network.Segment; k > 0 && k < r.Nodes && r.Nodes%k != 0 {
		return fmt.Errorf("%w: %d nodes are not a whole number of segments of %d; ask for a multiple of %d", ErrMachine, r.Nodes, k, k)
	}
	return nil
}

// segmentsOf returns the number of segments of a job of whole nodes, and the nodes
// of each.
func segmentsOf(r *workload.Request) (count int, size int32) {
	if k := r.Network.Segment; k > 0 && k <= r.Nodes {
		return int(r.Nodes / k), k
	}
	return 1, r.Nodes
}

// Allocate implements Allocator.
func (a SlurmRing) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		if a.Accepts(free.Machine().Topology, r) != nil {
			return nil
		}
		count, size := segmentsOf(r)
		rings, idle := free.Machine().Topology.(topology.Ringed).Rings(), free.IdleFor(r)
		chosen := make([]arc, 0, min(count, rings.Len()))
		for x := range arcs(rings, idle, size) {
			if len(chosen) < count {
				chosen = append(chosen, x)
				raise(chosen)
			} else if x.idle < chosen[0].idle {
				chosen[0] = x
				sink(chosen)
			}
		}
		if len(chosen) < count {
			return nil
		}
		taken := topology.NewNodeSet(free.Machine().NumNodes())
		for _, x := range chosen {
			x.addTo(&taken, rings, size)
		}
		return dst.AppendIdle(&taken, 0, r.Nodes)
	})
}

// Candidates implements Ranker: it yields a placement for each ring that can hold
// the job, if that has one segment. The cost is the number of free nodes of the
// ring, Tie makes the first of equal rings win, and Speed is 0. For a job of several
// segments it yields only the chosen placement, with cost 0.
func (a SlurmRing) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	count, size := segmentsOf(r)
	if count > 1 || a.Accepts(free.Machine().Topology, r) != nil {
		return onlyCandidate(a, r, free)
	}
	return whereEnough(r, free, func() iter.Seq[Candidate] {
		return func(yield func(Candidate) bool) {
			rings := free.Machine().Topology.(topology.Ringed).Rings()
			for x := range arcs(rings, free.IdleFor(r), size) {
				taken := topology.NewNodeSet(free.Machine().NumNodes())
				x.addTo(&taken, rings, size)
				if !yield(Candidate{Placement: cluster.Placement(nil).AppendIdle(&taken, 0, r.Nodes), Cost: int64(x.idle), Tie: int64(x.ring), Device: NoDevice}) {
					return
				}
			}
		}
	})
}

// arc is a place for a segment: nodes of one ring, in its order, from a start on.
type arc struct {
	ring, start int
	idle        int32 // free nodes of the ring
}

// arcs yields the first free place for a segment of the given size on each ring that
// has one, in the order of the rings.
func arcs(rings *topology.Rings, idle *topology.NodeSet, size int32) iter.Seq[arc] {
	return func(yield func(arc) bool) {
		for i := range rings.Len() {
			first, end := rings.Starts[i], rings.Starts[i+1]
			length := int32(end - first)
			x := arc{ring: i, idle: int32(idle.CountRange(first, end-1))}
			if length < size || x.idle < size {
				continue
			}
			run := int32(0) // free nodes in a row up to here
			for at := range length + size - 1 {
				if run++; !idle.Has(first + topology.NodeID(at%length)) {
					run = 0
				}
				if run == size {
					x.start = int(at - size + 1)
					if !yield(x) {
						return
					}
					break
				}
			}
		}
	}
}

// addTo adds the nodes of an arc to a set.
func (x arc) addTo(s *topology.NodeSet, rings *topology.Rings, size int32) {
	first, end := rings.Starts[x.ring], rings.Starts[x.ring+1]
	for i := range size {
		n := first + topology.NodeID((int32(x.start)+i)%int32(end-first))
		s.AddRange(n, n)
	}
}

// raise restores the order of a heap with the most free nodes at its top after an
// arc was appended to it.
func raise(heap []arc) {
	for i := len(heap) - 1; i > 0 && heap[i].idle > heap[(i-1)/2].idle; i = (i - 1) / 2 {
		heap[i], heap[(i-1)/2] = heap[(i-1)/2], heap[i]
	}
}

// sink restores the order of a heap after its top was replaced.
func sink(heap []arc) {
	for i := 0; ; {
		most := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if heap[child].idle > heap[most].idle {
				most = child
			}
		}
		if most == i {
			return
		}
		heap[i], heap[most] = heap[most], heap[i]
		i = most
	}
}

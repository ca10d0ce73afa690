package cluster

import (
	"sort"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Exclusive jobs (workload.NetworkRequest) on machines with blocks. The placement of
// such a job lists only the nodes that it uses. Take, Give and Has treat the rest of
// its base blocks as part of the placement, so that the rest, too, is not idle while
// the job runs and in every plan that reserves a placement for it. These nodes are
// called blocked, as in Slurm. Nodes that are down do not count: a block is vacant if
// its other nodes are idle.

// baseBlocks returns the base blocks of a machine, or nil if it has none.
func baseBlocks(t topology.Topology) *topology.Blocks {
	if x, ok := t.(topology.Blocked); ok {
		return x.Blocks()
	}
	return nil
}

// keepsBlocks reports whether r keeps its base blocks free of other jobs on the
// machine.
func (m *Machine) keepsBlocks(r *workload.Request) bool {
	return r.Network.Exclusive && m.blocks != nil
}

// blockOf returns the first and the last node of the base block of a node. Cost:
// O(log blocks).
func (m *Machine) blockOf(n topology.NodeID) (first, last topology.NodeID) {
	starts := m.blocks.Starts
	i := sort.Search(len(starts), func(i int) bool { return starts[i] > n })
	return starts[i-1], starts[i] - 1
}

// Vacant reports whether no job has one of the nodes first to last: each is idle or
// down. Cost: O(nodes/64).
func (f *Free) Vacant(first, last topology.NodeID) bool {
	n := int(last-first) + 1
	if f.down.Len() > 0 {
		n -= f.down.CountRange(first, last)
	}
	return f.idle.CountRange(first, last) == n
}

// inUse reports whether some job has a node in the base block of a node. It is false
// on machines without blocks. Like other functions of this file it is not inlined,
// which would make the code for all other jobs longer.
//
//go:noinline
func (f *Free) inUse(n topology.NodeID) bool {
	return f.m.blocks != nil && !f.Vacant(f.m.blockOf(n))
}

// Claim returns the nodes that are not idle while r runs on placement p: p itself,
// and for an exclusive job all nodes of its base blocks that are not down. Cost: O(1)
// for other jobs, otherwise O(nodes of the blocks).
//
//go:noinline
func (f *Free) Claim(r *workload.Request, p Placement) Placement {
	if !f.m.keepsBlocks(r) {
		return p
	}
	var whole Placement
	next := topology.NodeID(0) // first node after the blocks that are claimed
	for _, run := range p {
		for at := max(run.First, next); at <= run.Last; at = next {
			first, last := f.m.blockOf(at)
			whole = f.appendUp(whole, first, last)
			next = last + 1
		}
	}
	return whole
}

// appendUp appends those of the nodes first to last that are not down.
func (f *Free) appendUp(p Placement, first, last topology.NodeID) Placement {
	if f.down.Len() == 0 || f.down.CountRange(first, last) == 0 {
		return p.Append(first, last, 1)
	}
	for n := first; n <= last; n++ {
		if !f.down.Has(n) {
			p = p.Append(n, n, 1)
		}
	}
	return p
}

// BlockedBy returns the nodes that r, running on placement p, keeps free of other
// jobs: the rest of its base blocks, without nodes that are down. It is nil for jobs
// that are not exclusive. Cost: that of Claim.
//
//go:noinline
func (f *Free) BlockedBy(r *workload.Request, p Placement) Placement {
	if !f.m.keepsBlocks(r) {
		return nil
	}
	var rest Placement
	for n := range f.Claim(r, p).All {
		if p.On(n) == 0 {
			rest = rest.Append(n, n, 1)
		}
	}
	return rest
}

// Blocked returns the nodes that exclusive jobs keep free of other jobs now. Cost:
// O(running jobs + nodes of the blocks of exclusive jobs), and O(nodes/64).
func (s *State) Blocked() topology.NodeSet {
	set := topology.NewNodeSet(s.m.NumNodes())
	for _, l := range s.limits {
		job := &s.slots[l.Slot]
		for _, run := range s.BlockedBy(job.Request, job.Placement) {
			set.AddRange(run.First, run.Last)
		}
	}
	return set
}

// vacantFor reports whether the base blocks of placement p are vacant. It is true on
// machines without blocks. Cost: O(nodes of the blocks/64).
//
//go:noinline
func (f *Free) vacantFor(p Placement) bool {
	if f.m.blocks == nil {
		return true
	}
	for _, run := range p {
		for at := run.First; at <= run.Last; {
			first, last := f.m.blockOf(at)
			if !f.Vacant(first, last) {
				return false
			}
			at = last + 1
		}
	}
	return true
}

// blockedAmong returns those of the given nodes that exclusive jobs keep free of
// other jobs, and adds the given sign times their number to what these jobs free
// when they end. Cost: O(running jobs + nodes of the blocks of exclusive jobs).
//
//go:noinline
func (s *State) blockedAmong(p Placement, sign int32) (blocked Placement) {
	for _, l := range s.limits {
		job := &s.slots[l.Slot]
		if !s.m.keepsBlocks(job.Request) {
			continue
		}
		var part Placement
		for n := range s.BlockedBy(job.Request, job.Placement).All {
			if p.On(n) > 0 {
				part = part.Append(n, n, 1)
			}
		}
		if len(part) > 0 {
			blocked = blocked.Plus(part)
			s.limits[s.find(l.Slot)].Size += sign * int32(part.Nodes())
			s.held += sign * int32(part.Nodes())
		}
	}
	return blocked
}

// Blocker returns the running job that keeps r from idle or blocked node n: an
// exclusive job with a node in the same base block or, if r is exclusive, any job
// with one. It returns false if there is none. Cost: O(running jobs).
func (s *State) Blocker(r *workload.Request, n topology.NodeID) (*Running, bool) {
	if s.m.blocks == nil {
		return nil, false
	}
	first, last := s.m.blockOf(n)
	for _, l := range s.limits {
		job := &s.slots[l.Slot]
		if !job.Request.Network.Exclusive && !r.Network.Exclusive {
			continue
		}
		for _, run := range job.Placement {
			if run.First <= last && run.Last >= first {
				return job, true
			}
		}
	}
	return nil, false
}

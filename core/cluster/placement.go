// Package cluster models the state of the machine: its nodes and their resources,
// what is free, and which jobs run where.
//
// A [Machine] is a topology plus a [Spec] for each node, and does not change during
// a run. [Free] records what is free on each node. A [State] is a Free plus the
// running jobs; each running job has a [Slot] and a [Placement], which is a list of
// node ranges. An allocator (core/alloc) reads a Free and returns a Placement. The
// engine passes it to [State.Start], which panics if the nodes are not free, and
// calls [State.End] when the job ends. Freeze, Merge, Thaw and Shrink change the
// size of a running job, Down and Up take nodes out of the machine and return them.
// [Spread] measures how far apart the nodes of a placement are:
//
//	m := cluster.NewMachine(tree, spec)
//	s := cluster.NewState(m)
//	p := cluster.Placement{}.Append(0, 3, 1) // nodes 0 to 3
//	slot := s.Start(job, p, now)
//	s.End(slot)
//
// The same code handles whole-node jobs and jobs that ask for tasks and share
// nodes: a whole-node job has one task on each node. Where nodes have several
// sockets, Free also tracks which cores the tasks of a job are bound to.
package cluster

import (
	"strconv"

	"hopyard/core/topology"
)

// NodeRun is a range of consecutive nodes with the same number of tasks on each.
type NodeRun struct {
	First, Last topology.NodeID
	Tasks       int32 // number of tasks on each node; 1 for a whole-node job
}

// Nodes returns the number of nodes in the run.
func (r NodeRun) Nodes() int { return int(r.Last-r.First) + 1 }

// Placement is the list of the nodes of a job: runs in ascending order that do not
// overlap, each as long as possible. A whole-node job has one task per node, so
// that the same code handles whole and shared nodes.
type Placement []NodeRun

// Append adds the nodes first to last with the given number of tasks on each. These
// nodes must come after all nodes of p.
func (p Placement) Append(first, last topology.NodeID, tasks int32) Placement {
	if n := len(p); n > 0 && p[n-1].Last+1 == first && p[n-1].Tasks == tasks {
		p[n-1].Last = last
		return p
	}
	return append(p, NodeRun{first, last, tasks})
}

// AppendIdle adds the first n idle nodes that are not before node at, with one task
// each. The given set of idle nodes must contain that many, and they must come
// after all nodes of p. Cost: O(runs + nodes/4096 + n/64).
func (p Placement) AppendIdle(idle *topology.NodeSet, at topology.NodeID, n int32) Placement {
	for n > 0 {
		first, last, _ := idle.Stretch(at, n)
		p = p.Append(first, last, 1)
		n -= int32(last-first) + 1
		at = last + 1
	}
	return p
}

// Nodes returns the number of nodes. Cost: O(runs).
func (p Placement) Nodes() int {
	n := 0
	for _, r := range p {
		n += r.Nodes()
	}
	return n
}

// Part returns n consecutive nodes of a placement of whole nodes, beginning with
// the node at index first. Cost: O(runs).
func (p Placement) Part(first, n int32) Placement {
	var out Placement
	for _, run := range p {
		size := int32(run.Nodes())
		from, to := min(first, size), min(first+n, size)
		if from < to {
			out = out.Append(run.First+topology.NodeID(from), run.First+topology.NodeID(to-1), 1)
		}
		first, n = max(first-size, 0), n-(to-from)
	}
	return out
}

// Tasks returns the number of tasks on all nodes. Cost: O(runs).
func (p Placement) Tasks() int {
	n := 0
	for _, r := range p {
		n += r.Nodes() * int(r.Tasks)
	}
	return n
}

// On returns the number of tasks on node n. Cost: O(runs).
func (p Placement) On(n topology.NodeID) int32 {
	for _, r := range p {
		if r.First <= n && n <= r.Last {
			return r.Tasks
		}
	}
	return 0
}

// Common returns the number of nodes that are in both placements. Cost: O(runs).
func (p Placement) Common(q Placement) (nodes int32) {
	for len(p) > 0 && len(q) > 0 {
		if first, last := max(p[0].First, q[0].First), min(p[0].Last, q[0].Last); first <= last {
			nodes += int32(last-first) + 1
		}
		if p[0].Last < q[0].Last {
			p = p[1:]
		} else {
			q = q[1:]
		}
	}
	return nodes
}

// All yields each node in ascending order and the number of tasks on it. It can be
// used as an iter.Seq2.
func (p Placement) All(yield func(topology.NodeID, int32) bool) {
	for _, r := range p {
		for n := r.First; n <= r.Last; n++ {
			if !yield(n, r.Tasks) {
				return
			}
		}
	}
}

// String returns the node list in Slurm's notation, for example "0-3,7".
func (p Placement) String() string { return string(p.AppendText(nil)) }

// AppendText appends the node list to dst.
func (p Placement) AppendText(dst []byte) []byte {
	for i := 0; i < len(p); {
		first, last := p[i].First, p[i].Last
		for i++; i < len(p) && p[i].First == last+1; i++ { // merges runs that differ only in the number of tasks
			last = p[i].Last
		}
		if first != p[0].First {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(first), 10)
		if last > first {
			dst = append(dst, '-')
			dst = strconv.AppendInt(dst, int64(last), 10)
		}
	}
	return dst
}

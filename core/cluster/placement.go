// Package cluster says which job holds what: the machine with its nodes'
// resources, what is free of them, and the jobs that run.
package cluster

import (
	"strconv"

	"hopyard/core/topology"
)

// NodeRun is a range of consecutive nodes, each with the same number of tasks.
type NodeRun struct {
	First, Last topology.NodeID
	Tasks       int32 // on each node; 1 for a whole-node job
}

// Nodes is the number of nodes in the run.
func (r NodeRun) Nodes() int { return int(r.Last-r.First) + 1 }

// Placement is where a job is put: runs in ascending order that do not
// overlap, each as long as it can be. A whole-node job has one task a node,
// so that whole and shared nodes are one mechanism.
type Placement []NodeRun

// Append adds the nodes first to last with the given tasks on each. They must
// lie after all nodes of p.
func (p Placement) Append(first, last topology.NodeID, tasks int32) Placement {
	if n := len(p); n > 0 && p[n-1].Last+1 == first && p[n-1].Tasks == tasks {
		p[n-1].Last = last
		return p
	}
	return append(p, NodeRun{first, last, tasks})
}

// AppendIdle adds the first n nodes of a set from a node on, one task each. They
// must be there, and lie after all nodes of p. Cost: O(runs + nodes/4096 + n/64).
func (p Placement) AppendIdle(idle *topology.NodeSet, at topology.NodeID, n int32) Placement {
	for n > 0 {
		first, last, _ := idle.Stretch(at, n)
		p = p.Append(first, last, 1)
		n -= int32(last-first) + 1
		at = last + 1
	}
	return p
}

// Nodes is the number of nodes. Cost: O(runs).
func (p Placement) Nodes() int {
	n := 0
	for _, r := range p {
		n += r.Nodes()
	}
	return n
}

// Part is n nodes of a placement of whole nodes, from the first-th on.
// Cost: O(runs).
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

// Tasks is the number of tasks on all nodes. Cost: O(runs).
func (p Placement) Tasks() int {
	n := 0
	for _, r := range p {
		n += r.Nodes() * int(r.Tasks)
	}
	return n
}

// On is the number of tasks on node n. Cost: O(runs).
func (p Placement) On(n topology.NodeID) int32 {
	for _, r := range p {
		if r.First <= n && n <= r.Last {
			return r.Tasks
		}
	}
	return 0
}

// All calls yield with each node and the tasks on it, ascending; it is an
// iter.Seq2.
func (p Placement) All(yield func(topology.NodeID, int32) bool) {
	for _, r := range p {
		for n := r.First; n <= r.Last; n++ {
			if !yield(n, r.Tasks) {
				return
			}
		}
	}
}

// String is the node list as Slurm writes it, "0-3,7".
func (p Placement) String() string { return string(p.AppendText(nil)) }

// AppendText appends the node list to dst.
func (p Placement) AppendText(dst []byte) []byte {
	for i := 0; i < len(p); {
		first, last := p[i].First, p[i].Last
		for i++; i < len(p) && p[i].First == last+1; i++ { // runs that differ in tasks only
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

package cluster

import (
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Within is how far two tasks of a job on one node are apart, in the units of
// Distance: on one socket, or on two. Both are 0 unless a machine says
// otherwise.
//
// Source: algorithms.md 2.4 ("optionally a small intra-node weight"). INFERRED:
// that the tasks of a job fill one socket after the other, as if the node were
// empty; hops inside a node stay 0.
type Within struct{ Core, Socket int64 }

// Tasks is the sum of the distances over the pairs of so many tasks on one
// node, and the largest of them, where the node has room for so many tasks, the
// same number on each of its sockets (of the last perhaps fewer). Cost: O(1).
func (w Within) Tasks(tasks, room, sockets int32) (sum, largest int64) {
	if tasks < 2 {
		return 0, 0
	}
	k, sockets64 := int64(tasks), int64(max(sockets, 1))
	each := max((int64(room)+sockets64-1)/sockets64, 1)
	full, rest := k/each, k%each
	near := full*(each*(each-1)/2) + rest*(rest-1)/2
	far := k*(k-1)/2 - near
	if near > 0 {
		largest = w.Core
	}
	if far > 0 {
		largest = max(largest, w.Socket)
	}
	return near*w.Core + far*w.Socket, largest
}

// SetWithin says how far tasks on one node are apart. It belongs to building a
// machine, before the machine is shared.
func (m *Machine) SetWithin(w Within) { m.within = w }

// Within is how far tasks on one node are apart.
func (m *Machine) Within() Within { return m.within }

// Inside is Within's figures for so many tasks of r on node n; 0 for whole
// nodes. Cost: O(1).
func (m *Machine) Inside(r *workload.Request, n topology.NodeID, tasks int32) (sum, largest int64) {
	if r.Whole() || m.within == (Within{}) {
		return 0, 0
	}
	return m.within.Tasks(tasks, m.Slots(r, n), m.Spec(n).Sockets)
}

// SpreadOf is Spread for a placement of r, with the distances inside nodes in
// the figures of tasks and the largest distance. Cost: Spread's, and O(nodes
// of p) where a machine has such distances.
func SpreadOf(m *Machine, r *workload.Request, p Placement) SpreadFigures {
	s := Spread(m, p)
	if r.Whole() || m.within == (Within{}) {
		return s
	}
	for n, tasks := range p.All {
		sum, largest := m.Inside(r, n, tasks)
		s.TaskDistance += sum
		s.MaxDistance = max(s.MaxDistance, largest)
	}
	return s
}

package cluster

import (
	"slices"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Within is how far two tasks of a job on one node are apart, in the units of
// Distance: on one socket, or on two. Both are 0 unless a machine says
// otherwise. A task is on the socket of its first core; tasks without cores
// are as far apart as on one socket.
//
// Source: S4 (nodes of processors of cores); SOURCES.md S4.7. INFERRED: which
// cores tasks get (fill); tasks of several cores; hops inside a node stay 0.
type Within struct{ Core, Socket int64 }

// SetWithin says how far tasks on one node are apart. It belongs to building a
// machine, before the machine is shared.
func (m *Machine) SetWithin(w Within) { m.within = w }

// Within is how far tasks on one node are apart.
func (m *Machine) Within() Within { return m.within }

// inside is tasks on one node, counted pair by pair.
type inside struct {
	tasks int64
	near  int64 // pairs on one socket
}

// add adds tasks on a socket that has some of them already.
func (i *inside) add(tasks, already int64) {
	i.tasks += tasks
	i.near += tasks*(tasks-1)/2 + tasks*already
}

// figures are the sum of the distances of the pairs, and the largest.
func (i *inside) figures(w Within) (sum, largest int64) {
	far := i.tasks*(i.tasks-1)/2 - i.near
	if i.near > 0 {
		largest = w.Core
	}
	if far > 0 {
		largest = max(largest, w.Socket)
	}
	return i.near*w.Core + far*w.Socket, largest
}

// Inside is the sum of the distances over the pairs of so many tasks of r on
// node n, and the largest of them, if they start there now; 0 for whole nodes.
// There must be room for them. Cost: O(sockets² + tasks that span sockets).
func (f *Free) Inside(r *workload.Request, n topology.NodeID, tasks int32) (sum, largest int64) {
	if r.Whole() || f.m.within == (Within{}) || tasks < 2 {
		return 0, 0
	}
	var in inside
	if !f.m.binds(r, n) {
		in.add(int64(tasks), 0)
		return in.figures(f.m.within)
	}
	free := f.SocketsFree(n)
	homes := make([]int64, len(free))
	fill(free, tasks, int32(r.PerTask[workload.Cores]), func(home, tasks int32, _ []int32) {
		in.add(int64(tasks), homes[home])
		homes[home] += int64(tasks)
	})
	return in.figures(f.m.within)
}

// InsideOf is Inside for the tasks of r that run on node n, so many of them.
// Cost: O(tasks of the node).
func (f *Free) InsideOf(r *workload.Request, n topology.NodeID, tasks int32) (sum, largest int64) {
	if r.Whole() || f.m.within == (Within{}) || tasks < 2 {
		return 0, 0
	}
	homes := f.Homes(r, Placement{{n, n, tasks}})
	if homes == nil {
		homes = make([]int32, tasks)
	}
	slices.Sort(homes)
	var in inside
	for i, home := range homes {
		first, _ := slices.BinarySearch(homes, home)
		in.add(1, int64(i-first))
	}
	return in.figures(f.m.within)
}

// SpreadOf is Spread for a placement of r that starts now, with the distances
// inside nodes in the figures of tasks and the largest distance. Cost:
// Spread's, and that of Inside by node where a machine has such distances.
func SpreadOf(f *Free, r *workload.Request, p Placement) SpreadFigures {
	return f.spread(r, p, f.Inside)
}

// SpreadRunning is SpreadOf where r runs on p.
func SpreadRunning(f *Free, r *workload.Request, p Placement) SpreadFigures {
	return f.spread(r, p, f.InsideOf)
}

func (f *Free) spread(r *workload.Request, p Placement, inside func(*workload.Request, topology.NodeID, int32) (sum, largest int64)) SpreadFigures {
	s := Spread(f.m, p)
	if r.Whole() || f.m.within == (Within{}) {
		return s
	}
	for n, tasks := range p.All {
		sum, largest := inside(r, n, tasks)
		s.TaskDistance += sum
		s.MaxDistance = max(s.MaxDistance, largest)
	}
	return s
}

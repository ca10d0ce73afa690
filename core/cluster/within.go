package cluster

import (
	"slices"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// OnNodeDistance contains the distances between two tasks of a job on the same
// node, in the units of Distance: Core if they are on the same socket, and Socket
// if they are on different sockets. Both are 0 unless a machine sets them. A task
// counts as on the socket of its first core. Tasks without cores count as on the
// same socket.
//
// Source: S4 (nodes of processors of cores); SOURCES.md S4.7. INFERRED: which cores
// tasks get (fill); tasks of several cores; hops inside a node stay 0.
type OnNodeDistance struct{ Core, Socket int64 }

// SetWithin sets the distances between tasks on one node. It may only be called
// while a machine is being built, before it is shared.
func (m *Machine) SetWithin(w OnNodeDistance) { m.within = w }

// Within returns the distances between tasks on one node.
func (m *Machine) Within() OnNodeDistance { return m.within }

// inside counts the tasks on one node and the pairs of them that share a socket.
type inside struct {
	tasks int64
	near  int64 // number of pairs on the same socket
}

// add adds tasks to a socket. The second parameter is the number of tasks already
// on this socket.
func (i *inside) add(tasks, already int64) {
	i.tasks += tasks
	i.near += tasks*(tasks-1)/2 + tasks*already
}

// figures returns the sum and the maximum of the distances over all pairs of tasks.
func (i *inside) figures(w OnNodeDistance) (sum, largest int64) {
	far := i.tasks*(i.tasks-1)/2 - i.near
	if i.near > 0 {
		largest = w.Core
	}
	if far > 0 {
		largest = max(largest, w.Socket)
	}
	return i.near*w.Core + far*w.Socket, largest
}

// Inside returns the sum and the maximum of the distances over all pairs of tasks
// if the given number of tasks of r start on node n now. The node must have room
// for them. For whole-node jobs it returns 0. Cost: O(sockets² + tasks that span
// sockets).
func (f *Free) Inside(r *workload.Request, n topology.NodeID, tasks int32) (sum, largest int64) {
	if r.Whole() || f.m.within == (OnNodeDistance{}) || tasks < 2 {
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

// InsideOf returns the sum and the maximum of the distances over all pairs of tasks
// of r that already run on node n. Cost: O(tasks of the node).
func (f *Free) InsideOf(r *workload.Request, n topology.NodeID, tasks int32) (sum, largest int64) {
	if r.Whole() || f.m.within == (OnNodeDistance{}) || tasks < 2 {
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

// SpreadOf returns the figures of Spread for a placement of r that starts now. In
// addition, the distances inside nodes are included in the figures of tasks and in
// the largest distance. Cost: the cost of Spread; if the machine defines distances
// inside nodes, also the cost of Inside for each node.
func SpreadOf(f *Free, r *workload.Request, p Placement) SpreadFigures {
	return f.spread(r, p, f.Inside)
}

// SpreadRunning returns the figures of SpreadOf for a job r that already runs on p.
func SpreadRunning(f *Free, r *workload.Request, p Placement) SpreadFigures {
	return f.spread(r, p, f.InsideOf)
}

func (f *Free) spread(r *workload.Request, p Placement, inside func(*workload.Request, topology.NodeID, int32) (sum, largest int64)) SpreadFigures {
	s := Spread(f.m, p)
	if r.Whole() || f.m.within == (OnNodeDistance{}) {
		return s
	}
	for n, tasks := range p.All {
		sum, largest := inside(r, n, tasks)
		s.TaskDistance += sum
		s.MaxDistance = max(s.MaxDistance, largest)
	}
	return s
}

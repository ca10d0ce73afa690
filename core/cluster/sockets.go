package cluster

import (
	"slices"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// seats is the assignment of the cores of a node's sockets to tasks. It exists only
// for nodes with several sockets on which tasks run. It is immutable, so that
// copies of a Free may share it.
type seats struct {
	free  []int32 // number of free cores on each socket
	bound []bound // groups of tasks, ordered by owner, then by home; with the same home, tasks that span sockets come last
}

// bound is a group of tasks of the same owner that have all their cores on the same
// socket, called home. It can also be a single task that spans several sockets;
// home is then the socket of its first core.
type bound struct {
	owner              int64 // the job, or what is frozen for it (see ownerOf)
	home, tasks, cores int32 // home: index of the socket; tasks: number of tasks; cores: number of cores of each task
	span               []int32
}

// ownerOf returns a number that identifies the owner of tasks. The owner is the
// running job r or, if frozen is true, the set of nodes or tasks that is set aside
// so that r can grow.
func ownerOf(r *workload.Request, frozen bool) int64 {
	if frozen {
		return 2*int64(r.ID) + 1
	}
	return 2 * int64(r.ID)
}

// Socketed reports whether some node has several sockets, so that it matters which
// cores of a node are free. Cost: O(1).
func (m *Machine) Socketed() bool { return m.socketed }

// Sockets returns the number of cores of each socket of node n. If the cores do not
// divide evenly, the first sockets have one core more (INFERRED). Cost: O(sockets).
func (m *Machine) Sockets(n topology.NodeID) []int32 {
	spec := m.Spec(n)
	sockets := max(int64(spec.Sockets), 1)
	each, more := spec.Resources[workload.Cores]/sockets, spec.Resources[workload.Cores]%sockets
	cores := make([]int32, sockets)
	for i := range cores {
		cores[i] = int32(each)
		if int64(i) < more {
			cores[i]++
		}
	}
	return cores
}

// binds reports whether tasks of r on node n are bound to the cores of particular
// sockets. This is the case if they use cores and the node has several sockets.
func (m *Machine) binds(r *workload.Request, n topology.NodeID) bool {
	return m.socketed && !r.Whole() && r.PerTask[workload.Cores] > 0 && m.Spec(n).Sockets > 1
}

// fill assigns tasks to the free cores of a node's sockets, and subtracts these
// cores from free. If some sockets have room for all remaining tasks, the one with
// the fewest free cores gets them. Otherwise the socket with room for the most
// tasks is filled. Ties are broken by fewer free cores, then by the lower number.
// As a result, as many pairs of tasks as possible share a socket, and few sockets
// are broken up. A task spans sockets only if no single socket has room for it; it
// then takes its cores from the sockets with the most free cores. fill calls take
// for each group of tasks that it assigns.
//
// Source: INFERRED (SOURCES.md S4.7: S4 has nodes of processors of cores, and no
// rule); packing is Slurm's default within a node.
func fill(free []int32, tasks, cores int32, take func(home, tasks int32, span []int32)) {
	for tasks > 0 {
		best, room := -1, int32(0)
		for i, have := range free {
			k := min(have/cores, tasks)
			if k > room || k == room && k > 0 && have < free[best] {
				best, room = i, k
			}
		}
		if best < 0 {
			take(spread(free, cores))
			tasks--
			continue
		}
		take(int32(best), room, nil)
		free[best] -= room * cores
		tasks -= room
	}
}

// spread assigns cores of several sockets to a task for which no single socket has
// room.
func spread(free []int32, cores int32) (home, tasks int32, span []int32) {
	span = make([]int32, len(free))
	for first := true; cores > 0; first = false {
		most := 0
		for i, have := range free {
			if have > free[most] {
				most = i
			}
		}
		if free[most] == 0 {
			break // in a hypothetical state the sockets may have fewer free cores than the node (see Free.CopySeats)
		}
		if first {
			home = int32(most)
		}
		k := min(free[most], cores)
		span[most] += k
		free[most] -= k
		cores -= k
	}
	return home, 1, span
}

// bindTasks binds the tasks of a placement to cores. Cost: O(nodes · sockets).
func (f *Free) bindTasks(r *workload.Request, p Placement, frozen bool) {
	owner, cores := ownerOf(r, frozen), int32(r.PerTask[workload.Cores])
	for n, tasks := range p.All {
		if !f.m.binds(r, n) {
			continue
		}
		if f.seats == nil {
			f.seats = make([]*seats, f.m.NumNodes())
		}
		s := &seats{free: f.SocketsFree(n)}
		if old := f.seats[n]; old != nil {
			s.bound = slices.Clone(old.bound)
		}
		fill(s.free, tasks, cores, func(home, tasks int32, span []int32) {
			s.add(bound{owner, home, tasks, cores, span})
		})
		f.seats[n] = s
	}
}

// add inserts a group of tasks at its position in the order, or adds its tasks to
// the group with the same owner and home.
func (s *seats) add(b bound) {
	at := len(s.bound)
	for ; at > 0; at-- {
		x := &s.bound[at-1]
		if x.owner == b.owner && x.home == b.home && x.span == nil && b.span == nil {
			x.tasks += b.tasks
			return
		}
		if x.owner < b.owner || x.owner == b.owner && (x.home < b.home || x.home == b.home && (x.span == nil || b.span != nil)) {
			break
		}
	}
	s.bound = slices.Insert(s.bound, at, b)
}

// releaseTasks releases the cores of the tasks of a placement. If the owner keeps
// some of its tasks on a node, tasks that span sockets are released first, then
// tasks on the socket with the fewest tasks of the owner. Among several such
// sockets, the last one is chosen (INFERRED). Cost: O(nodes · sockets).
func (f *Free) releaseTasks(r *workload.Request, p Placement, frozen bool) {
	if f.seats == nil {
		return
	}
	owner := ownerOf(r, frozen)
	for n, tasks := range p.All {
		old := f.seats[n]
		if old == nil {
			continue
		}
		s := &seats{slices.Clone(old.free), slices.Clone(old.bound)}
		for tasks > 0 {
			i := s.nextToRelease(owner)
			if i < 0 {
				break // the sockets of these tasks are unknown, because the state is hypothetical
			}
			tasks -= s.remove(i, tasks)
		}
		if f.seats[n] = s; len(s.bound) == 0 {
			f.seats[n] = nil
		}
	}
}

// nextToRelease returns the index of the group of the owner's tasks that must be
// released first, or -1 if the owner has no tasks.
func (s *seats) nextToRelease(owner int64) int {
	at := -1
	for i := range s.bound {
		b := &s.bound[i]
		if b.owner == owner && (at < 0 || b.span != nil || s.bound[at].span == nil && b.tasks <= s.bound[at].tasks) {
			at = i
		}
	}
	return at
}

// remove releases up to the given number of tasks of group i, and returns how many
// it released.
func (s *seats) remove(i int, tasks int32) int32 {
	b := &s.bound[i]
	tasks = min(tasks, b.tasks)
	if b.span == nil {
		s.free[b.home] += tasks * b.cores
	}
	for socket, k := range b.span {
		s.free[socket] += k
	}
	if b.tasks -= tasks; b.tasks == 0 {
		s.bound = slices.Delete(s.bound, i, i+1)
	}
	return tasks
}

// merge makes the tasks that are frozen for r ordinary tasks of r.
func (f *Free) merge(r *workload.Request, frozen Placement) {
	if f.seats == nil {
		return
	}
	for n := range frozen.All {
		old := f.seats[n]
		if old == nil {
			continue
		}
		s := &seats{free: old.free}
		for _, b := range old.bound {
			if b.owner == ownerOf(r, true) {
				b.owner = ownerOf(r, false)
			}
			s.add(b)
		}
		f.seats[n] = s
	}
}

// SocketsFree returns the number of free cores on each socket of node n. Cost:
// O(sockets).
func (f *Free) SocketsFree(n topology.NodeID) []int32 {
	switch {
	case f.seats != nil && f.seats[n] != nil:
		return slices.Clone(f.seats[n].free)
	case f.m.Spec(n).Sockets <= 1:
		return []int32{int32(f.Available(n)[workload.Cores])}
	case f.Available(n)[workload.Cores] == 0:
		return make([]int32, f.m.Spec(n).Sockets)
	}
	return f.m.Sockets(n)
}

// CopySeats copies the binding of tasks to sockets from g. Two states of the
// machine may have bound the same jobs to sockets in a different order. A planned
// state must use the binding of the present state, because whether a job can start
// now depends on the cores that are actually free now. Cost: O(nodes) on machines
// with several sockets.
func (f *Free) CopySeats(g *Free) {
	if g.seats == nil {
		f.seats = nil
		return
	}
	f.seats = append(f.seats[:0], g.seats...)
}

package cluster_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// core is one core of a node, with the job and the task that use it.
type core struct {
	node, socket int
	job, task    int // -1 if the core is free
	frozen       bool
}

// board is a naive reference for the binding of tasks to sockets. It tracks every
// core of a machine.
type board struct {
	m     *cluster.Machine
	cores []core
	next  int // number to be given to the next task
}

func newBoard(m *cluster.Machine) *board {
	b := &board{m: m}
	for n := range m.NumNodes() {
		spec := m.Spec(topology.NodeID(n))
		for i := range int(spec.Resources[workload.Cores]) {
			b.cores = append(b.cores, core{n, i % int(spec.Sockets), -1, -1, false}) // assigns the cores to the sockets in turn
		}
	}
	return b
}

// free returns the free cores of a socket of a node.
func (b *board) free(node, socket int) (out []*core) {
	for i := range b.cores {
		if c := &b.cores[i]; c.node == node && c.socket == socket && c.job < 0 {
			out = append(out, c)
		}
	}
	return out
}

// sit binds the given number of tasks of a job to free cores of a node. Each task
// gets the same given number of cores.
func (b *board) sit(job, node, tasks, each int, frozen bool) {
	take := func(cores []*core) {
		for _, c := range cores {
			c.job, c.task, c.frozen = job, b.next, frozen
		}
	}
	sockets := int(b.m.Spec(topology.NodeID(node)).Sockets)
	for tasks > 0 {
		best, most := -1, 0
		for s := range sockets {
			have := len(b.free(node, s))
			if k := min(have/each, tasks); k > most || k == most && k > 0 && have < len(b.free(node, best)) {
				best, most = s, k
			}
		}
		for range most {
			take(b.free(node, best)[:each])
			b.next++
		}
		tasks -= most
		if best >= 0 {
			continue
		}
		for left := each; left > 0; {
			s := 0
			for x := range sockets {
				if len(b.free(node, x)) > len(b.free(node, s)) {
					s = x
				}
			}
			k := min(left, len(b.free(node, s)))
			take(b.free(node, s)[:k])
			left -= k
		}
		b.next++
		tasks--
	}
}

// tasksOn returns the task numbers of a job on a node.
func (b *board) tasksOn(job, node int, frozen bool) (tasks []int) {
	for _, c := range b.cores {
		if c.job == job && c.node == node && c.frozen == frozen && !slices.Contains(tasks, c.task) {
			tasks = append(tasks, c.task)
		}
	}
	slices.Sort(tasks)
	return tasks
}

// at returns the number of cores that a task has on each socket.
func (b *board) at(task int) map[int]int {
	out := map[int]int{}
	for _, c := range b.cores {
		if c.task == task {
			out[c.socket]++
		}
	}
	return out
}

func (b *board) leave(task int) {
	for i := range b.cores {
		if b.cores[i].task == task {
			b.cores[i].job, b.cores[i].task, b.cores[i].frozen = -1, -1, false
		}
	}
}

// give removes tasks of a job from a node. Tasks that span sockets are removed
// first, then tasks on the socket with the fewest tasks of the job. Among several
// such sockets, the last one is chosen.
func (b *board) give(job, node, tasks int, frozen bool) {
	for range tasks {
		of, last := map[int][]int{}, -1
		spans := false
		for _, t := range b.tasksOn(job, node, frozen) {
			where := b.at(t)
			if len(where) > 1 {
				spans, last = true, t
			}
			for s := range where {
				of[s] = append(of[s], t)
			}
		}
		if !spans {
			best := -1
			for s, list := range of {
				if best < 0 || len(list) < len(of[best]) || len(list) == len(of[best]) && s > best {
					best = s
				}
			}
			last = of[best][0]
		}
		b.leave(last)
	}
}

// inside returns the sum of the distances over all pairs of a job's tasks on a
// node. It returns false if some task spans sockets, because the reference does not
// record the home of such a task.
func (b *board) inside(job, node int) (sum int64, ok bool) {
	w, tasks := b.m.Within(), b.tasksOn(job, node, false)
	for i, x := range tasks {
		for _, y := range tasks[:i] {
			p, q := b.at(x), b.at(y)
			if len(p) > 1 || len(q) > 1 {
				return 0, false
			}
			for s := range p {
				if q[s] > 0 {
					sum += w.Core
				} else {
					sum += w.Socket
				}
			}
		}
	}
	return sum, true
}

// mostPairs returns the largest possible number of pairs of tasks that share a
// socket. It tries all ways to distribute the tasks. The number of tasks for which
// each socket has room is given.
func mostPairs(room []int, tasks int) int {
	if len(room) == 0 {
		if tasks > 0 {
			return -1
		}
		return 0
	}
	most := -1
	for k := range min(room[0], tasks) + 1 {
		if rest := mostPairs(room[1:], tasks-k); rest >= 0 {
			most = max(most, rest+k*(k-1)/2)
		}
	}
	return most
}

// tenant is a running job of the test, with the placement that it should have.
type tenant struct {
	*workload.Request
	slot          cluster.Slot
	place, frozen cluster.Placement
}

// somewhere returns a random placement for up to the given number of tasks of q on
// nodes that have room.
func somewhere(r *rand.Rand, free *cluster.Free, q *workload.Request, most int32) (p cluster.Placement) {
	for n := range topology.NodeID(free.Machine().NumNodes()) {
		if k := r.Int32N(min(free.Slots(q, n), most) + 1); k > 0 {
			p = p.Append(n, n, k)
			most -= k
		}
	}
	return p
}

// TestSocketsEqualTheBoard applies random starts, ends and changes of size to a
// State and to a naive reference that tracks each core. Both must have the same
// free cores on each socket and the same distances between tasks inside a node. A
// started job must have the distances predicted for it. As many pairs of tasks as
// possible must share a socket.
func TestSocketsEqualTheBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	spanned, split := 0, 0
	for range 250 {
		m := cluster.NewMachine(must(topology.NewFatTree(1, 1+r.IntN(3))), cluster.Spec{})
		m.SetWithin(cluster.OnNodeDistance{Core: r.Int64N(3), Socket: 3 + r.Int64N(4)})
		for n := range topology.NodeID(m.NumNodes()) {
			sockets := 1 + r.Int32N(3)
			m.SetGroup(n, n, cluster.Spec{Resources: workload.Resources{int64(sockets + r.Int32N(8))}, Sockets: sockets})
		}
		s, b := cluster.NewState(m), newBoard(m)
		var jobs []*tenant
		for step := range 40 {
			if s.Clone(); step%7 == 0 {
				s = s.Clone()
			}
			switch x := r.IntN(8); {
			case x < 3:
				j := &tenant{Request: &workload.Request{ID: workload.JobID(step), PerTask: workload.Resources{1 + r.Int64N(3)}}}
				j.place = somewhere(r, &s.Free, j.Request, 12)
				if j.Tasks = int32(j.place.Tasks()); j.Tasks == 0 {
					continue
				}
				for n, k := range j.place.All {
					var room []int
					for socket := range int(m.Spec(n).Sockets) {
						room = append(room, len(b.free(int(n), socket))/int(j.PerTask[0]))
					}
					b.sit(step, int(n), int(k), int(j.PerTask[0]), false)
					most := mostPairs(room, int(k))
					w, pairs := m.Within(), int(k*(k-1)/2)
					if sum, _ := s.Inside(j.Request, n, k); most >= 0 && sum != int64(most)*w.Core+int64(pairs-most)*w.Socket {
						t.Fatalf("%d tasks cost %d; %d pairs of them can share a socket (%v)", k, sum, most, room)
					}
				}
				before := cluster.SpreadOf(&s.Free, j.Request, j.place)
				j.slot = s.Start(j.Request, j.place, 0)
				if after := cluster.SpreadRunning(&s.Free, j.Request, j.place); after != before {
					t.Fatalf("it was said to cost %+v, and costs %+v", before, after)
				}
				jobs = append(jobs, j)
			case len(jobs) == 0:
			case x == 3:
				i := r.IntN(len(jobs))
				j := jobs[i]
				for n, k := range j.place.All {
					b.give(int(j.ID), int(n), int(k), false)
				}
				for n, k := range j.frozen.All {
					b.give(int(j.ID), int(n), int(k), true)
				}
				s.End(j.slot)
				jobs = slices.Delete(jobs, i, i+1)
			case x == 4:
				j := jobs[r.IntN(len(jobs))]
				if extra := somewhere(r, &s.Free, j.Request, 4); j.frozen == nil && extra != nil {
					for n, k := range extra.All {
						b.sit(int(j.ID), int(n), int(k), int(j.PerTask[0]), true)
					}
					s.Freeze(j.slot, extra)
					j.frozen = extra
				}
			case x < 7:
				j := jobs[r.IntN(len(jobs))]
				switch {
				case j.frozen != nil && x == 5:
					for i := range b.cores {
						if b.cores[i].job == int(j.ID) {
							b.cores[i].frozen = false
						}
					}
					s.Merge(j.slot)
					j.place, j.frozen = s.Job(j.slot).Placement, nil
				case j.frozen != nil:
					for n, k := range j.frozen.All {
						b.give(int(j.ID), int(n), int(k), true)
					}
					s.Thaw(j.slot)
					j.frozen = nil
				case j.place.Tasks() > 1:
					part := j.place.Last(1 + r.Int32N(int32(j.place.Tasks())-1))
					for n, k := range part.All {
						b.give(int(j.ID), int(n), int(k), false)
					}
					s.Shrink(j.slot, part)
					j.place = s.Job(j.slot).Placement
				}
			}
			for n := range topology.NodeID(m.NumNodes()) {
				var want []int32
				for socket := range int(m.Spec(n).Sockets) {
					want = append(want, int32(len(b.free(int(n), socket))))
				}
				if got := s.SocketsFree(n); !slices.Equal(got, want) {
					t.Fatalf("step %d: node %d has %v cores free by socket, want %v: %+v", step, n, got, want, s.Seats(n))
				}
			}
			for _, j := range jobs {
				for n, k := range j.place.All {
					want, ok := b.inside(int(j.ID), int(n))
					got, _ := s.InsideOf(j.Request, n, k)
					if !ok {
						spanned++
					} else if got != want {
						t.Fatalf("step %d: job %d costs %d on node %d, want %d: %+v", step, j.ID, got, n, want, s.Seats(n))
					}
					if ok && m.Spec(n).Sockets > 1 && want > 0 {
						split++
					}
				}
			}
		}
	}
	if spanned < 20 || split < 2000 {
		t.Fatalf("%d tasks spanned sockets, %d figures were compared", spanned, split)
	}
}

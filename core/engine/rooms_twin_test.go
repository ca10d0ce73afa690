package engine_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// have is an amount of cores and of memory: what a node has, or what a task needs.
type have [2]int

// roomsTwin is a simple reference simulator, with first fit, of a machine whose
// nodes are shared by tasks that need cores and memory. Each second it examines
// everything, and it repeats each pass until the pass changes nothing.
type roomsTwin struct {
	jobs    []workload.Job
	free    []have
	now     int
	started []int
	on      [][]int // number of tasks by job and node
	running []int
	waiting []int
	pass    func(*roomsTwin)
}

func (t *roomsTwin) per(i int) have {
	p := t.jobs[i].PerTask
	return have{int(p[workload.Cores]), int(p[workload.Memory])}
}

func (t *roomsTwin) limit(i int) int { return t.started[i] + sec(t.jobs[i].Walltime) }

// firstFit returns how many tasks each node gets if each task goes to the first
// node that has room, or nil if they do not fit.
func (t *roomsTwin) firstFit(i int, free []have) []int {
	left, on := slices.Clone(free), make([]int, len(free))
	for range t.jobs[i].Tasks {
		n := slices.IndexFunc(left, func(h have) bool { return h[0] >= t.per(i)[0] && h[1] >= t.per(i)[1] })
		if n < 0 {
			return nil
		}
		on[n]++
		left[n][0] -= t.per(i)[0]
		left[n][1] -= t.per(i)[1]
	}
	return on
}

// less returns what is free on each node after the tasks of job i are placed there.
// If sign is negative, it returns what is free after these tasks are removed again.
func (t *roomsTwin) less(free []have, i int, on []int, sign int) []have {
	free = slices.Clone(free)
	for n, tasks := range on {
		free[n][0] -= sign * tasks * t.per(i)[0]
		free[n][1] -= sign * tasks * t.per(i)[1]
	}
	return free
}

func (t *roomsTwin) start(i int, on []int) {
	t.free, t.on[i], t.started[i] = t.less(t.free, i, on, 1), on, t.now
	t.running = append(t.running, i)
	t.waiting = slices.DeleteFunc(t.waiting, func(j int) bool { return i == j })
}

func (t *roomsTwin) run() []int {
	t.started, t.on = make([]int, len(t.jobs)), make([][]int, len(t.jobs))
	submitted := 0
	back := func(i int) {
		if t.on[i] != nil {
			t.free, t.on[i] = t.less(t.free, i, t.on[i], -1), nil
		}
	}
	for ; submitted < len(t.jobs) || len(t.waiting)+len(t.running) > 0; t.now++ {
		for _, i := range t.running {
			if t.limit(i) == t.now {
				back(i)
			}
		}
		for ; submitted < len(t.jobs) && int(t.jobs[submitted].Submit/1000) == t.now; submitted++ {
			t.waiting = append(t.waiting, submitted)
			t.pass(t)
		}
		inOrder := slices.Clone(t.running)
		slices.SortFunc(inOrder, func(i, j int) int { return cmp.Or(t.started[i]-t.started[j], i-j) })
		for _, i := range inOrder {
			if t.started[i]+min(sec(t.jobs[i].Walltime), sec(t.jobs[i].Runtime)) == t.now {
				back(i)
				t.running = slices.DeleteFunc(t.running, func(j int) bool { return i == j })
				t.pass(t)
			}
		}
	}
	return t.started
}

func roomsMPFS(t *roomsTwin) {
	bySize := slices.Clone(t.waiting)
	slices.SortStableFunc(bySize, func(i, j int) int { return int(t.jobs[j].Tasks - t.jobs[i].Tasks) })
	for _, i := range bySize {
		if on := t.firstFit(i, t.free); on != nil {
			t.start(i, on)
		}
	}
}

func roomsEASY(t *roomsTwin) {
	for len(t.waiting) > 0 {
		on := t.firstFit(t.waiting[0], t.free)
		if on == nil {
			break
		}
		t.start(t.waiting[0], on)
	}
	if len(t.waiting) == 0 {
		return
	}
	head, shadow := t.waiting[0], t.now
	var future []have
	for ; ; shadow++ {
		future = t.free
		for _, i := range t.running {
			if t.limit(i) <= shadow && t.on[i] != nil {
				future = t.less(future, i, t.on[i], -1)
			}
		}
		if t.firstFit(head, future) != nil {
			break
		}
	}
	for again := true; again; {
		again = false
		for _, i := range slices.Clone(t.waiting[1:]) {
			on := t.firstFit(i, t.free)
			if on == nil {
				continue
			}
			if t.now+sec(t.jobs[i].Walltime) > shadow {
				if t.firstFit(head, t.less(future, i, on, 1)) == nil {
					room := t.less(future, head, t.firstFit(head, future), 1)
					for n := range room {
						room[n] = have{min(room[n][0], t.free[n][0]), min(room[n][1], t.free[n][1])}
					}
					if on = t.firstFit(i, room); on == nil {
						continue
					}
				}
				future = t.less(future, i, on, 1)
			}
			t.start(i, on)
			again = true
		}
	}
}

func TestRoomsTwins(t *testing.T) {
	for _, c := range []struct {
		policy queue.Policy
		pass   func(*roomsTwin)
	}{{queue.MPFSScan{}, roomsMPFS}, {queue.EASY{}, roomsEASY}} {
		t.Run(fmt.Sprintf("%T", c.policy), func(t *testing.T) {
			beside := 0
			for seed := range soaktest.Seeds(300) {
				r := rand.New(rand.NewPCG(seed, 12))
				nodes := []have{{4, 8}, {4, 8}, {8, 8}, {2, 16}}
				flat, _ := topology.NewFlat(len(nodes))
				spec := func(h have) cluster.Spec {
					return cluster.Spec{Resources: workload.Resources{workload.Cores: int64(h[0]), workload.Memory: int64(h[1])}, Speed: 1000}
				}
				m := cluster.NewMachine(flat, spec(nodes[0]))
				m.SetGroup(2, 2, spec(nodes[2]))
				m.SetGroup(3, 3, spec(nodes[3]))
				jobs := randomJobs(r, 40, 7)
				for i := range jobs {
					j := &jobs[i]
					j.Nodes, j.Tasks = 0, j.Nodes
					j.PerTask = workload.Resources{workload.Cores: int64(1 + r.IntN(2)), workload.Memory: int64(r.IntN(4))}
					j.Submit, j.Runtime = j.Submit/2000*1000, max(j.Runtime, simtime.Second)
				}
				want := (&roomsTwin{jobs: jobs, free: nodes, pass: c.pass}).run()
				log, err := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: c.policy, Allocator: alloc.FirstFit{}})
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range log {
					if e.Kind != trace.Start {
						continue
					}
					if int(e.Time/1000) != want[e.Job] {
						t.Fatalf("seed %d: job %d starts at %v, the dumb simulator says %d", seed, e.Job, e.Time, want[e.Job])
					}
					if e.Why.Code.String() == "avoids-reserved" {
						beside++
					}
				}
			}
			if c.policy == (queue.EASY{}) && beside < 100 {
				t.Errorf("%d backfills beside a reservation: too few to tell anything", beside)
			}
		})
	}
}

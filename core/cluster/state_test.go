package cluster_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// held is a running job in the model.
type held struct {
	request   *workload.Request
	placement cluster.Placement
	start     simtime.Time
}

// model is a naive reference for State: it has no index and computes every answer
// anew.
type model struct {
	m    *cluster.Machine
	jobs map[cluster.Slot]held
	down map[topology.NodeID]bool
}

// available returns the free resources of node n, and whether the node is idle.
func (m *model) available(n topology.NodeID) (workload.Resources, bool) {
	left, idle := m.m.Spec(n).Resources, true
	if m.down[n] {
		return workload.Resources{}, false
	}
	for _, job := range m.jobs {
		for at, tasks := range job.placement.All {
			if at != n {
				continue
			}
			idle = false
			for k := range left {
				if job.request.Whole() {
					left[k] = 0
				} else {
					left[k] -= int64(tasks) * job.request.PerTask[k]
				}
			}
		}
	}
	return left, idle
}

// slots returns how many tasks of r, or whole nodes, fit in the given resources.
func slots(r *workload.Request, left workload.Resources, idle bool) int32 {
	if r.Whole() {
		if idle {
			return 1
		}
		return 0
	}
	for n := int32(0); ; n++ {
		for k, need := range r.PerTask {
			if left[k] < need*int64(n+1) {
				return n
			}
		}
	}
}

// machine returns a small random machine whose nodes may differ.
func machine(r *rand.Rand) *cluster.Machine {
	spec := func() cluster.Spec {
		return cluster.Spec{Resources: workload.Resources{1 + r.Int64N(4), 1000 * r.Int64N(4), 0, r.Int64N(3)}, Speed: 500 + 500*r.Int64N(3)}
	}
	m := cluster.NewMachine(must(topology.NewFlat(1+r.IntN(80))), spec())
	for range r.IntN(3) {
		a, b := topology.NodeID(r.IntN(m.NumNodes())), topology.NodeID(r.IntN(m.NumNodes()))
		m.SetGroup(min(a, b), max(a, b), spec())
	}
	return m
}

// request returns a random request for whole nodes or for tasks of at least one
// resource.
func request(r *rand.Rand, id int) *workload.Request {
	q := &workload.Request{ID: workload.JobID(id), Number: int64(id), Walltime: simtime.Duration(r.IntN(5)) * simtime.Second}
	if r.IntN(2) == 0 {
		q.Nodes = 1 + r.Int32N(10)
	} else {
		q.Tasks = 1 + r.Int32N(20)
		q.PerTask = workload.Resources{1 + r.Int64N(2), 500 * r.Int64N(3), 0, r.Int64N(2)}
	}
	return q
}

// somewhere returns a random placement for a request, or nil if the request does
// not fit.
func (m *model) somewhere(r *rand.Rand, q *workload.Request) (p cluster.Placement) {
	takes, left := make([]int32, m.m.NumNodes()), q.Size()
	for _, n := range r.Perm(len(takes)) {
		available, idle := m.available(topology.NodeID(n))
		takes[n] = min(slots(q, available, idle), left, 1+r.Int32N(4))
		left -= takes[n]
	}
	if left > 0 {
		return nil
	}
	for n, k := range takes {
		if k > 0 {
			p = p.Append(topology.NodeID(n), topology.NodeID(n), k)
		}
	}
	return p
}

// change takes some idle nodes down, or brings up some nodes that are down. It does
// so in the state and in the model.
func (m *model) change(s *cluster.State, r *rand.Rand) {
	back, held := r.IntN(2) == 0, s.Held()
	var p cluster.Placement
	for n := range topology.NodeID(m.m.NumNodes()) {
		if _, idle := m.available(n); r.IntN(3) == 0 && (back && m.down[n] || !back && idle) {
			p, m.down[n] = p.Append(n, n, 1), !back
		}
	}
	if size := int32(p.Nodes()); back {
		if s.Up(p, size); s.Held() != held-size {
			panic("nodes that come back still count as held")
		}
	} else if s.Down(p, size); s.Held() != held+size {
		panic("nodes that are down do not count as held")
	}
}

// compare returns an error if the state and the model differ in any answer.
func (m *model) compare(s *cluster.State, q *workload.Request) error {
	count := int64(0)
	for n := range topology.NodeID(m.m.NumNodes()) {
		left, idle := m.available(n)
		if s.Available(n) != left || s.Idle().Has(n) != idle || s.Slots(q, n) != slots(q, left, idle) {
			return fmt.Errorf("node %d: %v, idle %v, %d slots of %+v; want %v, %v, %d", n, s.Available(n), s.Idle().Has(n), s.Slots(q, n), *q, left, idle, slots(q, left, idle))
		}
		count += int64(slots(q, left, idle))
		job, ok := s.Holder(n)
		if ok == (idle || m.down[n]) || s.OutOfUse().Has(n) != m.down[n] || ok && !slices.ContainsFunc(slices.Collect(maps.Values(m.jobs)), func(h held) bool { return h.request == job.Request }) {
			return fmt.Errorf("node %d: holder %v, %v; idle %v", n, job, ok, idle)
		}
	}
	if got := int64(s.Count(q)); !q.Whole() && min(got, int64(q.Tasks)) != min(count, int64(q.Tasks)) || q.Whole() && got != count {
		return fmt.Errorf("count %d, want %d of %d", got, count, q.Size())
	}
	if s.Fits(q) != (count >= int64(q.Size())) {
		return fmt.Errorf("fits %v: %d of %d", s.Fits(q), count, q.Size())
	}
	return m.compareJobs(s)
}

func (m *model) compareJobs(s *cluster.State) error {
	if s.NumRunning() != len(m.jobs) || len(s.Limits()) != len(m.jobs) {
		return fmt.Errorf("%d running, %d limits, want %d", s.NumRunning(), len(s.Limits()), len(m.jobs))
	}
	for i, l := range s.Limits() {
		job := m.jobs[l.Slot]
		if i > 0 && l.At < s.Limits()[i-1].At || l.Size != job.request.Size() || l.At != job.start.Add(job.request.Walltime) {
			return fmt.Errorf("limit %d: %+v after %+v", i, l, s.Limits()[max(i-1, 0)])
		}
		if running := s.Job(l.Slot); running.Request != job.request || !slices.Equal(running.Placement, job.placement) || running.Start != job.start || running.Limit != l.At {
			return fmt.Errorf("slot %d: %+v, want %+v", l.Slot, running, job)
		}
	}
	want := slices.Collect(maps.Values(m.jobs))
	slices.SortFunc(want, func(a, b held) int { return cmp.Compare(a.request.ID, b.request.ID) })
	for i, running := range s.AppendRunning(nil) {
		if running.Request != want[i].request {
			return fmt.Errorf("running %d: job %d, want %d", i, running.Request.ID, want[i].request.ID)
		}
	}
	return nil
}

// FuzzState applies the same random steps to a State and to the model: jobs start
// and end, and nodes go down or come up. Sometimes it continues with a copy of the
// state. The state and the model must agree after every step.
func FuzzState(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed, uint8(10+5*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := &model{machine(r), map[cluster.Slot]held{}, map[topology.NodeID]bool{}}
		s := cluster.NewState(m.m)
		now := simtime.Time(0)
		for id := range int(steps) % 64 {
			now = now.Add(simtime.Duration(r.IntN(2)) * simtime.Second)
			switch q := request(r, id); r.IntN(10) {
			case 8, 9:
				m.change(s, r)
			case 0, 1, 2:
				if running := slices.Sorted(maps.Keys(m.jobs)); len(running) > 0 {
					slot := running[r.IntN(len(running))]
					if got := s.End(slot); got.Request != m.jobs[slot].request {
						t.Fatalf("ended job %d, want %d", got.Request.ID, m.jobs[slot].request.ID)
					}
					delete(m.jobs, slot)
				}
			case 3:
				kept := s.Clone()
				if p := m.somewhere(r, q); p != nil {
					s.Start(q, p, now) // must not affect the copy
				}
				s = kept
			default:
				if p := m.somewhere(r, q); p != nil {
					m.jobs[s.Start(q, p, now)] = held{q, p, now}
				}
			}
			if err := m.compare(s, request(r, -1)); err != nil {
				t.Fatalf("step %d: %v", id, err)
			}
		}
	})
}

// TestMeet checks Intersect on two random states. On every node, it must leave the
// smaller of the amounts that are free in the two states.
func TestMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 500 {
		m := machine(r)
		fill := func() *cluster.Free {
			model := &model{m, map[cluster.Slot]held{}, nil}
			free := cluster.NewFree(m)
			for id := range r.IntN(6) {
				q := request(r, id)
				if p := model.somewhere(r, q); p != nil {
					free.Take(q, p)
					model.jobs[cluster.Slot(id)] = held{q, p, 0}
				}
			}
			return free
		}
		a, b := fill(), fill()
		both, before := cluster.NewFree(m), b.Clone()
		both.CopyFrom(a)
		both.Intersect(b)
		for n := range topology.NodeID(m.NumNodes()) {
			want := a.Available(n)
			for k, x := range b.Available(n) {
				want[k] = min(want[k], x)
			}
			if both.Available(n) != want || both.Idle().Has(n) != (a.Idle().Has(n) && b.Idle().Has(n)) {
				t.Fatalf("node %d: %v and %v meet in %v (idle %v)", n, a.Available(n), b.Available(n), both.Available(n), both.Idle().Has(n))
			}
			if b.Available(n) != before.Available(n) {
				t.Fatalf("node %d: meeting changed the other", n)
			}
		}
	}
}

// TestStartRefusesWhatIsNotFree calls Start with a placement that is not free or
// has the wrong size. Start must panic, since an allocator that breaks its contract
// must not corrupt a run.
func TestStartRefusesWhatIsNotFree(t *testing.T) {
	m := cluster.NewMachine(must(topology.NewFlat(4)), cluster.Spec{Resources: workload.Resources{2}, Speed: 1000})
	one := workload.Resources{1}
	run := func(first, last topology.NodeID, tasks int32) cluster.Placement {
		return cluster.Placement{{First: first, Last: last, Tasks: tasks}}
	}
	for _, c := range []struct {
		q    workload.Request
		p    cluster.Placement
		want string
	}{
		{workload.Request{Number: 7, Nodes: 2}, run(0, 1, 1), "is not free"},
		{workload.Request{Number: 7, Nodes: 1}, run(1, 1, 1), "is not free"},
		{workload.Request{Number: 7, Tasks: 2, PerTask: one}, run(1, 1, 2), "is not free"},
		{workload.Request{Number: 7, Nodes: 2}, run(2, 2, 1), "asked for 2 and was given 1"},
		{workload.Request{Number: 7, Tasks: 1, PerTask: one}, run(1, 1, 1), ""},
	} {
		s := cluster.NewState(m)
		s.Start(&workload.Request{Nodes: 1}, run(0, 0, 1), 0)
		s.Start(&workload.Request{Tasks: 1, PerTask: one}, run(1, 1, 1), 0)
		got := func() (said string) {
			defer func() { said = fmt.Sprint(recover()) }()
			s.Start(&c.q, c.p, 0)
			return ""
		}()
		if c.want == "" && got != "<nil>" || c.want != "" && (!strings.Contains(got, c.want) || !strings.Contains(got, "job 7")) {
			t.Errorf("%+v on %v: %s, want %q", c.q, c.p, got, c.want)
		}
	}
}

// TestDownRefusesWhatIsInUse checks that nodes in use cannot be taken down, and
// that only nodes that are down can be brought up. No job may start on a node that
// is down.
func TestDownRefusesWhatIsInUse(t *testing.T) {
	s := cluster.NewState(cluster.NewMachine(must(topology.NewFlat(4)), cluster.Spec{Resources: workload.Resources{2}, Speed: 1000}))
	run := func(first, last topology.NodeID) cluster.Placement {
		return cluster.Placement{{First: first, Last: last, Tasks: 1}}
	}
	s.Start(&workload.Request{Nodes: 1}, run(0, 0), 0)
	s.Down(run(3, 3), 1)
	for name, wrong := range map[string]func(){
		"a node in use":         func() { s.Down(run(0, 1), 2) },
		"a node that is down":   func() { s.Down(run(2, 3), 2) },
		"a node that is not":    func() { s.Up(run(2, 3), 2) },
		"a job on one that is ": func() { s.Start(&workload.Request{Nodes: 1}, run(3, 3), 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was accepted", name)
				}
			}()
			wrong()
		}()
	}
}

// TestSuspend checks that a suspended job holds nothing, and that its limit moves when it
// resumes, which it cannot while another job has its nodes.
func TestSuspend(t *testing.T) {
	flat, _ := topology.NewFlat(4)
	s := cluster.NewState(cluster.NewMachine(flat, cluster.Spec{Speed: 1000}))
	r := &workload.Request{ID: 1, Nodes: 3, Walltime: 100 * simtime.Second}
	slot := s.Start(r, cluster.Placement{}.Append(0, 2, 1), 0)
	s.Suspend(slot, 10_000)
	if s.Idle().Len() != 4 || s.Held() != 0 || s.NumRunning() != 0 || !s.IsSuspended(slot) || len(s.Suspended()) != 1 || s.Job(slot).Limit != 100_000 {
		t.Errorf("%d idle, %d held, %d run, suspended %v, limit %v", s.Idle().Len(), s.Held(), s.NumRunning(), s.Suspended(), s.Job(slot).Limit)
	}
	other := s.Start(&workload.Request{ID: 2, Nodes: 1, Walltime: simtime.Second}, cluster.Placement{}.Append(2, 2, 1), 10_000)
	func() {
		defer func() {
			if x := recover(); x == nil {
				t.Error("it resumes on a node of another job")
			}
		}()
		s.Clone().Resume(slot, 20_000)
	}()
	s.End(other)
	s.Resume(slot, 40_000)
	if s.Idle().Len() != 1 || s.Held() != 3 || s.NumRunning() != 1 || s.IsSuspended(slot) || s.Job(slot).Limit != 130_000 || s.Limits()[0].At != 130_000 {
		t.Errorf("%d idle, %d held, %d run, limit %v", s.Idle().Len(), s.Held(), s.NumRunning(), s.Job(slot).Limit)
	}
	s.Suspend(slot, 50_000)
	if s.End(slot); s.Idle().Len() != 4 || s.NumRunning() != 0 || len(s.Suspended()) != 0 {
		t.Errorf("%d idle, %d run, %v suspended", s.Idle().Len(), s.NumRunning(), s.Suspended())
	}
}

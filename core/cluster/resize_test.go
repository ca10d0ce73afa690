package cluster_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// dense returns the number of tasks that a placement has on each node of a machine
// with n nodes.
func dense(p cluster.Placement, n int) []int32 {
	d := make([]int32, n)
	for node, k := range p.All {
		d[node] += k
	}
	return d
}

// placed returns the placement with d[n] tasks on each node n.
func placed(d []int32) (p cluster.Placement) {
	for n, k := range d {
		if k > 0 {
			p = p.Append(topology.NodeID(n), topology.NodeID(n), k)
		}
	}
	return p
}

// TestPlacementArithmetic checks that Plus, Minus and Last give the same results as
// counting node by node.
func TestPlacementArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 5000 {
		a, b := make([]int32, 12), make([]int32, 12)
		for n := range a {
			a[n], b[n] = int32(max(r.IntN(6)-2, 0)), int32(max(r.IntN(6)-3, 0))
		}
		p, q := placed(a), placed(b)
		sum, less, part := make([]int32, 12), make([]int32, 12), true
		for n := range a {
			sum[n], less[n] = a[n]+b[n], a[n]-b[n]
			part = part && less[n] >= 0
		}
		if got := p.Plus(q); !slices.Equal(got, placed(sum)) {
			t.Fatalf("%v plus %v is %v", a, b, dense(got, 12))
		}
		got, ok := p.Minus(q)
		if ok != part || ok && !slices.Equal(got, placed(less)) {
			t.Fatalf("%v minus %v is %v, %v", a, b, dense(got, 12), ok)
		}
		if p.Tasks() < 2 {
			continue
		}
		k := int32(1 + r.IntN(p.Tasks()-1))
		last, left := slices.Clone(a), k
		for n := len(a) - 1; n >= 0; n-- {
			last[n] = min(a[n], left)
			left -= last[n]
		}
		if got := p.Last(k); !slices.Equal(got, placed(last)) {
			t.Fatalf("the last %d of %v are %v", k, a, dense(got, 12))
		}
	}
}

// TestResize changes the size of a job in every possible way. After each step it
// checks the placement and the frozen part of the job. It also checks the number of
// nodes held in total, and the number that become free when the job ends.
func TestResize(t *testing.T) {
	m := cluster.NewMachine(must(topology.NewFlat(8)), cluster.Spec{Resources: workload.Resources{4}, Speed: 1000})
	for _, r := range []*workload.Request{
		{Nodes: 2, Walltime: 100 * simtime.Second},
		{Tasks: 2, PerTask: workload.Resources{1}, Walltime: 100 * simtime.Second},
	} {
		s := cluster.NewState(m)
		slot := s.Start(r, cluster.Placement{{First: 2, Last: 3, Tasks: 1}}, 0)
		is := func(step string, held int32, placement, frozen string) {
			t.Helper()
			job := s.Job(slot)
			free := int32(s.Count(&workload.Request{Nodes: 8}))
			if s.Held() != held || s.Limits()[0].Size != held || job.Placement.String() != placement || job.Frozen.String() != frozen || r.Whole() && free != 8-held {
				t.Errorf("%s: held %d, at the limit %d, on %v, frozen %v, %d nodes idle", step, s.Held(), s.Limits()[0].Size, job.Placement, job.Frozen, free)
			}
		}
		is("started", 2, "2-3", "")
		changes := s.Changes()
		s.Freeze(slot, cluster.Placement{{First: 0, Last: 0, Tasks: 1}, {First: 4, Last: 5, Tasks: 1}})
		is("frozen", 5, "2-3", "0,4-5")
		if c := s.Clone(); c.Held() != 5 || c.Thaw(slot).Tasks() != 3 || c.Held() != 2 {
			t.Error("a copy is not its own")
		}
		if s.Thaw(slot); s.Changes() != changes+2 {
			t.Errorf("%d changes, want %d", s.Changes(), changes+2)
		}
		is("thawed", 2, "2-3", "")
		s.Freeze(slot, cluster.Placement{{First: 4, Last: 5, Tasks: 1}})
		s.Merge(slot)
		is("grown", 4, "2-5", "")
		s.Shrink(slot, cluster.Placement{{First: 2, Last: 2, Tasks: 1}})
		is("shrunk", 3, "3-5", "")
		s.Freeze(slot, cluster.Placement{{First: 7, Last: 7, Tasks: 1}})
		if job := s.End(slot); job.Size() != 3 || job.Frozen.Tasks() != 1 || s.Held() != 0 || s.Idle().Len() != 8 {
			t.Errorf("after its end %d are held, %d nodes idle", s.Held(), s.Idle().Len())
		}
	}
}

// TestResizeInvariants checks that Freeze, Thaw, Merge and Shrink panic for
// arguments that would corrupt a run.
func TestResizeInvariants(t *testing.T) {
	one := func(n topology.NodeID) cluster.Placement { return cluster.Placement{{First: n, Last: n, Tasks: 1}} }
	for name, wrong := range map[string]func(s *cluster.State, slot cluster.Slot){
		"freeze what is held":       func(s *cluster.State, slot cluster.Slot) { s.Freeze(slot, one(0)) },
		"freeze nothing":            func(s *cluster.State, slot cluster.Slot) { s.Freeze(slot, nil) },
		"freeze twice":              func(s *cluster.State, slot cluster.Slot) { s.Freeze(slot, one(5)); s.Freeze(slot, one(6)) },
		"thaw nothing":              func(s *cluster.State, slot cluster.Slot) { s.Thaw(slot) },
		"merge nothing":             func(s *cluster.State, slot cluster.Slot) { s.Merge(slot) },
		"give back all":             func(s *cluster.State, slot cluster.Slot) { s.Shrink(slot, s.Job(slot).Placement) },
		"give back what it has not": func(s *cluster.State, slot cluster.Slot) { s.Shrink(slot, one(7)) },
	} {
		s := cluster.NewState(cluster.NewMachine(must(topology.NewFlat(8)), cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
		slot := s.Start(&workload.Request{Nodes: 2}, cluster.Placement{{First: 0, Last: 1, Tasks: 1}}, 0)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			wrong(s, slot)
		}()
	}
}

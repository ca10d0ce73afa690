package profile_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestRoomsEqualTheirDefinition applies random reservations to a PerNode, and to a
// list that holds the free resources at every instant. It checks that both give the
// same answers.
func TestRoomsEqualTheirDefinition(t *testing.T) {
	const end, nodes = 60, 7
	flat, err := topology.NewFlat(nodes)
	if err != nil {
		t.Fatal(err)
	}
	m := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 4}, Speed: 1000})
	same := func(a, b *cluster.Free) bool {
		for n := range topology.NodeID(nodes) {
			if a.Available(n) != b.Available(n) {
				return false
			}
		}
		return true
	}
	for seed := range soaktest.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		var p profile.PerNode
		now := simtime.Time(r.IntN(5))
		p.Reset(now, cluster.NewFree(m))
		dumb := make([]*cluster.Free, end)
		for i := range dumb {
			dumb[i] = cluster.NewFree(m)
		}
		type reservation struct {
			r        workload.Request
			where    cluster.Placement
			from, to simtime.Time
		}
		var made []reservation
		for step := range 60 {
			from := now + simtime.Time(r.IntN(end-int(now)))
			to := from + simtime.Time(r.IntN(end-int(from)+1))
			until := to
			if r.IntN(5) == 0 {
				to, until = simtime.Never, end
			}
			q := workload.Request{Tasks: 1 + r.Int32N(2), PerTask: workload.Resources{workload.Cores: 1 + r.Int64N(2)}}
			free := p.Throughout(from, max(to, from+1))
			want := dumb[from].Clone()
			for t := from + 1; t < max(until, from+1); t++ {
				want.Intersect(dumb[t])
			}
			if !same(free, want) {
				t.Fatalf("seed %d, step %d: from %v to %v another room is free", seed, step, from, to)
			}
			if holds := p.ThroughoutIfFits(&q, from, max(to, from+1)); (holds != nil) != want.Fits(&q) && from+1 < until {
				t.Fatalf("seed %d, step %d: %+v fits: %v", seed, step, q, holds != nil)
			}
			n := topology.NodeID(r.IntN(nodes))
			if k := int(seed+uint64(step)) % 3; k > 0 && want.Slots(&q, n) >= q.Tasks {
				x := reservation{q, cluster.Placement{{First: n, Last: n, Tasks: q.Tasks}}, from, to}
				made = append(made, x)
				p.Reserve(&x.r, x.where, from, to)
				for t := from; t < until; t++ {
					dumb[t].Take(&x.r, x.where)
				}
			} else if len(made) > 0 {
				i := r.IntN(len(made))
				x := made[i]
				made = append(made[:i], made[i+1:]...)
				p.Release(&x.r, x.where, max(x.from, now), x.to)
				for t := max(x.from, now); t < min(x.to, end); t++ {
					dumb[t].Give(&x.r, x.where)
				}
			}
			if r.IntN(6) == 0 && now < end-10 {
				now += simtime.Time(r.IntN(4))
				p.Trim(now)
			}
			if r.IntN(9) == 0 {
				p = p.Clone()
			}
		}
	}
}

// TestHoles compares the holes of a PerNode with those found by looking at the whole
// walltime from each step on, with and without joining of steps. It also checks Loss,
// and that nothing has been released from Grown on.
func TestHoles(t *testing.T) {
	const nodes = 9
	flat, err := topology.NewFlat(nodes)
	if err != nil {
		t.Fatal(err)
	}
	m := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000})
	type reservation struct {
		where    cluster.Placement
		from, to simtime.Time
	}
	for seed := range soaktest.Seeds(400) {
		r := rand.New(rand.NewPCG(seed, 3))
		joined, plain := profile.PerNode{Joins: true}, profile.PerNode{}
		joined.Reset(0, cluster.NewFree(m))
		plain.Reset(0, cluster.NewFree(m))
		var made []reservation
		var marked [2]profile.PerNode
		marks := 0
		for step := range 60 {
			switch r.IntN(5) {
			case 0:
				joined.Mark()
				marked[0], marked[1] = marked[1], joined.Clone()
				marks++
			case 1:
				if len(made) > 0 {
					i := r.IntN(len(made))
					x, q := made[i], workload.Request{Nodes: int32(made[i].where.Nodes())}
					joined.Release(&q, x.where, x.from, x.to)
					plain.Release(&q, x.where, x.from, x.to)
					made = append(made[:i], made[i+1:]...)
				}
			default:
				q := workload.Request{Nodes: 1 + r.Int32N(nodes)}
				wall := simtime.Duration(1 + r.IntN(20))
				first := checkHoles(t, &plain, &q, wall, seed, step)
				for at, free := range joined.Holes(&q, wall, simtime.Never) {
					if at != first {
						t.Fatalf("seed %d, step %d: the first hole is at %v with joined steps, at %v without", seed, step, at, first)
					}
					where := cluster.Placement{}.AppendIdle(free.Idle(), 0, q.Nodes)
					joined.Reserve(&q, where, at, at.Add(wall))
					plain.Reserve(&q, where, at, at.Add(wall))
					made = append(made, reservation{where, at, at.Add(wall)})
					break
				}
			}
			for at := max(joined.Grown(), 0); marks > 1 && at < 100; at++ {
				if joined.Throughout(at, at).Exceeds(marked[0].Throughout(at, at)) {
					t.Fatalf("seed %d, step %d: nodes were released at %v, after Grown, %v", seed, step, at, joined.Grown())
				}
			}
		}
	}
}

// TestHolesOfTasks compares the holes of a PerNode, in which tasks and whole nodes are
// reserved at random, with those found by looking at the whole walltime from each step on.
func TestHolesOfTasks(t *testing.T) {
	flat, err := topology.NewFlat(5)
	if err != nil {
		t.Fatal(err)
	}
	m := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 4, workload.Memory: 8}, Speed: 1000})
	for seed := range soaktest.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := profile.PerNode{}
		p.Reset(0, cluster.NewFree(m))
		for step := range 40 {
			q := workload.Request{Tasks: 1 + r.Int32N(8), PerTask: workload.Resources{workload.Cores: 1 + r.Int64N(3), workload.Memory: r.Int64N(5)}}
			if r.IntN(3) == 0 {
				q = workload.Request{Nodes: 1 + r.Int32N(3)}
			}
			wall := simtime.Duration(1 + r.IntN(30))
			checkAllHoles(t, &p, &q, wall, seed, step)
			for at, free := range p.Holes(&q, wall, simtime.Never) {
				if r.IntN(3) == 0 {
					continue
				}
				if where, reason := (alloc.FirstFit{}).Allocate(&q, free, nil); reason.OK() {
					p.Reserve(&q, where, at, at.Add(wall))
				}
				break
			}
		}
	}
}

// checkHoles checks the holes of p, and Loss. It returns the first hole.
func checkHoles(t *testing.T, p *profile.PerNode, q *workload.Request, wall simtime.Duration, seed uint64, step int) simtime.Time {
	t.Helper()
	want := checkAllHoles(t, p, q, wall, seed, step)
	at, node, lost := p.Loss(q, simtime.Time(0).Add(wall))
	if wants := want[0] > 0 && p.Throughout(0, 0).Fits(q); lost != wants {
		t.Fatalf("seed %d, step %d: a node is lost: %v", seed, step, lost)
	} else if lost && (p.Throughout(0, at+1).Fits(q) || !p.Throughout(0, at).Fits(q) || !p.Throughout(0, at).Idle().Has(node) || p.Throughout(at, at).Idle().Has(node)) {
		t.Fatalf("seed %d, step %d: node %d is not the one lost at %v", seed, step, node, at)
	}
	return want[0]
}

// checkAllHoles checks the holes of p, and returns them.
func checkAllHoles(t *testing.T, p *profile.PerNode, q *workload.Request, wall simtime.Duration, seed uint64, step int) []simtime.Time {
	t.Helper()
	var want, got []simtime.Time
	for at := range p.Starts(q) {
		if p.Throughout(at, at.Add(wall)).Fits(q) {
			want = append(want, at)
		}
	}
	for at, free := range p.Holes(q, wall, simtime.Never) {
		got = append(got, at)
		other := p.Clone()
		if all := other.Throughout(at, at.Add(wall)); all.Exceeds(free) || free.Exceeds(all) {
			t.Fatalf("seed %d, step %d: other nodes are free throughout the hole at %v", seed, step, at)
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("seed %d, step %d: %d nodes or tasks for %v have holes at %v, not %v", seed, step, q.Size(), wall, got, want)
	}
	return want
}

package profile_test

import (
	"math/rand/v2"
	"testing"

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

package alloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/workload"
)

// TestSteady takes away what an allocator has not chosen: its choice must stay.
func TestSteady(t *testing.T) {
	steady := 0
	for _, a := range allocators() {
		s, ok := a.(alloc.Monotone)
		if !ok {
			continue
		}
		steady++
		for seed := range uint64(300) {
			r := rand.New(rand.NewPCG(seed, 77))
			free := randomFree(r, randomMachine(r, flat(1+r.IntN(30)), 1+r.IntN(4)))
			q := randomRequest(r, free)
			where, reason := s.Allocate(q, free, nil)
			if !reason.OK() {
				continue
			}
			rest := free.Clone()
			rest.Take(q, where)
			other := &workload.Request{Tasks: 1, PerTask: workload.Resources{workload.Cores: 1}}
			if r.IntN(2) == 0 {
				other = &workload.Request{Nodes: 1}
			}
			if p, verdict := (alloc.Random{Seed: int64(seed)}).Allocate(other, rest, nil); verdict.OK() {
				free.Take(other, p)
			}
			if again, _ := s.Allocate(q, free, nil); !slices.Equal(where, again) {
				t.Fatalf("%T, seed %d: %v, and %v when less is free elsewhere", a, seed, where, again)
			}
		}
	}
	if steady != 3 {
		t.Errorf("%d allocators say that they are steady; first-fit, fastest-first and min-resource are", steady)
	}
}

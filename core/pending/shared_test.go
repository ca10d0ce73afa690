package pending

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"hopyard/core/slurmstate"
	"hopyard/core/slurmstate/slurmstatetest"
)

// TestPlain compares answers with those of simulations without any shortcut, which plan
// all jobs in every run and simulate each what-if by itself: on queues of many shapes,
// about jobs at all places.
func TestPlain(t *testing.T) {
	sooner, later := 0, 0
	for n := range 9 {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		s := slurmstatetest.Queue(40+r.IntN(60), 20+r.IntN(60), 40+r.IntN(60))
		if n%3 == 0 { // a part of the nodes is idle
			s.Jobs = append(s.Jobs[:0:0], s.Jobs[10:]...)
		}
		for _, a := range answersOfBoth(t, s, r) {
			for _, w := range a.WhatIfs {
				if w.Sooner {
					sooner++
				}
				if w.Start.After > a.Start.After {
					later++
				}
			}
		}
	}
	if sooner < 20 || later < 5 {
		t.Errorf("%d what-ifs start sooner, %d later", sooner, later)
	}
}

// answersOfBoth answers about four waiting jobs of a queue, picked at random, and fails
// the test unless plain simulations answer the same.
func answersOfBoth(t *testing.T, s *slurmstate.Snapshot, r *rand.Rand) (all []*Answer) {
	t.Helper()
	fast, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	fast.effort.work = 1 << 60 // each job is planned
	slow, _ := New(s)
	slow.plain = true
	for range 4 {
		var j *slurmstate.JobInfo
		for j == nil || !isPending(j) {
			j = &s.Jobs[r.IntN(len(s.Jobs))]
		}
		a, err := fast.Answer(j.ID)
		if err != nil {
			t.Fatal(err)
		}
		b, err := slow.Answer(j.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("job %s of %s: %+v, %+v, plain: %+v, %+v", j.ID, j.Partitions, a.Start, a.WhatIfs, b.Start, b.WhatIfs)
		}
		all = append(all, a)
	}
	return all
}

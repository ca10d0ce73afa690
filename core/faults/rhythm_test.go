package faults_test

import (
	"testing"

	"hopyard/core/faults"
	"hopyard/core/simtime"
)

// TestRhythmTwin compares CheckpointCycle with a simulation that advances tick by
// tick.
func TestRhythmTwin(t *testing.T) {
	for every := simtime.Duration(1); every < 6; every++ {
		for cost := range simtime.Duration(4) {
			r := faults.CheckpointCycle{Every: every, Cost: cost}
			for from := range every + cost {
				for span := range simtime.Duration(30) {
					phase, computed, saved := from, simtime.Duration(0), simtime.Duration(-1)
					for range span {
						if phase < every {
							computed++
						}
						if phase++; phase == every+cost {
							phase, saved = 0, computed
						}
					}
					now, c, s := r.After(from, span)
					if now != phase || c != computed || s != saved {
						t.Fatalf("%+v from %d on after %d: phase %d, computed %d, saved %d; want %d, %d, %d", r, from, span, now, c, s, phase, computed, saved)
					}
				}
				for work := simtime.Duration(1); work < 20; work++ {
					span := r.Span(from, work)
					_, done, _ := r.After(from, span)
					_, before, _ := r.After(from, span-1)
					if done != work || before != work-1 {
						t.Fatalf("%+v from %d on computes %d in %d: it has %d then, and %d a tick before", r, from, work, span, done, before)
					}
				}
			}
		}
	}
}

// TestSpan checks how long a job needs if it writes a checkpoint after every 30 ms
// of computing, which takes 5 ms. To compute for 100 ms, it must need 115 ms. To
// compute for 90 ms, it must need 100 ms, because it writes no checkpoint at the
// end.
func TestSpan(t *testing.T) {
	r := faults.CheckpointCycle{Every: 30, Cost: 5}
	for computing, want := range map[simtime.Duration]simtime.Duration{0: 0, 30: 30, 31: 36, 90: 100, 91: 106, 100: 115} {
		if got := r.Span(0, computing); got != want {
			t.Errorf("%d of computing take %d, want %d", computing, got, want)
		}
	}
	if got := (faults.CheckpointCycle{}).Span(0, 70); got != 70 {
		t.Errorf("without checkpoints %d", got)
	}
	if got := (faults.CheckpointCycle{Every: 1, Cost: simtime.Duration(simtime.Max)}).Span(0, simtime.Hour); got != simtime.Duration(simtime.Max) {
		t.Errorf("an endless run takes %v", got)
	}
}

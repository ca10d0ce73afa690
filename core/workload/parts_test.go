package workload_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/soak"
	"hopyard/core/workload"
)

const hour = simtime.Hour

// S1, 4 (3), step 2: serial tasks run first in, first out, each on all that the
// job holds.
func TestS1SerialParts(t *testing.T) {
	p := workload.Parts{Work: []simtime.Duration{8 * hour, 4 * hour, hour + 1}}
	want := []workload.PartSpan{
		{Start: 0, End: 2 * hour, First: 0, Size: 4},
		{Start: 2 * hour, End: 3 * hour, First: 0, Size: 4},
		{Start: 3 * hour, End: 3*hour + hour/4 + 1, First: 0, Size: 4}, // rounded up to a tick
	}
	if got := p.AppendSpans(nil, 4, p.RunTime(4)); !slices.Equal(got, want) {
		t.Errorf("spans %v, must be %v", got, want)
	}
	if run := p.RunTime(4); run != 3*hour+hour/4+1 {
		t.Errorf("run time %v", run)
	}
}

// S1, 4 (3), step 3: M parallel tasks get one of M shares each, and run at the
// same time (INFERRED: what does not divide goes to the first ones).
func TestS1ParallelParts(t *testing.T) {
	p := workload.Parts{Parallel: true, Work: []simtime.Duration{6 * hour, 6 * hour, 6 * hour}}
	want := []workload.PartSpan{
		{Start: 0, End: 2 * hour, First: 0, Size: 3},
		{Start: 0, End: 2 * hour, First: 3, Size: 3},
		{Start: 0, End: 3 * hour, First: 6, Size: 2},
	}
	if got := p.AppendSpans(nil, 8, p.RunTime(8)); !slices.Equal(got, want) {
		t.Errorf("spans %v, must be %v", got, want)
	}
	if run := p.RunTime(8); run != 3*hour { // the longest: 6 h on 2 nodes
		t.Errorf("run time %v", run)
	}
}

// What slows a job down, or nodes that are faster, stretch its parts evenly.
func TestPartsStretch(t *testing.T) {
	p := workload.Parts{Work: []simtime.Duration{2 * hour, 4 * hour}}
	want := []workload.PartSpan{{Start: 0, End: 3 * hour, Size: 2}, {Start: 3 * hour, End: 9 * hour, Size: 2}}
	if got := p.AppendSpans(nil, 2, 9*hour); !slices.Equal(got, want) {
		t.Errorf("spans %v, must be %v", got, want)
	}
}

// TestPartsFill: on any size the spans end with the run, parts that run at one
// time have nodes of their own, all of them together where there are parts
// enough, and work is neither lost nor done twice (but for rounding).
func TestPartsFill(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range soak.Rounds(3000) {
		p := workload.Parts{Parallel: r.IntN(2) == 0}
		for range 1 + r.IntN(9) {
			p.Work = append(p.Work, simtime.Duration(r.IntN(100)))
		}
		size := int32(1 + r.IntN(12))
		run := p.RunTime(size)
		spans := p.AppendSpans(nil, size, run)
		last := simtime.Duration(0)
		for i, s := range spans {
			last = max(last, s.End)
			if s.First < 0 || s.Size < 1 || s.First+s.Size > size {
				t.Fatalf("%+v on %d: part %d has nodes %d to %d", p, size, i, s.First, s.First+s.Size-1)
			}
			if done := (s.End - s.Start) * simtime.Duration(s.Size); done < p.Work[i] || done >= p.Work[i]+simtime.Duration(s.Size) {
				t.Fatalf("%+v on %d: part %d has %d node ticks for %d", p, size, i, done, p.Work[i])
			}
			for k, x := range spans[:i] {
				if s.Start < x.End && x.Start < s.End && s.First < x.First+x.Size && x.First < s.First+s.Size {
					t.Fatalf("%+v on %d: parts %d and %d are in each other's way", p, size, k, i)
				}
			}
		}
		if last != run {
			t.Fatalf("%+v on %d: the last part ends at %v, the job at %v", p, size, last, run)
		}
		if int(size) >= len(p.Work) && p.Parallel {
			if end := spans[len(spans)-1]; end.First+end.Size != size {
				t.Fatalf("%+v on %d: only %d nodes are used", p, size, end.First+end.Size)
			}
		}
	}
}

package alloc_test

import (
	"cmp"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// listed has the candidates that it is given.
type listed struct {
	alloc.FirstFit
	all []alloc.Candidate
}

func (l listed) Candidates(*workload.Request, *cluster.Free) iter.Seq[alloc.Candidate] {
	return slices.Values(l.all)
}

// TestExplain compares with sorting all candidates and leaving out what was
// there before.
func TestExplain(t *testing.T) {
	draws := rand.New(rand.NewPCG(3, 9))
	for range 2000 {
		var l listed
		for device := range topology.DeviceID(draws.IntN(30)) {
			at := topology.NodeID(draws.IntN(8))
			l.all = append(l.all, alloc.Candidate{
				Placement: cluster.Placement{{First: at, Last: at, Tasks: 1}},
				Cost:      draws.Int64N(5), Speed: draws.Int64N(3), Device: device,
			})
		}
		n := 1 + draws.IntN(6)
		got := alloc.Explain(l, nil, nil, n)
		all := slices.Clone(l.all)
		slices.SortStableFunc(all, func(x, y alloc.Candidate) int {
			return cmp.Or(cmp.Compare(x.Cost, y.Cost), cmp.Compare(y.Speed, x.Speed))
		})
		var want []topology.DeviceID
		seen := map[topology.NodeID]bool{}
		for _, c := range all {
			if at := c.Placement[0].First; !seen[at] && len(want) < n {
				seen[at] = true
				want = append(want, c.Device)
			}
		}
		if !slices.EqualFunc(got, want, func(c alloc.Candidate, d topology.DeviceID) bool { return c.Device == d }) {
			t.Fatalf("the best %d are %v, want those of %v", n, got, want)
		}
	}
}

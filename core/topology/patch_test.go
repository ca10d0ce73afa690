package topology_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/topology"
)

// TestPatch checks that removing nodes by a Patch, and intersecting with the same
// nodes as a set, gives the right nodes.
func TestPatch(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 5))
		n := 1 + r.IntN(300)
		set, kept := topology.NewNodeSet(n), topology.NewNodeSet(n)
		var p topology.Patch
		for at := r.IntN(n); at < n; at += 1 + r.IntN(40) {
			last := min(at+r.IntN(90), n-1)
			p = p.Append(topology.NodeID(at), topology.NodeID(last))
			kept.AddRange(topology.NodeID(at), topology.NodeID(last))
			at = last
		}
		var out, in []topology.NodeID
		for x := range topology.NodeID(n) {
			if r.IntN(3) == 0 {
				continue
			}
			if set.AddRange(x, x); kept.Has(x) {
				in = append(in, x)
			} else {
				out = append(out, x)
			}
		}
		both := set.Clone()
		both.Intersect(&kept)
		set.Remove(p)
		if got := slices.Collect(set.All); !slices.Equal(got, out) || set.Len() != len(out) {
			t.Fatalf("seed %d: %v are left, and not %v", seed, got, out)
		}
		for x := range topology.NodeID(n) {
			at, _ := slices.BinarySearch(out, x)
			if next, ok := set.Next(x); ok != (at < len(out)) || ok && next != out[at] {
				t.Fatalf("seed %d: next from %d is %d, %v; left are %v", seed, x, next, ok, out)
			}
		}
		if got := slices.Collect(both.All); !slices.Equal(got, in) || both.Len() != len(in) {
			t.Fatalf("seed %d: %v are in both, and not %v", seed, got, in)
		}
	}
}

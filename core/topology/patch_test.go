package topology_test

import (
	"hopyard/core/topology"
	"math/rand/v2"
	"slices"
	"testing"
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

// TestSetOperations compares operations on sets and patches with those on single nodes.
func TestSetOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const n = 300
	for range 500 {
		draw := func() (s topology.NodeSet, p topology.Patch) {
			s = topology.NewNodeSet(n)
			for at := topology.NodeID(r.IntN(100)); at < n; {
				last := min(at+topology.NodeID(r.IntN(90)), n-1)
				s.AddRange(at, last)
				p = p.Append(at, last)
				at = last + 1 + topology.NodeID(r.IntN(200))
			}
			return s, p
		}
		a, pa := draw()
		b, pb := draw()
		less := a.Clone()
		less.Subtract(&b)
		left := slices.Clone(pa)
		left.Subtract(pb)
		rest := topology.FullNodeSet(n)
		rest.Remove(left)
		both, within := 0, true
		for x := range topology.NodeID(n) {
			if a.Has(x) && b.Has(x) {
				both++
			}
			within = within && (!a.Has(x) || b.Has(x))
			if less.Has(x) != (a.Has(x) && !b.Has(x)) || rest.Has(x) == less.Has(x) {
				t.Fatalf("node %d: %v %v %v %v", x, a.Has(x), b.Has(x), less.Has(x), rest.Has(x))
			}
		}
		if a.CountBoth(&b) != both || a.Within(&b) != within || !less.Within(&a) || a.Meets(pb) != (both > 0) || pa.Meets(pb) != (both > 0) {
			t.Fatalf("%d in both, within %v: %d %v %v %v", both, within, a.CountBoth(&b), a.Within(&b), a.Meets(pb), pa.Meets(pb))
		}
	}
}

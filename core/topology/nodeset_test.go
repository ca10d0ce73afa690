package topology_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/topology"
)

// FuzzNodeSet applies a sequence of operations to a NodeSet and to a map, which
// must agree after every step.
func FuzzNodeSet(f *testing.F) {
	f.Add(uint16(64), []byte{0, 0, 63, 1, 3, 9, 2, 0, 63})
	f.Add(uint16(1), []byte{0, 0, 0, 1, 0, 0})
	f.Add(uint16(200), []byte{0, 60, 140, 1, 64, 127, 0, 63, 64, 3, 0, 0, 4, 0, 0})
	f.Add(uint16(65), []byte{5, 0, 0, 1, 64, 64, 0, 64, 64})
	f.Fuzz(func(t *testing.T, size uint16, script []byte) {
		n := int(size)%300 + 1
		set, model := topology.NewNodeSet(n), map[topology.NodeID]bool{}
		other := topology.NewNodeSet(n)
		for ; len(script) >= 3; script = script[3:] {
			first, last := topology.NodeID(int(script[1])%n), topology.NodeID(int(script[2])%n)
			first, last = min(first, last), max(first, last)
			switch script[0] % 6 {
			case 0:
				set.AddRange(first, last)
				for x := first; x <= last; x++ {
					model[x] = true
				}
			case 1:
				set.RemoveRange(first, last)
				for x := first; x <= last; x++ {
					delete(model, x)
				}
			case 2:
				count := 0
				for x := first; x <= last; x++ {
					if model[x] {
						count++
					}
				}
				if got := set.CountRange(first, last); got != count {
					t.Fatalf("%d of %d-%d, want %d", got, first, last, count)
				}
			case 3:
				copied := set.Clone()
				set.AddRange(first, last) // must not affect the copy
				set = copied
			case 4:
				other.AddRange(first, last)
				other.CopyFrom(&set)
				other, set = set, other
				other.RemoveRange(first, last)
			case 5:
				set, model = topology.FullNodeSet(n), map[topology.NodeID]bool{}
				for x := range topology.NodeID(n) {
					model[x] = true
				}
			}
			agree(t, &set, model, n)
		}
	})
}

func agree(t *testing.T, set *topology.NodeSet, model map[topology.NodeID]bool, n int) {
	t.Helper()
	var want []topology.NodeID
	for x := range topology.NodeID(n) {
		if model[x] != set.Has(x) {
			t.Fatalf("has %d: %v, want %v", x, set.Has(x), model[x])
		}
		if model[x] {
			want = append(want, x)
		}
	}
	if got := slices.Collect(set.All); !slices.Equal(got, want) || set.Len() != len(want) {
		t.Fatalf("%v (%d), want %v", got, set.Len(), want)
	}
	for x := range topology.NodeID(n) {
		next, ok := set.Next(x)
		at, _ := slices.BinarySearch(want, x)
		if ok != (at < len(want)) || ok && next != want[at] {
			t.Fatalf("next from %d: %d, %v; set %v", x, next, ok, want)
		}
		gap := x
		for model[gap] {
			gap++
		}
		if got := set.NextGap(x); got != gap {
			t.Fatalf("gap from %d: %d, want %d; set %v", x, got, gap, want)
		}
		for _, most := range []int32{1, 3, 64, 1000} {
			end := next
			for model[end] && end-next < topology.NodeID(most) {
				end++
			}
			if first, last, found := set.Stretch(x, most); found != ok || ok && (first != next || last != end-1) {
				t.Fatalf("a stretch of %d from %d: %d-%d, %v, want %d-%d; set %v", most, x, first, last, found, next, end-1, want)
			}
		}
	}
	for range set.All { // leaving the loop early must work
		break
	}
}

// TestLargeNodeSet compares a large set with a plain list of its nodes. The set is
// so large that searches use the summary bits to skip empty words.
func TestLargeNodeSet(t *testing.T) {
	const n = 20_000
	r := rand.New(rand.NewPCG(1, 2))
	set, has := topology.NewNodeSet(n), make([]bool, n)
	for range 3000 {
		first := r.IntN(n)
		last, add := min(n-1, first+r.IntN(1<<r.IntN(14))), r.IntN(3) == 0
		for x := first; x <= last; x++ {
			has[x] = add
		}
		if add {
			set.AddRange(topology.NodeID(first), topology.NodeID(last))
		} else {
			set.RemoveRange(topology.NodeID(first), topology.NodeID(last))
		}
		if r.IntN(10) == 0 {
			other := topology.NewNodeSet(n)
			other.AddRange(topology.NodeID(n/4), n-1)
			set.Intersect(&other)
			clear(has[:n/4])
		}
		from := r.IntN(n)
		next := from
		for next < n && !has[next] {
			next++
		}
		if got, ok := set.Next(topology.NodeID(from)); ok != (next < n) || ok && int(got) != next {
			t.Fatalf("next from %d: %d, %v, want %d", from, got, ok, next)
		}
		most := 1 + r.IntN(5000)
		end := next
		for end < n && has[end] && end-next < most {
			end++
		}
		if a, b, ok := set.Stretch(topology.NodeID(from), int32(most)); ok != (next < n) || ok && (int(a) != next || int(b) != end-1) {
			t.Fatalf("a stretch of %d from %d: %d-%d, %v, want %d-%d", most, from, a, b, ok, next, end-1)
		}
	}
}

// TestZeroNodeSet checks that the zero value is an empty set with an empty range.
func TestZeroNodeSet(t *testing.T) {
	var s topology.NodeSet
	if _, ok := s.Next(0); ok || s.Len() != 0 || s.Has(0) || s.Has(1000) {
		t.Error("the zero set has nodes")
	}
	if full := topology.FullNodeSet(0); full.Len() != 0 {
		t.Error("the full set over no nodes has nodes")
	}
}

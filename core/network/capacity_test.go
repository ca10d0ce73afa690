package network_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/network"
	"hopyard/core/topology"
)

// TestLinkDown checks a failed link. The activities that need the link must get
// rate 0. The other activities must use the bandwidth that becomes free on other
// links. When the link is up again, all rates must be as before.
func TestLinkDown(t *testing.T) {
	s := network.NewSharing([]float64{10, 6})
	for _, links := range [][]topology.LinkID{{0, 1}, {1}, {0}} {
		s.Add(on(1, links...), math.Inf(1))
	}
	check := func(want ...float64) {
		t.Helper()
		s.Settle()
		for v, rate := range want {
			if got := s.Rate(network.Var(v)); got != rate {
				t.Errorf("activity %d has rate %v, want %v", v, got, rate)
			}
		}
	}
	check(3, 3, 7)
	s.SetCapacity(0, 0)
	check(0, 6, 0)
	late := s.Add(on(1, 0), math.Inf(1))
	check(0, 6, 0, 0)
	s.Remove(late)
	twin := s.Clone()
	s.SetCapacity(0, 10)
	check(3, 3, 7)
	if s = twin; len(s.Settle()) > 0 {
		t.Error("the copy has changed with the original")
	}
	s.SetCapacity(1, 2)
	check(0, 2, 0)
}

// TestCapacityTwin adds and removes activities and changes the capacities of links,
// also to 0 and back. It compares every rate with a computation from scratch.
func TestCapacityTwin(t *testing.T) {
	for _, d := range draws {
		t.Run(d.name, func(t *testing.T) {
			for seed := range uint64(12) {
				r := rand.New(rand.NewPCG(seed, 19))
				capacity := make([]float64, d.links)
				for l := range capacity {
					capacity[l] = d.capacity(r)
				}
				b := newBook(slices.Clone(capacity))
				for step := range 300 {
					for range 1 + r.IntN(4) {
						l := topology.LinkID(r.IntN(d.links))
						switch k := len(b.on); r.IntN(6) {
						case 0:
							b.set(l, 0)
						case 1:
							b.set(l, capacity[l])
						case 2:
							b.set(l, d.capacity(r))
						default:
							if k > 0 && r.IntN(d.acts) < k {
								b.remove(b.on[r.IntN(k)])
							} else {
								b.add(d.activity(r))
							}
						}
					}
					if step%7 == 0 {
						b.s.Settle() // because copies are made only between calls of Settle
						for _, v := range b.on {
							b.rates[v] = b.s.Rate(v)
						}
						clear(b.fresh)
						b.s = b.s.Clone()
					}
					off, err := b.settle()
					if err != nil || off > 1e-9 {
						t.Fatalf("seed %d, step %d: %.2g from the twin, %v", seed, step, off, err)
					}
					for _, v := range b.on {
						for _, x := range b.acts[v].demands {
							if b.capacity[x.Link] == 0 && b.s.Rate(v) != 0 {
								t.Fatalf("seed %d, step %d: rate %g over a link that is down", seed, step, b.s.Rate(v))
							}
						}
					}
				}
			}
		})
	}
}

func (b *book) set(l topology.LinkID, capacity float64) {
	b.s.SetCapacity(l, capacity)
	b.capacity = slices.Clone(b.capacity)
	b.capacity[l] = capacity
}

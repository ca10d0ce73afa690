package network_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/network"
	"hopyard/core/topology"
)

// on returns demands with the given weight on some links.
func on(weight float64, links ...topology.LinkID) (out []network.Demand) {
	for _, l := range links {
		out = append(out, network.Demand{Link: l, Weight: weight})
	}
	return out
}

// TestByHand checks rates against values computed by hand.
func TestByHand(t *testing.T) {
	free := math.Inf(1)
	for _, c := range []struct {
		what     string
		capacity []float64
		acts     []activity
		want     []float64
	}{
		{"three share one link", []float64{6}, []activity{{on(1, 0), free}, {on(1, 0), free}, {on(1, 0), free}}, []float64{2, 2, 2}},
		{"the long flow takes the lesser half, the rest is filled", []float64{10, 4}, []activity{{on(1, 0, 1), free}, {on(1, 0), free}, {on(1, 1), free}}, []float64{2, 8, 2}},
		{"a job stops at full speed", []float64{10}, []activity{{on(3, 0), 1}, {on(3, 0), 1}}, []float64{1, 1}},
		{"equal rates, not equal bytes", []float64{10}, []activity{{on(15, 0), 1}, {on(5, 0), 1}}, []float64{0.5, 0.5}},
		{"one at its limit leaves the rest", []float64{10}, []activity{{on(8, 0), 0.5}, {on(8, 0), 1}}, []float64{0.5, 0.75}},
		{"no demands: the limit", []float64{1}, []activity{{nil, 1}, {on(2, 0), 1}}, []float64{1, 0.5}},
		{"a link that carries nothing", []float64{0, 5}, []activity{{on(1, 0, 1), 1}, {on(1, 1), free}}, []float64{0, 5}},
		{"a link that carries anything", []float64{free, 5}, []activity{{on(1, 0, 1), free}, {on(1, 0), 7}}, []float64{5, 7}},
	} {
		s := network.NewSharing(c.capacity)
		for _, a := range c.acts {
			s.Add(a.demands, a.most)
		}
		if changed := s.Settle(); len(changed) != len(c.acts) {
			t.Errorf("%s: Settle reports %v", c.what, changed)
		}
		for v, want := range c.want {
			if got := s.Rate(network.Var(v)); got != want {
				t.Errorf("%s: activity %d has rate %v; want %v", c.what, v, got, want)
			}
		}
	}
}

// TestReports checks that Settle returns exactly the activities whose rates change.
// It also checks that a new activity gets the lowest unused number.
func TestReports(t *testing.T) {
	s := network.NewSharing([]float64{6, 6, 1})
	add := func(want network.Var, links ...topology.LinkID) {
		t.Helper()
		if got := s.Add(on(1, links...), math.Inf(1)); got != want {
			t.Fatalf("number %d; want %d", got, want)
		}
	}
	settles := func(want ...network.Var) {
		t.Helper()
		if got := s.Settle(); !slices.Equal(got, want) {
			t.Fatalf("Settle reports %v; want %v", got, want)
		}
	}
	settles()
	add(0, 0)
	add(1, 0, 2)
	add(2, 1)
	add(3, 1)
	settles(0, 1, 2, 3)
	if got := s.On(1); !slices.Equal(got, []network.Var{2, 3}) || s.Load(1) != 6 || s.Load(2) != 1 || s.Load(0) != 6 {
		t.Errorf("link 1 has %v, loads %v %v %v", got, s.Load(0), s.Load(1), s.Load(2))
	}
	s.Remove(2)
	s.Remove(1)
	settles(0, 3)
	add(1, 2)
	add(2, 2)
	add(4, 2)
	settles(1, 2, 4)
	s.Remove(4)
	add(4, 2) // replaces the activity just removed, so that no other rate changes
	settles(4)
	add(5, 0)
	s.Remove(5)
	settles()
	if s.Rate(5) != 0 || s.Demands(5) != nil {
		t.Errorf("a removed activity has rate %v, demands %v", s.Rate(5), s.Demands(5))
	}
}

// TestClone makes a copy before or after a call of Settle. It checks that the copy
// and the original give the same results bit for bit, and that they do not affect
// each other.
func TestClone(t *testing.T) {
	for _, d := range draws {
		r := rand.New(rand.NewPCG(4, uint64(d.links)))
		capacity := make([]float64, d.links+500) // more links than are used, so that most pages stay empty
		for l := range capacity {
			capacity[l] = d.capacity(r)
		}
		s := network.NewSharing(capacity)
		var on []network.Var
		change := func(r *rand.Rand, s *network.Sharing, on []network.Var) []network.Var {
			if k := len(on); k > 0 && r.IntN(d.acts) < k {
				i := r.IntN(k)
				s.Remove(on[i])
				return slices.Delete(on, i, i+1)
			}
			a := d.activity(r)
			return append(on, s.Add(a.demands, a.most))
		}
		for range 100 {
			on = change(r, s, on)
			c := s.Clone()
			s.Settle()
			seed := r.Uint64()
			one, other := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 0))
			change(rand.New(rand.NewPCG(seed, 1)), s.Clone(), slices.Clone(on)) // this must not affect the original
			c.Settle()
			cOn := slices.Clone(on)
			for range 5 {
				on, cOn = change(one, s, on), change(other, c, cOn)
				if a, b := s.Settle(), c.Settle(); !slices.Equal(a, b) {
					t.Fatalf("%s: the original reports %v, its copy %v", d.name, a, b)
				}
				for _, v := range on {
					if math.Float64bits(s.Rate(v)) != math.Float64bits(c.Rate(v)) {
						t.Fatalf("%s: activity %d: the original has %v, its copy %v", d.name, v, s.Rate(v), c.Rate(v))
					}
				}
			}
		}
	}
}

// TestBits compares the bits of the results of a long random run with stored ones.
// WebAssembly must give the same bits as native code.
func TestBits(t *testing.T) {
	hash := uint64(14695981039346656037)
	r := rand.New(rand.NewPCG(7, 7))
	s := network.NewSharing(slices.Repeat([]float64{1, 0.7, 3}, 20))
	var on []network.Var
	for range 2000 {
		if k := len(on); k > 0 && r.IntN(120) < k {
			i := r.IntN(k)
			s.Remove(on[i])
			on = slices.Delete(on, i, i+1)
		} else {
			var demands []network.Demand
			for _, l := range r.Perm(60)[:1+r.IntN(8)] {
				demands = append(demands, network.Demand{Link: topology.LinkID(l), Weight: 0.1 + r.Float64()})
			}
			on = append(on, s.Add(demands, 0.01+r.Float64()/10))
		}
		for _, v := range s.Settle() {
			hash = (hash ^ math.Float64bits(s.Rate(v)) ^ uint64(v)) * 1099511628211
		}
	}
	const want = 0x2e0de05f0082264e
	if hash != want {
		t.Errorf("hash %#x; want %#x", hash, uint64(want))
	}
}

// FuzzSharing adds and removes activities as given by the fuzzer's bytes. It
// compares the rates with a computation from scratch and with the definition of
// max-min fairness.
func FuzzSharing(f *testing.F) {
	f.Add([]byte{3, 1, 2, 3, 0x17, 0x25, 0x33, 0x88, 0x41, 0x99, 0x12})
	f.Add([]byte{1, 5, 0x10, 0x10, 0x90, 0x10, 0x80, 0x81, 0x20, 0x30})
	f.Fuzz(func(t *testing.T, src []byte) {
		next := func() int {
			if len(src) == 0 {
				return 0
			}
			b := src[0]
			src = src[1:]
			return int(b)
		}
		capacity := make([]float64, 1+next()%12)
		for l := range capacity {
			capacity[l] = float64(1+next()%16) / 4
		}
		b := newBook(capacity)
		for len(src) > 0 && len(b.acts) < 60 {
			switch op := next(); {
			case op >= 160 && len(b.on) > 0:
				b.remove(b.on[op%len(b.on)])
			default:
				a := activity{most: float64(1+next()%32) / 8}
				if op%3 == 0 {
					a.most = math.Inf(1)
				}
				used, weight := next(), float64(1+op%5)
				for l := range capacity {
					if used>>(l%8)&1 == l/8 {
						a.demands = append(a.demands, network.Demand{Link: topology.LinkID(l), Weight: weight})
					}
				}
				if a.demands == nil {
					a.most = 1
				}
				b.add(a)
			}
			if next()%4 == 0 {
				continue // several changes happen at the same instant
			}
			if off, err := b.settle(); err != nil || off > 1e-9 {
				t.Fatalf("%.2g from the twin: %v", off, err)
			}
		}
	})
}

package network_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/network"
	"hopyard/core/topology"
)

// activity holds the demands and the maximum rate of an activity of a random
// network.
type activity struct {
	demands []network.Demand
	most    float64
}

// fill computes the rates from scratch, as the reference for Sharing. It raises all
// rates together from 0. In each round it freezes the activities that have reached
// their maximum rate or a full link.
func fill(capacity []float64, acts []activity) []float64 {
	rate, frozen := make([]float64, len(acts)), make([]bool, len(acts))
	for {
		left, rising := slices.Clone(capacity), make([]float64, len(capacity))
		level := math.Inf(1)
		for i, a := range acts {
			for _, d := range a.demands {
				if frozen[i] {
					left[d.Link] -= d.Weight * rate[i]
				} else {
					rising[d.Link] += d.Weight
				}
			}
			if !frozen[i] {
				level = min(level, a.most)
			}
		}
		for l := range capacity {
			if rising[l] > 0 {
				level = min(level, left[l]/rising[l])
			}
		}
		done := true
		for i, a := range acts {
			stops := a.most <= level*(1+1e-12)
			for _, d := range a.demands {
				stops = stops || left[d.Link]/rising[d.Link] <= level*(1+1e-12)
			}
			if !frozen[i] && (stops || math.IsInf(level, 1)) {
				frozen[i], rate[i], done = true, max(level, 0), false
			}
		}
		if done {
			return rate
		}
	}
}

// apart returns the relative difference of two rates.
func apart(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a-b) / max(math.Abs(a), math.Abs(b))
}

// drawn describes a kind of random network: the numbers of links and activities,
// the length of routes, and the distributions of weights, capacities and maximum
// rates.
type drawn struct {
	name                   string
	links, acts, route     int
	weight, capacity, most func(r *rand.Rand) float64
}

func one(*rand.Rand) float64       { return 1 }
func unbounded(*rand.Rand) float64 { return math.Inf(1) }
func digit(r *rand.Rand) float64   { return float64(1 + r.IntN(4)) }
func spreadOut(r *rand.Rand) float64 {
	return math.Exp(4 * r.Float64())
}
func sometimes(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return math.Inf(1)
	}
	return float64(1+r.IntN(8)) / 8
}

var draws = []drawn{
	{"flows of equal links", 12, 30, 4, one, one, unbounded},
	{"flows, few links", 3, 12, 3, one, digit, unbounded},
	{"flows, long routes", 60, 40, 20, one, digit, unbounded},
	{"flows, uneven", 40, 80, 6, one, spreadOut, unbounded},
	{"jobs with ties", 10, 20, 6, digit, digit, sometimes},
	{"jobs", 30, 40, 12, spreadOut, spreadOut, sometimes},
	{"jobs of rate 1", 30, 40, 12, spreadOut, spreadOut, one},
	{"capped, hardly loaded", 50, 30, 5, digit, func(*rand.Rand) float64 { return 100 }, sometimes},
}

func (d *drawn) activity(r *rand.Rand) activity {
	a := activity{most: d.most(r)}
	for _, l := range r.Perm(d.links)[:r.IntN(d.route+1)] {
		a.demands = append(a.demands, network.Demand{Link: topology.LinkID(l), Weight: d.weight(r)})
	}
	if len(a.demands) == 0 && math.IsInf(a.most, 1) {
		a.most = 3
	}
	return a
}

// TestTwin adds and removes activities at random, one or many at a time, and
// compares every rate with a computation from scratch.
func TestTwin(t *testing.T) {
	for _, d := range draws {
		t.Run(d.name, func(t *testing.T) {
			worst, settles := 0.0, 0
			for seed := range uint64(12) {
				r := rand.New(rand.NewPCG(seed, 9))
				capacity := make([]float64, d.links)
				for l := range capacity {
					capacity[l] = d.capacity(r)
				}
				b := newBook(capacity)
				for step := range 300 {
					for range 1 + r.IntN(1+r.IntN(8)) {
						if k := len(b.on); k > 0 && r.IntN(d.acts) < k {
							b.remove(b.on[r.IntN(k)])
						} else {
							b.add(d.activity(r))
						}
					}
					off, err := b.settle()
					if err != nil {
						t.Fatalf("seed %d, step %d: %v", seed, step, err)
					}
					worst, settles = max(worst, off), settles+1
				}
			}
			t.Logf("%d settles, at most %.2g from the twin", settles, worst)
			if worst > 1e-9 {
				t.Errorf("a rate is %.2g from the twin's; at most 1e-9 is allowed", worst)
			}
		})
	}
}

// TestTwinLong makes a simulation run that is long enough for the running sums to
// be recomputed several times. After some of the changes it compares every rate
// with a computation from scratch.
func TestTwinLong(t *testing.T) {
	d := draws[3]
	r := rand.New(rand.NewPCG(5, 5))
	capacity := make([]float64, d.links)
	for l := range capacity {
		capacity[l] = d.capacity(r)
	}
	b := newBook(capacity)
	for step := range 20_000 {
		if k := len(b.on); k > 0 && r.IntN(d.acts) < k {
			b.remove(b.on[r.IntN(k)])
		} else {
			b.add(d.activity(r))
		}
		if step%100 > 0 && step%4096 > 2 {
			for _, v := range b.s.Settle() {
				b.rates[v] = b.s.Rate(v)
				delete(b.fresh, v)
			}
		} else if off, err := b.settle(); err != nil || off > 1e-9 {
			t.Fatalf("step %d: %.2g from the twin, %v", step, off, err)
		}
	}
}

// book is a Sharing, together with the list of the activities that were added.
type book struct {
	capacity []float64
	s        *network.Sharing
	on       []network.Var // in ascending order
	acts     map[network.Var]activity
	rates    map[network.Var]float64 // as last reported by Settle
	fresh    map[network.Var]bool
}

func newBook(capacity []float64) *book {
	return &book{
		capacity, network.NewSharing(capacity), nil,
		map[network.Var]activity{}, map[network.Var]float64{}, map[network.Var]bool{},
	}
}

func (b *book) add(a activity) {
	v := b.s.Add(a.demands, a.most)
	at, found := slices.BinarySearch(b.on, v)
	if found {
		panic("a number was given out twice")
	}
	b.on, b.acts[v], b.fresh[v] = slices.Insert(b.on, at, v), a, true
}

func (b *book) remove(v network.Var) {
	b.s.Remove(v)
	at, _ := slices.BinarySearch(b.on, v)
	b.on = slices.Delete(b.on, at, at+1)
	delete(b.acts, v)
	delete(b.rates, v)
	delete(b.fresh, v)
}

// settle calls Settle and checks the changes that it reports. It returns the
// largest difference between a rate and the rate computed by fill.
func (b *book) settle() (worst float64, err error) {
	changed := slices.Clone(b.s.Settle())
	if !slices.IsSorted(changed) || len(slices.Compact(changed)) != len(changed) {
		return 0, fmt.Errorf("changed %v is not ascending", changed)
	}
	var acts []activity
	for _, v := range b.on {
		acts = append(acts, b.acts[v])
		_, reported := slices.BinarySearch(changed, v)
		was, known := b.rates[v]
		if now := b.s.Rate(v); reported != (b.fresh[v] || known && was != now) {
			return 0, fmt.Errorf("activity %d: reported %v, new %v, rate %v after %v", v, reported, b.fresh[v], now, was)
		}
		b.rates[v] = b.s.Rate(v)
	}
	clear(b.fresh)
	for i, want := range fill(b.capacity, acts) {
		worst = max(worst, apart(b.s.Rate(b.on[i]), want))
	}
	return worst, b.fair()
}

// fair checks the definition of max-min fairness. No link may carry more than its
// capacity. Every activity must either have its maximum rate or use a full link on
// which no activity is faster.
func (b *book) fair() error {
	const near = 1e-9
	fastest := make([]float64, len(b.capacity))
	load := make([]float64, len(b.capacity))
	for _, v := range b.on {
		for _, d := range b.acts[v].demands {
			fastest[d.Link] = max(fastest[d.Link], b.s.Rate(v))
			load[d.Link] += d.Weight * b.s.Rate(v)
		}
	}
	for l, c := range b.capacity {
		if load[l] > c*(1+near) {
			return fmt.Errorf("link %d carries %v of %v", l, load[l], c)
		}
		if apart(load[l], b.s.Load(topology.LinkID(l))) > near {
			return fmt.Errorf("link %d carries %v, not %v", l, load[l], b.s.Load(topology.LinkID(l)))
		}
	}
	for _, v := range b.on {
		a, rate := b.acts[v], b.s.Rate(v)
		held := rate >= a.most*(1-near) && rate <= a.most
		for _, d := range a.demands {
			held = held || load[d.Link] >= b.capacity[d.Link]*(1-near) && rate >= fastest[d.Link]*(1-near)
		}
		if !held {
			return fmt.Errorf("activity %d could be faster than %v", v, rate)
		}
	}
	return nil
}

package network

import (
	"math"
	"slices"

	"hopyard/core/topology"
)

// Demand is what an activity at full rate puts on one link: bytes a second
// for a job (whose full rate is 1), 1 for a flow (whose rate is in bytes a
// second). Weight is above 0 and finite.
type Demand struct {
	Link   topology.LinkID
	Weight float64
}

// Var is an activity in a Sharing: dense numbers from 0, the lowest free one
// taken first.
type Var int32

// Sharing keeps the max-min fair rates of activities that share links: the
// rates x for which sum over j of w[j,l]*x[j] <= c[l] on every link l,
// x[j] <= most[j], and none can be raised without lowering one that is no
// higher. Add and Remove say what changes; Settle brings the rates up to date.
//
// Source: algorithms.md 2.9.
type Sharing struct {
	capacity []float64
	vars     []activity
	users    [][]Var
	free     []Var // numbers below len(vars) that are free, descending
	changed  []Var
}

type activity struct {
	demands     []Demand
	most, rate  float64
	used, isNew bool
}

// NewSharing returns a sharing of links of the given capacities, all idle.
// It keeps the slice, which must not be changed.
func NewSharing(capacity []float64) *Sharing {
	return &Sharing{capacity: capacity, users: make([][]Var, len(capacity))}
}

// Add adds an activity that starts now. Each link is named at most once in
// demands, which are kept and must not be changed; most may be +Inf. Its rate
// is 0 until Settle.
func (s *Sharing) Add(demands []Demand, most float64) Var {
	v := Var(len(s.vars))
	if k := len(s.free); k > 0 {
		v, s.free = s.free[k-1], s.free[:k-1]
	} else {
		s.vars = append(s.vars, activity{})
	}
	s.vars[v] = activity{demands, most, 0, true, true}
	for _, d := range demands {
		s.users[d.Link] = append(s.users[d.Link], v)
	}
	return v
}

// Remove ends an activity.
func (s *Sharing) Remove(v Var) {
	for _, d := range s.vars[v].demands {
		u := s.users[d.Link]
		i := slices.Index(u, v)
		s.users[d.Link] = slices.Delete(u, i, i+1)
	}
	s.vars[v] = activity{}
	i := 0
	for i < len(s.free) && s.free[i] > v {
		i++
	}
	s.free = slices.Insert(s.free, i, v)
}

// Settle brings the rates up to date after Adds and Removes and returns the
// activities whose rate changed, with the new ones, ascending. The slice is
// valid until the next call.
func (s *Sharing) Settle() []Var {
	rate := make([]float64, len(s.vars))
	frozen := make([]bool, len(s.vars))
	for level := 0.0; ; {
		next := math.Inf(1)
		for v := range s.vars {
			if a := &s.vars[v]; a.used && !frozen[v] {
				next = min(next, a.most)
			}
		}
		for l := range s.users {
			next = min(next, s.full(topology.LinkID(l), rate, frozen))
		}
		level = max(level, next)
		done := true
		for l := range s.users {
			if s.full(topology.LinkID(l), rate, frozen) <= level*(1+1e-12) {
				for _, v := range s.users[l] {
					if !frozen[v] {
						frozen[v], rate[v], done = true, level, false
					}
				}
			}
		}
		for v := range s.vars {
			if a := &s.vars[v]; a.used && !frozen[v] && a.most <= level*(1+1e-12) {
				frozen[v], rate[v], done = true, a.most, false
			}
		}
		if done {
			break
		}
	}
	s.changed = s.changed[:0]
	for v := range s.vars {
		if a := &s.vars[v]; a.used && (a.isNew || a.rate != rate[v]) {
			a.isNew, a.rate = false, rate[v]
			s.changed = append(s.changed, Var(v))
		}
	}
	return s.changed
}

// full is the level at which link l is full if all that is not frozen rises.
func (s *Sharing) full(l topology.LinkID, rate []float64, frozen []bool) float64 {
	left, weight := s.capacity[l], 0.0
	for _, v := range s.users[l] {
		w := s.weight(v, l)
		if frozen[v] {
			left -= float64(w * rate[v])
		} else {
			weight += w
		}
	}
	if weight == 0 {
		return math.Inf(1)
	}
	return max(left, 0) / weight
}

func (s *Sharing) weight(v Var, l topology.LinkID) float64 {
	for _, d := range s.vars[v].demands {
		if d.Link == l {
			return d.Weight
		}
	}
	return 0
}

// Rate is the rate of an activity as of the last Settle.
func (s *Sharing) Rate(v Var) float64 { return s.vars[v].rate }

// Demands are those that the activity was added with.
func (s *Sharing) Demands(v Var) []Demand { return s.vars[v].demands }

// Load is what link l carries, in the units of its capacity.
func (s *Sharing) Load(l topology.LinkID) float64 {
	sum := 0.0
	for _, v := range s.users[l] {
		sum += float64(s.weight(v, l) * s.vars[v].rate)
	}
	return sum
}

// On is who uses link l, ascending.
func (s *Sharing) On(l topology.LinkID) []Var {
	out := slices.Clone(s.users[l])
	slices.Sort(out)
	return out
}

// Clone returns an independent copy. Cost: O(activities and their demands).
func (s *Sharing) Clone() *Sharing {
	c := *s
	c.vars, c.free, c.changed = slices.Clone(s.vars), slices.Clone(s.free), nil
	c.users = make([][]Var, len(s.users))
	for l, u := range s.users {
		c.users[l] = slices.Clone(u)
	}
	return &c
}

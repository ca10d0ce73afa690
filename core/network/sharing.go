package network

import (
	"math"
	"slices"

	"hopyard/core/topology"
)

// Demand is the load that an activity at rate 1 puts on one link. For a job, whose
// full rate is 1, the weight is in bytes a second. For a flow, whose rate is in
// bytes a second, the weight is 1. Weight is above 0 and finite.
type Demand struct {
	Link   topology.LinkID
	Weight float64
}

// Var is the number of an activity in a Sharing. Numbers count from 0, and a new
// activity takes the lowest unused number.
type Var int32

// Sharing keeps the max-min fair rates of activities that share links. Let w[j,l]
// be the weight of activity j on link l. The rates x satisfy two conditions: the
// sum over j of w[j,l]*x[j] is at most the capacity of l, for every link l, and
// x[j] is at most the maximum rate of j. Raising any rate would require lowering
// another rate that is not higher. Add, Remove and SetCapacity change the
// activities and links; Settle updates the rates.
//
// Rates are exact except for rounding: the relative error of each rate is about
// 10^-12 of what its links leave to it. The same sequence of calls gives the same
// bits.
//
// Source: SOURCES.md NET.2. The algorithm is INFERRED; settle.go describes it.
type Sharing struct {
	capacity []float64
	pages    []*page
	acts     []activity
	bounds   []bound // bounds, indexed by Var
	vacant   []Var   // unused numbers: a heap with the lowest on top
	sweep
}

// activity holds the data of an activity that callers can read.
type activity struct {
	demands []Demand
	rate    float64
	touched uint32 // number of the last sweep in which the rate might have changed
	fresh   bool   // whether the activity was added since the last Settle
}

// user is an activity that uses a link, with its weight on the link.
type user struct {
	v      Var
	weight float64
}

// link holds the state of one link. It has 64 bytes, so that each link fills one
// cache line.
type link struct {
	linkBound
	swept uint32  // number of the last sweep in which the link became full
	full  float64 // last known level at which the link becomes full
	at    int32   // 1 + index of the link in the heap; 0 if it is not in the heap
	stale bool    // whether full is out of date; if so, the link's event occurs at the level of its key or above
	_     [16]byte
}

// pageLinks is the number of links on one page of a Sharing or a tally. A page is
// allocated only when one of its links is used, so that small jobs on a large
// machine need little memory.
const pageLinks = 64

type page struct {
	links [pageLinks]link
	// The users of each link, sorted by Var. Sums over them therefore depend only
	// on which activities use the link, and not on the order in which the
	// activities were added.
	users [pageLinks][]user
	count int // total number of users of the links on this page
}

// NewSharing returns a Sharing of unused links with the given capacities. It keeps
// the slice, so the caller must not change it.
func NewSharing(capacity []float64) *Sharing {
	s := &Sharing{capacity: capacity, pages: make([]*page, (len(capacity)+pageLinks-1)/pageLinks)}
	s.count = 1
	return s
}

func (s *Sharing) link(l topology.LinkID) *link {
	return &s.pages[uint(l)/pageLinks].links[uint(l)%pageLinks]
}

func (s *Sharing) users(l topology.LinkID) *[]user {
	return &s.pages[uint(l)/pageLinks].users[uint(l)%pageLinks]
}

// Add adds an activity. The demands must contain each link at most once. The
// Sharing keeps the slice, so the caller must not change it. The second parameter
// is the maximum rate of the activity, which may be +Inf. The rate is 0 until the
// next Settle. Cost: O(demands·users of a link), as moves of memory.
func (s *Sharing) Add(demands []Demand, most float64) Var {
	v := Var(len(s.acts))
	if len(s.vacant) > 0 {
		v = s.takeVacant()
	} else {
		s.acts, s.bounds = append(s.acts, activity{}), append(s.bounds, bound{})
	}
	s.acts[v] = activity{demands: demands, fresh: true, touched: s.acts[v].touched}
	s.bounds[v] = bound{limit: most, most: most, by: noLink}
	s.touch(v)
	s.level = 0
	for _, d := range demands {
		p := &s.pages[d.Link/pageLinks]
		if *p == nil {
			*p = new(page)
		}
		(*p).count++
		k, users := s.link(d.Link), s.users(d.Link)
		if len(*users) == 0 {
			k.clear(s.capacity[d.Link])
			k.full = 0
		}
		*users = slices.Insert(*users, find(*users, v), user{v, d.Weight})
		k.count(d.Weight, most)
		s.raised(d.Link, k)
	}
	return v
}

// Remove removes an activity. Cost: that of Add.
func (s *Sharing) Remove(v Var) {
	s.level = 0
	b := &s.bounds[v]
	for _, d := range s.acts[v].demands {
		s.pages[d.Link/pageLinks].count--
		k, users := s.link(d.Link), s.users(d.Link)
		i := find(*users, v)
		*users = slices.Delete(*users, i, i+1)
		k.discount(d.Weight, b.on(d.Link))
		if len(*users) > 0 {
			s.lowered(d.Link, k)
		} else {
			s.drop(k)
		}
	}
	s.acts[v] = activity{touched: s.acts[v].touched}
	*b = bound{by: noLink}
	s.putVacant(v)
}

// find returns the index of v among the users, or the index at which v would be
// inserted.
func find(users []user, v Var) int {
	lo, hi := 0, len(users)
	for lo < hi {
		if mid := (lo + hi) / 2; users[mid].v < v {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Rate returns the rate of an activity as of the last Settle.
func (s *Sharing) Rate(v Var) float64 { return s.acts[v].rate }

// Demands returns the demands with which the activity was added.
func (s *Sharing) Demands(v Var) []Demand { return s.acts[v].demands }

// Load returns the load of link l as of the last Settle, in the units of its
// capacity. Cost: O(users of l).
func (s *Sharing) Load(l topology.LinkID) float64 {
	sum := 0.0
	if s.pages[l/pageLinks] != nil {
		for _, u := range *s.users(l) {
			sum += float64(u.weight * s.acts[u.v].rate)
		}
	}
	return sum
}

// On returns the activities that use link l, in ascending order. Cost: O(users of
// l).
func (s *Sharing) On(l topology.LinkID) []Var {
	if s.pages[l/pageLinks] == nil {
		return nil
	}
	users := *s.users(l)
	out := make([]Var, len(users))
	for i, u := range users {
		out[i] = u.v
	}
	return out
}

// Clone returns an independent copy that gives the same results as s, bit for bit.
// It must not be called during a call of Settle, but may be called when activities
// have been added or removed since the last Settle. Cost: O(activities and their
// demands), plus a small part of the links.
func (s *Sharing) Clone() *Sharing {
	c := &Sharing{
		capacity: s.capacity, pages: make([]*page, len(s.pages)),
		acts: slices.Clone(s.acts), bounds: slices.Clone(s.bounds), vacant: slices.Clone(s.vacant),
	}
	c.count, c.touched, c.heap = s.count, slices.Clone(s.touched), slices.Clone(s.heap)
	users := 0
	for _, p := range s.pages {
		if p != nil {
			users += p.count
		}
	}
	all := make([]user, 0, users)
	for i, p := range s.pages {
		if p == nil || p.count == 0 {
			continue
		}
		q := *p
		for j, u := range q.users {
			first := len(all)
			all = append(all, u...)
			q.users[j] = all[first:len(all):len(all)]
		}
		c.pages[i] = &q
	}
	return c
}

var inf = math.Inf(1) // constant; never assigned

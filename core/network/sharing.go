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
// Rates are exact but for rounding: each is within about 10^-12, relatively,
// of what its links leave it. Equal calls give equal bits.
//
// Source: SOURCES.md NET.2. How the rates are kept is INFERRED; settle.go
// says how.
type Sharing struct {
	capacity []float64
	pages    []*page
	acts     []activity
	bounds   []bound // by Var
	vacant   []Var   // a heap, the lowest on top
	sweep
}

// activity is what the outside knows of a Var.
type activity struct {
	demands []Demand
	rate    float64
	touched uint32 // the last sweep in which its rate was in question
	fresh   bool   // added since the last Settle
}

// user is an activity on a link.
type user struct {
	v      Var
	weight float64
}

// link is one link: 64 bytes, so that those of a page lie in one cache line
// each.
type link struct {
	linkBound
	swept uint32  // the last sweep in which it filled
	full  float64 // the level at which it fills, as far as was known last
	at    int32   // 1 + its place in the heap, 0 if it is not in it
	stale bool    // full is out of date: its event comes at its key or later
	_     [16]byte
}

// pageLinks is the number of links on one page of a Sharing or a tally. Pages
// exist where links are in use, so that small jobs on a large machine cost
// little.
const pageLinks = 64

type page struct {
	links [pageLinks]link
	// The users of a link are ascending, so that sums depend on who uses it and
	// not on the order in which they came.
	users [pageLinks][]user
	count int // of users of all its links
}

// NewSharing returns a sharing of links of the given capacities, all idle.
// It keeps the slice, which must not be changed.
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

// Add adds an activity that starts now. Each link is named at most once in
// demands, which are kept and must not be changed; most may be +Inf. Its rate
// is 0 until Settle. Cost: O(demands·users of a link), in moves of memory.
func (s *Sharing) Add(demands []Demand, most float64) Var {
	v := Var(len(s.acts))
	if len(s.vacant) > 0 {
		v = s.takeVacant()
	} else {
		s.acts, s.bounds = append(s.acts, activity{}), append(s.bounds, bound{})
	}
	s.acts[v] = activity{demands: demands, fresh: true, touched: s.acts[v].touched}
	s.bounds[v] = bound{limit: most, most: most, by: nobody}
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

// Remove ends an activity. Cost: as Add.
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
	*b = bound{by: nobody}
	s.putVacant(v)
}

// find is where v is among the users, or would be.
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

// Rate is the rate of an activity as of the last Settle.
func (s *Sharing) Rate(v Var) float64 { return s.acts[v].rate }

// Demands are those that the activity was added with.
func (s *Sharing) Demands(v Var) []Demand { return s.acts[v].demands }

// Load is what link l carries as of the last Settle, in the units of its
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

// On is who uses link l, ascending. Cost: O(users of l).
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

// Clone returns an independent copy that goes on bit for bit as s would. It
// is called between Settles: what was added or removed since the last one is
// copied too. Cost: O(activities and their demands), and a small part of the
// links.
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

var inf = math.Inf(1) // never written

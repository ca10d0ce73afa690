package network

import "hopyard/core/topology"

// same is how near two levels count as one, relatively: links that fill
// together by symmetry differ by rounding.
const same = 1 + 1e-13

// nobody holds an activity that may rise to its own limit.
const nobody topology.LinkID = -1

// bound is the level at which an activity stops rising, as far as is known,
// and the link that stops it. Between sweeps it is the truth.
type bound struct {
	limit, most float64
	by          topology.LinkID
}

// on is where the activity stops as link l sees it: one that l itself stops
// would rise further.
func (b *bound) on(l topology.LinkID) float64 {
	if b.by == l {
		return b.most
	}
	return b.limit
}

// sweep is what one Settle works with.
type sweep struct {
	count   uint32 // of this sweep, or between sweeps of the next one, from 1
	level   float64
	touched []Var // whose rate is in question, in no order
	heap    []event
	limits  []float64 // of the users of one link
	marks   []uint64  // a bit for each activity, to sort by
}

// Settle brings the rates up to date after Adds and Removes and returns the
// activities whose rate changed, with the new ones, ascending. The slice is
// valid until the next call.
//
// Rates follow from raising one level for all: an activity stops at its most
// or where a link of its fills. Whoever comes or goes leaves all levels as
// they were below the lowest that it touches; so Settle sweeps upwards over
// the links that were touched (dirty) and takes of everyone else what was
// true before. Under the level of the sweep all is final. A dirty link meets
// one of two events next. If it now fills above the rate to which it held its
// users, it lets them rise from there to where it fills now. Otherwise it fills
// where some would rise beyond, and stops them. Either way the other links of
// those users are dirty, if the rate is new. What a dirty link costs until its
// event may be due are running sums: see linkBound.
//
// Cost: O(log links) for each link of each activity whose rate changes, mostly
// once and less, and O(users) for each link that lets go or stops some.
func (s *Sharing) Settle() []Var {
	if s.level = 0; s.count%renewal == 0 {
		s.renew()
	}
	for len(s.heap) > 0 {
		s.level = max(s.level, s.heap[0].key)
		s.meet(s.heap[0].link)
	}
	changed := s.touched[:0]
	for _, v := range s.touched {
		if a := &s.acts[v]; a.fresh || a.rate != s.bounds[v].limit {
			a.fresh, a.rate = false, s.bounds[v].limit
			changed = append(changed, v)
		}
	}
	s.touched = s.touched[:0]
	s.count++
	s.ascend(changed)
	return changed
}

// meet handles the event of link l at the level of the sweep.
func (s *Sharing) meet(l topology.LinkID) {
	k := s.link(l)
	switch {
	case k.stale && k.swept != s.count:
		if key := k.soonest(); key > s.level {
			s.put(k, l, key)
		} else {
			s.refresh(l, k)
		}
	case k.swept != s.count && k.full > k.lowest*same:
		s.release(l, k)
	default:
		s.fill(l, k)
	}
}

// release lets the users that link l held rise to where it fills now.
func (s *Sharing) release(l topology.LinkID, k *link) {
	lowest := inf
	for _, u := range *s.users(l) {
		b := &s.bounds[u.v]
		if b.by != l {
			continue
		}
		was := b.limit
		if b.limit = max(was, k.full); b.most <= b.limit {
			b.by, b.limit = nobody, b.most
		} else {
			lowest = min(lowest, b.limit)
		}
		s.touch(u.v)
		for _, d := range s.acts[u.v].demands {
			if d.Link != l {
				other := s.link(d.Link)
				other.move(d.Weight, was, b.limit)
				s.raised(d.Link, other)
			}
		}
	}
	if k.lowest = lowest; k.full < inf {
		s.put(k, l, max(k.full, s.level))
	} else {
		s.drop(k)
	}
}

// fill stops the users of link l that still rise: it is full.
func (s *Sharing) fill(l topology.LinkID, k *link) {
	full, again := max(k.full, s.level), k.swept == s.count
	s.drop(k)
	k.clear(s.capacity[l])
	k.full, k.swept = full, s.count
	for _, u := range *s.users(l) {
		b := &s.bounds[u.v]
		limit := b.limit
		if b.by == l && !again {
			limit = b.most
		}
		if limit > full*same {
			s.stop(u.v, l, full)
		}
		if b.by == l {
			k.lowest = min(k.lowest, b.limit)
		}
		k.count(u.weight, b.on(l))
	}
}

// stop has link l stop an activity at the level at which it is full.
func (s *Sharing) stop(v Var, l topology.LinkID, full float64) {
	a, b := &s.acts[v], &s.bounds[v]
	was := *b
	if !a.fresh && a.rate <= full*same && full <= a.rate*same {
		full = a.rate // but for rounding
	} else if was.by == l && was.limit <= full*same && full <= was.limit*same {
		full = was.limit // as it was let go to
	}
	if b.by, b.limit = l, full; was.limit == full {
		return
	}
	s.touch(v)
	for _, d := range a.demands {
		if d.Link != l {
			k := s.link(d.Link)
			k.move(d.Weight, was.on(d.Link), full)
			s.lowered(d.Link, k)
		}
	}
}

// touch lists an activity whose rate may change.
func (s *Sharing) touch(v Var) {
	if s.acts[v].touched != s.count {
		s.acts[v].touched = s.count
		s.touched = append(s.touched, v)
	}
}

// refresh works out the next event of link l.
func (s *Sharing) refresh(l topology.LinkID, k *link) {
	k.stale = false
	k.clear(s.capacity[l])
	s.limits = s.limits[:0]
	users := *s.users(l)
	for _, u := range users {
		b := &s.bounds[u.v]
		limit := b.limit
		if b.by == l {
			k.lowest = min(k.lowest, limit)
			limit = b.most
		}
		k.count(u.weight, limit)
		s.limits = append(s.limits, limit)
	}
	k.full = s.fullAt(s.capacity[l], k.full, users)
	if key := min(k.full, k.lowest); key < inf {
		s.put(k, l, max(key, s.level))
	} else {
		s.drop(k)
	}
}

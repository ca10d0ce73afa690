package network

import "hopyard/core/topology"

// levelTolerance is the relative tolerance within which two levels count as equal.
// Without it, links that become full together by symmetry would differ by rounding
// errors.
const levelTolerance = 1 + 1e-13

// noLink is the value of bound.by for an activity that no link stops, so that it
// reaches its own limit.
const noLink topology.LinkID = -1

// bound is the level at which an activity stops rising (limit), as far as is known,
// and the link that stops it (by). The activity's own limit is also stored (most).
// Between two calls of Settle the bound is exact.
type bound struct {
	limit, most float64
	by          topology.LinkID
}

// on returns the level at which the activity would stop without link l. If link l
// stops it now, this is the activity's own limit, and otherwise its present limit.
func (b *bound) on(l topology.LinkID) float64 {
	if b.by == l {
		return b.most
	}
	return b.limit
}

// sweep holds the working data of a call of Settle.
type sweep struct {
	count   uint32 // number of the current sweep (call of Settle), from 1; between two sweeps, the number of the next one
	level   float64
	touched []Var // activities whose rates may change, unsorted
	heap    []event
	limits  []float64 // limits of the users of one link
	marks   []uint64  // a bit for each activity; used for sorting
}

// Settle updates the rates after calls of Add, Remove and SetCapacity. It returns
// the activities whose rates changed, including new activities, in ascending order.
// The slice is valid until the next call.
//
// Max-min fair rates result from raising a common level for all activities: an
// activity stops at its own limit, or at the level at which one of its links
// becomes full. If some activities change, nothing changes below the lowest level
// that the change affects. So Settle raises the level only over dirty links, which
// are the links affected by a change, and keeps the previous result for all others.
// Everything below the current level is final. There are two kinds of next event of
// a dirty link:
//
//   - The link now becomes full above the rate to which it limited its users. It releases these users: they rise to the level at which the link now becomes full.
//   - The link becomes full at a level above which some users would rise. It stops these users there.
//
// If a user has a new rate after the event, its other links become dirty. As long
// as the event of a dirty link cannot be due, the link costs no more than the
// update of a few running sums: see linkBound.
//
// Cost: O(log links) for each link of each activity whose rate changes, usually
// once and at less cost, and O(users) for each link that releases or stops users.
func (s *Sharing) Settle() []Var {
	if s.level = 0; s.count%renewInterval == 0 {
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

// meet handles the event of link l at the current level of the sweep.
func (s *Sharing) meet(l topology.LinkID) {
	k := s.link(l)
	switch {
	case k.stale && k.swept != s.count:
		if key := k.soonest(); key > s.level {
			s.put(k, l, key)
		} else {
			s.refresh(l, k)
		}
	case k.swept != s.count && k.full > k.lowest*levelTolerance:
		s.release(l, k)
	default:
		s.fill(l, k)
	}
}

// release lets the users that link l limited rise to the level at which the link
// now becomes full.
func (s *Sharing) release(l topology.LinkID, k *link) {
	lowest := inf
	for _, u := range *s.users(l) {
		b := &s.bounds[u.v]
		if b.by != l {
			continue
		}
		was := b.limit
		if b.limit = max(was, k.full); b.most <= b.limit {
			b.by, b.limit = noLink, b.most
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

// fill stops the users of link l that still rise, because the link is full.
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
		if limit > full*levelTolerance {
			s.stop(u.v, l, full)
		}
		if b.by == l {
			k.lowest = min(k.lowest, b.limit)
		}
		k.count(u.weight, b.on(l))
	}
}

// stop makes link l stop an activity at the level at which the link is full.
func (s *Sharing) stop(v Var, l topology.LinkID, full float64) {
	a, b := &s.acts[v], &s.bounds[v]
	was := *b
	if !a.fresh && a.rate <= full*levelTolerance && full <= a.rate*levelTolerance {
		full = a.rate // the level equals the old rate except for rounding
	} else if was.by == l && was.limit <= full*levelTolerance && full <= was.limit*levelTolerance {
		full = was.limit // the level equals the level of the activity's release except for rounding
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

// touch adds an activity to the list of activities whose rates may change.
func (s *Sharing) touch(v Var) {
	if s.acts[v].touched != s.count {
		s.acts[v].touched = s.count
		s.touched = append(s.touched, v)
	}
}

// refresh computes the next event of link l.
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

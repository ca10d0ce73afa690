package network

import "hopyard/core/topology"

// renewal is after how many sweeps the running sums of all links are added
// up afresh, because rounding adds up in them.
const renewal = 4096

// margin is the part of its capacity by which a linkBound understates what is left
// of a link, so that rounding never has it overlook an event.
const margin = 1e-9

// linkBound bounds when the next event of a link comes, without looking at its
// users: running sums that every change of a user adjusts. No rate follows
// from them. Most dirty links never come to their event, because the users that
// rose are stopped elsewhere first.
type linkBound struct {
	left   float64 // of the capacity, when all that stop have stopped
	rising float64 // the weight of those that nothing but this link stops
	lowest float64 // at most the lowest rate to which it holds a user; +Inf if it holds none
	risers int32   // their number
}

func (o *linkBound) clear(capacity float64) {
	*o = linkBound{left: float64(capacity * (1 - margin)), lowest: inf}
	if capacity == 0 { // a link that is down: no part of it is small enough
		o.left = -inf
	}
}

// count adds a user that stops at limit, discount takes it away.
func (o *linkBound) count(weight, limit float64) {
	if limit < inf {
		o.left -= float64(weight * limit)
	} else {
		o.rising += weight
		o.risers++
	}
}

func (o *linkBound) discount(weight, limit float64) {
	if limit < inf {
		o.left += float64(weight * limit)
	} else if o.risers--; o.risers > 0 {
		o.rising -= weight
	} else {
		o.rising = 0
	}
}

// move counts a user that stopped at one limit and now stops at another.
func (o *linkBound) move(weight, from, to float64) {
	if from < inf && to < inf {
		o.left += float64(weight * (from - to))
		return
	}
	o.discount(weight, from)
	o.count(weight, to)
}

// soonest is a level below which the link meets no event: it is the first step
// of Newton's method in fullAt, from above all limits.
func (o *linkBound) soonest() float64 {
	switch {
	case o.risers > 0:
		return min(o.lowest, o.left/o.rising)
	case o.left < 0:
		return 0
	}
	return o.lowest
}

// raised has link l meet its next event in time after a user came or was let
// rise higher: it may fill sooner.
func (s *Sharing) raised(l topology.LinkID, k *link) {
	key := inf
	switch {
	case k.swept == s.count: // it is full, and stops whoever was let go at this level
		key = 0
	case k.risers > 0:
		key = k.left / k.rising
	case k.left < 0:
		key = 0
	case k.at == 0: // it is far from full
		return
	}
	k.stale = true
	if k.at == 0 || key < s.heap[k.at-1].key {
		s.put(k, l, max(key, s.level))
	}
}

// lowered is raised after a user left or stopped lower: the link may fill
// later.
func (s *Sharing) lowered(l topology.LinkID, k *link) {
	switch {
	case k.at == 0 && k.lowest == inf || k.swept == s.count:
	case k.at == 0:
		k.stale = true
		s.put(k, l, max(k.lowest, s.level))
	case k.risers == 0 && k.left >= 0 && k.lowest == inf:
		s.drop(k)
	default:
		k.stale = true
	}
}

// renew adds up all sums afresh.
func (s *Sharing) renew() {
	for i, p := range s.pages {
		if p == nil {
			continue
		}
		for j := range p.links {
			k := &p.links[j]
			if len(p.users[j]) == 0 {
				continue
			}
			s.recount(topology.LinkID(i*pageLinks+j), k)
		}
	}
}

// recount adds up the sums of link l afresh. Cost: O(users of l).
func (s *Sharing) recount(l topology.LinkID, k *link) {
	lowest := k.lowest
	k.clear(s.capacity[l])
	k.lowest = lowest
	for _, u := range *s.users(l) {
		k.count(u.weight, s.bounds[u.v].on(l))
	}
}

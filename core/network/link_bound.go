package network

import "hopyard/core/topology"

// renewInterval is the number of sweeps after which the running sums of all links are
// recomputed, because rounding errors accumulate in them.
const renewInterval = 4096

// margin is the fraction of its capacity by which a linkBound understates what is
// left of a link, so that rounding never makes it miss an event.
const margin = 1e-9

// linkBound holds running sums that give a lower bound for the level of a link's
// next event. Every change of a user updates them, so the bound is known without a
// look at all users. It only decides when to look: rates are never computed from
// it. Most dirty links never reach their event, because other links stop the rising
// users first.
type linkBound struct {
	left   float64 // capacity that remains when every user that stops elsewhere has reached its limit
	rising float64 // total weight of the users that nothing but this link stops
	lowest float64 // lower bound of the lowest rate to which the link holds a user; +Inf if it holds none
	risers int32   // number of users that nothing but this link stops
}

func (o *linkBound) clear(capacity float64) {
	*o = linkBound{left: float64(capacity * (1 - margin)), lowest: inf}
	if capacity == 0 { // a link that is down has no capacity from which a margin could be taken
		o.left = -inf
	}
}

// count adds a user that stops at limit; discount removes it.
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

// move updates the sums for a user whose limit changes.
func (o *linkBound) move(weight, from, to float64) {
	if from < inf && to < inf {
		o.left += float64(weight * (from - to))
		return
	}
	o.discount(weight, from)
	o.count(weight, to)
}

// soonest returns a level below which the link has no event. It is the first step
// of Newton's method in fullAt, started above all limits.
func (o *linkBound) soonest() float64 {
	switch {
	case o.risers > 0:
		return min(o.lowest, o.left/o.rising)
	case o.left < 0:
		return 0
	}
	return o.lowest
}

// raised updates the event of link l after a user was added or may rise higher: the
// link may fill sooner.
func (s *Sharing) raised(l topology.LinkID, k *link) {
	key := inf
	switch {
	case k.swept == s.count: // the link is full at this level and must stop the user that has just been released
		key = 0
	case k.risers > 0:
		key = k.left / k.rising
	case k.left < 0:
		key = 0
	case k.at == 0: // the link is far from full
		return
	}
	k.stale = true
	if k.at == 0 || key < s.heap[k.at-1].key {
		s.put(k, l, max(key, s.level))
	}
}

// lowered updates the event of link l after a user was removed or stops lower: the
// link may fill later.
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

// renew recomputes the sums of all links.
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

// recount recomputes the sums of link l. Cost: O(users of l).
func (s *Sharing) recount(l topology.LinkID, k *link) {
	lowest := k.lowest
	k.clear(s.capacity[l])
	k.lowest = lowest
	for _, u := range *s.users(l) {
		k.count(u.weight, s.bounds[u.v].on(l))
	}
}

package network

import "hopyard/core/topology"

// renewInterval is the number of sweeps (calls of Settle) after which the running
// sums of all links are recomputed, because rounding errors accumulate in the sums.
const renewInterval = 4096

// margin is a fraction of a link's capacity. A linkBound underestimates the
// remaining capacity by this fraction, so that rounding never makes it miss an
// event.
const margin = 1e-9

// linkBound holds running sums that give a lower bound for the level of a link's
// next event. Every change of a user updates the sums, so the bound is known
// without examining all users. The bound is only used to decide when to examine a
// link; rates are never computed from it. Most dirty links never reach their event,
// because other links stop the rising users first.
type linkBound struct {
	left   float64 // capacity that remains if every user that has a limit reaches it
	rising float64 // total weight of the users without any other limit than this link
	lowest float64 // lower bound of the lowest rate to which the link limits a user; +Inf if it limits none
	risers int32   // number of users without any other limit than this link
}

func (o *linkBound) clear(capacity float64) {
	*o = linkBound{left: float64(capacity * (1 - margin)), lowest: inf}
	if capacity == 0 { // a link that is down has no capacity from which to subtract a margin
		o.left = -inf
	}
}

// count adds a user that stops at the given level. The method discount removes such
// a user.
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

// move updates the sums when the limit of a user changes.
func (o *linkBound) move(weight, from, to float64) {
	if from < inf && to < inf {
		o.left += float64(weight * (from - to))
		return
	}
	o.discount(weight, from)
	o.count(weight, to)
}

// soonest returns a lower bound for the level of the link's next event. It is the
// first step of Newton's method in fullAt, started above all limits.
func (o *linkBound) soonest() float64 {
	switch {
	case o.risers > 0:
		return min(o.lowest, o.left/o.rising)
	case o.left < 0:
		return 0
	}
	return o.lowest
}

// raised updates the event of link l after a user was added or may now rise higher.
// The link may therefore become full at a lower level.
func (s *Sharing) raised(l topology.LinkID, k *link) {
	key := inf
	switch {
	case k.swept == s.count: // the link is already full at this level and must stop the user that was just released
		key = 0
	case k.risers > 0:
		key = k.left / k.rising
	case k.left < 0:
		key = 0
	case k.at == 0: // the link is far from being full
		return
	}
	k.stale = true
	if k.at == 0 || key < s.heap[k.at-1].key {
		s.put(k, l, max(key, s.level))
	}
}

// lowered updates the event of link l after a user was removed or now stops at a
// lower level. The link may therefore become full at a higher level.
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

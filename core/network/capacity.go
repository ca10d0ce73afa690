package network

import (
	"slices"

	"hopyard/core/topology"
)

// SetCapacity changes what link l carries, 0 while it is down: activities that
// need it then have rate 0. Settle brings the rates up to date. Cost: O(users of
// l), and O(links) in moves of memory: copies of a Sharing have the list of
// capacities in common.
func (s *Sharing) SetCapacity(l topology.LinkID, capacity float64) {
	was := s.capacity[l]
	if was == capacity {
		return
	}
	s.level = 0
	s.capacity = slices.Clone(s.capacity)
	s.capacity[l] = capacity
	if s.pages[l/pageLinks] == nil || len(*s.users(l)) == 0 {
		return
	}
	k := s.link(l)
	if s.recount(l, k); capacity < was {
		s.raised(l, k)
	} else {
		s.lowered(l, k)
	}
}

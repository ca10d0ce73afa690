package quiz

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
)

// equalUnits are the other choices of as many free units whose sum of hops is the
// chosen one's, the first of them; none for a job of one unit.
//
// Source: S0, step 3.2.3, takes one with the least sum and names no order of equal
// ones; SOURCES.md S0.6.
func (s *site) equalUnits(a alloc.MinHopUnits) (all []Answer) {
	for i, c := range a.Combinations(s.job, s.choice.Free, maxCandidates) {
		if i > 0 && c.Cost == s.best().Cost {
			all = append(all, Answer{Nodes: c.Placement})
		}
	}
	return all
}

// unitsRight reports whether p takes units as good as the chosen ones: one that is
// left with as much, if it is as free, or free ones whose sum of hops is as small.
// Which of a unit's nodes are taken does not matter.
func (s *site) unitsRight(a alloc.MinHopUnits, p cluster.Placement) bool {
	own, best := s.unitsOf(a, p), s.unitsOf(a, s.best().Placement)
	if len(own) != len(best) {
		return false
	}
	if len(own) == 1 {
		return own[0].Used == 0 && best[0].Used == 0 && own[0].Size() == best[0].Size() || own[0].Idle() == best[0].Idle() && own[0].Used > 0 && best[0].Used > 0
	}
	sum, free := s.sumOf(own)
	return free && sum <= s.best().Cost
}

// sumOf is the sum of hops between units, and whether all of them are free.
func (s *site) sumOf(units []alloc.Unit) (sum int64, free bool) {
	m := s.choice.Free.Machine()
	for i, u := range units {
		if u.Used > 0 {
			return 0, false
		}
		for _, v := range units[:i] {
			sum += int64(m.Hops(v.First, u.First))
		}
	}
	return sum, true
}

// fewestUnits is what p costs where it takes as many free units as the chosen
// placement, several; else it is no choice.
func (s *site) fewestUnits(a alloc.MinHopUnits, p cluster.Placement) (c alloc.Candidate, ok bool) {
	own := s.unitsOf(a, p)
	if len(own) < 2 || len(own) != len(s.unitsOf(a, s.best().Placement)) {
		return c, false
	}
	c.Cost, ok = s.sumOf(own)
	return c, ok
}

// unitsOf are the units in which p has nodes.
func (s *site) unitsOf(a alloc.MinHopUnits, p cluster.Placement) (of []alloc.Unit) {
	for _, u := range a.Units(s.choice.Free.For(s.job)) {
		for n := range p.All {
			if u.First <= n && n <= u.Last {
				of = append(of, u)
				break
			}
		}
	}
	return of
}

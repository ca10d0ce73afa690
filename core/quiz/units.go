package quiz

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
)

// equalUnits returns the other combinations of free units that are as good as the
// chosen combination: they have as many units and the same sum of hops. A unit is a
// minimum scheduling unit, that is, consecutive nodes of one leaf switch.
// equalUnits examines a limited number of combinations, and returns none for a job
// of one unit.
//
// Source: S0, step 3.2.3, takes a combination with the least sum and does not
// specify which one if there are several; SOURCES.md S0.6.
func (s *site) equalUnits(a alloc.MinHopUnits) (all []Answer) {
	for i, c := range a.Combinations(s.job, s.choice.Free, maxCandidates) {
		if i > 0 && c.Cost == s.best().Cost {
			all = append(all, Answer{Nodes: c.Placement})
		}
	}
	return all
}

// unitsRight reports whether placement p takes units that are as good as the chosen
// ones. A single unit is as good if both units are free and of equal size, or both
// are busy and have equally many idle nodes. Several units must all be free, and
// their sum of hops must not be larger. It does not matter which nodes of a unit
// are taken.
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

// sumOf returns the sum of hops between units, and reports whether all of them are
// free.
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

// fewestUnits returns the cost of placement p. It returns false unless p takes
// several units, all of them free and as many as the chosen placement takes.
func (s *site) fewestUnits(a alloc.MinHopUnits, p cluster.Placement) (c alloc.Candidate, ok bool) {
	own := s.unitsOf(a, p)
	if len(own) < 2 || len(own) != len(s.unitsOf(a, s.best().Placement)) {
		return c, false
	}
	c.Cost, ok = s.sumOf(own)
	return c, ok
}

// unitsOf returns the units that contain nodes of placement p.
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

package lowerbound

import (
	"hopyard/core/simtime"
)

// search tries all orders of a few jobs. Each order puts one job after the other
// at the first instant from which there is room for all of its run time beside
// those before it. Some order makes a schedule that none is better than, whether
// the sum of the waits or the last end counts: in one that is best no job can
// begin earlier while the others stay, and it is what its own order by starts
// makes. So the best of all orders is the best there is.
//
// Cost: at most n! orders of n jobs. Those are left out whose beginning makes
// them no better than the best so far, even if each job that is left began at the
// first instant with room beside those that are put: there will be no more room.
//
// Source: Sprecher, Kolisch and Drexl 1995 (active schedules of the serial
// scheme); SOURCES.md BOUND.1.
type search struct {
	*instance
	start []simtime.Time // of the jobs that are put, and the first possible of the others
	put   []int          // in the order in which they were
	used  []bool
	cost  func(s *search) int64
	best  int64
	floor int64 // a bound: as good as this is best
}

// bestWait is the least sum of waits.
func (x *instance) bestWait() simtime.Duration {
	s := x.search(func(s *search) (sum int64) {
		for i, at := range s.start {
			sum += int64(at.Sub(s.jobs[i].submit))
		}
		return sum
	}, int64(x.areaWait()))
	return simtime.Duration(s.best)
}

// bestEnd is the earliest end of the last job; no end is before floor.
func (x *instance) bestEnd(floor simtime.Time) simtime.Time {
	s := x.search(func(s *search) (last int64) {
		for i, at := range s.start {
			last = max(last, int64(at.Add(s.jobs[i].run)))
		}
		return last
	}, int64(floor))
	return simtime.Time(s.best)
}

func (x *instance) search(cost func(*search) int64, floor int64) *search {
	n := len(x.jobs)
	s := &search{instance: x, start: make([]simtime.Time, n), used: make([]bool, n), cost: cost, best: int64(simtime.Never), floor: floor}
	s.next()
	return s
}

// next puts each job that is left behind those that are put.
func (s *search) next() {
	for i := range s.jobs {
		if !s.used[i] {
			s.start[i] = s.earliest(i)
		}
	}
	cost := s.cost(s)
	if cost >= s.best || s.best <= s.floor {
		return
	}
	if len(s.put) == len(s.jobs) {
		s.best = cost
		return
	}
	for i := range s.jobs {
		if s.used[i] {
			continue
		}
		at := s.earliest(i) // again: what came of others has written over it
		s.start[i], s.used[i], s.put = at, true, append(s.put, i)
		s.next()
		s.used[i], s.put = false, s.put[:len(s.put)-1]
	}
}

// earliest is the first instant from which job i has room beside those that are
// put: its submission, or an end.
func (s *search) earliest(i int) simtime.Time {
	at := s.jobs[i].submit
	if s.room(i, at) {
		return at
	}
	first := simtime.Never
	for _, k := range s.put {
		if end := s.start[k].Add(s.jobs[k].run); end > at && end < first && s.room(i, end) {
			first = end
		}
	}
	return first
}

// room reports whether job i has room from at on: there is most in use when a
// job has just begun.
func (s *search) room(i int, at simtime.Time) bool {
	j := &s.jobs[i]
	until := at.Add(j.run)
	if s.inUse(at)+j.width > s.wide {
		return j.run == 0
	}
	for _, k := range s.put {
		if b := s.start[k]; at < b && b < until && s.inUse(b)+j.width > s.wide {
			return false
		}
	}
	return true
}

// inUse is the width of what runs at an instant.
func (s *search) inUse(at simtime.Time) (sum int64) {
	for _, k := range s.put {
		if s.start[k] <= at && at < s.start[k].Add(s.jobs[k].run) {
			sum += s.jobs[k].width
		}
	}
	return sum
}

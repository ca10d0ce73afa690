package lowerbound

import (
	"hopyard/core/simtime"
)

// search tries all orders of a few jobs. It places the jobs of an order one after
// another. Each job starts at the earliest time from which the machine has room for
// it during its whole run time, beside the jobs placed before it.
//
// Some order yields an optimal schedule, both for the sum of the waits and for the
// last end. To see this, take an optimal schedule in which no job can start earlier
// while the others stay where they are. Placing the jobs in the order of their
// start times in this schedule reproduces it. So the best of all orders is optimal.
//
// Cost: at most n! orders of n jobs. To save time, the search abandons an order
// early. It assumes that each job not placed yet starts at the earliest time with
// room beside the placed jobs. If even this would not be better than the best
// schedule so far, no continuation of the order can be better, because placing more
// jobs never makes room.
//
// Source: Sprecher, Kolisch and Drexl 1995 (active schedules of the serial scheme);
// SOURCES.md BOUND.1.
type search struct {
	*instance
	start []simtime.Time // start times of the placed jobs; earliest possible start times of the other jobs
	put   []int          // placed jobs, in the order of placing
	used  []bool
	cost  func(s *search) int64
	best  int64
	floor int64 // known lower bound of the cost; the search stops when a schedule reaches it
}

// bestWait returns the least sum of waits.
func (x *instance) bestWait() simtime.Duration {
	s := x.search(func(s *search) (sum int64) {
		for i, at := range s.start {
			sum += int64(at.Sub(s.jobs[i].submit))
		}
		return sum
	}, int64(x.areaWait()))
	return simtime.Duration(s.best)
}

// bestEnd returns the earliest possible end of the last job. The argument is a time
// before which no schedule can end.
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

// next tries each remaining job as the next one to place, and recurses.
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
		at := s.earliest(i) // computed again, because the recursive calls have overwritten start[i]
		s.start[i], s.used[i], s.put = at, true, append(s.put, i)
		s.next()
		s.used[i], s.put = false, s.put[:len(s.put)-1]
	}
}

// earliest returns the first time from which job i has room beside the placed jobs.
// This is either the job's submission or the end of a placed job, so no other times
// are tried.
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

// room reports whether job i, started at the given time, fits beside the placed
// jobs until its end. It checks only that time and the later starts of placed jobs,
// because the use of the machine rises only when a job starts. If the machine is
// full at the given time, only a job with run time 0 fits.
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

// inUse returns the total width of the placed jobs that run at the given time.
func (s *search) inUse(at simtime.Time) (sum int64) {
	for _, k := range s.put {
		if s.start[k] <= at && at < s.start[k].Add(s.jobs[k].run) {
			sum += s.jobs[k].width
		}
	}
	return sum
}

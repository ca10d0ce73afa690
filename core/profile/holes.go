package profile

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Holes yields each time before the given limit at which a step begins and from which
// on r fits for its walltime, with the resources that are free throughout it. These
// are valid until the next step of the iteration. Cost: O(s·n/64) for whole-node jobs.
// If r does not fit in a step at all, no start whose walltime would reach this step is
// examined.
func (p *PerNode) Holes(r *workload.Request, wall simtime.Duration, limit simtime.Time) iter.Seq2[simtime.Time, *cluster.Free] {
	return func(yield func(simtime.Time, *cluster.Free) bool) {
		p.span.middle, p.span.end = 0, 0
		for i := 0; i < len(p.at) && p.at[i] < limit; i++ {
			if !p.free[i].Fits(r) {
				continue
			}
			window, j := p.startSpan(i)
			until, fits := p.at[i].Add(wall), true
			for ; fits && j < len(p.at) && p.at[j] < until; j++ {
				window.Intersect(p.free[j])
				fits = window.Fits(r)
			}
			if fits && !yield(p.at[i], window) {
				return
			}
			if fits {
				p.extendSpan(i, j)
			} else if j--; p.free[j].Fits(r) {
				p.extendSpan(i, j)
			} else {
				i = j
			}
		}
	}
}

// slidingSpan is a sequence of steps of a PerNode of which both ends only move forwards.
// It keeps what is free throughout the sequence, with O(1) intersections for each step,
// because it is divided in two: the first part has the intersections of all its ends, the
// second part has the intersection of its beginning.
type slidingSpan struct {
	first, middle, end int             // index of the first step, of the first step of the second part, and of the step after the span
	ends               []*cluster.Free // for each step of the first part, what is free from then until middle
	rest               *cluster.Free   // what is free throughout the second part
}

// startSpan makes step i the first step of the span. It returns what is free throughout
// the span, which the caller may change, and the index of the step after the span.
func (p *PerNode) startSpan(i int) (window *cluster.Free, next int) {
	s := &p.span
	if s.end <= i+1 {
		s.middle, s.end = i, i+1
		return p.startWindow(i), i + 1
	}
	if s.middle <= i {
		s.first, s.middle = i, s.end
		for len(s.ends) < s.end-i {
			s.ends = append(s.ends, nil)
		}
		for k := s.end - 1; k >= i; k-- {
			if free := copied(&s.ends[k-i], p.free[k]); k+1 < s.end {
				free.Intersect(s.ends[k+1-i])
			}
		}
	}
	window = copied(&p.window, s.ends[i-s.first])
	if s.middle < s.end {
		window.Intersect(s.rest)
	}
	return window, s.end
}

// extendSpan makes step j the step after the span, whose first step is i.
func (p *PerNode) extendSpan(i, j int) {
	s := &p.span
	if s.middle > i+1 { // otherwise the next call of startSpan makes a new first part of all steps
		for k := s.end; k < j; k++ {
			if k == s.middle {
				copied(&s.rest, p.free[k])
			} else {
				s.rest.Intersect(p.free[k])
			}
		}
	}
	s.end = max(s.end, j)
}

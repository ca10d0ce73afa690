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
			switch {
			case fits:
				if !yield(p.at[i], window) {
					return
				}
				p.extendSpan(i, j)
			case p.free[j-1].Fits(r):
				p.extendSpan(i, j-1)
			default: // no start whose walltime reaches step j-1
				i = j - 1
			}
		}
	}
}

// slidingSpan is a window over the steps of a PerNode. Both ends only move forward. It
// keeps what is free in all steps of the window, at amortized O(1) intersections for each
// step. For this purpose it has two parts, like a queue made of two stacks: the first
// part stores the intersection from each of its steps to its end, the second part only
// one intersection.
type slidingSpan struct {
	first, middle, end int             // index of the first step, of the first step of the second part, and of the step after the span
	ends               []*cluster.Free // for each step of the first part, what is free from then until middle
	rest               *cluster.Free   // what is free throughout the second part
}

// startSpan moves the start of the span to step i. It returns what is free in all steps
// of the span, and the index of the first step after the span. The caller may change the
// returned resources.
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
			if free := copyInto(&s.ends[k-i], p.free[k]); k+1 < s.end {
				free.Intersect(s.ends[k+1-i])
			}
		}
	}
	window = copyInto(&p.window, s.ends[i-s.first])
	if s.middle < s.end {
		window.Intersect(s.rest)
	}
	return window, s.end
}

// extendSpan moves the end of the span, which starts at step i, forward to step j. Step j
// itself does not belong to the span.
func (p *PerNode) extendSpan(i, j int) {
	s := &p.span
	if s.middle > i+1 { // otherwise the next call of startSpan makes a new first part of all steps
		for k := s.end; k < j; k++ {
			if k == s.middle {
				copyInto(&s.rest, p.free[k])
			} else {
				s.rest.Intersect(p.free[k])
			}
		}
	}
	s.end = max(s.end, j)
}

package bound

import (
	"cmp"
	"slices"

	"hopyard/core/simtime"
)

// tooLarge is where products stop being exact: then nothing is claimed.
const tooLarge = int64(1) << 52

// exact reports whether times the machine, and areas, can be counted.
func (x *instance) exact() bool {
	sum := 0.0
	for i := range x.jobs {
		j := &x.jobs[i]
		sum += float64(j.run) * float64(j.width)
		if float64(j.submit)*float64(x.wide) > float64(tooLarge) {
			return false
		}
	}
	return sum <= float64(tooLarge)
}

// areaEnd is the latest of: an instant, and then the work of all that come from
// then on, on the whole machine. Cost: O(jobs log jobs).
func (x *instance) areaEnd() (end simtime.Time) {
	if !x.exact() {
		return 0
	}
	byLast := slices.Clone(x.jobs)
	slices.SortFunc(byLast, func(a, b job) int { return cmp.Compare(b.submit, a.submit) })
	work := int64(0)
	for i := range byLast {
		work += int64(byLast[i].run) * byLast[i].width
		end = max(end, byLast[i].submit.Add(simtime.Duration((work+x.wide-1)/x.wide)))
	}
	return end
}

// areaWait lets each job run on any part of the machine at a time, as fast as if
// it had no width: on one processor, where taking the job with the least left is
// best for the sum of the ends. Whatever a schedule does, that processor could do
// too. Instants are counted in parts of the machine's width, so that all is
// whole; ends are rounded down. Cost: O(jobs²).
//
// Source: the squashed area bound of Turek and others 1994, with submissions
// (SRPT: Schrage 1968); SOURCES.md BOUND.1.
func (x *instance) areaWait() simtime.Duration {
	if !x.exact() {
		return 0
	}
	jobs := slices.Clone(x.jobs)
	slices.SortFunc(jobs, func(a, b job) int { return cmp.Compare(a.submit, b.submit) })
	left := make([]int64, len(jobs))
	sum := simtime.Duration(0)
	for i := range jobs {
		left[i] = int64(jobs[i].run) * jobs[i].width
		sum -= jobs[i].run
	}
	now, came, open := int64(0), 0, []int(nil)
	for came < len(jobs) || len(open) > 0 {
		if len(open) == 0 {
			now = max(now, int64(jobs[came].submit)*x.wide)
		}
		for came < len(jobs) && int64(jobs[came].submit)*x.wide <= now {
			open = append(open, came)
			came++
		}
		least := 0
		for k := range open {
			if left[open[k]] < left[open[least]] {
				least = k
			}
		}
		i := open[least]
		until := now + left[i]
		if came < len(jobs) {
			until = min(until, int64(jobs[came].submit)*x.wide)
		}
		left[i] -= until - now
		if now = until; left[i] == 0 {
			open = slices.Delete(open, least, least+1)
			sum += simtime.Duration(now/x.wide) - simtime.Duration(jobs[i].submit)
		}
	}
	return max(0, sum)
}

package lowerbound

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
	work := int64(0)
	for _, i := range slices.Backward(x.bySubmit()) {
		j := &x.jobs[i]
		work += int64(j.run) * j.width
		end = max(end, j.submit.Add(simtime.Duration((work+x.wide-1)/x.wide)))
	}
	return end
}

// bySubmit are the places of the jobs by submission.
func (x *instance) bySubmit() []int32 {
	places := make([]int32, len(x.jobs)) // sorted in place of the jobs: places are sorted elsewhere, too
	for i := range places {
		places[i] = int32(i)
	}
	slices.SortFunc(places, func(a, b int32) int { return cmp.Or(cmp.Compare(x.jobs[a].submit, x.jobs[b].submit), int(a-b)) })
	return places
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
	left := make([]int64, len(x.jobs))
	sum := simtime.Duration(0)
	for i := range x.jobs {
		left[i] = int64(x.jobs[i].run) * x.jobs[i].width
		sum -= x.jobs[i].run
	}
	coming, now, open := x.bySubmit(), int64(0), []int32(nil)
	comes := func() int64 { return int64(x.jobs[coming[0]].submit) * x.wide }
	for len(coming) > 0 || len(open) > 0 {
		if len(open) == 0 {
			now = max(now, comes())
		}
		for len(coming) > 0 && comes() <= now {
			open, coming = append(open, coming[0]), coming[1:]
		}
		least := 0
		for k := range open {
			if left[open[k]] < left[open[least]] {
				least = k
			}
		}
		i := open[least]
		until := now + left[i]
		if len(coming) > 0 {
			until = min(until, comes())
		}
		left[i] -= until - now
		if now = until; left[i] == 0 {
			open = append(open[:least], open[least+1:]...)
			sum += simtime.Duration(now/x.wide) - simtime.Duration(x.jobs[i].submit)
		}
	}
	return max(0, sum)
}

package lowerbound

import (
	"cmp"
	"slices"

	"hopyard/core/simtime"
)

// tooLarge limits the products in the area bounds, such as run time times width.
// Larger products could make the result inexact, so no area bound is computed if
// one occurs.
const tooLarge = int64(1) << 52

// exact reports whether all products in the area bounds stay below tooLarge. These
// are the total area of the jobs, and the submission times multiplied by the width
// of the machine.
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

// areaEnd returns the area bound for the end of the last job. To each submission
// time, it adds the time that the whole machine needs for all work submitted at
// that time or later. The bound is the largest of these sums. Cost: O(jobs log
// jobs).
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

// bySubmit returns the indexes of the jobs, sorted by submission time.
func (x *instance) bySubmit() []int32 {
	places := make([]int32, len(x.jobs)) // indexes instead of jobs, because the compiled program already contains a sort of int32
	for i := range places {
		places[i] = int32(i)
	}
	slices.SortFunc(places, func(a, b int32) int { return cmp.Or(cmp.Compare(x.jobs[a].submit, x.jobs[b].submit), int(a-b)) })
	return places
}

// areaWait returns the area bound for the sum of the waits. It assumes that jobs
// can use any part of the machine at any time, as if the machine were one processor
// of the same total speed. On one processor, the sum of the end times is least if
// the job with the least remaining work always runs first (SRPT). The processor can
// imitate every real schedule, so no schedule has a smaller sum.
//
// Its unit of time is a millisecond divided by the width of the machine, so that
// all values are whole numbers. End times are rounded down to milliseconds. Cost:
// O(jobs²).
//
// Source: the squashed area bound of Turek and others 1994, with submissions (SRPT:
// Schrage 1968); SOURCES.md BOUND.1.
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

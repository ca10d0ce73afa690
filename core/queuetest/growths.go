package queuetest

import (
	"fmt"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// CheckGrowths runs c, in which jobs grow without stopping, and returns the
// first growth by which the job that the discipline would start first starts
// later. It asks nothing of the discipline but to run it: which job that is, and
// when it would start by itself, is found by forecasts before and after. So it sees that a
// discipline has an order of its own and does not say so. It says how many
// growths it has looked at.
func CheckGrowths(c engine.Config) (growths int, err error) {
	e, err := engine.New(c)
	if err != nil {
		return 0, err
	}
	for {
		before := e.Clone()
		s, ok := e.Step()
		if !ok {
			return growths, nil
		}
		if s.Trigger != queue.Staging || s.Time != before.Now() || before.Waiting() == 0 {
			continue
		}
		first := before.Foremost()
		if first == workload.NoJob {
			continue
		}
		growths++
		was, is := startOf(first, before), startOf(first, e)
		for _, x := range before.Pending() { // no more than was promised
			if x.Job == first && x.Promised != simtime.Never {
				was = max(was, x.Promised)
			}
		}
		if is > was {
			return growths, fmt.Errorf("%v: a running job grows, and job %d, which is first, would start at %v instead of %v", s.Time, c.Jobs[first].Number, is, was)
		}
	}
}

// startOf is when a job would start if no other waited: now if it waits no more,
// Never if it would not.
func startOf(job workload.JobID, e *engine.Engine) simtime.Time {
	if !slices.ContainsFunc(e.Pending(), func(d queue.Decision) bool { return d.Job == job }) {
		return e.Now()
	}
	return e.ForecastAlone(job)
}

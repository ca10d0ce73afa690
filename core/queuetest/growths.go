package queuetest

import (
	"fmt"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// CheckGrowths runs a configuration in which jobs grow without stopping. It returns
// an error for the first growth that delays the job that the discipline would start
// first. It also returns the number of growths checked.
//
// The check does not use the order that the discipline declares. Instead, forecasts
// before and after the growth determine which job is first and when it would start.
// The check therefore also detects a discipline that has an order of its own
// without implementing queue.Ranked or queue.HeadChooser.
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
		for _, x := range before.Pending() { // a growth may delay the job up to the time that it was promised
			if x.Job == first && x.Promised != simtime.Never {
				was = max(was, x.Promised)
			}
		}
		if is > was {
			return growths, fmt.Errorf("%v: a running job grows, and job %d, which is first, would start at %v instead of %v", s.Time, c.Jobs[first].Number, is, was)
		}
	}
}

// startOf returns the time at which a job would start if no other job waited. It
// returns the present time if the job no longer waits, and Never if it would not
// start.
func startOf(job workload.JobID, e *engine.Engine) simtime.Time {
	if !slices.ContainsFunc(e.Pending(), func(d queue.Decision) bool { return d.Job == job }) {
		return e.Now()
	}
	return e.ForecastAlone(job)
}

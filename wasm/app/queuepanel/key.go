package queuepanel

import (
	"slices"

	"hopyard/core/workload"
)

// QueueKey handles a key that is pressed while the given job has the focus. It
// returns the job that has the focus afterwards. It returns false for a key that
// the queue does not use.
func (m QueuePanel) QueueKey(key string, at workload.JobID) (workload.JobID, bool) {
	ids := m.Queued()
	i := slices.Index(ids, at)
	switch key {
	case "ArrowDown":
		i++
	case "ArrowUp":
		i--
	case "Home":
		i = 0
	case "End":
		i = len(ids) - 1
	case "Enter", " ":
		if m.Selected == at {
			at = workload.NoJob
		}
		m.Select(at)
		return at, true
	default:
		return at, false
	}
	if len(ids) == 0 {
		return workload.NoJob, true
	}
	at = ids[min(max(i, 0), len(ids)-1)]
	if m.Hand.Manual { // when the reader schedules by hand, selecting a job also picks it up
		m.Select(at)
	}
	return at, true
}

package queuepanel

import (
	"slices"

	"hopyard/core/workload"
)

// QueueKey handles a key pressed in the queue. It returns the job that has the
// focus afterwards, and whether the queue uses the key.
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
	if m.Hand.Manual { // under manual scheduling, selecting the job picks it up
		m.Select(at)
	}
	return at, true
}

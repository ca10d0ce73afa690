package engine

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// stageAt is when the next stage of a growth is done, or simtime.Never.
func (e *Engine) stageAt() simtime.Time { return simtime.Never }

// stage takes the next stage that is done now, and returns its job. It reports
// false if none is, or if a job's end comes before it.
func (e *Engine) stage() (workload.JobID, bool) { return workload.NoJob, false }

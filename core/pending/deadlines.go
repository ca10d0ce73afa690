package pending

import (
	"cmp"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/workload"
)

// deadline returns the deadline of a pending job, or nil.
func (c *LiveQueue) deadline(j *slurmstate.JobInfo) *Deadline {
	if j.Deadline == 0 || c.snapshot.Now == 0 {
		return nil
	}
	in := j.Deadline - c.snapshot.Now
	return &Deadline{simtime.Duration(in) * simtime.Second, simtime.Duration(in-cmp.Or(c.timeMin(j), c.limit(j))) * simtime.Second}
}

// timeMin returns the least time limit of a pending job in seconds, or 0. Slurm sets that
// of a job with a deadline and without a time limit to a minute.
func (c *LiveQueue) timeMin(j *slurmstate.JobInfo) int64 {
	least := j.TimeMin
	if least == 0 && j.Deadline > 0 && j.Limit == 0 {
		least = 60
	}
	return min(least, c.limit(j))
}

// setDeadline gives a pending job its deadline, if the time now is known. Slurm then
// removes jobs that could no longer end by theirs.
//
// Source: SOURCES.md SLURM.16.
func (c *LiveQueue) setDeadline(j *slurmstate.JobInfo, r *workload.Request) {
	switch late := c.deadline(j); {
	case j.Deadline == 0:
	case late == nil:
		c.assume(DeadlineTime)
	default:
		c.policy.Deadlines = true
		r.Deadline = max(simtime.Time(simtime.Second), simtime.Time(late.In))
	}
}

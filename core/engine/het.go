package engine

import (
	"fmt"

	"hopyard/core/queue"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// checkHet returns an error if a heterogeneous job is malformed, or if the discipline
// knows no such jobs.
//
// Source: SOURCES.md SLURM.19.
func (c *Config) checkHet() error {
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if !j.IsHet() {
			continue
		}
		starter, knows := c.Queue.(queue.HetStarter)
		if !knows {
			return badJob(j, "it is a part of a heterogeneous job, which this discipline does not support; use slurm")
		}
		if err := starter.CheckHet(); err != nil {
			return fmt.Errorf("job %d: %w: %w", j.Number, workload.ErrWorkload, err)
		}
		first := i - int(j.Het.Offset)
		if j.Het.Size < 2 || j.Het.Offset < 0 || j.Het.Offset >= j.Het.Size || first < 0 || first+int(j.Het.Size) > len(c.Jobs) {
			return badJob(j, "it is part %d of %d of a heterogeneous job; number the parts from 0, and list 2 or more one after another", j.Het.Offset, j.Het.Size)
		}
		switch leader := &c.Jobs[first]; {
		case leader.Het != (workload.HetPart{Size: j.Het.Size}):
			return badJob(j, "job %d is not the first part of its heterogeneous job; list the parts one after another", leader.Number)
		case leader.Submit != j.Submit || leader.User != j.User:
			return badJob(j, "the first part, job %d, has another submit time or user; give all parts the same", leader.Number)
		case c.follows(j) || j.Elastic != nil || j.TimeMin != 0 || j.Held != nil && j.Held.Array != "":
			return badJob(j, "it is a part of a heterogeneous job, and follows another job, changes its size, has a least walltime (time_min), or is in an array; leave these out")
		}
	}
	return nil
}

// parts returns the jobs to which a command about a job applies: all parts of a
// heterogeneous job if it names the first part.
func (e *Engine) parts(id workload.JobID) []workload.Job {
	n := workload.JobID(1)
	if j := &e.cfg.Jobs[id]; j.IsHet() && j.Het.Offset == 0 {
		n = workload.JobID(j.Het.Size)
	}
	return e.cfg.Jobs[id : id+n]
}

// refuseHet rejects a part that is submitted, because it or its first part was refused.
// The parts before it leave the queue.
func (e *Engine) refuseHet(job *workload.Job, reason why.Reason) {
	for id := job.Leader(); id < job.ID; id++ {
		if e.queue.Waits(id) {
			e.withdraw(id, why.Reason{Code: why.OtherPart, Blocker: job.ID})
		}
	}
	e.log(trace.Event{Kind: trace.Reject, Job: job.ID, Why: reason})
	e.followUp(job.ID)
	e.releaseAfter(job.ID, true)
}

// orphan reports whether a part is submitted although its first part was rejected.
func (e *Engine) orphan(job *workload.Job) bool {
	if job.Het.Offset == 0 || e.queue.Waits(job.Leader()) {
		return false
	}
	_, runs := e.running(job.Leader())
	return !runs
}

package pending

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Answer explains why a job is pending, and predicts when it will start, with its own
// request and with others. All times are from now.
type Answer struct {
	Job      *slurmstate.JobInfo
	Obstacle Clause // what keeps it besides nodes and priority; NoClause if nothing does. The other fields are then empty
	Because  Clause // what keeps it now; NoClause if it could start now
	Start    Start
	Started  bool    // whether Start is known yet; see Answers
	Ahead    []Ahead // the jobs before it that it waits for, the first one first
	NumAhead int     // all of them
	Next     []End   // the next ends of jobs on nodes that it could use
	WhatIfs  []WhatIf
}

// Ahead is a job that comes before another, on nodes that both may use.
type Ahead struct {
	Job    *slurmstate.JobInfo
	Higher Order // why it comes before
}

// End is the end of a job's time limit.
type End struct {
	Job   *slurmstate.JobInfo
	After simtime.Duration
	Nodes int
}

// WhatIf is a changed request, and when the job would start with it.
type WhatIf struct {
	Change Change
	Start  Start
}

// Limits on the lists of an Answer.
const (
	maxAhead = 5
	maxEnds  = 3
)

// Answer answers the question about one job. Errors wrap ErrSnapshot: the job is not
// there, or is not pending. Cost: that of a simulation until the job starts, for each
// what-if.
func (c *LiveQueue) Answer(id string) (a *Answer, err error) {
	for a, err = range c.Answers(id) {
	}
	return a, err
}

// Answers yields the answer about one job while it grows: first the obstacle, or who is
// ahead and what ends next, then the start, then one what-if after the other. It also
// yields between the steps of a simulation, so that the caller can do something else,
// or stop. The answer is the same one each time; after the last yield it is complete.
// Errors are those of Answer.
func (c *LiveQueue) Answers(id string) iter.Seq2[*Answer, error] {
	return func(yield func(*Answer, error) bool) {
		a, err := c.find(id)
		if err != nil || a.Obstacle.Code != NoClause {
			yield(a, err)
			return
		}
		job, stopped := c.ids[id], false
		c.pause = func() bool {
			stopped = stopped || !yield(a, nil)
			return !stopped
		}
		defer func() { c.pause = nil }()
		if err = c.explain(a, job); err == nil && c.pause() {
			a.Start, err = c.simulate(job, nil)
		}
		if err == nil && !stopped {
			a.Started = true
			c.whatIfs(a, job)
		}
		if !stopped {
			yield(a, err)
		}
	}
}

// find begins the answer about a job.
func (c *LiveQueue) find(id string) (*Answer, error) {
	i := slices.IndexFunc(c.snapshot.Jobs, func(j slurmstate.JobInfo) bool { return j.ID == id })
	if i < 0 && slices.ContainsFunc(c.snapshot.Jobs, func(j slurmstate.JobInfo) bool { return strings.HasPrefix(j.ID, id+"_") }) {
		return nil, fmt.Errorf("%w: job %s is an array; name one of its tasks, as in %s_0", ErrSnapshot, id, id)
	}
	if i < 0 {
		return nil, fmt.Errorf("%w: no job %s is in the queue; its id is in the first column of squeue", ErrSnapshot, id)
	}
	a := &Answer{Job: &c.snapshot.Jobs[i]}
	if !isPending(a.Job) {
		return nil, fmt.Errorf("%w: job %s is not pending: its state is %s", ErrSnapshot, id, a.Job.State)
	}
	a.Obstacle = c.left[id]
	return a, nil
}

// explain fills in what keeps the job now, who is ahead, and what ends next.
func (c *LiveQueue) explain(a *Answer, job workload.JobID) error {
	e, err := c.begun()
	if err != nil {
		return err
	}
	mine := &c.config.Jobs[job]
	part := c.partition(mine.Queue)
	var ahead []*workload.Job
	for _, d := range e.Pending() {
		other := &c.config.Jobs[d.Job]
		switch {
		case d.Job == job:
			a.Because = c.because(&d.Why)
		case c.shares(other.Queue, part) && c.compare(other, mine) < 0:
			ahead = append(ahead, other)
		}
	}
	slices.SortFunc(ahead, c.compare)
	a.NumAhead = len(ahead)
	for _, other := range ahead[:min(len(ahead), maxAhead)] {
		a.Ahead = append(a.Ahead, Ahead{c.jobs[other.ID], c.higher(other, mine)})
	}
	for _, l := range e.State().Limits() {
		if len(a.Next) == maxEnds {
			break
		}
		x := e.State().Job(l.Slot)
		n := 0
		for node := range x.Placement.All {
			if part.Nodes == nil || part.Nodes.On(node) > 0 {
				n++
			}
		}
		if n > 0 {
			a.Next = append(a.Next, End{c.jobs[x.Request.ID], simtime.Duration(l.At), n})
		}
	}
	return nil
}

// because returns why a job waits now.
func (c *LiveQueue) because(r *why.Reason) Clause {
	switch r.Code {
	case why.TooFewFree, why.NotPlaceable:
		return Clause{Code: TooFewNodes, Need: int64(r.Need), Have: int64(r.Have)}
	case why.BehindHead:
		return Clause{Code: BehindJob, Name: c.JobName(r.Blocker)}
	case why.Reserved:
		return Clause{Code: KeptNodes}
	case why.NextCycle:
		return Clause{Code: NotYetTested}
	}
	return Clause{Code: NotTested}
}

// partition returns the partition of a name; without any, one with all nodes.
func (c *LiveQueue) partition(name string) slurmsched.Partition {
	for _, x := range c.policy.Partitions {
		if x.Name == name {
			return x
		}
	}
	return slurmsched.Partition{Tier: 1}
}

// shares reports whether a partition has a node of another.
func (c *LiveQueue) shares(name string, p slurmsched.Partition) bool {
	other := c.partition(name)
	if other.Nodes == nil || p.Nodes == nil {
		return true
	}
	for n := range other.Nodes.All {
		if p.Nodes.On(n) > 0 {
			return true
		}
	}
	return false
}

// compare orders jobs as the schedulers do.
func (c *LiveQueue) compare(a, b *workload.Job) int {
	return cmp.Or(cmp.Compare(c.partition(b.Queue).Tier, c.partition(a.Queue).Tier), cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.ID, b.ID))
}

// higher returns why a comes before b: the field Higher of Ahead.
func (c *LiveQueue) higher(a, b *workload.Job) Order {
	switch {
	case c.partition(a.Queue).Tier != c.partition(b.Queue).Tier:
		return ByTier
	case c.Listed:
		return ByList
	case a.Priority != b.Priority:
		return ByPriority
	}
	return BySubmission
}

// whatIfs simulates changed requests: shorter ones, smaller ones, and other partitions.
// Those that are impossible are left out.
func (c *LiveQueue) whatIfs(a *Answer, job workload.JobID) {
	mine := c.config.Jobs[job]
	try := func(change Change, f func(*workload.Job)) {
		if !c.pause() {
			return
		}
		if s, err := c.simulate(job, f); err == nil {
			a.WhatIfs = append(a.WhatIfs, WhatIf{change, s})
		}
	}
	for _, part := range []simtime.Duration{2, 4, 8} {
		wall := mine.Walltime / part / simtime.Minute * simtime.Minute
		if wall >= simtime.Minute {
			try(Change{Limit: wall}, func(j *workload.Job) { j.Walltime, j.Runtime = wall, wall })
		}
	}
	for _, part := range []int32{2, 4} {
		if n := mine.Size() / part; n >= 1 {
			try(Change{Nodes: n, Instead: mine.Size()}, func(j *workload.Job) {
				if j.Whole() {
					j.Nodes = n
				} else {
					j.Tasks = n
				}
			})
		}
	}
	for _, p := range c.policy.Partitions {
		if p.Name != mine.Queue {
			try(Change{Partition: p.Name}, func(j *workload.Job) { j.Queue = p.Name })
		}
	}
	highest := mine.Priority
	for i := range c.config.Jobs {
		highest = max(highest, c.config.Jobs[i].Priority)
	}
	if highest > mine.Priority && !c.Listed {
		try(Change{First: true}, func(j *workload.Job) { j.Priority = highest + 1 })
	}
}

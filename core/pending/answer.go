package pending

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Answer explains why a job is pending, and predicts when it will start, with its own
// request and with others. All times are from now.
type Answer struct {
	Job      *slurmstate.JobInfo
	Obstacle string // what keeps it besides nodes and priority, as a clause; "" if nothing does. The other fields are then empty
	Because  string // what keeps it now, as a clause; "" if it could start now
	Start    Start
	Ahead    []Ahead // the jobs before it that it waits for, the first one first
	NumAhead int     // all of them
	Next     []End   // the next ends of jobs on nodes that it could use
	WhatIfs  []WhatIf
}

// Ahead is a job that comes before another, on nodes that both may use.
type Ahead struct {
	Job    *slurmstate.JobInfo
	Higher string // why it comes before: "tier" or "priority", "submission" if these are equal, or "place in the list" if priorities are unknown
}

// End is the end of a job's time limit.
type End struct {
	Job   *slurmstate.JobInfo
	After simtime.Duration
	Nodes int
}

// WhatIf is a changed request, and when the job would start with it.
type WhatIf struct {
	Change string // in English
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
func (c *LiveQueue) Answer(id string) (*Answer, error) {
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
	if a.Obstacle = c.left[id]; a.Obstacle != "" {
		return a, nil
	}
	job := c.ids[id]
	var err error
	if a.Start, err = c.simulate(job, nil); err != nil {
		return nil, err
	}
	if err := c.explain(a, job); err != nil {
		return nil, err
	}
	c.whatIfs(a, job)
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
			a.Because = c.because(e, mine, &part, &d.Why)
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

// because returns, as a clause, why a job waits now.
func (c *LiveQueue) because(e *engine.Engine, job *workload.Job, p *slurmsched.Partition, r *why.Reason) string {
	switch r.Code {
	case why.TooFewFree, why.NotPlaceable:
		have := int64(0)
		for n := range topology.NodeID(len(c.names)) {
			if (p.Nodes == nil || p.Nodes.On(n) > 0) && e.State().Slots(&job.Request, n) > 0 {
				have++
			}
		}
		return fmt.Sprintf("it needs %s, and %s that it may use have room", Count(int64(r.Need), "node"), Count(have, "node"))
	case why.BehindHead:
		return fmt.Sprintf("job %s of its partition is before it and has no nodes yet", c.JobName(r.Blocker))
	case why.Reserved:
		return "enough nodes have room, but they are kept for jobs before it"
	case why.NextCycle:
		return "the backfill scheduler has not looked at it yet"
	}
	return "the schedulers do not look at it: too many jobs are before it"
}

// Count returns a number with a noun.
func Count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
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
func (c *LiveQueue) higher(a, b *workload.Job) string {
	switch {
	case c.partition(a.Queue).Tier != c.partition(b.Queue).Tier:
		return "tier"
	case c.Listed:
		return "place in the list"
	case a.Priority != b.Priority:
		return "priority"
	}
	return "submission"
}

// whatIfs simulates changed requests: shorter ones, smaller ones, and other partitions.
// Those that are impossible are left out.
func (c *LiveQueue) whatIfs(a *Answer, job workload.JobID) {
	mine := c.config.Jobs[job]
	try := func(change string, f func(*workload.Job)) {
		if s, err := c.simulate(job, f); err == nil {
			a.WhatIfs = append(a.WhatIfs, WhatIf{change, s})
		}
	}
	for _, part := range []simtime.Duration{2, 4, 8} {
		wall := mine.Walltime / part / simtime.Minute * simtime.Minute
		if wall >= simtime.Minute {
			try("a time limit of "+Span(wall), func(j *workload.Job) { j.Walltime, j.Runtime = wall, wall })
		}
	}
	for _, part := range []int32{2, 4} {
		if n := mine.Size() / part; n >= 1 {
			try(fmt.Sprintf("%s instead of %d", Count(int64(n), "node"), mine.Size()), func(j *workload.Job) {
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
			try("partition "+p.Name, func(j *workload.Job) { j.Queue = p.Name })
		}
	}
	highest := mine.Priority
	for i := range c.config.Jobs {
		highest = max(highest, c.config.Jobs[i].Priority)
	}
	if highest > mine.Priority && !c.Listed {
		try("the highest priority of all", func(j *workload.Job) { j.Priority = highest + 1 })
	}
}

// Span returns a time as Slurm prints it: days-hours:minutes:seconds.
func Span(d simtime.Duration) string {
	s := int64(d / simtime.Second)
	text := fmt.Sprintf("%02d:%02d:%02d", s/3600%24, s/60%60, s%60)
	if s >= 86400 {
		text = fmt.Sprintf("%d-%s", s/86400, text)
	}
	return text
}

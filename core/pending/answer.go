package pending

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Answer explains why a job is pending, and predicts when it will start, with its own
// request and with others. All times are from now.
type Answer struct {
	Job      *slurmstate.JobInfo
	Obstacle Clause     // what keeps it besides nodes and priority; NoClause if nothing does. The other fields are then empty
	Missing  []Missing  // what the files do not tell that a prediction needs. If there is any, Because is what Slurm says, and of the fields below only Ahead and NumAhead are set
	Because  Clause     // what keeps it now; NoClause if it could start now
	Reason   why.Reason // the reason that Because puts into words
	Start    Start      // if all jobs run until their time limits
	Started  bool       // whether Start is known yet; see Answers
	Deadline *Deadline  // nil if it has none, or when it is is not known
	Queue    string     // if it names several partitions: the one in which it is simulated; else ""
	Range    *Range     // if jobs end as they usually do; nil if it is unknown, or not known yet
	Ahead    []Ahead    // the jobs before it that it waits for, the first one first
	NumAhead int        // all of them
	Several  int        // how many of them name several partitions
	Others   int        // further jobs that name several partitions: they are simulated in one that shares no node with it, and would be ahead in another one
	Room     *LimitRoom // if a limit holds it that running jobs use up: whose ends give it room; else nil
	Next     []End      // the next ends of jobs on nodes that it could use
	WhatIfs  []WhatIf   // at most MaxWhatIfs; first those that start sooner, by their start
}

// Ahead is a job that comes before another, on nodes that both may use.
type Ahead struct {
	Job    *slurmstate.JobInfo
	Higher AheadBy       // why it comes before
	Waits  Waits         // what Slurm says that it waits for itself
	Parts  []PriorityGap // parts in which the priorities of both differ, the largest difference first; nil unless sprio lists both jobs
}

// PriorityGap is a weighted part of the priorities of two jobs, as sprio prints it. Nice values
// are subtracted from priorities, and are negative here.
type PriorityGap struct {
	Name         string // title of sprio's column: AGE, FAIRSHARE, JOBSIZE, PARTITION, QOS, ASSOC, SITE or NICE
	Theirs, Mine int64  // of the job that is ahead, and of the job that was asked about
}

// Deadline is the time by which a job must have ended (sbatch --deadline).
type Deadline struct {
	In     simtime.Duration // from now; below 0 if it has passed
	Latest simtime.Duration // the latest start with which the job ends by then if it uses its whole time limit; below 0 if that has passed
}

// End is the end of a job's time limit.
type End struct {
	Job   *slurmstate.JobInfo
	After simtime.Duration
	Nodes int
}

// WhatIf is a changed request, and when the job would start with it.
type WhatIf struct {
	Kind   RequestChange
	Limit  simtime.Duration // of ShorterLimit
	Nodes  int64            // of FewerNodes
	Name   string           // of the partition or QOS
	Change string           // the change in English
	Start  Start
	Sooner bool // whether it starts sooner than with the request as it is
}

// RequestChange is a kind of change of a job's request.
type RequestChange uint8

// The changes that are tried.
const (
	ShorterLimit RequestChange = iota
	FewerNodes
	OtherPartition
	OtherQOS    // with the QOS part of the priority that other jobs of that QOS have
	TopPriority // the highest priority of all pending jobs
)

// Limits on the lists of an Answer.
const (
	maxAhead   = 5
	maxEnds    = 3
	MaxWhatIfs = 10
)

// Answer answers the question about one job, without a range. Errors wrap ErrSnapshot:
// the job is not there, or is not pending. Cost: that of a simulation until the job
// starts, for each what-if.
func (c *LiveQueue) Answer(id string) (a *Answer, err error) {
	for a, err = range c.Answers(id, nil) {
	}
	return a, err
}

// Answers yields the answer about one job while it grows: first the obstacle, or who is
// ahead and what ends next, then the start and the what-ifs known by then, then further
// ones, and at last the range, if the history knows jobs; the history may be nil.
// Answers also yields between the steps of a simulation, so that the caller can do something else, or stop.
// The answer is the same one each time; after the last yield it is complete. Errors are
// those of Answer.
func (c *LiveQueue) Answers(id string, h *History) iter.Seq2[*Answer, error] {
	return func(yield func(*Answer, error) bool) {
		if c.info(id) == nil && c.info(id+"+0") != nil {
			id += "+0" // the first part of a heterogeneous job
		}
		job, obstacle, err := c.find(id)
		if err != nil {
			yield(nil, err)
			return
		}
		a := &Answer{Job: c.info(id), Obstacle: obstacle}
		a.Deadline, a.Room = c.deadline(a.Job), c.roomLater(a)
		if a.Missing = c.lacks(a.Job); len(a.Missing) > 0 {
			c.listed(a)
			yield(a, nil)
			return
		}
		if obstacle.Code != NoClause {
			yield(a, nil)
			return
		}
		all := c.possible(job)
		changes := []func(*workload.Job){nil}
		for i := range all {
			changes = append(changes, all[i].apply)
		}
		t, err := c.try(job, nil, changes...)
		if err != nil {
			yield(nil, err)
			return
		}
		stopped := false
		c.pause = func() bool {
			stopped = stopped || !yield(a, nil)
			return !stopped
		}
		defer func() { c.pause = nil }()
		t.now(func(e *engine.Engine) { c.explain(a, t, e) })
		t.found = func() { a.take(t, all) }
		if c.goesOn() {
			t.run()
		}
		if !stopped && !a.Start.Unbounded {
			if r, known, wrong := c.Range(id, h); known && wrong == nil {
				a.Range = &r
			}
		}
		if !stopped {
			yield(a, nil)
		}
	}
}

// take copies the starts that a trial knows so far into the answer: first the job's own
// start, and then the what-ifs, which are compared with it.
func (a *Answer) take(t *trial, all []request) {
	if a.Started = t.known[0]; !a.Started {
		return
	}
	a.Start, a.WhatIfs = bounded(t.starts[0]), a.WhatIfs[:0]
	for i := range all {
		if t.known[i+1] {
			x := all[i].WhatIf
			x.Start = bounded(t.starts[i+1])
			x.Sooner = x.Start.After < a.Start.After
			a.WhatIfs = append(a.WhatIfs, x)
		}
	}
	a.sort()
}

// bounded returns the given start. It returns an unbounded one instead if the start is
// late only because jobs without a time limit are assumed to run for a year.
func bounded(s Start) Start {
	if s.After != Never && s.After >= forever/2*simtime.Duration(simtime.Second) {
		return Start{After: Never, Unbounded: true, Rough: s.Rough}
	}
	return s
}

// goesOn lets the caller of Answers do something else. It returns false if nobody wants
// the answer any more.
func (c *LiveQueue) goesOn() bool { return c.pause == nil || c.pause() }

// info returns a job of the snapshot, or nil.
func (c *LiveQueue) info(id string) *slurmstate.JobInfo {
	i := slices.IndexFunc(c.snapshot.Jobs, func(j slurmstate.JobInfo) bool { return j.ID == id })
	if i < 0 {
		return nil
	}
	return &c.snapshot.Jobs[i]
}

// find returns a pending job of the simulation, or what keeps it out of it.
func (c *LiveQueue) find(id string) (job workload.JobID, obstacle Clause, err error) {
	switch j := c.info(id); {
	case j == nil && slices.ContainsFunc(c.snapshot.Jobs, func(j slurmstate.JobInfo) bool { return strings.HasPrefix(j.ID, id+"_") }):
		return 0, Clause{}, fmt.Errorf("%w: job %s is an array; name one of its tasks, as in %s_0", ErrSnapshot, id, id)
	case j == nil:
		return 0, Clause{}, fmt.Errorf("%w: no job %s is in the queue; its id is in the first column of squeue", ErrSnapshot, id)
	case !isPending(j):
		return 0, Clause{}, fmt.Errorf("%w: job %s is not pending: its state is %s", ErrSnapshot, id, j.State)
	}
	return c.ids[id], c.left[id], nil
}

// explain fills in what keeps the job now, who is ahead, and what ends next.
func (c *LiveQueue) explain(a *Answer, t *trial, e *engine.Engine) {
	mine := &c.config.Jobs[t.first]
	part := c.partition(mine.Queue)
	if len(a.Job.Partitions) > 1 {
		a.Queue = mine.Queue
	}
	if late := a.Deadline; late != nil && late.Latest < 0 {
		a.Because = Clause{Code: TooLate, Have: int64(late.In / simtime.Second)}
	}
	var ahead []*workload.Job
	shared := map[string]bool{}
	for _, p := range c.policy.Partitions {
		shared[p.Name] = shares(p, part)
	}
	for _, d := range e.Pending() {
		other := &c.config.Jobs[t.of(d.Job)]
		switch {
		case d.Job == t.first:
			d.Why.Blocker = t.of(d.Why.Blocker)
			a.Because, a.Reason = c.because(e, mine, &part, &d.Why), d.Why
			a.Room = c.roomUnder(mine, &d.Why)
		case other != mine && (len(shared) == 0 || shared[other.Queue]) && c.compare(other, mine) < 0:
			ahead = append(ahead, other)
			if len(c.jobs[other.ID].Partitions) > 1 {
				a.Several++
			}
		case other != mine && c.aheadElsewhere(other, mine, shared):
			a.Others++
		}
	}
	if begin := c.begins(c.jobs[t.first]); begin > 0 {
		a.Because = Clause{Code: LaterBegin, Have: begin}
	}
	slices.SortFunc(ahead, c.compare)
	a.NumAhead = len(ahead)
	for _, other := range ahead[:min(len(ahead), maxAhead)] {
		job := c.jobs[other.ID]
		a.Ahead = append(a.Ahead, Ahead{job, c.higher(other, mine), WaitsFor(job.Reason), c.differences(other, mine)})
	}
	for _, l := range e.State().Limits() {
		if len(a.Next) == maxEnds {
			break
		}
		x := e.State().Job(l.Slot)
		if c.jobs[t.of(x.Request.ID)].Limit == 0 {
			continue // when it ends is not known
		}
		n := 0
		for node := range x.Placement.All {
			if part.Nodes == nil || part.Nodes.On(node) > 0 {
				n++
			}
		}
		if n > 0 {
			a.Next = append(a.Next, End{c.jobs[t.of(x.Request.ID)], simtime.Duration(l.At), n})
		}
	}
}

// aheadElsewhere reports whether a job would be ahead of another one in a partition that
// it names, and in which it is not simulated.
func (c *LiveQueue) aheadElsewhere(other, mine *workload.Job, shared map[string]bool) bool {
	return slices.ContainsFunc(c.jobs[other.ID].Partitions, func(name string) bool {
		there := *other
		there.Queue = name
		return name != other.Queue && shared[name] && c.compare(&there, mine) < 0
	})
}

// because returns why a job waits now.
func (c *LiveQueue) because(e *engine.Engine, job *workload.Job, p *slurmsched.Partition, r *why.Reason) Clause {
	switch r.Code {
	case why.TooFewFree, why.NotPlaceable:
		have := int64(0)
		for n := range topology.NodeID(len(c.names)) {
			if (p.Nodes == nil || p.Nodes.On(n) > 0) && e.State().Slots(&job.Request, n) > 0 {
				have++
			}
		}
		return Clause{Code: TooFewNodes, Need: int64(r.Need), Have: have}
	case why.BehindHead:
		return Clause{Code: BehindJob, Name: c.JobName(r.Blocker)}
	case why.Reserved:
		return Clause{Code: KeptNodes}
	case why.NodesReserved:
		return Clause{Code: KeptByReservation, Need: int64(r.Need), Have: int64(r.Have), Name: slurmsched.SlurmPolicy{Config: c.policy}.Limits()[r.Which-1].Name}
	case why.BeforeReservation:
		return Clause{Code: WaitsForReservation}
	case why.ReservationOver:
		return Clause{Code: OverReservation}
	case why.NextCycle:
		return Clause{Code: NotYetTested}
	case why.OverLimit, why.UnderLimit, why.UsedUp:
		return c.heldBy(r)
	case why.Preempting:
		return Clause{Code: StoppingOthers}
	case why.DeadlinePassed:
		return Clause{Code: TooLate, Have: int64(r.At) / 1000}
	case why.OtherPart:
		return Clause{Code: WaitsForPart, Name: c.JobName(r.Blocker)}
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

// shares reports whether two partitions have a node in common.
func shares(p, q slurmsched.Partition) bool {
	if p.Nodes == nil || q.Nodes == nil {
		return true
	}
	for i, j := 0, 0; i < len(p.Nodes) && j < len(q.Nodes); {
		switch a, b := p.Nodes[i], q.Nodes[j]; {
		case a.Last < b.First:
			i++
		case b.Last < a.First:
			j++
		default:
			return true
		}
	}
	return false
}

// compare orders jobs as the schedulers do.
func (c *LiveQueue) compare(a, b *workload.Job) int {
	reserved := 0
	switch {
	case (a.Reservation == "") == (b.Reservation == ""):
	case a.Reservation != "":
		reserved = -1
	default:
		reserved = 1
	}
	return cmp.Or(reserved, cmp.Compare(c.partition(b.Queue).Tier, c.partition(a.Queue).Tier), cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.ID, b.ID))
}

// higher returns why a comes before b: the field Higher of Ahead.
func (c *LiveQueue) higher(a, b *workload.Job) AheadBy {
	switch {
	case a.Reservation != "" && b.Reservation == "":
		return ByReservation
	case c.partition(a.Queue).Tier != c.partition(b.Queue).Tier:
		return ByTier
	case c.Listed:
		return ByList
	case a.Priority != b.Priority:
		return ByPriority
	}
	return BySubmission
}

// differences returns the parts in which the priorities of two jobs differ.
func (c *LiveQueue) differences(theirs, mine *workload.Job) (all []PriorityGap) {
	a, b := c.parts(theirs), c.parts(mine)
	if a == nil || b == nil {
		return nil
	}
	add := func(name string, a, b int64) {
		if a != b {
			all = append(all, PriorityGap{name, a, b})
		}
	}
	add("AGE", a.Age, b.Age)
	add("FAIRSHARE", a.FairShare, b.FairShare)
	add("JOBSIZE", a.JobSize, b.JobSize)
	add("PARTITION", a.PartitionPart, b.PartitionPart)
	add("QOS", a.QOS, b.QOS)
	add("ASSOC", a.Assoc, b.Assoc)
	add("SITE", a.Site, b.Site)
	add("NICE", -a.Nice, -b.Nice)
	slices.SortStableFunc(all, func(x, y PriorityGap) int {
		return cmp.Compare(max(y.Theirs-y.Mine, y.Mine-y.Theirs), max(x.Theirs-x.Mine, x.Mine-x.Theirs))
	})
	return all
}

// parts returns the parts of a job's priority in its partition, or nil if sprio does not
// list it.
func (c *LiveQueue) parts(j *workload.Job) *slurmstate.PriorityParts {
	all := c.jobs[j.ID].Parts
	for i := range all {
		if all[i].Partition == j.Queue || len(all) == 1 {
			return &all[i]
		}
	}
	return nil
}

// request is a changed request that is to be tried.
type request struct {
	WhatIf
	apply func(*workload.Job)
}

// possible returns the changes to try, without those with which the job could never
// start.
func (c *LiveQueue) possible(job workload.JobID) (all []request) {
	for _, x := range c.requests(job) {
		j := c.config.Jobs[job]
		if x.apply(&j); c.checks(&j.Request) == nil && len(all) < MaxWhatIfs {
			all = append(all, x)
		}
	}
	return all
}

// sort puts the what-ifs that start sooner first, by their start.
func (a *Answer) sort() {
	slices.SortStableFunc(a.WhatIfs, func(x, y WhatIf) int {
		switch {
		case x.Sooner && y.Sooner:
			return cmp.Compare(x.Start.After, y.Start.After)
		case x.Sooner:
			return -1
		case y.Sooner:
			return 1
		}
		return 0
	})
}

// requests returns the changes that are worth a try, in turn of each kind, so that each
// kind is among the first ones.
func (c *LiveQueue) requests(job workload.JobID) (all []request) {
	mine := &c.config.Jobs[job]
	kinds := [][]request{c.limits(mine), c.sizes(mine), c.otherPartitions(mine), c.otherQOS(mine), c.top(mine)}
	for i, some := 0, true; some; i++ {
		some = false
		for _, k := range kinds {
			if i < len(k) {
				all, some = append(all, k[i]), true
			}
		}
	}
	return all
}

// fractions are the parts of time limits and sizes that are tried, as divisor and
// dividend.
var fractions = [][2]int64{{2, 1}, {4, 1}, {4, 3}, {8, 1}}

// limits returns shorter time limits: those with which the job ends before reservations
// begin, and parts of its own.
func (c *LiveQueue) limits(mine *workload.Job) (all []request) {
	walls := c.before(mine)
	walls = walls[max(0, len(walls)-2):]
	slices.Reverse(walls)
	for _, f := range fractions {
		walls = append(walls, mine.Walltime*simtime.Duration(f[1])/simtime.Duration(f[0])/simtime.Minute*simtime.Minute)
	}
	for i, wall := range walls {
		if wall >= simtime.Minute && wall < mine.Walltime && !slices.Contains(walls[:i], wall) {
			all = append(all, request{WhatIf{Kind: ShorterLimit, Limit: wall, Change: "a time limit of " + slurmtext.Span(int64(wall/simtime.Second))}, func(j *workload.Job) {
				j.Walltime, j.Runtime, j.TimeMin = wall, min(j.Runtime, wall), min(j.TimeMin, wall)
			}})
		}
	}
	return all
}

func (c *LiveQueue) sizes(mine *workload.Job) (all []request) {
	last := int64(mine.Size())
	for _, f := range fractions {
		n := int64(mine.Size()) * f[1] / f[0]
		if n < 1 || n == last || n == int64(mine.Size()) {
			continue
		}
		last = n
		all = append(all, request{WhatIf{Kind: FewerNodes, Nodes: n, Change: fmt.Sprintf("%s instead of %d", Count(n, "node"), mine.Size())}, func(j *workload.Job) {
			if j.Whole() {
				j.Nodes = int32(n)
			} else {
				j.Tasks = int32(n)
			}
		}})
	}
	return all
}

func (c *LiveQueue) otherPartitions(mine *workload.Job) (all []request) {
	for _, p := range c.policy.Partitions {
		if p.Name != mine.Queue && c.allows(p.Name, mine) {
			all = append(all, request{WhatIf{Kind: OtherPartition, Name: p.Name, Change: "partition " + p.Name}, func(j *workload.Job) { j.Queue = p.Name }})
		}
	}
	return all
}

// allows reports whether the limits of a partition allow a job.
func (c *LiveQueue) allows(name string, j *workload.Job) bool {
	return !slices.ContainsFunc(c.snapshot.Partitions, func(p slurmstate.Partition) bool {
		return p.Name == name && (p.MaxTime > 0 && j.Walltime > simtime.Duration(p.MaxTime)*simtime.Second || p.MaxNodes > 0 && int64(j.Size()) > p.MaxNodes)
	})
}

// otherQOS returns the QOS that other jobs have, if sprio lists their priorities and
// that of the job.
func (c *LiveQueue) otherQOS(mine *workload.Job) (all []request) {
	parts := c.parts(mine)
	if parts == nil {
		return nil
	}
	seen := map[string]bool{mine.QOS: true}
	for i := range c.config.Jobs {
		j := &c.config.Jobs[i]
		other := c.parts(j)
		if seen[j.QOS] || other == nil {
			continue
		}
		if seen[j.QOS] = true; c.accepts(j.QOS, mine) {
			priority := max(1, mine.Priority+other.QOS-parts.QOS)
			all = append(all, request{WhatIf{Kind: OtherQOS, Name: j.QOS, Change: "QOS " + j.QOS}, func(x *workload.Job) { x.QOS, x.Priority = j.QOS, priority }})
		}
	}
	slices.SortFunc(all, func(a, b request) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func (c *LiveQueue) top(mine *workload.Job) []request {
	highest := mine.Priority
	for i := range c.config.Jobs {
		highest = max(highest, c.config.Jobs[i].Priority)
	}
	if highest == mine.Priority || c.Listed {
		return nil
	}
	return []request{{WhatIf{Kind: TopPriority, Change: "the highest priority of all"}, func(j *workload.Job) { j.Priority = highest + 1 }}}
}

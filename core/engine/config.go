package engine

import (
	"cmp"
	"fmt"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/faults"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Config describes one simulation. A run does not change its Config, so several
// runs may share one.
type Config struct {
	Machine   *cluster.Machine
	Jobs      []workload.Job // by ascending submit time; Jobs[i].ID is i
	Queue     queue.Policy
	Allocator alloc.Allocator
	Order     queue.Order
	Own       queue.Ordering        // an ordering that replaces Order; nil if there is none
	Network   network.Model         // zero value: no network model, jobs run at full speed
	Elastic   *elastic.GrowthPolicy // nil: jobs keep their size
	Faults    *faults.Timetable     // nil: the machine does not change
	Sleep     *Sleep                // nil: nodes are never powered down
	Gates     []queue.Gate          // changes of the queues' states; a queue that is not listed is always open and started
	Commands  []workload.JobCommand // what people do to jobs during the run, by time
	// Running holds the nodes of jobs that run already when they are submitted. Such
	// a job starts there without a decision of the discipline. It must come before
	// all other jobs that are submitted at the same instant.
	Running map[workload.JobID]cluster.Placement
}

// plan is a checked Config, together with values that the check derived from it.
type plan struct {
	Config
	queue      queue.Config
	followers  map[workload.JobID][]workload.JobID // for each job, the jobs that follow it; nil if no job follows another
	routed     topology.Routed                     // nil unless jobs share the network
	malleable  bool                                // whether some job may change its size
	exclusive  bool                                // whether some job keeps its blocks free of other jobs
	nearest    int64                               // least distance between two nodes, if the distance model is used
	unit       workload.Request                    // in counting mode (see counted): one node or one task, the unit that is counted
	rhythm     faults.CheckpointCycle
	turns      []gateTurn      // changes of the queues' states, by time
	conditions *conditionRules // nil if no job has conditions for its start

	impossible func(*workload.Request) error // returns why the discipline could never start a job, or nil if it could
}

// check validates the configuration and finds jobs that can never start. Its errors
// name the job, the value and the limit.
func (c Config) check() (*plan, error) {
	p := &plan{Config: c, queue: queue.Config{Policy: c.Queue, Allocator: c.Allocator, Order: c.Order, Own: c.Own, Machine: c.Machine, Gates: c.Gates, Running: c.Running, Judge: queue.Weighing(c.Queue, c.Allocator)}}
	var err error
	if p.turns, err = c.gateTurns(); err != nil {
		return nil, err
	}
	if len(c.Commands) > 0 {
		if err := c.checkCommands(); err != nil {
			return nil, err
		}
	}
	if err := p.findNetwork(); err != nil {
		return nil, err
	}
	if err := p.checkFaults(); err != nil {
		return nil, err
	}
	if err := cmp.Or(c.checkRunning(), c.checkHet()); err != nil {
		return nil, err
	}
	empty := newRoomCount(c.Machine)
	p.impossible = func(*workload.Request) error { return nil }
	if x, ok := c.Queue.(queue.Checker); ok {
		p.impossible = x.Checks(c.Machine)
	}
	chained := false // whether some job names a preceding job
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if err := c.checkJob(i, empty); err != nil {
			return nil, err
		}
		_, runs := c.Running[j.ID] // a job that runs has been accepted, whatever the discipline would say now
		if err := p.impossible(&j.Request); err != nil && j.Reject == nil && !runs {
			return nil, fmt.Errorf("job %d: %w: %w", j.Number, workload.ErrWorkload, err)
		}
		p.malleable = p.malleable || j.Elastic != nil
		p.exclusive = p.exclusive || j.Network.Exclusive
		chained = chained || j.After != workload.NoJob
		if c.follows(j) {
			if p.followers == nil {
				p.followers = map[workload.JobID][]workload.JobID{}
			}
			p.followers[j.After] = append(p.followers[j.After], j.ID)
		}
	}
	if p.conditions, err = c.conditionRules(); err != nil {
		return nil, err
	}
	p.setCounting()
	if p.powers() {
		if err := p.checkPower(); err != nil {
			return nil, err
		}
	}
	if p.queue.Allocator = p.powered(c.Allocator); c.Sleep != nil {
		p.queue.Lead = c.Sleep.Shut + c.Sleep.Wake
	}
	if !chained {
		return p, nil
	}
	return p, c.checkCycles()
}

// checkFaults returns an error if the failures do not fit the machine. It sets the
// rhythm of checkpoints.
func (p *plan) checkFaults() error {
	if p.Faults == nil {
		return nil
	}
	links := 0
	if p.routed != nil {
		links = p.routed.NumLinks()
	}
	if err := p.Faults.Check(p.Machine.NumNodes(), links); err != nil {
		return err
	}
	p.rhythm = p.Faults.Rhythm()
	return nil
}

// findNetwork finds what the model of the network needs of the machine.
func (p *plan) findNetwork() error {
	switch p.Network.Kind {
	case network.MaxMin:
		routed, ok := p.Machine.Topology.(topology.Routed)
		if !ok {
			return fmt.Errorf("%w: a network shared max-min needs links, which this machine has none of; use another topology, or no network", topology.ErrShape)
		}
		p.routed = routed
	case network.Distance:
		p.nearest = network.Nearest(p.Machine.Topology)
	}
	return nil
}

// follows reports whether j is submitted only after another job has ended.
func (c *Config) follows(j *workload.Job) bool {
	return j.After != workload.NoJob && c.Jobs[j.After].Reject == nil && j.Reject == nil
}

// checkRunning finds jobs that cannot run already where they are said to run, and what
// does not work with suspension.
func (c Config) checkRunning() error {
	if err := c.checkSuspension(); err != nil || len(c.Running) == 0 {
		return err
	}
	free := cluster.NewFree(c.Machine)
	given := map[int]bool{}   // jobs that are suspended from the beginning
	waits := simtime.Time(-1) // submission of the last job that does not run already
	for i := range c.Jobs {
		j := &c.Jobs[i]
		where, runs := c.Running[j.ID]
		switch {
		case !runs:
			waits = j.Submit
		case j.Submit <= waits:
			return fmt.Errorf("job %d: %w: it runs already when it is submitted (%v), and a job that waits is listed before it; list it first", j.Number, workload.ErrWorkload, j.Submit)
		case j.Elastic != nil || int(j.Size()) != where.Tasks():
			return fmt.Errorf("job %d: %w: it runs already with the size %d, and asks for %d; give it the size that it has", j.Number, workload.ErrWorkload, where.Tasks(), j.Size())
		case !c.yielded(i, free, given).Has(&j.Request, where):
			return fmt.Errorf("job %d: %w: it cannot run already on the nodes %v; they are too small, or another job runs there", j.Number, workload.ErrWorkload, where)
		default:
			free.Take(&j.Request, where)
		}
	}
	return nil
}

// yielded returns what is free for job i, which runs already: also what earlier ones of
// these jobs have that are suspended for it. It adds those to given.
func (c Config) yielded(i int, free *cluster.Free, given map[int]bool) *cluster.Free {
	x, ok := c.Queue.(queue.Suspender)
	r, at := &c.Jobs[i].Request, c.Running[c.Jobs[i].ID]
	if !ok || !x.Suspends() || free.Has(r, at) {
		return free
	}
	for k := range i {
		j := &c.Jobs[k].Request
		if where := c.Running[j.ID]; where != nil && !given[k] && x.Yields(j, r) && where.Common(at) > 0 {
			free.Give(j, where)
			given[k] = true
		}
	}
	return free
}

// roomCount counts how much of a job fits on an empty machine, once for all jobs of the
// same size and needs.
type roomCount struct {
	empty *cluster.Free
	known map[roomKey]int32
}

type roomKey struct {
	nodes, tasks int32
	needs        workload.Resources
}

func newRoomCount(m *cluster.Machine) *roomCount {
	return &roomCount{cluster.NewFree(m), map[roomKey]int32{}}
}

func (r *roomCount) count(q *workload.Request) int32 {
	if q.PerTask.IsZero() {
		return r.empty.Count(q)
	}
	key := roomKey{q.Nodes, q.Tasks, q.PerTask}
	n, known := r.known[key]
	if !known {
		n = r.empty.Count(q)
		r.known[key] = n
	}
	return n
}

// badJob returns an error that names a job and says what is wrong with it.
func badJob(j *workload.Job, format string, args ...any) error {
	return fmt.Errorf("job %d: %w: %s", j.Number, workload.ErrWorkload, fmt.Sprintf(format, args...))
}

func (c Config) checkJob(i int, empty *roomCount) error {
	j := &c.Jobs[i]
	switch {
	case int(j.ID) != i:
		return badJob(j, "ID %d at place %d; IDs are places", j.ID, i)
	case i > 0 && c.Jobs[i-1].Submit > j.Submit:
		return badJob(j, "submitted at %v, before the job listed before it (%v); sort by submit time", j.Submit, c.Jobs[i-1].Submit)
	case int(j.After) >= len(c.Jobs) || j.After < workload.NoJob:
		return badJob(j, "follows job %d; there are %d", j.After, len(c.Jobs))
	case j.Reject != nil:
		return nil
	}
	return c.checkRequest(j, empty)
}

// checkRequest returns an error if what a job asks for is not valid or does not fit on
// the empty machine.
func (c Config) checkRequest(j *workload.Job, empty *roomCount) error {
	switch {
	case j.Submit < 0 || j.Walltime < 0 || j.Runtime < 0:
		return badJob(j, "submit %v, walltime %v, runtime %v; none may be negative", j.Submit, j.Walltime, j.Runtime)
	case j.TimeMin < 0 || j.TimeMin > j.Walltime:
		return badJob(j, "least walltime %v of %v; keep it from 0 to the walltime", j.TimeMin, j.Walltime)
	case j.Nodes < 0 || j.Tasks < 0 || (j.Nodes > 0) == (j.Tasks > 0):
		return badJob(j, "%d nodes and %d tasks; ask for one of them, 1 or more", j.Nodes, j.Tasks)
	}
	if x := j.Elastic; x != nil && (x.Min < 1 || x.Min > j.Size() || x.Max < j.Size()) {
		return badJob(j, "asks for %d and may change from %d to %d; keep 1 <= min <= asked for <= max", j.Size(), x.Min, x.Max)
	}
	if j.Elastic != nil && j.Elastic.Min < j.Elastic.Max && j.Comm != nil && j.Comm.Pattern == workload.Matrix {
		return badJob(j, "changes its size, and a matrix says who talks to whom; use another pattern, or no elastic block")
	}
	if j.Network.Exclusive {
		if err := c.checkExclusive(j); err != nil {
			return err
		}
	}
	if have := empty.count(&j.Request); have < j.Size() {
		return badJob(j, "asks for %d, the empty machine holds %d", j.Size(), have)
	}
	return nil
}

// checkExclusive returns an error if an exclusive job cannot be run as one.
func (c Config) checkExclusive(j *workload.Job) error {
	_, keeps := c.Allocator.(alloc.BlockKeeper)
	_, blind := c.Queue.(queue.UsedNodesOnly)
	fix := "let it ask for whole nodes and keep its size"
	switch {
	case !keeps:
		fix = "use the allocator slurm-block"
	case blind:
		fix = "use EASY or conservative backfilling, because the discipline does not support such jobs"
	case j.Whole() && j.Elastic == nil:
		return nil
	}
	return fmt.Errorf("job %d: %w: keeps its blocks free of other jobs; %s", j.Number, workload.ErrWorkload, fix)
}

// checkCycles returns an error if a job follows itself through a chain of preceding
// jobs.
func (c Config) checkCycles() error {
	for id := range workload.Cycles(c.Jobs) {
		return fmt.Errorf("job %d: %w: it follows itself through its preceding jobs; let one of them follow none", c.Jobs[id].Number, workload.ErrWorkload)
	}
	return nil
}

package queuetest

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/queue/manual"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// book is the simplest possible record of which jobs hold which resources, and of
// the work that each job has done. It is independent of the engine's own state.
type book struct {
	c     engine.Config
	free  []workload.Resources
	users []int  // by node: number of jobs, plus the constant whole if a job has the node for itself
	down  []bool // by node: known to be down
	dead  []bool // by node: does not work, whether known or not
	jobs  []jobRecord
	now   simtime.Time

	reallotted bool // allotments have changed
}

// whole is added to a node's entry in the field users if a job has the node for
// itself.
const whole = 1 << 20

// jobRecord is the record of a job in a book.
type jobRecord struct {
	seen    bool
	state   trace.EventKind // Submit (waits), Start (runs) or the kind of its end
	held    map[topology.NodeID]int32
	frozen  map[topology.NodeID]int32
	stage   int32 // completed stage of a growth, 0 if the job does not grow
	size    int32 // size with which the job must start; if 0, the size asked for
	start   simtime.Time
	limit   simtime.Time // end of the job's walltime
	wall    simtime.Duration
	plain   bool // the job has never been stopped or resized, and none of its nodes failed
	onHold  bool // a person holds the job
	resized bool // the job was stopped to start again with another size

	suspended simtime.Time     // when the job was suspended last
	still     simtime.Duration // how long it was suspended in this run
	work      work
}

func newBook(c engine.Config) *book {
	n := c.Machine.NumNodes()
	c.Jobs = slices.Clone(c.Jobs) // commands change them
	b := &book{c: c, users: make([]int, n), down: make([]bool, n), dead: make([]bool, n), jobs: make([]jobRecord, len(c.Jobs))}
	for n := range topology.NodeID(n) {
		b.free = append(b.free, c.Machine.Spec(n).Resources)
	}
	return b
}

func (b *book) read(e *trace.Event) error {
	b.now = e.Time
	if e.Job == workload.NoJob {
		return b.readMachine(e)
	}
	l, j := &b.jobs[e.Job], &b.c.Jobs[e.Job]
	if err := b.readJob(l, j, e); err != nil {
		return fmt.Errorf("job %d: %v: %w", j.Number, e.Kind, err)
	}
	return nil
}

func (b *book) readJob(l *jobRecord, j *workload.Job, e *trace.Event) error {
	switch e.Kind {
	case trace.Submit:
		if l.seen {
			return fmt.Errorf("twice")
		}
		if l.seen = true; e.Time < j.Submit && j.After == workload.NoJob {
			return fmt.Errorf("before its submit time %v", j.Submit)
		}
		l.plain = true
	case trace.Start:
		return b.readStart(l, j, e)
	case trace.Ready:
		return b.readReady(l, j, e)
	case trace.AtRisk:
		if !l.seen || l.state != trace.Submit || j.Deadline == 0 {
			return fmt.Errorf("while it is not waiting, or without a deadline")
		}
	case trace.Suspend, trace.Resume:
		return b.readSuspension(l, j, e)
	case trace.End, trace.Kill, trace.Fail, trace.Requeue:
		return b.readEnd(l, j, e)
	case trace.Freeze, trace.Stage, trace.Grow, trace.Rollback, trace.Shrink:
		if l.state != trace.Start || b.c.Elastic == nil || j.Elastic == nil {
			return fmt.Errorf("of a job that does not run, or keeps its size")
		}
		l.plain = false
		return b.readSize(l, j, e)
	case trace.Reject:
		if withdrawn := e.Why.Withdraws(); withdrawn && (!l.seen || l.state != trace.Submit) {
			return fmt.Errorf("while it is not waiting")
		}
		l.state = trace.Reject
	case trace.Hold, trace.Update, trace.Release:
		return b.readCommand(l, j, e)
	}
	return nil
}

func (b *book) readStart(l *jobRecord, j *workload.Job, e *trace.Event) error {
	if !l.seen || l.state != trace.Submit {
		return fmt.Errorf("while it is not waiting")
	}
	if l.onHold {
		return fmt.Errorf("while it is held")
	}
	if !e.Why.OK() {
		return fmt.Errorf("for the reason %v, which refuses", e.Why.Code)
	}
	got := int32(e.Placement.Tasks())
	switch x := j.Elastic; {
	case x != nil && x.Moldable && (got < x.Min || got > x.Max):
		return fmt.Errorf("on %d, may choose %d to %d", got, x.Min, x.Max)
	case x != nil && x.Moldable:
	case l.size != 0 && got != l.size:
		return fmt.Errorf("on %d, and was stopped to start on %d", got, l.size)
	case l.size == 0 && got != j.Size():
		return fmt.Errorf("asked for %d, was given %d", j.Size(), got)
	}
	l.state, l.start = trace.Start, e.Time
	wall, size := j.Walltime, j.Size()
	for _, next := range [2]int32{l.size, got} {
		// The walltime is given for the size asked for. For a smaller size it is
		// longer.
		if x := j.Elastic; x != nil && next != 0 {
			if slower := x.Speedup.At(size) / x.Speedup.At(next); slower > 1 {
				wall = simtime.Duration(math.Ceil(float64(wall)*slower - 1e-6))
			}
			size = next
		}
	}
	l.limit, l.wall = e.Time.Add(wall), wall
	if err := b.take(j, e.Placement); err != nil {
		return err
	}
	l.held = nodesOf(e.Placement)
	b.begin(l, j)
	if e.Of == 1 { // it waits until its nodes are up
		l.limit = simtime.Never
		b.pace(l, j, false)
	}
	return nil
}

// readReady reads that the nodes of a job are up.
func (b *book) readReady(l *jobRecord, j *workload.Job, e *trace.Event) error {
	if l.state != trace.Start || l.limit != simtime.Never || !same(l.held, e.Placement) {
		return fmt.Errorf("of a job that waits for no nodes")
	}
	l.start, l.limit = e.Time, e.Time.Add(l.wall)
	b.begin(l, j)
	return nil
}

// readSuspension reads that a job gives its nodes back, or takes the same ones again. Its
// limit moves by the time between.
func (b *book) readSuspension(l *jobRecord, j *workload.Job, e *trace.Event) error {
	if l.plain = false; e.Kind == trace.Suspend {
		if l.state != trace.Start {
			return fmt.Errorf("while it is not running")
		}
		if !same(l.held, e.Placement) {
			return fmt.Errorf("gives back %v and holds %v", e.Placement, l.held)
		}
		b.give(j, e.Placement)
		b.pace(l, j, false)
		l.state, l.suspended = trace.Suspend, e.Time
		return nil
	}
	if l.state != trace.Suspend || !same(l.held, e.Placement) {
		return fmt.Errorf("on %v, while it is not suspended there", e.Placement)
	}
	if err := b.take(j, e.Placement); err != nil {
		return err
	}
	l.state, l.limit = trace.Start, l.limit.Add(e.Time.Sub(l.suspended))
	l.still += e.Time.Sub(l.suspended)
	b.pace(l, j, true)
	b.look(l)
	return nil
}

func (b *book) readEnd(l *jobRecord, j *workload.Job, e *trace.Event) error {
	if l.state == trace.Suspend && (e.Kind == trace.Requeue || e.Kind == trace.Fail) {
		if len(e.Placement) > 0 {
			return fmt.Errorf("gives back %v while it is suspended", e.Placement)
		}
		return b.noteEnd(l, e)
	}
	if l.state != trace.Start {
		return fmt.Errorf("while it is not running")
	}
	if l.frozen != nil {
		return fmt.Errorf("while %v are frozen for it", l.frozen)
	}
	if !same(l.held, e.Placement) {
		return fmt.Errorf("gives back %v and holds %v", e.Placement, l.held)
	}
	if err := b.checkEnd(l, j, e); err != nil {
		return err
	}
	b.give(j, e.Placement)
	return b.noteEnd(l, e)
}

// noteEnd records that a job has ended or waits again.
func (b *book) noteEnd(l *jobRecord, e *trace.Event) error {
	l.held, l.stage, l.still = nil, 0, 0
	if l.state = e.Kind; e.Kind == trace.Requeue {
		l.state, l.plain, l.size = trace.Submit, false, 0
		if l.resized = e.Why.Code == why.Outgrown; l.resized {
			l.size = e.Why.Need
		}
		if err := b.checkKept(l, e); err != nil {
			return err
		}
		b.keep(l, e)
	}
	return nil
}

// readCommand processes a hold, its end, or a change of a job.
func (b *book) readCommand(l *jobRecord, j *workload.Job, e *trace.Event) error {
	waits := l.seen && l.state == trace.Submit
	switch e.Kind {
	case trace.Hold:
		if l.onHold || !waits {
			return fmt.Errorf("while it is held or not waiting")
		}
		l.onHold = true
		return nil
	case trace.Release:
		l.onHold = false
		return nil
	}
	if !waits && l.state != trace.Start && l.state != trace.Suspend {
		return fmt.Errorf("while it neither waits nor runs")
	}
	for _, x := range b.c.Commands {
		if x.At == e.Time && x.Job == j.Number && x.Kind == workload.UpdateJob && x.Change.Queue != "" {
			j.Queue = x.Change.Queue
		}
	}
	if j.Walltime = simtime.Duration(e.Why.At); j.Whole() {
		j.Nodes = e.Why.Need
	}
	if l.state == trace.Start || l.state == trace.Suspend {
		l.limit, l.plain = l.start.Add(j.Walltime+l.still), l.plain && !j.Overrun
	}
	return nil
}

// checkEnd checks that a job ends at the right time.
func (b *book) checkEnd(l *jobRecord, j *workload.Job, e *trace.Event) error {
	limit := l.limit
	switch {
	case e.Kind == trace.Kill && (j.Overrun || e.Time != limit):
		return fmt.Errorf("at %v, its walltime ends at %v", e.Time, limit)
	case e.Time > limit && !j.Overrun:
		return fmt.Errorf("at %v, after its walltime ended at %v", e.Time, limit)
	}
	if e.Kind != trace.End && e.Kind != trace.Kill {
		return nil
	}
	if l.plain && b.c.Faults == nil && b.c.Network.Kind == network.None {
		run := b.c.Machine.RunTime(j.Runtime, e.Placement)
		if x := j.Elastic; x != nil && e.Placement.Tasks() != int(j.Size()) {
			return b.checkWork(l, j, e)
		}
		if !j.Overrun {
			run = min(run, limit.Sub(l.start))
		}
		if want := l.start.Add(run); e.Time != want {
			return fmt.Errorf("at %v, must be at %v", e.Time, want)
		}
	}
	return b.checkWork(l, j, e)
}

// nodesOf returns the number of tasks of a placement by node.
func nodesOf(p cluster.Placement) map[topology.NodeID]int32 { return maps.Collect(p.All) }

func same(held map[topology.NodeID]int32, p cluster.Placement) bool {
	n := 0
	for node, tasks := range p.All {
		if held[node] != tasks {
			return false
		}
		n++
	}
	return n == len(held)
}

// take subtracts a placement of j from the free resources.
func (b *book) take(j *workload.Job, p cluster.Placement) error {
	last := topology.NodeID(-1)
	for n, tasks := range p.All {
		if n <= last || tasks < 1 || j.Whole() && (tasks != 1 || b.users[n] > 0) {
			return fmt.Errorf("node %d is out of order or taken", n)
		}
		if b.down[n] {
			return fmt.Errorf("node %d is known to be down", n)
		}
		last = n
		b.users[n]++
		if j.Whole() {
			b.users[n] += whole
			continue
		}
		for k, need := range j.PerTask {
			if b.free[n][k] -= need * int64(tasks); b.free[n][k] < 0 || b.users[n] > whole {
				return fmt.Errorf("node %d has too little of %v, or is another's", n, workload.Resource(k))
			}
		}
	}
	return nil
}

func (b *book) give(j *workload.Job, p cluster.Placement) {
	for n, tasks := range p.All {
		b.users[n]--
		if j.Whole() {
			b.users[n] -= whole
			continue
		}
		for k, need := range j.PerTask {
			b.free[n][k] += need * int64(tasks)
		}
	}
}

// given reports whether the discipline is manual.ManualPolicy, which starts jobs
// only by given decisions.
func (b *book) given() bool {
	_, given := b.c.Queue.(manual.ManualPolicy)
	return given
}

// checkDone returns an error if a job has not ended or a node is still in use after
// the run. Some jobs may wait forever: for nodes that do not return, or for a
// manual decision.
func (b *book) checkDone() error {
	for i := range b.jobs {
		l := &b.jobs[i]
		switch {
		case l.state.Final():
		case l.state == trace.Submit && slices.Contains(b.down, true):
		case l.state == trace.Submit && (l.onHold || b.given()): // nobody releases or starts the job
		default:
			return fmt.Errorf("job %d never ended (submitted: %v, last: %v)", b.c.Jobs[i].Number, l.seen, l.state)
		}
	}
	if i := slices.IndexFunc(b.users, func(u int) bool { return u != 0 }); i >= 0 {
		return fmt.Errorf("node %d is still used after the end", i)
	}
	return nil
}

// Package engine runs a simulation one event at a time: a submission, an end,
// a change of the machine, a stage of a job's growth or a timed wake-up, each
// followed by a whole scheduling pass. The order in which the events of one
// instant take effect is SOURCES.md RUN.1; it gives, job by job, the schedules
// that the literature's simulators publish. A step is an event, not an instant,
// because an instant may hold ten submissions, and each is worth seeing.
//
// What is known of a job that runs is its progress (progress.go): the work that
// is left, and its speed now. What changes the speed, links that are shared, more
// nodes, a standstill, brings it up to date and goes on from there; pause,
// compute and requeue are all that growth and failures need. Communication
// overlaps computing: a job is one parallel task with one rate (SOURCES.md NET.2).
//
// A growth (growth*.go) is S2's seven stages as a small state machine whose
// stages end as jobs do. After a step in which something changed that could
// help, one job at a time begins to take what Queue.Headroom says that no promise
// needs, if that pays; what was asked and what came of it is a Test. What it
// takes is frozen in cluster.State, where it is held like anything else, so
// that counting, plans and shadow times need not know of it. Whether killing a
// job and submitting it again hurts a promise is rehearsed on copies of queue
// and state before it is done.
//
// A node fails in silence; jobs on it stand still, others may be sent there,
// until its heartbeats are missed. Then it is taken out of the machine, and
// plans are made anew: what was promised before holds no more. A job that lost
// its nodes keeps its place in the queue, since the failure was not its doing.
package engine

import (
	"maps"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Engine is one simulation. The zero value is not usable; New makes one.
type Engine struct {
	cfg      *plan
	now      simtime.Time
	ordinal  int // steps taken at this instant
	state    *cluster.State
	queue    *queue.Queue
	next     int  // cfg.Jobs[next:] have not come up for submission
	follow   heap // submissions of jobs that follow one which has ended
	ends     heap
	turn     int64   // of the last ending
	gone     []int64 // turns of the jobs that expired now and whose passes are due
	progress []progress
	again    map[workload.JobID]again // jobs that were stopped and wait again, or run again; nil if none
	network  *shared                  // nil unless jobs share the network
	changes  *changes                 // nil unless the machine changes
	turned   int                      // cfg.turns[turned:] are yet to come
	events   []trace.Event            // of the current step from first on, after those of the steps before if it keeps them; else reused
	first    int
	keeps    bool
	speeds   []SpeedChange     // of the current step; reused
	runs     []cluster.NodeRun // where placements live; never reused

	said   []queue.Said   // in the current step; reused
	failed *queue.Failure // of a program, which ended the run

	growths    []growing   // in the order in which they began
	mayGrow    bool        // somebody may be able to grow
	tight      bool        // or to shrink
	candidates []candidate // scratch
	tests      []Test      // of growth, since the last step began
}

// Step is what one event and its pass changed.
type Step struct {
	Time    simtime.Time
	Ordinal int           // place among the steps of this instant, from 0
	Trigger queue.Trigger // what made the pass due
	Job     workload.JobID
	// Events are what changed, in order. They hold until the next Step.
	Events []trace.Event
	// Speeds are those that changed, in no particular order, and as long.
	Speeds []SpeedChange
	// Said is what a program said in the pass, likewise.
	Said []queue.Said
}

// Changed reports whether something changed: the world, which has an event, or
// only a job's speed or the stage of its growth.
func (s *Step) Changed() bool {
	return len(s.Events) > 0 || len(s.Speeds) > 0 || s.Trigger == queue.Staging || len(s.Said) > 0
}

// New checks the configuration and returns an engine at its beginning.
// Errors wrap workload.ErrWorkload. Cost: O(jobs + nodes).
func New(c Config) (*Engine, error) {
	p, err := c.check()
	if err != nil {
		return nil, err
	}
	e := &Engine{cfg: p, now: -1, state: cluster.NewState(c.Machine), queue: queue.New(&p.queue)}
	if p.routed != nil {
		e.network = newShared(p.routed, c.Network)
	}
	if c.Faults != nil {
		e.changes = newChanges(c.Faults, c.Machine.NumNodes())
		e.remove(c.Faults.Offline)
	}
	e.skipFollowers()
	return e, nil
}

// Run simulates c to its end and returns the trace, as far as it came if a program
// fails: then the error is a *queue.Failure.
func Run(c Config) ([]trace.Event, error) {
	e, err := New(c)
	if err != nil {
		return nil, err
	}
	e.KeepEvents()
	for more := true; more; {
		_, _, more = e.take()
	}
	return e.Events(), e.Err()
}

// KeepEvents has the engine, which has not taken a step yet, keep the events of
// all its steps: then those of a Step hold for ever. A copy does not keep them.
func (e *Engine) KeepEvents() {
	e.keeps, e.events = true, make([]trace.Event, 0, 3*len(e.cfg.Jobs))
}

// Events are those of all steps taken, if the engine keeps them, else of the last
// one.
func (e *Engine) Events() []trace.Event { return e.events }

// Now is the instant of the last step, -1 before the first.
func (e *Engine) Now() simtime.Time { return e.now }

// Err is the *queue.Failure of a program that ended the run, nil if none did.
func (e *Engine) Err() error {
	if e.failed == nil {
		return nil
	}
	return e.failed
}

// State is who holds what; do not change it.
func (e *Engine) State() *cluster.State { return e.state }

// Config is what is being simulated.
func (e *Engine) Config() *Config { return &e.cfg.Config }

// Waiting is the number of waiting jobs.
func (e *Engine) Waiting() int { return e.queue.Len() }

// Pending says of each waiting job, in queue order, why it waits now.
// Cost: a pass that looks at every waiting job.
func (e *Engine) Pending() []queue.Decision { return e.queue.Pending(e.now, e.state) }

// Clone returns an independent copy, for going back in time.
// Cost: O(nodes + running + waiting jobs), whatever the length of the run.
func (e *Engine) Clone() *Engine {
	c := &Engine{
		cfg: e.cfg, now: e.now, ordinal: e.ordinal,
		state: e.state.Clone(), queue: e.queue.Clone(),
		next: e.next, follow: slices.Clone(e.follow), ends: slices.Clone(e.ends),
		turn: e.turn, gone: append([]int64(nil), e.gone...), progress: append([]progress(nil), e.progress...),
	}
	c.again, c.turned = maps.Clone(e.again), e.turned
	c.growths, c.mayGrow, c.tight = append([]growing(nil), e.growths...), e.mayGrow, e.tight
	c.tests, c.failed = append([]Test(nil), e.tests...), e.failed
	if e.network != nil {
		c.network = e.network.clone()
	}
	if e.changes != nil {
		c.changes = e.changes.clone()
	}
	return c
}

// Step takes the next event and reports false when nothing is left to happen. A
// step in which a program fails is the last one, and holds what came before.
func (e *Engine) Step() (Step, bool) {
	t, id, more := e.take()
	if !more {
		return Step{}, false
	}
	return e.step(t, id), true
}

// take is Step, but for what it returns: what the event was, and the job that it is
// about.
func (e *Engine) take() (t queue.Trigger, id workload.JobID, more bool) {
	if e.failed != nil {
		return t, workload.NoJob, false
	}
	id = workload.NoJob
	defer queue.Caught(func(f *queue.Failure) {
		more = true
		e.fails(f)
	})
	if t, id, more = e.begin(); more {
		e.settled(t)
	}
	return t, id, more
}

// fails ends the run in the middle of a step.
func (e *Engine) fails(f *queue.Failure) { f.At, e.failed = e.now, f }

func (e *Engine) step(t queue.Trigger, id workload.JobID) Step {
	return Step{e.now, e.ordinal, t, id, e.events[e.first:], e.speeds, e.said}
}

// begin lets the next event happen, and returns what it was and the job that it
// is about; false when nothing is left to happen. A pass is due then.
func (e *Engine) begin() (queue.Trigger, workload.JobID, bool) {
	if e.speeds, e.said = e.speeds[:0], e.said[:0]; !e.keeps {
		e.events = e.events[:0]
	}
	e.first = len(e.events)
	if t, id, ok := e.resize(); ok {
		return t, id, true
	}
	at := e.nextInstant()
	if at == simtime.Never {
		return 0, workload.NoJob, false
	}
	if at > e.now {
		e.now, e.ordinal = at, -1
		e.expire()
	}
	t, id := e.happen()
	return t, id, true
}

// settled ends a step: a pass after what happened, and how fast all run now.
func (e *Engine) settled(t queue.Trigger) {
	e.ordinal++
	e.queue.Pass(t, e.now, e.state, e)
	e.settle()
	e.stir(t)
}

// happen lets the next event of this instant happen, in the order of
// scenarios/README.md, "What happens at one instant" (SOURCES.md RUN.1; expire
// came before), and returns what it was and the job that it is about.
func (e *Engine) happen() (queue.Trigger, workload.JobID) {
	if e.change() || e.turnGate() || e.turnShares() {
		return queue.Change, workload.NoJob
	}
	if id, submitted := e.submit(); submitted {
		return queue.Submission, id
	}
	if id, staged := e.stage(); staged {
		return queue.Staging, id
	}
	if e.endsAt() == e.now {
		return queue.Ending, e.end()
	}
	return queue.Alarm, workload.NoJob
}

// nextInstant is when the next event happens; it may be now.
func (e *Engine) nextInstant() simtime.Time {
	at := e.queue.Wake()
	if e.next < len(e.cfg.Jobs) {
		at = min(at, max(e.cfg.Jobs[e.next].Submit, e.now))
	}
	if len(e.follow) > 0 {
		at = min(at, e.follow[0].at)
	}
	at = min(at, e.endsAt(), e.stageAt(), e.changeAt(), e.gateAt(), e.sharesAt())
	if limits := e.state.Limits(); len(limits) > 0 { // an overrun is an event, too
		at = min(at, limits[0].At)
	}
	return max(at, e.now)
}

// expire gives back the nodes of the jobs whose walltime ends now, before
// anything else happens.
func (e *Engine) expire() {
	for limits := e.state.Limits(); len(limits) > 0 && limits[0].At == e.now; limits = e.state.Limits() {
		slot := limits[0].Slot
		switch {
		case e.overruns(slot) && e.stranded(slot):
			e.strand(slot)
		case e.overruns(slot):
			e.extend(slot)
			continue
		}
		c := &e.progress[slot]
		e.gone = append(e.gone, c.turn)
		e.release(slot, c.finish > e.now)
	}
}

// overruns reports whether a job runs on although its walltime ends now.
func (e *Engine) overruns(slot cluster.Slot) bool {
	job := e.state.Job(slot)
	return job.Limit == e.now && e.cfg.Jobs[job.Request.ID].Overrun && e.progress[slot].finish > e.now
}

// extend moves the expected end of a job that overruns: it is expected to go
// on for as long again as it has run (INFERRED), and all promises are made
// anew.
func (e *Engine) extend(slot cluster.Slot) {
	e.state.Extend(slot, e.now.Add(max(e.now.Sub(e.state.Job(slot).Start), simtime.Second)))
	e.queue.Unplan()
}

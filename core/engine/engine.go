// Package engine runs a simulation one event at a time. An event is a submission,
// an end of a job, a change of the machine, a stage of a job's growth or a timed
// wake-up.
//
// A [Config] names the machine, the jobs, the queue discipline, the allocator and
// the optional models (network, growth, failures). [New] checks it and returns an
// [Engine]. Each call of [Engine.Step] takes the next event, runs a whole
// scheduling pass and returns a [Step] with the trace events of both. [Run] takes
// all steps and returns the whole trace:
//
//	events, err := engine.Run(engine.Config{
//		Machine: m, Jobs: jobs, Queue: queue.EASY{}, Allocator: alloc.FirstFit{},
//	})
//
// [Record] stores the steps in a [Recording], which can return the engine in the
// state after any step. [Recording.Deciding] returns the engine in the middle of a
// step, so that the pass can be examined or repeated under another policy.
//
// [NewStream] returns an engine whose jobs are added while the run goes on, and
// forgotten when they have ended.
//
// Several events may share an instant. They take effect in the order of SOURCES.md
// RUN.1, which reproduces, job by job, the schedules that the literature's
// simulators publish. A step is an event, not an instant, because one instant may
// hold ten submissions and each of them is worth showing.
//
// The progress of a running job (progress.go) holds the work that is left and the
// current speed. A shared link, additional nodes or a failure changes the speed:
// the engine then updates the work left and continues from there. Growth and
// failures need no more than the operations pause, compute and requeue.
// Communication overlaps with computation: a job is one parallel task with one rate
// (SOURCES.md NET.2).
//
// A growth (growth*.go) is a small state machine with the seven stages of S2. The
// end of a stage is an event, like the end of a job. After a step that may have
// made growth possible, the running jobs are tested one at a time: a job may take
// nodes that no promise needs ([queue.Queue.Headroom]) if the growth pays. A [Test]
// records the figures and the verdict. The nodes are frozen in [cluster.State],
// which treats them as held, so that counting, plans and shadow times need no
// special case. Under the method "resubmit", a job does not grow but is killed and
// submitted again for a larger size. Before it does so, the engine rehearses the
// change on copies of the queue and the state to see whether it breaks a promise.
//
// A node fails silently. Jobs on it stand still, and others may be started on it,
// until the resource system misses its heartbeats. Then the node leaves the machine
// and the plan is made anew; earlier promises no longer hold. A job that lost its
// nodes keeps its place in the queue, because it did not cause the failure.
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

// Engine is one simulation in progress. The zero value is not usable; [New] returns
// a usable engine.
type Engine struct {
	cfg        *plan
	now        simtime.Time
	ordinal    int // position of the last step among the steps of this instant, from 0
	state      *cluster.State
	queue      *queue.Queue
	next       int  // jobs from this ID on have not been submitted
	known      int  // number of jobs in the list
	follow     heap // upcoming submissions of jobs whose preceding job has ended
	ends       heap
	turn       int64   // number of the newest entry in ends
	gone       []int64 // numbers (turn) of the endings of jobs whose walltime ended at this instant and whose ending event is still to come
	progress   []progress
	again      map[workload.JobID]resumeState // for jobs that were stopped, whether or not they have started again; nil if there are none
	network    *shared                        // nil unless jobs share the network
	changes    *changes                       // nil unless the machine changes
	conditions *conditions                    // nil unless some job has conditions for its start
	sleep      *sleep                         // nil unless nodes are powered down
	commands   *commands                      // nil unless people give commands, or jobs may start with less time
	stream     *stream                        // nil unless jobs are added while the run goes on
	turned     int                            // number of changes in cfg.turns that have been applied
	events     []trace.Event                  // events of the current step, from the index in the field first on. If keeps is set, the events of all earlier steps precede them. If not, each step reuses the memory.
	first      int
	keeps      bool
	speeds     []SpeedChange     // speed changes of the current step; each step reuses the memory
	runs       []cluster.NodeRun // memory for placements; never reused

	said   []queue.ProgramLine // output lines of a scheduling program in the current step; each step reuses the memory
	failed *queue.Failure      // failure of a scheduling program that ended the run

	growths    []growing   // growths in progress, in the order in which they began
	mayGrow    bool        // whether a running job may be able to grow, so that growth must be tested
	tight      bool        // whether running jobs may have to shrink, so that this must be tested
	candidates []candidate // scratch memory
	tests      []Test      // growth tests since the last step began
}

// Step is the change made by one event and its scheduling pass.
type Step struct {
	Time    simtime.Time
	Ordinal int           // position among the steps of this instant, from 0
	Trigger queue.Trigger // kind of event that caused the pass
	Job     workload.JobID
	// Events holds what changed, in order. It is valid until the next Step.
	Events []trace.Event
	// Speeds holds the jobs' new speeds, in no particular order. It is valid until
	// the next Step.
	Speeds []SpeedChange
	// Said holds the lines that a scheduling program printed in the pass. It is
	// valid until the next Step.
	Said []queue.ProgramLine
}

// Changed reports whether the step changed something: whether it has an event,
// changes a job's speed or the stage of a growth, or has output lines of a program.
func (s *Step) Changed() bool {
	return len(s.Events) > 0 || len(s.Speeds) > 0 || s.Trigger == queue.Staging || len(s.Said) > 0
}

// New checks the configuration and returns an engine before its first step. Errors
// wrap workload.ErrWorkload. Cost: O(jobs + nodes).
func New(c Config) (*Engine, error) {
	p, err := c.check()
	if err != nil {
		return nil, err
	}
	e := &Engine{cfg: p, now: -1, known: len(p.Jobs), state: cluster.NewState(c.Machine), queue: queue.New(&p.queue)}
	if p.routed != nil {
		e.network = newShared(p.routed, c.Network)
	}
	if c.Faults != nil {
		e.changes = newChanges(c.Faults, c.Machine.NumNodes())
		e.remove(c.Faults.Offline)
	}
	if c.Sleep != nil {
		e.sleep = newSleep(c.Sleep, c.Machine.NumNodes())
		e.state.LetSleep(c.Sleep.Wake)
	}
	e.conditions, e.commands = newConditions(p.conditions), newCommands(&p.Config)
	e.skipFollowers()
	return e, nil
}

// Run simulates c to its end and returns the trace. If a scheduling program fails,
// Run returns the trace up to the failure, and the error is a *queue.Failure.
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

// KeepEvents makes the engine keep the events of all its steps, so that the events
// of every Step stay valid. Call it before the first step. A clone of the engine
// does not keep events.
func (e *Engine) KeepEvents() {
	e.keeps, e.events = true, make([]trace.Event, 0, 3*len(e.cfg.Jobs))
}

// Events returns the events of all steps so far if the engine keeps them. Otherwise
// it returns the events of the last step.
func (e *Engine) Events() []trace.Event { return e.events }

// Now returns the instant of the last step, or -1 before the first step.
func (e *Engine) Now() simtime.Time { return e.now }

// Err returns the *queue.Failure of the scheduling program that ended the run, or
// nil.
func (e *Engine) Err() error {
	if e.failed == nil {
		return nil
	}
	return e.failed
}

// State returns the state of the machine, which includes the nodes that each job
// holds. The caller must not change it.
func (e *Engine) State() *cluster.State { return e.state }

// Config returns the configuration of the run.
func (e *Engine) Config() *Config { return &e.cfg.Config }

// Waiting returns the number of waiting jobs.
func (e *Engine) Waiting() int { return e.queue.Len() }

// Pending returns, for each waiting job in queue order, the reason why the job
// waits now. Cost: a pass that looks at every waiting job.
func (e *Engine) Pending() []queue.Decision { return e.queue.Pending(e.now, e.state) }

// Clone returns an independent copy of the engine, to which a caller can return
// later. Cost: O(nodes + running + waiting jobs), regardless of the length of the
// run.
func (e *Engine) Clone() *Engine {
	c := &Engine{
		cfg: e.cfg, now: e.now, ordinal: e.ordinal,
		state: e.state.Clone(), queue: e.queue.Clone(),
		next: e.next, known: e.known, follow: slices.Clone(e.follow), ends: slices.Clone(e.ends),
		turn: e.turn, gone: append([]int64(nil), e.gone...), progress: append([]progress(nil), e.progress...),
	}
	c.again, c.turned = maps.Clone(e.again), e.turned
	if e.sleep != nil {
		c.sleep = e.sleep.clone()
	}
	if e.commands != nil {
		c.commands = e.commands.clone()
	}
	if e.conditions != nil {
		c.conditions = e.conditions.clone()
	}
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

// Step takes the next event. It returns false when no event is left. If a
// scheduling program fails, that step is the last one and holds what happened
// before the failure.
func (e *Engine) Step() (Step, bool) {
	t, id, more := e.take()
	if !more {
		return Step{}, false
	}
	if e.stream != nil {
		e.stream.forget(e.events[e.first:], e.again)
	}
	return e.step(t, id), true
}

// take takes the next event as Step does, but returns only the kind of the event
// and the job that the event concerns.
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
		e.finishStep(t)
	}
	return t, id, more
}

// fails records the failure of a scheduling program, which ends the run in the
// middle of a step.
func (e *Engine) fails(f *queue.Failure) { f.At, e.failed = e.now, f }

func (e *Engine) step(t queue.Trigger, id workload.JobID) Step {
	return Step{e.now, e.ordinal, t, id, e.events[e.first:], e.speeds, e.said}
}

// begin applies the next event and returns its kind and the job that the event
// concerns. It returns false when no event is left. The caller then runs the pass.
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
		if e.sleep != nil {
			e.startReady()
		}
		e.expire()
	}
	t, id := e.happen()
	return t, id, true
}

// finishStep ends a step: it runs the scheduling pass and updates the speeds of all
// jobs.
func (e *Engine) finishStep(t queue.Trigger) {
	e.ordinal++
	e.queue.Pass(t, e.now, e.state, e)
	e.settle()
	e.noteGrowthChance(t)
}

// happen applies the next event of this instant and returns its kind and the job
// that the event concerns. The order of events is given in scenarios/README.md,
// "What happens at one instant" (SOURCES.md RUN.1). The caller has called expire
// before.
func (e *Engine) happen() (queue.Trigger, workload.JobID) {
	if e.change() || e.turnGate() || e.turnShares() {
		return queue.Change, workload.NoJob
	}
	if e.conditions != nil {
		if id, released := e.turnCondition(); released {
			return queue.Submission, id
		}
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
	if e.turnSleep() {
		return queue.Change, workload.NoJob
	}
	if id, given := e.turnCommand(); given {
		return queue.Change, id
	}
	return queue.Alarm, workload.NoJob
}

// nextInstant returns the time of the next event, which may be now.
func (e *Engine) nextInstant() simtime.Time {
	at := e.queue.Wake()
	if e.next < e.known {
		at = min(at, max(e.listed(workload.JobID(e.next)).Submit, e.now))
	}
	if len(e.follow) > 0 {
		at = min(at, e.follow[0].at)
	}
	at = min(at, e.endsAt(), e.stageAt(), e.changeAt(), e.gateAt(), e.sharesAt(), e.releaseAt(), e.sleepAt(), e.commandAt())
	if limits := e.state.Limits(); len(limits) > 0 { // the end of a walltime is an event even if the job runs on
		at = min(at, limits[0].At)
	}
	return max(at, e.now)
}

// expire releases the nodes of the jobs whose walltime ends now. At each instant it
// runs before everything else.
func (e *Engine) expire() {
	for limits := e.state.Limits(); len(limits) > 0 && limits[0].At == e.now; limits = e.state.Limits() {
		slot := limits[0].Slot
		if n := e.progress[slot].notice; n != nil && e.progress[slot].finish > e.now {
			e.obey(slot, n)
			continue
		}
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
	return job.Limit == e.now && e.JobNow(job.Request.ID).Overrun && e.progress[slot].finish > e.now
}

// extend moves the expected end of a job that overruns its walltime. From now on
// the job is expected to run as long again as it has run so far (INFERRED). All
// promises are recomputed.
func (e *Engine) extend(slot cluster.Slot) {
	e.state.Extend(slot, e.now.Add(max(e.now.Sub(e.state.Job(slot).Start), simtime.Second)))
	e.queue.Unplan()
}

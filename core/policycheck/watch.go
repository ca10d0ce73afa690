package policycheck

import (
	"errors"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/promises"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// sighting is a problem seen in a run.
type sighting struct {
	kind       FindingKind
	at         scenario.Moment
	job        workload.JobID      // the job concerned; NoJob if there is none
	need, have int32               // for Idle: what the job needs, and what is free
	told, came simtime.Time        // for Broken and HeadLate: the promised start and the actual start
	fault      *queue.ProgramError // for Error
}

// watched is a run that is checked step by step.
type watched struct {
	e    *engine.Engine
	set  setting
	mind int // kinds of findings to look for, as bits
	seen []sighting

	at      scenario.Moment // last step in which something changed
	told    promises.Watcher
	head    headTold
	suspect *sighting // suspected finding of kind Idle; it is discarded if another step follows at the same time
	log     []trace.Event
}

// setting holds the properties of a scenario that decide what is checked.
type setting struct {
	placing  bool           // whether a program chooses the nodes
	promises promises.Rules // which promises must be kept
	counted  bool           // whether all nodes are equal for all jobs, so that counting decides which jobs fit
}

func settingOf(s *scenario.Scenario, c *engine.Config) setting {
	x := setting{placing: s.Scheduler.Allocator == policies.Own, counted: counted(c.Jobs)}
	rules := &x.promises
	rules.Scope = policies.FirstInOrder // programs make their reservations again in each pass
	if s.Scheduler.Queue != policies.Own {
		if d := policies.DisciplineOf(s.Scheduler.Queue); d != nil {
			rules.Scope = d.Promises
		}
	} else if strings.Contains(s.Scheduler.Sources[policies.Queueing], "promise(") {
		rules.Scope = policies.AllPromises
	}
	_, rules.Anew = c.Own.(queue.Reordering)
	_, ranked := c.Queue.(queue.Ranked)
	rules.Overtake = ranked || c.Order != queue.SubmitOrder || c.Own != nil || rules.Scope == policies.FirstPromise
	return x
}

// counted reports whether all jobs ask for whole nodes of any kind, or all ask for
// tasks with the same needs.
func counted(jobs []workload.Job) bool {
	for i := range jobs {
		j := &jobs[i]
		if j.Whole() != jobs[0].Whole() || j.PerTask != jobs[0].PerTask || j.Whole() && j.PerTask != (workload.Resources{}) {
			return false
		}
	}
	return true
}

// headTold holds the shadow time of the first job in the queue, that is, the start
// time that EASY would have promised to this job. The field made is the time at
// which the job became the first, for which the shadow time was computed.
type headTold struct {
	job    workload.JobID
	shadow simtime.Time
	made   simtime.Time
}

// all selects all kinds of findings.
const all = 1<<numKinds - 1

func newWatched(c engine.Config, set setting, mind int) (*watched, error) {
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	w := &watched{e: e, set: set, mind: mind, told: promises.Watcher{Rules: set.promises}, head: headTold{job: workload.NoJob}, at: scenario.Moment{Time: -1}}
	return w, nil
}

// see records a sighting if it is the first of its kind in this run.
func (w *watched) see(s sighting) {
	if w.mind>>s.kind&1 != 0 && !w.saw(s.kind) {
		w.seen = append(w.seen, s)
	}
}

func (w *watched) saw(k FindingKind) bool {
	return slices.ContainsFunc(w.seen, func(s sighting) bool { return s.kind == k })
}

// minds reports whether the check still looks for any of the given kinds, that is,
// a kind which it has not seen yet in this run.
func (w *watched) minds(kinds ...FindingKind) bool {
	return slices.ContainsFunc(kinds, func(k FindingKind) bool { return w.mind>>k&1 != 0 && !w.saw(k) })
}

// step makes a step of the run and checks it. It returns false at the end of the
// run. Cost: the step, a second pass, and a pass that only queries the
// reservations.
func (w *watched) step() bool {
	s, more := w.e.Step()
	if w.suspect != nil {
		if !more || s.Time > w.suspect.at.Time {
			w.see(*w.suspect)
		}
		w.suspect = nil
	}
	if !more {
		w.end()
		return false
	}
	if s.Changed() {
		if w.at.Time == s.Time {
			w.at.Ordinal++
		} else {
			w.at = scenario.Moment{Time: s.Time}
		}
	}
	w.log = append(w.log, s.Events...)
	for i := range s.Events {
		x := &s.Events[i]
		if p, late := w.told.Event(x); late {
			w.see(sighting{kind: Broken, at: w.at, job: x.Job, told: p.At, came: x.Time})
		}
		if x.Kind == trace.Start {
			w.started(x)
		}
	}
	if w.e.Err() == nil && w.e.Waiting() > 0 {
		w.checkSecondPass()
		w.look()
	} else {
		w.told.Waiting(s.Time, nil)
		w.head.job = workload.NoJob
	}
	return true
}

// started compares the start of a job with the time at which EASY would have
// started it as the first job of the queue. The start of another job that was
// allowed to overtake the first ends that comparison.
func (w *watched) started(x *trace.Event) {
	switch {
	case w.head.job != x.Job:
		if w.told.Overtakes(x, w.head.made) {
			w.head.shadow = simtime.Never
		}
	case x.Time > w.head.shadow:
		w.see(sighting{kind: HeadLate, at: w.at, job: x.Job, told: w.head.shadow, came: x.Time})
	}
}

// checkSecondPass runs a second pass at the same instant, on a copy of the engine.
func (w *watched) checkSecondPass() {
	if !w.minds(NotIdempotent) || w.e.PassDue() {
		return
	}
	twin := &engine.Deciding{Engine: w.e.Clone(), Trigger: queue.Alarm, Job: workload.NoJob}
	s := twin.Decide()
	for i := range s.Events {
		if x := &s.Events[i]; x.Kind == trace.Start {
			w.see(sighting{kind: NotIdempotent, at: w.at, job: x.Job})
			return
		}
	}
}

// look checks the waiting jobs and what the policy promises them now.
func (w *watched) look() {
	if !w.minds(Broken, HeadLate, Idle) {
		return
	}
	pending := w.e.Pending()
	w.told.Waiting(w.e.Now(), pending)
	w.recordHead(pending)
	if w.set.counted && w.minds(Idle) {
		w.idle(pending)
	}
}

// recordHead records a job that has become the first of the queue, with its shadow
// time.
func (w *watched) recordHead(pending []queue.Decision) {
	switch d := pending[0]; {
	case d.Promised != simtime.Never:
		w.head = headTold{job: d.Job, shadow: simtime.Never} // the policy has promised this job a start, and that promise is checked instead
	case w.head.job != d.Job:
		w.head = headTold{d.Job, newPlan(w.e, w.set.placing).shadow(d.Job).at, w.e.Now()}
	}
}

// end checks the state at the end of the run.
func (w *watched) end() {
	if err := w.e.Err(); err != nil {
		w.see(failure(err, w.at))
		return
	}
	if w.e.Waiting() > 0 && w.e.State().NumRunning() == 0 {
		w.see(sighting{kind: NeverStarts, at: w.at, job: w.e.Pending()[0].Job})
	}
}

// failure returns the sighting of an error that ended or prevented a run.
func failure(err error, at scenario.Moment) sighting {
	s := sighting{kind: Error, at: at, job: workload.NoJob}
	if f := (*queue.Failure)(nil); errors.As(err, &f) {
		s.fault, s.at.Time = &f.ProgramError, f.At
		return s
	}
	s.fault = &queue.ProgramError{Problem: err.Error()}
	return s
}

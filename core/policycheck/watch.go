package policycheck

import (
	"errors"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
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
	came    []simtime.Time  // submission time of each job
	before  []queue.Decision
	told    map[workload.JobID]promise
	head    headTold
	suspect *sighting // suspected finding of kind Idle; it is discarded if another step follows at the same time
	log     []trace.Event
}

// setting holds the properties of a scenario that decide what is checked.
type setting struct {
	placing  bool                  // whether a program chooses the nodes
	promises policies.PromiseScope // which promises must be kept
	overtake bool                  // whether the queue's order may put a new job before others that already wait
	anew     bool                  // whether the order may change from pass to pass
	counted  bool                  // whether all nodes are equal for all jobs, so that counting decides which jobs fit
}

func settingOf(s *scenario.Scenario, c *engine.Config) setting {
	x := setting{placing: s.Scheduler.Allocator == policies.Own, promises: ownPromises}
	if s.Scheduler.Queue != policies.Own {
		if d := policies.DisciplineOf(s.Scheduler.Queue); d != nil {
			x.promises = d.Promises
		}
	} else if strings.Contains(s.Scheduler.Sources[policies.Queueing], "promise(") {
		x.promises = policies.AllPromises
	}
	_, x.anew = c.Own.(queue.Reordering)
	x.counted = counted(c.Jobs)
	_, ranked := c.Queue.(queue.Ranked)
	x.overtake = ranked || c.Order != queue.SubmitOrder || c.Own != nil || x.promises == policies.FirstPromise
	return x
}

// ownPromises is the promise scope of a program that makes reservations. Such a
// program makes its reservations again in each pass, so it must keep only the first
// reservation in queue order.
const ownPromises = policies.AllPromises + 1

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

// promise is the latest start time that the policy has announced for a job, and the
// time of the announcement (made).
type promise struct{ at, made simtime.Time }

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
	w := &watched{e: e, set: set, mind: mind, came: make([]simtime.Time, len(c.Jobs)), told: map[workload.JobID]promise{}, head: headTold{job: workload.NoJob}, at: scenario.Moment{Time: -1}}
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
		switch x := &s.Events[i]; x.Kind {
		case trace.Submit:
			w.came[x.Job] = x.Time
		case trace.Start:
			w.started(x.Job, x.Time)
			if w.set.overtake {
				w.overtaken(x.Job, w.set.anew && x.Why.Code == why.FitsNow)
			}
		}
	}
	if w.e.Err() == nil && w.e.Waiting() > 0 {
		w.checkSecondPass()
		w.look()
	} else {
		w.before, w.head.job = nil, workload.NoJob
	}
	return true
}

// started compares the start of a job with the start that was promised.
func (w *watched) started(id workload.JobID, at simtime.Time) {
	if p, ok := w.told[id]; ok && at > p.at {
		w.see(sighting{kind: Broken, at: w.at, job: id, told: p.at, came: at})
	}
	if w.head.job == id && at > w.head.shadow {
		w.see(sighting{kind: HeadLate, at: w.at, job: id, told: w.head.shadow, came: at})
	}
	delete(w.told, id)
}

// overtaken discards promises to other jobs when a job starts, because that job was
// allowed to overtake these jobs. The started job is the parameter by. The
// discarded promises are those made before this job was submitted, or all promises
// if the parameter first is set. The caller sets it if the order may change from
// pass to pass and the job started for the reason FitsNow. overtaken is called only
// if the order may put a job before others that already wait.
func (w *watched) overtaken(by workload.JobID, first bool) {
	came := w.came[by]
	for id, p := range w.told {
		if first || came >= p.made {
			delete(w.told, id)
		}
	}
	if w.head.job != by && (first || came >= w.head.made) {
		w.head.shadow = simtime.Never
	}
}

// checkSecondPass runs a second pass at the same instant, on a copy of the engine.
func (w *watched) checkSecondPass() {
	if !w.minds(NotIdempotent) {
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
	w.recordPromises(pending)
	w.recordHead(pending)
	if w.set.counted && w.minds(Idle) {
		w.idle(pending)
	}
	w.before = pending
}

// recordPromises records the promises of the policy. In two cases a promise lapses
// without being broken. In the first, another job has moved ahead of the promised
// job in the queue's order. In the second, the policy now promises nothing to this
// job, but has a promise to a job that was submitted after the old promise was
// made.
func (w *watched) recordPromises(pending []queue.Decision) {
	made := 0
	for i, d := range pending {
		switch w.set.promises {
		case policies.NoPromise:
			return
		case policies.HeadPromise, policies.FirstPromise:
			made = i
		}
		if made > 0 && w.set.promises != policies.AllPromises {
			delete(w.told, d.Job)
			continue
		}
		if d.Promised != simtime.Never {
			made++
		}
		was, had := w.told[d.Job]
		switch {
		case had && d.Promised > was.at && (w.displaced(d.Job, pending[:i]) || d.Promised == simtime.Never && w.replaced(was, pending)):
			if delete(w.told, d.Job); d.Promised != simtime.Never {
				w.told[d.Job] = promise{d.Promised, w.e.Now()}
			}
		case d.Promised != simtime.Never && (!had || d.Promised < was.at):
			w.told[d.Job] = promise{d.Promised, w.e.Now()}
		}
	}
}

// displaced reports whether another job has moved ahead of the given job since the
// last call of look. The second argument lists the jobs that now come before it in
// the queue.
func (w *watched) displaced(job workload.JobID, ahead []queue.Decision) bool {
	for _, d := range ahead {
		for _, b := range w.before {
			if b.Job == d.Job {
				break // this job already came before the given job
			}
			if b.Job == job {
				return true
			}
		}
		if !slices.ContainsFunc(w.before, func(b queue.Decision) bool { return b.Job == d.Job }) {
			return true
		}
	}
	return false
}

// replaced reports whether a later job has a promise now, that is, a job that was
// submitted after the given promise was made.
func (w *watched) replaced(was promise, pending []queue.Decision) bool {
	return slices.ContainsFunc(pending, func(d queue.Decision) bool {
		return d.Promised != simtime.Never && w.came[d.Job] >= was.made
	})
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

package engine

import (
	"fmt"
	"maps"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// conditionRules are the conditions of all jobs (workload.Conditions), by job.
type conditionRules struct {
	dependents map[workload.JobID][]workload.JobID // for each job, the jobs that depend on it
	jobs       map[int64]workload.JobID            // jobs by number
	groups     [][]int32                           // for each job, its groups: indices in limits
	limits     []int32                             // of each group: number of its jobs that may run at a time, 0 for any
	single     []int32                             // for each job: its group if it is a singleton, or -1
}

// conditions is the state of the conditions.
type conditions struct {
	fates   map[workload.JobID]fate // of jobs that others depend on
	members [][]workload.JobID      // of each group: its submitted jobs that have not ended, in order of submission
	held    map[workload.JobID]bool
	timed   heap // times at which conditions may come to hold
}

// fate is the course of a job, as far as others depend on it.
type fate struct {
	started simtime.Time // -1: it has not started
	ended   bool
	failed  bool
}

// conditionRules checks the conditions and returns them. The result is nil if no job has
// any, and no command gives any.
func (c *Config) conditionRules() (*conditionRules, error) {
	for i := range c.Jobs {
		if c.Jobs[i].Held != nil {
			return c.newConditionRules()
		}
	}
	for i := range c.Commands {
		if c.Commands[i].Change.Begin != 0 {
			return c.newConditionRules()
		}
	}
	return nil, nil
}

// newConditionRules returns the conditions if some job has any.
func (c *Config) newConditionRules() (*conditionRules, error) {
	r := &conditionRules{dependents: map[workload.JobID][]workload.JobID{}, jobs: make(map[int64]workload.JobID, len(c.Jobs)), groups: make([][]int32, len(c.Jobs)), single: make([]int32, len(c.Jobs))}
	type owner struct{ user, application string }
	arrays, singles := map[string]int32{}, map[owner]int32{}
	for i := range c.Jobs {
		if j := &c.Jobs[i]; j.Held != nil && j.Held.Singleton {
			if who := (owner{j.User, j.Application}); singles[who] == 0 {
				r.limits = append(r.limits, 0)
				singles[who] = int32(len(r.limits))
			}
		}
	}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		r.jobs[j.Number], r.single[i] = j.ID, -1
		if group := singles[owner{j.User, j.Application}]; group > 0 {
			r.groups[i] = append(r.groups[i], group-1)
			if j.Held != nil && j.Held.Singleton {
				r.single[i] = group - 1
			}
		}
		if h := j.Held; h != nil {
			if err := r.add(c, j, h, arrays); err != nil {
				return nil, fmt.Errorf("job %d: %w: %w", j.Number, workload.ErrWorkload, err)
			}
		}
	}
	return r, nil
}

func (r *conditionRules) add(c *Config, j *workload.Job, h *workload.Conditions, arrays map[string]int32) error {
	if _, runs := c.Running[j.ID]; runs && h.Delay() {
		return fmt.Errorf("it runs already when it is submitted, and has conditions for its start; leave one of them out")
	}
	if h.Array != "" {
		group, known := arrays[h.Array]
		if !known {
			group = int32(len(r.limits))
			r.limits = append(r.limits, 0)
			arrays[h.Array] = group
		}
		switch most := r.limits[group]; {
		case most == 0:
			r.limits[group] = h.AtOnce
		case h.AtOnce != 0 && h.AtOnce != most:
			return fmt.Errorf("at most %d tasks of its array %q may run at a time, and another task says %d; give all tasks the same number", h.AtOnce, h.Array, most)
		}
		r.groups[j.ID] = append(r.groups[j.ID], group)
	}
	for _, d := range h.Dependencies {
		other, known := r.jobs[d.Job]
		if !known || other == j.ID {
			return fmt.Errorf("it depends on job %d, which is not submitted before it; name a job that is", d.Job)
		}
		if !slices.Contains(r.dependents[other], j.ID) {
			r.dependents[other] = append(r.dependents[other], j.ID)
		}
	}
	return nil
}

func newConditions(r *conditionRules) *conditions {
	if r == nil {
		return nil
	}
	return &conditions{fates: map[workload.JobID]fate{}, members: make([][]workload.JobID, len(r.limits)), held: map[workload.JobID]bool{}}
}

func (h *conditions) clone() *conditions {
	c := &conditions{fates: maps.Clone(h.fates), members: make([][]workload.JobID, len(h.members)), held: maps.Clone(h.held), timed: slices.Clone(h.timed)}
	for i, m := range h.members {
		c.members[i] = slices.Clone(m)
	}
	return c
}

// arrive submits a job to the queue, or detains it until its conditions hold.
func (e *Engine) arrive(job *workload.Job) {
	h := e.conditions
	for _, group := range e.cfg.conditions.groups[job.ID] {
		h.members[group] = append(h.members[group], job.ID)
	}
	reason := e.held(job)
	if doomed(job, &reason) {
		e.cancelDoomed(job.ID, reason)
		return
	}
	if _, runs := e.cfg.Running[job.ID]; runs || reason.Code == why.None {
		e.queue.Arrive(&job.Request, e.now)
		return
	}
	h.held[job.ID] = true
	e.queue.Detain(&job.Request, reason, e.now)
}

// doomed reports whether a job is cancelled because its dependencies can no longer hold.
func doomed(job *workload.Job, r *why.Reason) bool {
	return r.Code == why.DependencyNever && job.Held.KillInvalid
}

// cancelDoomed cancels a job that is not in the queue, because its dependencies can no longer
// hold. The jobs that depend on it are looked at later in this instant.
func (e *Engine) cancelDoomed(id workload.JobID, reason why.Reason) {
	e.log(trace.Event{Kind: trace.Reject, Job: id, Why: reason})
	e.followUp(id)
	e.recheckLater(e.noteEnd(id, true)...)
}

// held returns the first of a job's conditions that does not hold now, in Slurm's
// order: dependencies, the earliest start, and the limit of its array. The code is
// why.None if all hold.
func (e *Engine) held(job *workload.Job) why.Reason {
	c, h := job.Held, e.conditions
	if e.commands != nil && e.commands.held[job.ID] {
		return why.Reason{Code: why.JobHeld, Blocker: workload.NoJob}
	}
	if c == nil {
		return why.Reason{}
	}
	if reason := e.depends(job.ID, c); reason.Code != why.None {
		return reason
	}
	if c.Begin > e.now {
		h.timed.push(ending{at: c.Begin, id: job.ID})
		return why.Reason{Code: why.BeginTime, Blocker: workload.NoJob, At: c.Begin}
	}
	if c.Array != "" {
		for _, group := range e.cfg.conditions.groups[job.ID] {
			if most := e.cfg.conditions.limits[group]; most > 0 && !slices.Contains(first(h.members[group], most), job.ID) {
				return why.Reason{Code: why.ArrayLimit, Need: most + 1, Have: most, Blocker: h.members[group][0]}
			}
		}
	}
	return why.Reason{}
}

func first(jobs []workload.JobID, n int32) []workload.JobID { return jobs[:min(len(jobs), int(n))] }

// depends returns a dependency that does not hold now, as the reason why the job
// waits. If the job can never start, the code is why.DependencyNever.
func (e *Engine) depends(id workload.JobID, c *workload.Conditions) why.Reason {
	waits, hold := why.Reason{}, 0
	all := len(c.Dependencies)
	note := func(r why.Reason, holds, never bool) {
		switch {
		case holds:
			hold++
			return
		case never:
			r.Code = why.DependencyNever
		}
		if waits.Code == why.None || never != c.Any && (waits.Code == why.DependencyNever) == c.Any {
			waits = r // of several conditions, the one that decides whether the job can still start
		}
	}
	for _, d := range c.Dependencies {
		other := e.cfg.conditions.jobs[d.Job]
		f, known := e.conditions.fates[other]
		if !known {
			f.started = -1
		}
		r := why.Reason{Code: why.Dependency, Which: int16(d.Kind), Blocker: other}
		switch d.Kind {
		case workload.DependsOnStart:
			at := f.started.Add(d.Delay)
			if f.started >= 0 && at > e.now {
				r.At = at
				e.conditions.timed.push(ending{at: at, id: id})
			}
			note(r, f.started >= 0 && at <= e.now || f.started < 0 && f.ended, false)
		case workload.DependsOnEnd:
			note(r, f.ended, false)
		case workload.DependsOnFailure:
			note(r, f.ended && f.failed, f.ended && !f.failed)
		case workload.DependsOnSuccess:
			note(r, f.ended && !f.failed, f.ended && f.failed)
		}
	}
	if c.Singleton {
		all++
		before := e.conditions.members[e.cfg.conditions.single[id]][0]
		note(why.Reason{Code: why.Dependency, Which: int16(workload.DependsOnOthers), Blocker: before}, before == id, false)
	}
	if hold == all || c.Any && hold > 0 {
		return why.Reason{}
	}
	return waits
}

// noteStart records that a job has started. The jobs that depend on it may join the
// queue only after the present pass.
func (e *Engine) noteStart(id workload.JobID) {
	if e.cfg.conditions.dependents[id] == nil {
		return
	}
	if _, before := e.conditions.fates[id]; !before {
		e.conditions.fates[id] = fate{started: e.now}
		e.recheckLater(e.cfg.conditions.dependents[id]...)
	}
}

// releaseAfter releases the jobs whose conditions hold because a job has ended for good,
// or was rejected.
func (e *Engine) releaseAfter(id workload.JobID, failed bool) {
	if e.conditions != nil {
		e.recheck(e.noteEnd(id, failed)...)
	}
}

// noteEnd records that a job has ended for good, or was rejected. It returns the jobs
// whose conditions may now hold.
func (e *Engine) noteEnd(id workload.JobID, failed bool) (affected []workload.JobID) {
	if others := e.cfg.conditions.dependents[id]; others != nil {
		f, started := e.conditions.fates[id]
		if !started {
			f.started = -1
		}
		f.ended, f.failed = true, failed
		e.conditions.fates[id] = f
		affected = others[:len(others):len(others)]
	}
	for _, group := range e.cfg.conditions.groups[id] {
		members := e.conditions.members[group]
		i := slices.Index(members, id)
		if i < 0 {
			continue
		}
		members = slices.Delete(members, i, i+1)
		e.conditions.members[group] = members
		if most := max(1, e.cfg.conditions.limits[group]); len(members) >= int(most) {
			affected = append(affected, members[most-1])
		}
	}
	return affected
}

// recheckLater makes turnCondition recheck the given jobs after the present pass.
func (e *Engine) recheckLater(jobs ...workload.JobID) {
	for _, id := range jobs {
		e.conditions.timed.push(ending{at: e.now, id: id})
	}
}

// recheck releases those of the given jobs that are held and whose conditions hold
// now, and cancels those that are doomed. It reports whether there are any.
func (e *Engine) recheck(jobs ...workload.JobID) (some bool) {
	for _, id := range jobs {
		if !e.conditions.held[id] {
			continue
		}
		switch reason := e.held(e.JobNow(id)); {
		case doomed(e.JobNow(id), &reason):
			delete(e.conditions.held, id)
			e.queue.Withdraw(id)
			e.cancelDoomed(id, reason)
			some = true
			continue
		case reason.Code != why.None:
			e.queue.Redetain(id, reason)
			continue
		}
		delete(e.conditions.held, id)
		e.log(trace.Event{Kind: trace.Release, Job: id})
		e.queue.Release(id, e.now)
		some = true
	}
	return some
}

// releaseAt returns the time at which a condition may next come to hold, or
// simtime.Never.
func (e *Engine) releaseAt() simtime.Time {
	if e.conditions == nil || len(e.conditions.timed) == 0 {
		return simtime.Never
	}
	return e.conditions.timed[0].at
}

// turnCondition releases the next job whose conditions come to hold now and returns it.
// It returns false if there is none.
func (e *Engine) turnCondition() (workload.JobID, bool) {
	for e.releaseAt() <= e.now {
		if id := e.conditions.timed.pop().id; e.recheck(id) {
			return id, true
		}
	}
	return workload.NoJob, false
}

package pending

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// trial is a simulation of the queue with several variants of one job, of which at most
// one takes part at a time. The queue is simulated once without any of them. A variant
// gets a simulation of its own from the time on at which it would matter to others
// (slurmsched.JobWatch).
type trial struct {
	c      *LiveQueue
	jobs   []workload.Job // the variants are at the job's place, one after the other
	first  workload.JobID // of the variants
	starts []Start        // of the variants
	known  []bool         // whether each of them is known
	found  func()         // called when one has become known, unless it is nil
	engine *engine.Engine // before the first pass
	watch  *slurmsched.JobWatch
	seen   []start // variants that matter in the present pass
	steps  int
	effort effort
	alone  []*engine.Engine // of each variant, if the job is a part of a heterogeneous job: variants beside each other would be parts of it
}

// start is a variant that matters, and where it would start, or nil.
type start struct {
	job   workload.JobID
	where cluster.Placement
}

// Limits on simulations.
const (
	maxSteps = 3_000_000 // events of a simulation
	apart    = 512       // events between two checkpoints
)

// effort limits the search for planned starts.
type effort struct {
	work  int   // steps of the search from which on few jobs are planned in a run
	depth int32 // how many
}

// usual returns the effort for an answer about a queue of the given length, for about a
// second of work on the longest ones.
func usual(jobs int) effort {
	e := effort{work: min(20_000_000, 60_000_000_000/max(1, jobs)), depth: 50}
	if jobs > 10_000 {
		e.depth = 20
	}
	return e
}

// standing is Slurm's policy for a queue that stands: no pass before all jobs are there.
type standing struct {
	slurmsched.SlurmPolicy
	watch *slurmsched.JobWatch
	plain bool
}

// NewState implements queue.Stateful.
func (s standing) NewState(c *queue.Config) queue.PolicyState {
	if s.plain {
		return slurmsched.PlainPolicy{SlurmPolicy: s.SlurmPolicy}.NewState(c)
	}
	return s.SlurmPolicy.NewState(c)
}

// Schedule implements queue.Policy.
func (s standing) Schedule(p *queue.Pass) {
	if p.Now() == 0 && p.Trigger() == queue.Submission && !p.Asking() {
		p.WakeAt(0)
		return
	}
	s.watch.Schedule(s.SlurmPolicy, p)
}

// try prepares a simulation with variants of a job, each made by a function, or the job
// as it is for nil. The function draw, if it is not nil, changes all jobs before.
func (c *LiveQueue) try(job workload.JobID, draw func([]workload.Job), changes ...func(*workload.Job)) (*trial, error) {
	all := c.config.Jobs
	if draw != nil {
		all = slices.Clone(all)
		draw(all)
	}
	t := &trial{c: c, effort: c.effort, first: job, jobs: make([]workload.Job, 0, len(all)+len(changes)), starts: make([]Start, len(changes)), known: make([]bool, len(changes))}
	if all[job].IsHet() {
		return t, t.tryPart(all, changes)
	}
	t.jobs = append(t.jobs, all[:job]...)
	t.watch = &slurmsched.JobWatch{First: job, Roles: slices.Repeat([]slurmsched.Role{slurmsched.Absent}, len(changes)), Matters: func(id workload.JobID, where cluster.Placement) {
		t.seen = append(t.seen, start{id, slices.Clone(where)})
	}}
	for _, change := range changes {
		j := all[job]
		if change != nil {
			change(&j)
		}
		t.jobs = append(t.jobs, j)
	}
	t.jobs = append(t.jobs, all[job+1:]...)
	for i := range t.jobs {
		t.jobs[i].ID = workload.JobID(i)
	}
	var err error
	if t.engine, err = t.simulate(t.jobs); err != nil {
		return nil, err
	}
	return t, nil
}

// simulate returns a simulation of jobs after all that are in the queue have been
// submitted.
func (t *trial) simulate(jobs []workload.Job) (*engine.Engine, error) {
	config := t.c.config
	config.Jobs, config.Queue = jobs, standing{slurmsched.SlurmPolicy{Config: t.c.policy}, t.watch, t.c.plain}
	e, err := engine.New(config)
	if err != nil {
		return nil, err
	}
	for i := range jobs {
		if jobs[i].Submit == 0 {
			e.Step()
		}
	}
	return e, nil
}

// tryPart prepares a simulation for each variant of a part of a heterogeneous job.
func (t *trial) tryPart(all []workload.Job, changes []func(*workload.Job)) error {
	t.watch = &slurmsched.JobWatch{First: t.first, Roles: []slurmsched.Role{slurmsched.Present}}
	for _, change := range changes {
		jobs := slices.Clone(all)
		if change != nil {
			change(&jobs[t.first])
		}
		e, err := t.simulate(jobs)
		if err != nil {
			return err
		}
		t.alone = append(t.alone, e)
	}
	t.engine = t.alone[0]
	return nil
}

// of returns the job of the queue that a job of the trial stands for.
func (t *trial) of(id workload.JobID) workload.JobID {
	switch {
	case id == workload.NoJob || id <= t.first || t.alone != nil:
		return id
	case int(id-t.first) < len(t.starts):
		return t.first
	}
	return id - workload.JobID(len(t.starts)) + 1
}

// now calls a function with an engine after all that happens now, with the first
// variant in the queue.
func (t *trial) now(f func(*engine.Engine)) {
	e := t.engine.Clone()
	t.only(0, func() {
		for e.PassDue() {
			e.Step()
		}
		f(e)
	})
}

// only calls f. Meanwhile the given variant is in the queue, and the watch ignores all
// others.
func (t *trial) only(variant int, f func()) {
	if t.alone != nil {
		f()
		return
	}
	before := slices.Clone(t.watch.Roles)
	for i := range t.watch.Roles {
		t.watch.Roles[i] = slurmsched.Ignored
	}
	t.watch.Roles[variant] = slurmsched.Present
	f()
	copy(t.watch.Roles, before)
}

// note notes the start of a variant.
func (t *trial) note(variant int, s Start) {
	t.starts[variant], t.known[variant] = s, true
	if t.found != nil {
		t.found()
	}
}

// bounded reports whether the job has a deadline or a least walltime. While it is
// absent, it is neither removed nor shortened.
func (t *trial) bounded() bool {
	j := &t.jobs[t.first]
	return j.Deadline != 0 || j.TimeMin != 0
}

// run simulates until all variants have started, or LiveQueue.pause ends it.
func (t *trial) run() {
	if t.c.plain || t.alone != nil || t.bounded() {
		for i := range t.starts {
			e := t.engine
			if t.alone != nil {
				e = t.alone[i]
			}
			if s := t.follow(i, e.Clone()); t.c.goesOn() {
				t.note(i, s)
			}
		}
		return
	}
	e := t.engine
	left := len(t.starts)
	for left > 0 {
		before := e.Clone()
		for range apart {
			t.seen = t.seen[:0]
			t.spare(t.effort.work / 2)
			_, more := e.Step()
			t.steps++
			rough := t.watch.Depth > 0
			for _, s := range slices.Clone(t.seen) {
				i := int(s.job - t.first)
				if t.watch.Roles[i] != slurmsched.Absent {
					continue
				}
				start := Start{After: simtime.Duration(e.Now())}
				if t.watch.Roles[i] = slurmsched.Ignored; s.where != nil {
					start.Nodes = t.c.nodes(s.where)
				} else {
					start = t.follow(i, before.Clone())
				}
				start.Rough = start.Rough || rough
				t.note(i, start)
				left--
			}
			if left == 0 || !t.c.goesOn() {
				return
			}
			if !more || t.steps > maxSteps {
				for i, role := range t.watch.Roles {
					if role == slurmsched.Absent {
						start := Start{After: Never, Rough: rough}
						if more {
							start.Until = simtime.Duration(e.Now())
						}
						t.note(i, start)
					}
				}
				return
			}
		}
	}
}

// spare makes the following passes plan few jobs if the work done exceeds a limit.
func (t *trial) spare(most int) {
	if t.watch.Work > most && !t.c.plain {
		t.watch.Depth = t.effort.depth
	}
}

// follow simulates with one variant until it starts.
func (t *trial) follow(variant int, e *engine.Engine) (s Start) {
	s.After = Never
	work, deep := t.watch.Work, t.watch.Depth
	t.watch.Work, t.watch.Depth = 0, 0
	defer func() { t.watch.Work, t.watch.Depth = work, deep }()
	id := t.first + workload.JobID(variant)
	if t.alone != nil {
		id = t.first
	}
	t.only(variant, func() {
		for {
			t.spare(t.effort.work / 2 / len(t.starts))
			step, more := e.Step()
			if !more || !t.c.goesOn() {
				return
			}
			for i := range step.Events {
				switch x := &step.Events[i]; {
				case x.Job != id:
				case x.Kind == trace.Start:
					s.After, s.Nodes = simtime.Duration(x.Time), t.c.nodes(x.Placement)
					return
				case x.Why.Code == why.DeadlinePassed:
					s.Removed, s.Removal = true, simtime.Duration(x.Time)
					return
				}
			}
			if t.steps++; t.steps > maxSteps && !t.c.plain {
				s.Until = simtime.Duration(e.Now())
				return
			}
			s.Rough = s.Rough || t.watch.Depth > 0
		}
	})
	return s
}

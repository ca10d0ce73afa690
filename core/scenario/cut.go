package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Span is an interval of a run, with the data of the run that Cut needs.
type Span struct {
	From, To simtime.Time // beginning and end of the interval; the end itself is not part of it
	Machine  *cluster.Machine
	Jobs     []workload.Job   // jobs of the run, indexed by JobID
	Log      []trace.Event    // events of the run, at least up to To
	Queue    []workload.JobID // jobs waiting after the last event before From, in queue order
	Title    string           // title of the new scenario, truncated to MaxTitle characters
}

// Excerpt is an interval of a run, in the form of a separate scenario. It also
// counts the jobs by their state in the original run: running at the beginning of
// the interval, waiting at its beginning, or submitted within the interval.
type Excerpt struct {
	Scenario                    *Scenario
	Running, Waiting, Submitted int
}

// Cut returns a scenario that continues the run at From. It has the same machine
// and scheduler, and a list of jobs whose times count from From:
//
//   - first the jobs that ran at From, in the order of their starts. They are submitted
//     at 0, with their remaining run times and walltimes;
//   - then the jobs that waited at From, in queue order, also submitted at 0;
//   - then the jobs that were submitted in the interval.
//
// Jobs keep their numbers and users. A job that follows another job is submitted at
// the time at which it was submitted in the run. Jobs that the machine refuses are
// left out.
//
// Starts before To are the same as in the run, counted from From, if three
// conditions hold: the machine is flat with equal nodes; the queue is fcfs, or easy
// with an order that does not change with time; and the allocator takes any free
// nodes. Starts after To may be earlier or later than in the run, because the jobs
// submitted after To are missing. Under fcfs in the order of submission, the starts
// after To are also the same.
//
// Starts before To may differ
//
//   - if the scheduler depends on the history before From, which the excerpt lacks: on
//     earlier promises (conservative makes them anew at 0), or on earlier waiting times
//     (ages and fair shares of hybrid, the history of deadline, Starlark programs that
//     measure time);
//   - if it matters which nodes are taken (trees, grids, unequal nodes, the allocator
//     contiguous, tasks of different sizes on nodes of several cores), because running
//     jobs are placed anew at 0 and may not fit as before;
//   - under batch, and under hybrid with cycles, because these disciplines start the
//     jobs of one instant together;
//   - if jobs run beyond their walltimes, because their remaining walltimes are 0.
//
// Cut refuses two kinds of scenarios with a jsondoc.Errors. In the first kind, the
// remaining run time of a job is unknown (jobs slow each other down, or may grow).
// In the second kind, some block counts time from the beginning of the run
// (failures, changes of queues and allotments, commands, decisions by hand). Cost: O(events +
// jobs).
func (s *Scenario) Cut(span *Span) (*Excerpt, error) {
	if err := s.uncuttable(span); err != nil {
		return nil, err
	}
	w := span.read()
	if len(w.waiting) != len(span.Queue) {
		return nil, refuse("workload", fmt.Sprintf("%d jobs wait at %v s, but %d are in the queue", len(w.waiting), span.From, len(span.Queue)), "choose another window")
	}
	cut := &Excerpt{Running: len(w.running), Waiting: len(span.Queue), Submitted: len(w.submitted)}
	listed := *s
	listed.SWF, listed.Model, listed.drawn, listed.Fill, listed.Altered = "", nil, nil, Fill{}, usualScenario.Altered
	title := []rune(span.Title)
	listed.Running = nil
	listed.Title, listed.About, listed.Goals, listed.Notes = string(title[:min(len(title), MaxTitle)]), "", nil, nil
	listed.Jobs = make([]workload.Job, 0, cut.Running+cut.Waiting+cut.Submitted)
	add := func(id workload.JobID, at simtime.Time) *workload.Job {
		j := span.Jobs[id]
		j.ID, j.Submit, j.After, j.Think = workload.JobID(len(listed.Jobs)), at, workload.NoJob, 0
		if j.Deadline > 0 {
			j.Deadline = max(simtime.Time(j.Deadline.Sub(span.From)), 1)
		}
		listed.Jobs = append(listed.Jobs, j)
		return &listed.Jobs[len(listed.Jobs)-1]
	}
	for _, id := range w.running {
		j := add(id, 0)
		if j.Elastic != nil {
			return nil, refuse("workload", fmt.Sprintf("job %d runs at %v s and may grow: the rest of it cannot be written as a job", j.Number, span.From), "choose another window")
		}
		span.cutToRemainder(j, w.start[id])
	}
	for _, id := range span.Queue {
		add(id, 0)
	}
	for _, e := range w.submitted {
		add(e.Job, simtime.Time(e.Time.Sub(span.From)))
	}
	var err error
	cut.Scenario, err = Parse(listed.Canonical())
	return cut, err
}

// uncuttable returns an error that says why the interval cannot be cut out of a run
// of the scenario. It returns nil if nothing prevents it.
func (s *Scenario) uncuttable(span *Span) error {
	switch {
	case span.To <= span.From:
		return refuse("workload", fmt.Sprintf("the window from %v s to %v s has no length", span.From, span.To), "choose a longer one")
	case s.Network.Model != usualNetwork.Model:
		return refuse("network.model", "jobs slow each other down: how long running jobs still take is not known", `choose "none"`)
	case s.Faults != nil:
		return refuse("faults", "the times of failures are measured from the start of the whole run", "remove them")
	case len(s.Queues) > 0:
		return refuse("queues", "the times of queue changes are measured from the start of the whole run", "remove them")
	case len(s.Commands) > 0:
		return refuse("commands", "the times of commands are measured from the start of the whole run", "remove them")
	case s.Allotments != nil && len(s.Allotments.Events) > 0:
		return refuse("allotments.events", "the times of allotment changes are measured from the start of the whole run", "remove them")
	case len(s.Scheduler.Decisions) > 0:
		return refuse("scheduler.decisions", "the times of decisions by hand are measured from the start of the whole run", "remove them")
	}
	if s.Slurm != nil && (slurmsched.SlurmPolicy{Config: *s.Slurm}).Suspends() {
		return refuse("slurm.preemption", "how long running jobs were suspended is not known in an excerpt", `choose the mode "requeue"`)
	}
	for i := range span.Jobs {
		if span.Jobs[i].IsHet() {
			return refuse("jobs", fmt.Sprintf("job %d is a part of a heterogeneous job, whose other parts may be outside the window", span.Jobs[i].Number), "remove het")
		}
		if span.Jobs[i].Held != nil {
			return refuse("jobs", fmt.Sprintf("job %d waits for a time or for other jobs, which may be outside the window", span.Jobs[i].Number), "remove begin, dependency and array")
		}
	}
	return nil
}

// refuse returns an error about a part of the scenario.
func refuse(place, problem, fix string) error {
	return jsondoc.Errors{{Place: place, Problem: problem, Fix: fix, Whole: language.Whole}}
}

// spanJobs holds the jobs of an interval by their state.
type spanJobs struct {
	running   []workload.JobID // in the order of their starts
	waiting   []workload.JobID
	submitted []trace.Event
	start     map[workload.JobID]trace.Event // start events of the running jobs
}

func (s *Span) read() *spanJobs {
	w := &spanJobs{start: map[workload.JobID]trace.Event{}}
	waits := map[workload.JobID]bool{}
	for i := range s.Log {
		e := &s.Log[i]
		if e.Time >= s.To {
			break
		}
		if e.Time >= s.From {
			if e.Kind == trace.Submit {
				w.submitted = append(w.submitted, *e)
			}
			continue
		}
		switch e.Kind {
		case trace.Submit:
			waits[e.Job] = true
		case trace.Start:
			delete(waits, e.Job)
			w.start[e.Job] = *e
			w.running = append(w.running, e.Job)
		case trace.Requeue:
			delete(w.start, e.Job)
			waits[e.Job] = true
		case trace.End, trace.Kill, trace.Fail, trace.Reject:
			delete(w.start, e.Job)
			delete(waits, e.Job)
		}
	}
	w.running = slices.DeleteFunc(w.running, func(id workload.JobID) bool {
		_, runs := w.start[id]
		return !runs
	})
	for id := range waits {
		w.waiting = append(w.waiting, id)
	}
	return w
}

// cutToRemainder reduces the run time and walltime of a running job to the part
// that remains at From.
func (s *Span) cutToRemainder(j *workload.Job, start trace.Event) {
	ran := s.From.Sub(start.Time)
	speed := s.Machine.Speed(start.Placement)
	left := max(s.Machine.RunTime(j.Runtime, start.Placement)-ran, 0)
	j.Runtime = left/1000*simtime.Duration(speed) + left%1000*simtime.Duration(speed)/1000
	if j.Walltime < simtime.Forever {
		j.Walltime = max(j.Walltime-ran, 0)
	}
}

package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Span is a part of a run's time, and what the run says of it.
type Span struct {
	From, To simtime.Time // To is no longer in it
	Machine  *cluster.Machine
	Jobs     []workload.Job   // of the run, by JobID
	Log      []trace.Event    // of the run, up to To at least
	Queue    []workload.JobID // who waits after the last event before From, in queue order
	Title    string           // of the cut; longer ones than MaxTitle characters end there
}

// Excerpt is a span as a scenario of its own, and what its jobs were: those that ran
// at its beginning, those that waited, and those that were submitted in it.
type Excerpt struct {
	Scenario                    *Scenario
	Running, Waiting, Submitted int
}

// Cut makes a scenario of a span of its run: same machine and scheduler, and a
// list of jobs whose times count from From. Jobs that ran at From come first, in
// the order of their starts, submitted at 0 with the rest of their run times and
// walltimes; then those that waited, in queue order, at 0, too; then those that
// are submitted in the span. Numbers and users stay. What follows another job is
// submitted when it was. Jobs that the machine refuses are not in the list.
//
// What starts when: on flat machines of equal nodes, under fcfs and easy with any
// order of the queue that stays, and allocators that take any nodes that are free,
// each job that starts before To in the run starts at the same moment, counted from
// From. Later ones may start sooner or later, since the jobs submitted after To are
// missing; under fcfs by submission they do not. It need not be so
//   - where what was promised before From binds (conservative; its promises are made
//     anew at 0), or what was waited for does (hybrid's ages and fair shares, the
//     history of deadline, Starlark that counts time): both begin at 0;
//   - where it matters which nodes are taken (trees, grids, nodes that differ,
//     contiguous, tasks of several sizes on nodes of several cores): running jobs
//     are placed anew at 0, and may not fit as they did;
//   - under batch, and cycles of hybrid, where jobs of one instant start together;
//   - where jobs run beyond their walltimes, whose limits are 0 in the cut.
//
// Errors: Errors, where the rest of a job's run cannot be told (jobs that slow
// each other down, that grow) or what happens counts from the beginning of the run
// (failures, changes of queues and allotments, decisions by hand). Cost: O(events + jobs).
func (s *Scenario) Cut(span *Span) (*Excerpt, error) {
	if err := s.uncuttable(span); err != nil {
		return nil, err
	}
	w := span.read()
	if len(w.waiting) != len(span.Queue) {
		return nil, Errors{{Place: "workload", Problem: fmt.Sprintf("%d jobs wait at %v s, and %d are in the queue", len(w.waiting), span.From, len(span.Queue)), Fix: "choose another window"}}
	}
	cut := &Excerpt{Running: len(w.running), Waiting: len(span.Queue), Submitted: len(w.submitted)}
	listed := *s
	listed.SWF, listed.Model, listed.drawn, listed.Fill, listed.Altered = "", nil, nil, Fill{}, usualScenario.Altered
	title := []rune(span.Title)
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
			return nil, Errors{{Place: "workload", Problem: fmt.Sprintf("job %d runs at %v s and may grow: what is left of it cannot be written down", j.Number, span.From), Fix: "choose another window"}}
		}
		span.rest(j, w.start[id])
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

// uncuttable is why a scenario has no parts, nil if it has.
func (s *Scenario) uncuttable(span *Span) error {
	refuse := func(place, problem, fix string) error {
		return Errors{{Place: place, Problem: problem, Fix: fix}}
	}
	switch {
	case span.To <= span.From:
		return refuse("workload", fmt.Sprintf("the window from %v s to %v s has no length", span.From, span.To), "choose a longer one")
	case s.Network.Model != usualNetwork.Model:
		return refuse("network.model", "jobs slow each other down: what is left of those that run cannot be told", `choose "none"`)
	case s.Faults != nil:
		return refuse("faults", "the machine's failures count from the beginning of the run", "leave them out")
	case len(s.Queues) > 0:
		return refuse("queues", "changes of queues count from the beginning of the run", "leave them out")
	case s.Allotments != nil && len(s.Allotments.Events) > 0:
		return refuse("allotments.events", "changes of allotments count from the beginning of the run", "leave them out")
	case len(s.Scheduler.Decisions) > 0:
		return refuse("scheduler.decisions", "decisions by hand count from the beginning of the run", "leave them out")
	}
	return nil
}

// spanned is which jobs a span has.
type spanned struct {
	running   []workload.JobID // in the order of their starts
	waiting   []workload.JobID
	submitted []trace.Event
	start     map[workload.JobID]trace.Event // of those that run
}

func (s *Span) read() *spanned {
	w := &spanned{start: map[workload.JobID]trace.Event{}}
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

// rest leaves of a job what is to come of it from From on.
func (s *Span) rest(j *workload.Job, start trace.Event) {
	ran := s.From.Sub(start.Time)
	speed := s.Machine.Speed(start.Placement)
	left := max(s.Machine.RunTime(j.Runtime, start.Placement)-ran, 0)
	j.Runtime = left/1000*simtime.Duration(speed) + left%1000*simtime.Duration(speed)/1000
	if j.Walltime < simtime.Forever {
		j.Walltime = max(j.Walltime-ran, 0)
	}
}

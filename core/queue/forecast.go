package queue

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// A forecast runs a copy of the queue on a copy of the state. It knows no
// policy: what it says holds for all of them.
type forecast struct {
	queue  *Queue
	state  *cluster.State
	now    simtime.Time
	starts []Promised
}

// passesPerJob is how many passes a forecast has for each waiting job.
const passesPerJob = 100

// Forecast says when each waiting job would start if nobody came, nothing failed,
// nobody grew, and all running jobs used their walltimes, in the order in which
// they would start; those are left out that would not. Cost: a pass for each
// running and waiting job, and copies of the queue and the state.
func (q *Queue) Forecast(now simtime.Time, state *cluster.State) []Promised {
	return (&forecast{queue: q.Clone(), state: state.Clone(), now: now}).run()
}

// ForecastAlone says when a waiting job would start likewise if no other waited,
// simtime.Never if it would not.
func (q *Queue) ForecastAlone(job workload.JobID, now simtime.Time, state *cluster.State) simtime.Time {
	f := &forecast{queue: q.Clone(), state: state.Clone(), now: now}
	line := &f.queue.line
	for i := range line.blocks {
		for k := range line.blocks[i].jobs {
			if w := &line.blocks[i].jobs[k]; w.ID != job {
				line.take(&line.blocks[i], w)
				f.queue.own.Leave(w.Request)
			}
		}
	}
	line.sweep(0, len(line.blocks))
	f.queue.Unplan()
	f.queue.Pass(Change, now, f.state, f)
	for _, x := range f.run() {
		return x.At
	}
	return simtime.Never
}

func (f *forecast) run() []Promised {
	for range passesPerJob * (f.queue.line.n + f.state.NumRunning() + 1) {
		at := f.queue.wake
		switch limits := f.state.Limits(); {
		case f.queue.line.n == 0:
			return f.starts
		case len(limits) > 0 && limits[0].At <= max(at, f.now):
			f.now = max(f.now, limits[0].At)
			f.end()
			f.queue.Pass(Ending, f.now, f.state, f)
		case at != simtime.Never:
			f.now = max(f.now, at)
			f.queue.Pass(Alarm, f.now, f.state, f)
		default:
			return f.starts
		}
	}
	return f.starts
}

// Foremost is the job that the policy would start first if nothing ran,
// workload.NoJob if none. Cost: a pass, and copies of the queue and the state.
func (q *Queue) Foremost(now simtime.Time, state *cluster.State) workload.JobID {
	f := &forecast{queue: q.Clone(), state: state.Clone(), now: now}
	for f.state.NumRunning() > 0 {
		f.end()
	}
	if f.queue.Pass(Ending, now, f.state, f); len(f.starts) == 0 {
		return workload.NoJob
	}
	return f.starts[0].Job
}

// end ends the job whose walltime ends first.
func (f *forecast) end() {
	job := f.state.End(f.state.Limits()[0].Slot)
	f.queue.Ended(&job, f.now)
}

// StartJob implements Starter.
func (f *forecast) StartJob(w *Waiting, where cluster.Placement, _ why.Reason) {
	f.state.Start(w.Request, slices.Clone(where), f.now)
	f.starts = append(f.starts, Promised{w.ID, f.now})
}

// Flag implements Starter.
func (*forecast) Flag(*Waiting, why.Reason) {}

// Room implements Starter.
func (*forecast) Room() cluster.Placement { return nil }

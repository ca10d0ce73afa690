package queue

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// A forecast simulates a copy of the queue on a copy of the state. It contains
// nothing specific to a policy, so its results hold for every policy.
type forecast struct {
	dry
	queue *Queue
	state *cluster.State
	now   simtime.Time
	first workload.JobID // first job to start, or NoJob
	at    simtime.Time   // start time of that job
}

func (q *Queue) forecast(now simtime.Time, state *cluster.State) *forecast {
	return &forecast{queue: q.Clone(), state: state.Clone(), now: now, first: workload.NoJob, at: simtime.Never}
}

// passesPerJob limits the number of passes of a forecast, for each running job.
const passesPerJob = 100

// ForecastAlone returns when a waiting job would start if no other job waited or
// arrived. It assumes that nothing fails, no job grows and all running jobs use
// their walltimes. It returns simtime.Never if the job would not start. Cost: a
// pass for each running job, and copies of the queue and the state.
func (q *Queue) ForecastAlone(job workload.JobID, now simtime.Time, state *cluster.State) simtime.Time {
	f := q.forecast(now, state)
	line := &f.queue.line
	for i := range line.blocks {
		for k := range line.blocks[i].jobs {
			if w := line.blocks[i].jobs[k].Waiting; w.ID != job {
				line.take(i, w)
				f.queue.own.Leave(w.Request)
			}
		}
	}
	line.sweep(0, len(line.blocks))
	f.queue.Unplan()
	f.queue.Pass(Change, now, f.state, f)
	for range passesPerJob * (f.state.NumRunning() + len(f.state.Suspended()) + 1) {
		at := f.queue.wake
		switch limits := f.state.Limits(); {
		case f.first != workload.NoJob:
			return f.at
		case len(limits) > 0 && limits[0].At <= max(at, f.now):
			f.now = max(f.now, limits[0].At)
			f.end()
			f.queue.Pass(Ending, f.now, f.state, f)
		case at != simtime.Never:
			f.now = max(f.now, at)
			f.queue.Pass(Alarm, f.now, f.state, f)
		default:
			return simtime.Never
		}
	}
	return f.at
}

// Foremost returns the job that the policy would start first if nothing ran, or
// workload.NoJob. Cost: a pass, and copies of the queue and the state.
func (q *Queue) Foremost(now simtime.Time, state *cluster.State) workload.JobID {
	f := q.forecast(now, state)
	for f.state.NumRunning() > 0 {
		f.end()
	}
	for len(f.state.Suspended()) > 0 {
		f.queue.Ended(f.state.End(f.state.Suspended()[0]), f.now)
	}
	f.queue.Pass(Ending, now, f.state, f)
	return f.first
}

// end ends the running job whose walltime ends first.
func (f *forecast) end() {
	job := f.state.End(f.state.Limits()[0].Slot)
	f.queue.Ended(job, f.now)
}

// StartJob implements Starter.
func (f *forecast) StartJob(w *Waiting, where cluster.Placement, _ why.Reason) {
	f.state.Start(w.Request, slices.Clone(where), f.now)
	if f.first == workload.NoJob {
		f.first, f.at = w.ID, f.now
	}
}

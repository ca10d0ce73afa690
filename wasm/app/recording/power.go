package recording

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// waking is a wait of a job that holds its nodes, until they are powered up.
type waking struct {
	job      workload.JobID
	from, to int32 // steps
}

// ready processes the event that all nodes of a job are up, in step i. From then on its
// walltime counts.
func (r *RecordedRun) ready(i int32, at simtime.Time, e *message.Event) {
	held, since := r.holds(e.Job)
	r.endBars(e.Job, held, draw.Resized, since+1, i+1, at)
	r.startBars(draw.Bar{Job: e.Job, Begin: i + 1, Start: at, Limit: at.Add(r.Jobs[e.Job].Walltime)}, held)
	r.waking = append(r.waking, waking{e.Job, since, i})
	if r.sizes == nil {
		r.sizes = map[workload.JobID][]resize{}
	}
	r.sizes[e.Job] = append(r.sizes[e.Job], resize{step: i, kind: trace.Ready, placement: held})
}

// Wakes reports whether a job waits, after the given number of steps, until its nodes
// are powered up.
func (r *RecordedRun) Wakes(id workload.JobID, step int32) bool {
	for _, w := range r.waking {
		if w.job == id && w.from < step && step <= w.to {
			return true
		}
	}
	return false
}

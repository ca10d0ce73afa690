package app

import (
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// lanes puts jobs that share nodes side by side within the rows of the
// timeline, each as high as its part of the node's cores.
type lanes struct {
	used [][]lane // by node, ascending
}

// lane is the part of a node's row that a job holds, in 255ths.
type lane struct {
	job       workload.JobID
	low, high uint8
}

// startBars adds the bars of a start, numbered with the step after which they
// are to be seen.
func (r *Run) startBars(e *message.Event, step int32, at, limit simtime.Time) {
	job := &r.Jobs[e.Job]
	if job.Nodes > 0 {
		r.Bars.Start(e.Job, e.Placement, step, at, limit)
		return
	}
	if r.lanes.used == nil {
		r.lanes.used = make([][]lane, r.Machine.Drawn.Nodes)
	}
	var bar draw.Bar
	for n, tasks := range e.Placement.All {
		low, high := r.take(n, r.Part(e.Job, n, tasks), e.Job)
		if bar.High > 0 && bar.Last+1 == n && bar.Low == low && bar.High == high {
			bar.Last = n
			continue
		}
		if bar.High > 0 {
			r.Bars.Add(bar)
		}
		bar = draw.Bar{Start: at, End: simtime.Never, Limit: limit, First: n, Last: n, Job: e.Job,
			Begin: step, Finish: draw.Unfinished, Low: low, High: high}
	}
	if bar.High > 0 {
		r.Bars.Add(bar)
	}
}

// endBars ends the bars of a job and frees its lanes.
func (r *Run) endBars(job workload.JobID, began, step int32, at simtime.Time) {
	r.Bars.End(job, began, step, at)
	if r.Jobs[job].Nodes > 0 || r.lanes.used == nil {
		return
	}
	for _, e := range r.StepEvents(int(began) - 1) {
		if e.Job != job {
			continue
		}
		for n := range e.Placement.All {
			r.lanes.used[n] = slices.DeleteFunc(r.lanes.used[n], func(l lane) bool { return l.job == job })
		}
	}
}

// Part is the part of a node's cores that tasks of a job hold, in 255ths and at
// least one, so that a job without cores is seen; 255 for a whole node.
func (r *Run) Part(id workload.JobID, n topology.NodeID, tasks int32) uint8 {
	job := &r.Jobs[id]
	if job.Nodes > 0 {
		return 255
	}
	held := int64(tasks) * job.PerTask[workload.Cores]
	return uint8(min(max(held*255/r.cores(int32(n)), 1), 255))
}

// take finds the lowest gap of a node's row that holds the part, or what is
// left above where rounding has left no such gap.
func (r *Run) take(n topology.NodeID, part uint8, job workload.JobID) (low, high uint8) {
	used := r.lanes.used[n]
	at, place := 0, len(used)
	for i, l := range used {
		if int(l.low)-at >= int(part) {
			place = i
			break
		}
		at = int(l.high)
	}
	if at+int(part) > 255 {
		at = 255 - int(part)
	}
	l := lane{job, uint8(at), uint8(at) + part}
	r.lanes.used[n] = slices.Insert(used, place, l)
	return l.low, l.high
}

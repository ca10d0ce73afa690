package recording

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// lanes divides the timeline row of each shared node among the jobs on the node.
// The height of a job's lane is its share of the node's cores.
type lanes struct {
	used [][]lane // by node: its lanes, from the lowest up
}

// lane is the part of a node's timeline row that a job occupies. A row is 255 units
// high.
type lane struct {
	job       workload.JobID
	low, high uint8
}

// startBars adds bars for the nodes of a placement. Each bar is a copy of the given
// pattern (the parameter like) with its own nodes. The pattern's field Job is the
// job that holds the nodes from now on. Its field Begin is the number of steps from
// which the bars are shown.
func (r *RecordedRun) startBars(like draw.Bar, p cluster.Placement) {
	if r.Jobs[like.Job].Nodes > 0 {
		r.Bars.Put(like, p)
		return
	}
	if r.lanes.used == nil {
		r.lanes.used = make([][]lane, r.Machine.Drawn.Nodes)
	}
	like.End, like.Finish = simtime.Never, draw.Unfinished
	var open []draw.Bar // bars that can be extended if the next node has the same lanes
	for n, tasks := range p.All {
		pieces := r.take(n, r.Part(like.Job, n, tasks), like.Job)
		if len(open) == 1 && len(pieces) == 1 && open[0].Last+1 == n && open[0].Low == pieces[0].low && open[0].High == pieces[0].high {
			open[0].Last = n
			continue
		}
		for _, bar := range open {
			r.Bars.Add(bar)
		}
		open = open[:0]
		for _, l := range pieces {
			bar := like
			bar.First, bar.Last, bar.Low, bar.High = n, n, l.low, l.high
			open = append(open, bar)
		}
	}
	for _, bar := range open {
		r.Bars.Add(bar)
	}
}

// endBars ends the bars of a job and frees its lanes.
func (r *RecordedRun) endBars(job workload.JobID, held cluster.Placement, how draw.BarEnding, began, step int32, at simtime.Time) {
	r.Bars.Stop(job, draw.Runs, how, began, step, at)
	r.freeLanes(job, held)
}

// freeLanes frees the lanes of a job on shared nodes.
func (r *RecordedRun) freeLanes(job workload.JobID, held cluster.Placement) {
	if r.Jobs[job].Nodes > 0 || r.lanes.used == nil {
		return
	}
	for n := range held.All {
		r.lanes.used[n] = slices.DeleteFunc(r.lanes.used[n], func(l lane) bool { return l.job == job })
	}
}

// Part returns the share of a node's cores that the given number of a job's tasks
// occupies, in units of 1/255. It is at least 1, so that a job without cores is
// visible. It is 255 for a job that requests whole nodes.
func (r *RecordedRun) Part(id workload.JobID, n topology.NodeID, tasks int32) uint8 {
	job := &r.Jobs[id]
	if job.Nodes > 0 {
		return 255
	}
	held := int64(tasks) * job.PerTask[workload.Cores]
	return uint8(min(max(held*255/r.cores(int32(n)), 1), 255))
}

// take reserves lanes with the given total height in a node's row. It uses the
// lowest gap that is large enough. If there is none, it uses several gaps from the
// lowest up.
func (r *RecordedRun) take(n topology.NodeID, part uint8, job workload.JobID) []lane {
	free := gaps(r.lanes.used[n])
	var pieces []lane
	for _, g := range free {
		if g.high-g.low >= part {
			pieces = []lane{{job, g.low, g.low + part}}
			break
		}
	}
	if pieces == nil {
		for _, g := range free {
			if size := min(g.high-g.low, part); size > 0 {
				pieces = append(pieces, lane{job, g.low, g.low + size})
				if part -= size; int(part) <= len(pieces) {
					break // the remainder is a rounding error of less than a core
				}
			}
		}
	}
	if pieces == nil { // the job uses no cores, and all cores of the node are occupied
		pieces = []lane{{job, 254, 255}}
	}
	for _, l := range pieces {
		i, _ := slices.BinarySearchFunc(r.lanes.used[n], l, func(a, b lane) int { return int(a.low) - int(b.low) })
		r.lanes.used[n] = slices.Insert(r.lanes.used[n], i, l)
	}
	return pieces
}

// gaps returns the free parts of a row, in ascending order.
func gaps(used []lane) []lane {
	var out []lane
	at := uint8(0)
	for _, l := range used {
		if l.low > at {
			out = append(out, lane{low: at, high: l.low})
		}
		at = max(at, l.high)
	}
	if at < 255 {
		out = append(out, lane{low: at, high: 255})
	}
	return out
}

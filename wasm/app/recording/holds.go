package recording

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// AppendHolds appends what a job holds on a range of consecutive nodes, to be
// drawn. If the nodes have different numbers of cores, it splits the range, because
// the same tasks occupy different shares of these nodes.
func (r *RecordedRun) AppendHolds(dst []draw.Hold, id workload.JobID, run cluster.NodeRun) []draw.Hold {
	gpus := uint8(min(int64(run.Tasks)*r.Jobs[id].PerTask[workload.GPUs], 255))
	for first := run.First; first <= run.Last; {
		part, last := r.Part(id, first, run.Tasks), run.Last
		if r.Groups != nil && r.Jobs[id].Nodes == 0 {
			last = first
			for last < run.Last && r.Part(id, last+1, run.Tasks) == part {
				last++
			}
		}
		dst = append(dst, draw.Hold{First: first, Last: last, Job: id, Part: part, GPUs: gpus})
		first = last + 1
	}
	return dst
}

// NodesOf returns the approximate number of nodes that a job needs. For a job that
// requests tasks, it assumes that the job shares no node, and uses nodes of the
// group whose nodes hold the most tasks.
func (r *RecordedRun) NodesOf(id workload.JobID) int {
	job := &r.Jobs[id]
	if job.Nodes > 0 || len(r.Machine.Groups) == 0 {
		return int(max(job.Nodes, 1))
	}
	each := int64(1)
	for i := range r.Machine.Groups {
		room := int64(job.Tasks)
		for k, need := range job.PerTask {
			if need > 0 {
				room = min(room, r.Machine.Groups[i].Resources[k]/need)
			}
		}
		each = max(each, room)
	}
	return int((int64(job.Tasks) + each - 1) / each)
}

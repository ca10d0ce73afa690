package simworker

import (
	"cmp"
	"slices"

	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// maxWide is the greatest number of oversized jobs whose numbers are listed. An
// oversized job needs more than the whole machine.
const maxWide = 8

// altered returns how the scenario changes the recorded trace, and lists the jobs
// that need more than the whole machine. Cost: O(jobs), plus sorting the oversized
// jobs.
func (r *Replay) altered() message.Altered {
	a := message.Altered{Load: r.scenario.Altered.Load, Without: r.scenario.Altered.Without, Header: NodesOf(r.scenario.SWF)}
	var wide []workload.JobID
	most := int64(r.config.Machine.NumNodes())
	cores := r.config.Machine.TotalCores()
	for i := range r.config.Jobs {
		j := &r.config.Jobs[i]
		if j.Reject != nil && (j.Whole() && int64(j.Nodes) > most || !j.Whole() && int64(j.Tasks) > cores) {
			wide = append(wide, workload.JobID(i))
		}
	}
	a.Wide = int32(len(wide))
	slices.SortStableFunc(wide, func(x, y workload.JobID) int {
		return cmp.Compare(r.config.Jobs[y].Size(), r.config.Jobs[x].Size())
	})
	for _, id := range wide[:min(len(wide), maxWide)] {
		a.Widest = append(a.Widest, r.config.Jobs[id].Number)
	}
	return a
}

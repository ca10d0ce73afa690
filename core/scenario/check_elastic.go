package scenario

import (
	"fmt"

	"hopyard/core/workload"
)

// checkElastic finds malleable jobs that could grow beyond the cluster, or
// whose communication is fixed to their size.
func (p *parser) checkElastic() {
	kinds := []kind(nil)
	for i := range p.s.Jobs {
		j := &p.s.Jobs[i]
		if j.Elastic == nil || p.badJobs[i] {
			continue
		}
		have := int64(p.machine.NumNodes())
		if !j.Whole() {
			if kinds == nil {
				kinds = p.s.Cluster.kinds()
			}
			have = capacity(kinds, &j.PerTask)
		}
		if most := int64(j.Elastic.Max); most > have && int64(j.Size()) <= have {
			p.add(Error{
				Place: fmt.Sprintf("jobs[%d].elastic.max", i), Value: fmt.Sprint(most), Limit: fmt.Sprint(have),
				Problem: fmt.Sprintf("max %d is more than the cluster can hold at once (%d)", most, have),
				Fix:     fmt.Sprintf("use %d or less, or enlarge the cluster", have),
			})
		}
		comm := j.Comm
		if comm == nil {
			comm = p.s.Network.Comm
		}
		if comm != nil && comm.Pattern == workload.Matrix {
			p.add(Error{
				Place: fmt.Sprintf("jobs[%d].elastic", i), Value: "{…}", Limit: "a pattern that fits every size",
				Problem: fmt.Sprintf("elastic is given for job %d, whose matrix of communication has one size", j.Number),
				Fix:     "use a pattern by name, or leave elastic out",
			})
		}
	}
}

package scenario

import (
	"fmt"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// checkNetwork finds machines without links, and jobs that cannot communicate
// as they say.
func (p *parser) checkNetwork() {
	n := &p.s.Network
	routed, ok := p.machine.Topology.(topology.Routed)
	switch {
	case n.Model != "max-min":
	case ok && routed.NumLinks() > MaxSharedLinks:
		p.add(Error{
			Place: "network", Value: n.Model, Limit: fmt.Sprint(MaxSharedLinks),
			Problem: fmt.Sprintf("network %q is asked for on a machine of %d links, more than %d", n.Model, routed.NumLinks(), MaxSharedLinks),
			Fix:     `make the machine smaller, or use "network": "distance"`,
		})
	case !ok:
		p.add(Error{
			Place: "network", Value: n.Model, Limit: "a machine with links",
			Problem: fmt.Sprintf("network %q shares links, and the topology %q has none", n.Model, p.s.Cluster.Topology.Kind),
			Fix:     `use the topology "star", or "network": "distance"`,
		})
	}
	if n.Comm != nil && n.Comm.Pattern == workload.Matrix && p.hasWorkload {
		p.add(Error{
			Place: "network.comm.matrix", Limit: "a list of jobs",
			Problem: "matrix has one size, and the jobs of a workload have many",
			Fix:     "use a pattern by name",
		})
	}
	for i := range p.s.Jobs {
		j := &p.s.Jobs[i]
		switch {
		case p.badJobs[i]:
		case j.Comm != nil:
			p.checkComm(fmt.Sprintf("jobs[%d].comm", i), j, j.Comm)
		case n.Comm != nil:
			p.checkComm("network.comm", j, n.Comm)
		}
	}
}

func (p *parser) checkComm(place string, j *workload.Job, c *workload.Comm) {
	size := int(j.Size())
	switch {
	case c.Pattern == workload.Matrix && size*size != len(c.Matrix):
		rows := 0
		for rows*rows < len(c.Matrix) {
			rows++
		}
		p.add(Error{
			Place: place + ".matrix", Value: fmt.Sprint(rows), Limit: fmt.Sprint(size),
			Problem: fmt.Sprintf("matrix has %d rows, and job %d has %d processes", rows, j.Number, size),
			Fix:     "write a row for each node or task of the job",
		})
	case c.Pattern != workload.Silent && size > MaxTalkers:
		p.add(Error{
			Place: place, Value: fmt.Sprint(size), Limit: fmt.Sprint(MaxTalkers),
			Problem: fmt.Sprintf("comm is given for job %d of %d processes, more than %d", j.Number, size, MaxTalkers),
			Fix:     `leave it out, or write "pattern": "none"`,
		})
	}
}

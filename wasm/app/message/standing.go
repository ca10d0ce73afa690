package message

import (
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Standing is what disciplines weigh and count, how jobs grow, and what of the
// machine is down: nil wherever the run knows nothing of it. Lists are cut short
// where no screen shows more.
type Standing struct {
	Accounts   []queue.Account  // limits, or S1's shares
	Table      []queue.Row      // S1's
	Priorities []queue.Priority // of waiting jobs, in queue order
	Filtered   workload.JobID   // the waiting job that Filters are about: the chosen one, that of the step, or the first
	Filters    []queue.Excluded
	Growths    []engine.Growth
	Gains      []Gain // of the growths that begin in this step
	// Failed are the nodes that do not work, Noticed those that the resource
	// system knows not to, LinksDown the ways of cables (as in LinkLoad).
	Failed, Noticed cluster.Placement
	LinksDown       []int32
}

// Gain is the test that a growth passed when it began: how long the job would
// go on as it is, and how long with the growth and what that costs.
type Gain struct {
	Job          workload.JobID
	Stays, Grows simtime.Duration
}

func (m *Standing) code(c *coder) {
	list(c, &m.Accounts, func(c *coder, a *queue.Account) {
		code(c, &a.Kind)
		c.text(&a.Name)
		code(c, &a.Limit)
		code(c, &a.Used)
		code(c, &a.Soft)
		code(c, &a.Hard)
	})
	list(c, &m.Table, codeRow)
	list(c, &m.Priorities, func(c *coder, p *queue.Priority) {
		code(c, &p.Job)
		code(c, &p.Sum)
		for i := range p.Parts {
			code(c, &p.Parts[i])
		}
	})
	code(c, &m.Filtered)
	list(c, &m.Filters, codeExcluded)
	list(c, &m.Growths, func(c *coder, g *engine.Growth) {
		code(c, &g.Job)
		code(c, &g.Stage)
		code(c, &g.Since)
		code(c, &g.Until)
		codePlacement(c, &g.Frozen)
		code(c, &g.From)
		code(c, &g.To)
		for i := range g.Stages {
			code(c, &g.Stages[i])
		}
	})
	list(c, &m.Gains, func(c *coder, g *Gain) {
		code(c, &g.Job)
		code(c, &g.Stays)
		code(c, &g.Grows)
	})
	codePlacement(c, &m.Failed)
	codePlacement(c, &m.Noticed)
	list(c, &m.LinksDown, code[int32])
}

func codeExcluded(c *coder, x *queue.Excluded) {
	code(c, &x.What)
	code(c, &x.Nodes)
}

func codeRow(c *coder, r *queue.Row) {
	code(c, &r.Job)
	c.text(&r.User)
	code(c, &r.Need)
	code(c, &r.Holding)
	code(c, &r.Usable)
	code(c, &r.Reserve)
	code(c, &r.System)
	code(c, &r.Due)
	code(c, &r.Latest)
	code(c, &r.Amount)
	code(c, &r.Estimate)
	c.bool(&r.AtRisk)
	code(c, &r.PastAmount)
	code(c, &r.PastTime)
}

package message

import (
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/workload"
)

// DisciplineState holds the current data of the queue discipline, of growing jobs,
// and of failed parts of the machine. A list is nil if the run has no such data. It
// is cut short if it is longer than any screen can show.
type DisciplineState struct {
	Accounts   []queue.Account  // limits of users and groups, or the shares of source S1
	Table      []queue.Row      // job table of source S1
	Priorities []queue.Priority // priorities of waiting jobs, in queue order
	Filtered   workload.JobID   // waiting job to which Filters refers: the selected job, the job of the step, or the first waiting job
	Filters    []queue.Excluded
	Growths    []engine.Growth
	Tests      []engine.Test // tests that decide whether a job grows: the tests of the step, and the test of the selected job at the current time
	// Failed holds the nodes that do not work. Noticed holds the failed nodes that
	// the resource system already knows about. LinksDown lists the failed links,
	// numbered like LinkLoad.Way.
	Failed, Noticed cluster.Placement
	LinksDown       []int32
}

func (m *DisciplineState) code(c *coder) {
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
			code(c, &g.Ends[i])
		}
		code(c, &g.Began)
	})
	list(c, &m.Tests, codeTest)
	codePlacement(c, &m.Failed)
	codePlacement(c, &m.Noticed)
	list(c, &m.LinksDown, code[int32])
}

func codeTest(c *coder, t *engine.Test) {
	code(c, &t.Time)
	code(c, &t.Job)
	code(c, &t.Verdict)
	code(c, &t.Method)
	code(c, &t.From)
	code(c, &t.To)
	c.float(&t.Progress)
	code(c, &t.Walltime)
	code(c, &t.Stays)
	code(c, &t.Changes)
	code(c, &t.Setup)
	code(c, &t.Stop)
	code(c, &t.Limit)
	c.float(&t.Redone)
	codeReason(c, &t.Why)
}

func codeExcluded(c *coder, x *queue.Excluded) {
	code(c, &x.What)
	code(c, &x.Nodes)
}

func codeRow(c *coder, r *queue.Row) {
	code(c, &r.Job)
	c.text(&r.User)
	code(c, &r.State)
	code(c, &r.Need)
	code(c, &r.Holding)
	code(c, &r.Ended)
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

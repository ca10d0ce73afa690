package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Vary describes how package variant draws other scenarios that make the same
// point: what must happen in them, and what may differ from this scenario.
type Vary struct {
	Keep []string // names from KeepNames: reasons and events that must occur in a run
	// Ranges of factors, in thousandths. A zero range leaves the values as they are
	// written.
	Submits, Sizes, Walltimes workload.PermilleRange
	Machines                  []Shape // topologies from which one is drawn; nil keeps the scenario's own topology
}

// Limits on variations. The error for a value beyond a limit names the limit.
const (
	MaxKeep     = 20  // reasons and events
	MaxMachines = 20  // topologies to draw from
	minTimes    = 100 // smallest factor, in thousandths; maxTimes is the largest factor
	maxTimes    = 10_000
)

// KeepNames returns the names that Vary.Keep may contain. They are the codes of
// reasons, followed by the kinds of events that do not occur in every run. A name
// that is both a reason and an event appears once.
func KeepNames() []string {
	var names []string
	for c := why.FitsNow; c < why.NumCodes; c++ {
		if name := c.String(); name != "" {
			names = append(names, name)
		}
	}
	for k := trace.Kill; k < trace.NumKinds; k++ {
		if !slices.Contains(names, k.String()) {
			names = append(names, k.String())
		}
	}
	return names
}

func varyTable(x *Vary) *table {
	t := newTable("vary", 5)
	t.List("keep", schema.Other, nil, 0, MaxName, MaxKeep, "codes").Always().
		Needs(`write what must happen in each variant, as in "keep": ["ends-by-shadow"]`).
		Reads(func(p *parser, v jsondoc.Ref) { p.keep(v, x) }).
		Writes(func(w *writer, _ any) { w.List(len(x.Keep), func(i int) { w.Text(x.Keep[i]) }) })
	times := func(name string, at *workload.PermilleRange) {
		t.Add(name, schema.Range, (*rangeValue)(at), minTimes, maxTimes).Unit("times what is written").Reads(func(p *parser, v jsondoc.Ref) { p.times(v, at) })
	}
	times("submits", &x.Submits)
	times("sizes", &x.Sizes)
	times("walltimes", &x.Walltimes)
	t.Add("machines", schema.Other, nil, 0, MaxMachines).
		Reads(func(p *parser, v jsondoc.Ref) { p.machines(v, x) }).
		When(func() bool { return x.Machines != nil }).
		Writes(func(w *writer, _ any) { w.machines(x.Machines) })
	return t
}

// vary reads the block "vary". This block requires a list of jobs.
func (p *parser) vary(v jsondoc.Ref) {
	x := &Vary{}
	g := varyTable(x).Read(p, v)
	switch {
	case !g.OK || p.Count() > g.Before:
		return
	case len(p.s.Running) > 0:
		p.Wrong(v, "cannot be combined with jobs that run from the beginning, because their sizes are fixed", "", "remove running from the jobs, or leave it out")
	case p.hasWorkload:
		p.Wrong(v, "is given without a list of jobs: a trace is fixed, and a model draws other jobs with another seed", "", `write "jobs", or leave it out`)
	case g.Count() == 1:
		p.Wrong(v, "varies nothing", "", `write a range of factors, as in "walltimes": [0.7, 1.4], or "machines"`)
	default:
		p.s.Vary = x
	}
}

// keep reads the reasons and events that must occur.
func (p *parser) keep(v jsondoc.Ref, x *Vary) {
	if !p.List(v, MaxKeep, "codes") {
		return
	}
	names, empty := KeepNames(), true
	for _, e := range p.Elements(v) {
		var name string
		p.oneOf(e, names, &name)
		if slices.Contains(x.Keep, name) && name != "" {
			p.Wrong(e, "is given twice", "", "keep one of them")
		}
		x.Keep, empty = append(x.Keep, name), false
	}
	if empty {
		p.Wrong(v, "is empty", "1", `write what must happen in each variant, as in ["ends-by-shadow"]`)
	}
}

// times reads a range of factors.
func (p *parser) times(v jsondoc.Ref, to *workload.PermilleRange) {
	before := p.Count()
	*to = p.span(v, minTimes, maxTimes, "times what is written")
	if p.Count() == before && to.Low > to.High {
		p.Wrong(v, "has the higher number first", decimal(to.High), fmt.Sprintf("write [%s, %s]", decimal(to.High), decimal(to.Low)))
	}
}

// machines reads a list of topologies. Each is read like the topology of the
// cluster.
func (p *parser) machines(v jsondoc.Ref, x *Vary) {
	if !p.List(v, MaxMachines, "machines") {
		return
	}
	own, empty := p.s.Cluster, true
	for _, e := range p.Elements(v) {
		before := p.Count()
		p.s.Cluster = Cluster{}
		p.topology(e)
		shape := p.s.Cluster.Topology
		x.Machines, empty = append(x.Machines, shape), false
		if last := own.lastGrouped(); p.Count() == before && last >= shape.NumNodes() {
			p.Wrong(e, fmt.Sprintf("has %d nodes, but a group of the cluster names node %d", shape.NumNodes(), last), fmt.Sprint(last+1), "make it as large as the groups need")
		}
	}
	p.s.Cluster = own
	if empty {
		p.Wrong(v, "is empty", "1", `write {"kind": "star", "nodes": 24}, or leave it out`)
	}
}

// lastGrouped returns the highest node number in any group, or -1 if there are no
// groups.
func (c *Cluster) lastGrouped() int {
	last := -1
	for i := range c.Groups {
		for _, run := range c.Groups[i].Nodes {
			last = max(last, int(run.Last))
		}
	}
	return last
}

// WithTopology returns the cluster with another topology and the same kinds of
// nodes. The topology must have all nodes that the groups name. The topologies in
// Vary.Machines fulfil this.
func (c *Cluster) WithTopology(t Shape) Cluster {
	other := *c
	other.Topology, other.built = t, nil
	other.built = other.topology()
	return other
}

func (w *writer) machines(all []Shape) {
	w.Lines('[', ']', len(all), func(i int) {
		shapeTable(all[i].Kind, &all[i]).Write(w, shapeTable(all[i].Kind, &Shape{}))
	})
}

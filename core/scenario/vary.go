package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Vary is how other scenarios with the same point are drawn from this one
// (package variant): what must happen in them, and what may be otherwise.
type Vary struct {
	Keep []string // names of reasons and of events, those of KeepNames
	// Factors in thousandths, the lowest and the highest; the zero value leaves
	// as it is written what they are for.
	Submits, Sizes, Walltimes workload.PermilleRange
	Machines                  []Shape // one of which is drawn; nil: the scenario's own stays
}

// Limits on what is varied, named in the errors that they cause.
const (
	MaxKeep     = 20  // reasons and events
	MaxMachines = 20  // to draw from
	minTimes    = 100 // factors, in thousandths
	maxTimes    = 10_000
)

// KeepNames are what Vary.Keep may name: the codes of reasons, then the kinds of
// events that not every run has. One that is both is there once.
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
	t.list("keep", Other, &x.Keep, 0, MaxName, MaxKeep, "codes").always().
		needs(`write what must happen in each variant, as in "keep": ["ends-by-shadow"]`).
		reads(func(p *parser, v ref) { p.keep(v, x) }).
		writes(func(w *writer, _ any) { w.list(len(x.Keep), func(i int) { w.text(x.Keep[i]) }) })
	times := func(name string, at *workload.PermilleRange) {
		t.add(name, Range, at, minTimes, maxTimes).unit("times what is written").reads(func(p *parser, v ref) { p.times(v, at) })
	}
	times("submits", &x.Submits)
	times("sizes", &x.Sizes)
	times("walltimes", &x.Walltimes)
	t.add("machines", Other, nil, 0, MaxMachines).
		reads(func(p *parser, v ref) { p.machines(v, x) }).
		when(func() bool { return x.Machines != nil }).
		writes(func(w *writer, _ any) { w.machines(x.Machines) })
	return t
}

// vary reads how other scenarios are drawn from this one. It needs a list of jobs.
func (p *parser) vary(v ref) {
	x := &Vary{}
	g := varyTable(x).read(p, v)
	switch {
	case !g.ok || p.count() > g.before:
		return
	case p.hasWorkload:
		p.wrong(v, "is given without a list of jobs: a trace is what it is, and a model draws others by its seed", "", `write "jobs", or leave it out`)
	case g.count() == 1:
		p.wrong(v, "varies nothing", "", `write a range of factors, as in "walltimes": [0.7, 1.4], or "machines"`)
	default:
		p.s.Vary = x
	}
}

// keep reads what must happen.
func (p *parser) keep(v ref, x *Vary) {
	if !p.list(v, MaxKeep, "codes") {
		return
	}
	names, empty := KeepNames(), true
	for _, e := range p.elements(v) {
		var name string
		p.oneOf(e, names, &name)
		if slices.Contains(x.Keep, name) && name != "" {
			p.wrong(e, "is given twice", "", "keep one of them")
		}
		x.Keep, empty = append(x.Keep, name), false
	}
	if empty {
		p.wrong(v, "is empty", "1", `write what must happen in each variant, as in ["ends-by-shadow"]`)
	}
}

// times reads a range of factors.
func (p *parser) times(v ref, to *workload.PermilleRange) {
	before := p.count()
	*to = p.span(v, minTimes, maxTimes, "times what is written")
	if p.count() == before && to.Low > to.High {
		p.wrong(v, "has the highest before the lowest", decimal(to.High), fmt.Sprintf("write [%s, %s]", decimal(to.High), decimal(to.Low)))
	}
}

// machines reads topologies as that of the cluster is read, in its place.
func (p *parser) machines(v ref, x *Vary) {
	if !p.list(v, MaxMachines, "machines") {
		return
	}
	own, empty := p.s.Cluster, true
	for _, e := range p.elements(v) {
		before := p.count()
		p.s.Cluster = Cluster{}
		p.topology(e)
		shape := p.s.Cluster.Topology
		x.Machines, empty = append(x.Machines, shape), false
		if last := own.lastGrouped(); p.count() == before && last >= shape.NumNodes() {
			p.wrong(e, fmt.Sprintf("has %d nodes, and a group of the cluster names node %d", shape.NumNodes(), last), fmt.Sprint(last+1), "make it as large as the groups need")
		}
	}
	p.s.Cluster = own
	if empty {
		p.wrong(v, "is empty", "1", `write {"kind": "star", "nodes": 24}, or leave it out`)
	}
}

// lastGrouped is the last node of any group, -1 if there are none.
func (c *Cluster) lastGrouped() int {
	last := -1
	for i := range c.Groups {
		for _, run := range c.Groups[i].Nodes {
			last = max(last, int(run.Last))
		}
	}
	return last
}

// On is the cluster on another topology, with the same kinds of nodes: one that
// has all nodes which groups name, such as those of Vary.Machines.
func (c *Cluster) On(t Shape) Cluster {
	other := *c
	other.Topology, other.built = t, nil
	return other
}

func (w *writer) machines(all []Shape) {
	w.lines('[', ']', len(all), func(i int) {
		shapeTable(all[i].Kind, &all[i]).write(w, shapeTable(all[i].Kind, &Shape{}))
	})
}

package scenario

import (
	"errors"
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Models are the names of workload.model.
func Models() []Name { return append([]Name(nil), models[:]...) }

var models = [...]Name{
	{Name: "lublin", Title: "Lublin and Feitelson's model", About: "Jobs drawn as on the parallel machines of the 1990s: sizes, run times that depend on them, and a daily cycle.", Source: "Lublin and Feitelson 2003; SOURCES.md WORK.1"},
}

var workloadFields = fields{
	of: "a workload",
	names: []string{
		"model", "swf", "jobs", "load", "estimates", "types", "tasks", "widest",
		"factor", "max_estimate", "memory", "disk", "fraction_of", "patterns", "share",
		"users", "slack", "elastic",
	},
}

// workload reads a trace or a model, which replace the list of jobs.
func (p *parser) workload(v ref) {
	p.hasWorkload = true
	at := map[string]ref{}
	before := p.count()
	if !p.object(v, &workloadFields, func(name string, v ref) { at[name] = v }) {
		return
	}
	switch swf, model := at["swf"], at["model"]; {
	case swf != 0 && len(at) > 1:
		p.wrong(v, "has other fields beside swf", "", "keep the trace, or the model and its fields")
	case swf != 0 && p.kind(swf) != '"':
		p.wrong(swf, p.is(swf)+", not text", "", "write the text of an SWF trace in double quotes")
	case swf != 0:
		p.s.SWF = p.str(swf)
	case model != 0:
		if _, ok := p.choice(model, models[:]); ok {
			p.lublin(v, at)
		}
	case p.count() == before:
		p.wrong(v, "names neither a trace nor a model", "", `write {"swf": "…the text of a trace…"} or {"model": "lublin", "jobs": 500}`)
	}
}

// lublin reads the fields of the model; what depends on the machine is for
// checkModel.
func (p *parser) lublin(v ref, at map[string]ref) {
	m := &workload.Lublin{}
	before := p.count()
	number := func(name string, hi int64) int64 {
		n := int64(0)
		if at[name] != 0 {
			n, _ = p.integer(at[name], 1, hi)
		}
		return n
	}
	decimal := func(name string, lo, hi int64) int64 {
		n := int64(0)
		if at[name] != 0 {
			n, _ = p.thousandths(at[name], lo, hi, name)
		}
		return n
	}
	if at["jobs"] == 0 {
		p.add(Error{Place: p.path(v) + ".jobs", Problem: "jobs is missing in a model", Fix: `write how many, as in "jobs": 500`})
	}
	if at["patterns"] != 0 && at["share"] == 0 {
		p.add(Error{Place: p.path(v) + ".share", Problem: "share is missing beside patterns", Fix: `write "share": 0.5, the part of its link that the busiest process needs`})
	}
	m.Jobs = int(number("jobs", workload.MaxModelJobs))
	m.Widest = number("widest", workload.MaxModelTasks)
	m.Load, m.Factor = decimal("load", 1, workload.MaxLoad), decimal("factor", 1000, workload.MaxFactor)
	m.MaxEstimate = simtime.Duration(decimal("max_estimate", int64(workload.MinMaxWall), int64(workload.MaxMaxWall)))
	if tasks := at["tasks"]; tasks != 0 {
		m.Tasks, _ = p.truth(tasks)
	}
	if e := at["estimates"]; e != 0 {
		m.Estimates = oneOf(p, e, workload.NumEstimates)
	}
	if t := at["types"]; t != 0 {
		m.Types = oneOf(p, t, workload.NumJobTypes)
	}
	m.Memory, m.Disk, m.Share = p.span(at["memory"]), p.span(at["disk"]), p.span(at["share"])
	if of := at["fraction_of"]; of != 0 {
		m.Of = oneOf(p, of, workload.NumWholes)
	}
	if list := at["patterns"]; list != 0 && p.list(list, int(workload.NumPatterns), "patterns") {
		for _, e := range p.elements(list) {
			m.Patterns = append(m.Patterns, oneOf(p, e, workload.Matrix))
		}
	}
	p.fillFields(at)
	if p.count() == before {
		p.s.Model, p.modelAt = m, v
	}
}

// oneOf reads the name of one of the values below end.
func oneOf[T interface {
	~uint8
	String() string
}](p *parser, v ref, end T) T {
	var names []string
	for x := range end {
		if names = append(names, x.String()); p.kind(v) == '"' && p.str(v) == x.String() {
			return x
		}
	}
	word := ""
	if p.kind(v) == '"' {
		word = p.str(v)
	}
	p.wrong(v, "is unknown", "", p.nearest(word, names))
	return 0
}

// span reads a fraction, or the lowest and the highest in a list.
func (p *parser) span(v ref) workload.Span {
	if v == 0 {
		return workload.Span{}
	}
	return p.spanTo(v, 0, 1000, "fractions")
}

// spanTo reads a number from lo to hi, or the lowest and the highest in a list.
func (p *parser) spanTo(v ref, lo, hi int64, of string) workload.Span {
	var ends []int64
	if p.kind(v) == '[' {
		for _, e := range p.elements(v) {
			x, _ := p.thousandths(e, lo, hi, of)
			ends = append(ends, x)
		}
		if len(ends) != 2 {
			p.wrong(v, fmt.Sprintf("has %d numbers", len(ends)), "2", "write the lowest and the highest, as in [0.1, 0.5]")
			return workload.Span{}
		}
	} else {
		x, _ := p.thousandths(v, lo, hi, of)
		ends = []int64{x, x}
	}
	return workload.Span{Low: ends[0], High: ends[1]}
}

// checkModel draws the jobs of a model.
func (p *parser) checkModel() {
	if p.s.Model != nil && p.s.Fill.Users == 0 && !p.noScheduler && p.s.discipline().Allotted {
		p.add(Error{
			Place: p.path(p.modelAt) + ".users", Limit: "1",
			Problem: fmt.Sprintf("users is missing in a model under the queue %q: nobody has an allotment", p.s.Scheduler.Queue),
			Fix:     `write how many users there are, as in "users": 10, and allot nodes to "1", "2", …`,
		})
		return
	}
	if p.s.Model == nil || p.mostDrawn < min(MaxJobs, p.s.Model.Jobs) {
		return
	}
	var err error
	if p.s.drawn, err = p.s.draw(); err == nil {
		return
	}
	place := p.path(p.modelAt)
	var bad *workload.ModelError
	if errors.As(err, &bad) {
		p.add(Error{Place: place + "." + bad.Field, Problem: bad.Problem, Value: bad.Value, Limit: bad.Limit, Fix: bad.Fix})
		return
	}
	p.add(Error{Place: place, Problem: err.Error()})
}

// draw makes the jobs of the model for this cluster.
func (s *Scenario) draw() ([]workload.Job, error) {
	var machine []workload.NodeKind
	for _, k := range s.Cluster.kinds() {
		machine = append(machine, workload.NodeKind{Nodes: k.nodes, Speed: k.spec.Speed, Resources: k.spec.Resources})
	}
	m := *s.Model
	m.Seed = s.Seed
	jobs, err := m.Generate(machine)
	for i := range jobs {
		jobs[i].Overrun = s.Scheduler.Extend
	}
	s.fill(jobs)
	s.refuse(jobs)
	return jobs, err
}

package scenario

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// drawing is a model while it is read or written, together with the properties of
// jobs that the model itself does not determine.
type drawing struct {
	*workload.Lublin
	fill *Fill
}

func modelTable(m *drawing) *table {
	t := newTable("a workload", 18)
	named(t, "model", nil, Models).Always().Must().Writes(func(w *writer, _ any) { w.Text(models[0].Name) })
	t.Add("swf", schema.Text, nil, 0, MaxBytes)
	t.Integer("jobs", &m.Jobs, 1, workload.MaxModelJobs).Always().Must()
	t.Number("load", &m.Load, 1, workload.MaxLoad, "load")
	t.OneOf("estimates", (*uint8)(&m.Estimates), namesOf(workload.NumEstimates))
	t.OneOf("types", (*uint8)(&m.Types), namesOf(workload.NumJobTypes))
	t.Truth("tasks", &m.Tasks)
	t.Integer("widest", &m.Widest, 1, workload.MaxModelTasks)
	t.Number("factor", &m.Factor, 1000, workload.MaxFactor, "factor")
	t.Number("max_estimate", (*int64)(&m.MaxEstimate), int64(workload.MinMaxWall), int64(workload.MaxMaxWall), "max_estimate")
	t.Add("memory", schema.Range, (*rangeValue)(&m.Memory), 0, 1000).Unit("fractions")
	t.Add("disk", schema.Range, (*rangeValue)(&m.Disk), 0, 1000).Unit("fractions")
	t.OneOf("fraction_of", (*uint8)(&m.Of), namesOf(workload.NumFractionOf))
	t.Add("patterns", schema.Other, (*patternsValue)(&m.Patterns), 0, 0)
	t.Add("share", schema.Range, (*rangeValue)(&m.Share), 0, 1000).Unit("fractions")
	t.Integer("users", &m.fill.Users, 1, MaxUsers)
	t.Add("slack", schema.Range, (*rangeValue)(&m.fill.Slack), 1000, MaxSlack).Unit("times the walltime")
	t.Add("elastic", schema.Other, nil, 0, 0).Reads(func(p *parser, v jsondoc.Ref) {
		to := usualMalleable
		malleableTable(&to).Read(p, v)
		m.fill.Elastic = &to
	}).When(func() bool { return m.fill.Elastic != nil }).Writes(func(w *writer, _ any) { malleableTable(m.fill.Elastic).Write(w, malleableTable(&usualMalleable)) })
	return t
}

var usualMalleable = Malleable{Part: 1000, Factor: 2000}

func malleableTable(m *Malleable) *table {
	t := newTable("elastic", 3)
	t.Number("part", &m.Part, 1, 1000, "fractions").Always()
	t.Number("factor", &m.Factor, 1000, MaxGrowth, "times the size")
	t.Object("speedup", &m.Speedup, func() *table { return speedupTable(&m.Speedup) })
	return t
}

// workload reads the block that replaces the list of jobs: a trace or a model.
func (p *parser) workload(v jsondoc.Ref) {
	p.hasWorkload = true
	m := &workload.Lublin{}
	model := modelTable(&drawing{m, &p.s.Fill})
	g := model.Places(p, v)
	if !g.OK {
		return
	}
	switch swf, name := g.At("swf"), g.At("model"); {
	case swf != 0 && g.Count() > 1:
		p.Wrong(v, "has other fields besides swf", "", "keep the trace, or the model and its fields")
	case swf != 0 && p.Kind(swf) != '"':
		p.Wrong(swf, p.Is(swf)+", not text", "", "write the text of an SWF trace in double quotes")
	case swf != 0:
		p.s.SWF = p.Text(swf)
	case name != 0:
		before, lublin := p.Count(), ""
		if p.oneOf(name, namesIn(models[:]), &lublin); p.Count() == before {
			model.Fill(p, g.Refs)
			p.lublin(v, m, g, before)
		}
	case p.Count() == g.Before:
		p.Wrong(v, "names neither a trace nor a model", "", `write {"swf": "…the text of a trace…"} or {"model": "lublin", "jobs": 500}`)
	}
}

// lublin checks the fields of the model of Lublin and Feitelson. checkModel checks
// what depends on the machine.
func (p *parser) lublin(v jsondoc.Ref, m *workload.Lublin, g given, before int) {
	if g.At("jobs") == 0 {
		p.Missing(v, "jobs", "a model", `write how many, as in "jobs": 500`)
	}
	if g.At("patterns") != 0 && g.At("share") == 0 {
		p.Add(jsondoc.Error{Place: p.Path(v) + ".share", Problem: "share is missing, but patterns need it", Fix: `write "share": 0.5, the part of its link that the busiest process needs`})
	}
	if f := p.s.Fill.Slack; f.Low > f.High {
		p.Wrong(g.At("slack"), "has the higher number first", decimal(f.High), fmt.Sprintf("write [%s, %s]", decimal(f.High), decimal(f.Low)))
	}
	if p.Count() == before {
		p.s.Model, p.modelAt = m, v
	}
}

// drawnPatterns reads the list of patterns from which a model draws. The pattern
// "matrix" is not allowed in this list.
func (p *parser) drawnPatterns(v jsondoc.Ref) []workload.Pattern {
	if !p.List(v, int(workload.NumPatterns), "patterns") {
		return nil
	}
	var out []workload.Pattern
	for _, e := range p.Elements(v) {
		var pattern uint8
		p.oneOf(e, namesOf(workload.Matrix), &pattern)
		out = append(out, workload.Pattern(pattern))
	}
	return out
}

func (w *writer) drawnPatterns(patterns []workload.Pattern) {
	w.List(len(patterns), func(i int) { w.Text(patterns[i].String()) })
}

// span reads a range: a single number, or a list of the lowest and the highest
// number. All numbers must be within the given bounds.
func (p *parser) span(v jsondoc.Ref, lo, hi int64, of string) workload.PermilleRange {
	var ends []int64
	if p.Kind(v) == '[' {
		for _, e := range p.Elements(v) {
			x, _ := p.Thousandths(e, lo, hi, of)
			ends = append(ends, x)
		}
		if len(ends) != 2 {
			p.Wrong(v, fmt.Sprintf("has %d numbers", len(ends)), "2", "write the lowest and the highest, as in [0.1, 0.5]")
			return workload.PermilleRange{}
		}
	} else {
		x, _ := p.Thousandths(v, lo, hi, of)
		ends = []int64{x, x}
	}
	return workload.PermilleRange{Low: ends[0], High: ends[1]}
}

// span writes a range as one number, or as a list of the lowest and the highest.
func (w *writer) span(s workload.PermilleRange) {
	if s.Low == s.High {
		w.Seconds(s.Low)
		return
	}
	w.Raw("[").Seconds(s.Low)
	w.Comma(1)
	w.Seconds(s.High)
	w.Raw("]")
}

// checkModel notes an error if the queue needs allotments and the model has no
// users. Otherwise it draws the jobs of the model, if there are not too many, and
// notes an error if that fails.
func (p *parser) checkModel() {
	if p.s.Model != nil && p.s.Fill.Users == 0 && !p.noScheduler && p.s.discipline().Allotted {
		p.Add(jsondoc.Error{
			Place: p.Path(p.modelAt) + ".users", Limit: "1",
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
	place := p.Path(p.modelAt)
	var bad *workload.ModelError
	if errors.As(err, &bad) {
		p.Add(jsondoc.Error{Place: place + "." + bad.Field, Problem: bad.Problem, Value: bad.Value, Limit: bad.Limit, Fix: bad.Fix})
		return
	}
	p.Add(jsondoc.Error{Place: place, Problem: err.Error()})
}

// draw returns the jobs that the model draws for this cluster.
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

// Fill describes properties of drawn jobs that the model itself does not determine.
// They are our addition to the model, so that drawn jobs can be used with
// disciplines for users, deadlines and growing jobs. The zero value adds nothing.
type Fill struct {
	Users   int32                  // number of users, named "1", "2", …; user k has 1/k as many jobs as user 1 (INFERRED: few users submit most jobs)
	Slack   workload.PermilleRange // range of a factor drawn uniformly for each job; the deadline is the submission plus the walltime times this factor
	Elastic *Malleable
}

// Malleable describes which drawn jobs are malleable, and within which limits.
type Malleable struct {
	Part    int64 // part of the jobs that is malleable, in thousandths
	Factor  int64 // in thousandths; a job may grow to its size times Factor and shrink to its size divided by Factor
	Speedup workload.Speedup
}

// Seeds of the random streams of Fill. The streams are independent of each other
// and of the model's streams.
const (
	streamUsers = 0x75736572 + iota
	streamSlack
	streamElastic
)

// fill gives drawn jobs users, deadlines and a range of sizes. Cost: O(jobs log
// users).
func (s *Scenario) fill(jobs []workload.Job) {
	users := rand.NewPCG(uint64(s.Seed), streamUsers)
	slack := rand.NewPCG(uint64(s.Seed), streamSlack)
	elastic := rand.NewPCG(uint64(s.Seed), streamElastic)
	share, names := make([]float64, s.Fill.Users), make([]string, s.Fill.Users)
	sum := 0.0
	for k := range share {
		sum += 1 / float64(k+1)
		share[k], names[k] = sum, strconv.Itoa(k+1)
	}
	kinds := s.Cluster.kinds()
	for i := range jobs {
		j := &jobs[i]
		if len(share) > 0 {
			at := float64(unit(users) * sum)
			k, _ := slices.BinarySearch(share, at)
			j.User = names[min(k, len(names)-1)]
		}
		if f := s.Fill.Slack; f != (workload.PermilleRange{}) {
			times := f.Low + int64(float64(unit(slack)*float64(f.High-f.Low+1)))
			due := float64(times) / 1000 * float64(j.Walltime)
			j.Deadline = min(j.Submit.Add(max(simtime.Duration(min(due, float64(simtime.Max))), 1)), simtime.Time(simtime.Max))
		}
		if m := s.Fill.Elastic; m != nil && int64(elastic.Uint64()>>32*1000>>32) < m.Part {
			j.Elastic = m.of(j, kinds)
		}
	}
}

// unit returns a number drawn uniformly from [0, 1).
func unit(stream *rand.PCG) float64 { return float64(stream.Uint64()>>11) * 0x1p-53 }

// of returns the range of sizes of a drawn job. The largest size never exceeds the
// machine.
func (m *Malleable) of(j *workload.Job, kinds []kind) *workload.Elastic {
	have := int64(0)
	for _, k := range kinds {
		have += k.nodes
	}
	if !j.Whole() {
		have = capacity(kinds, &j.PerTask)
	}
	size := int64(j.Size())
	return &workload.Elastic{
		Min:     int32(max(1, (size*1000+m.Factor-1)/m.Factor)),
		Max:     int32(max(size, min(size*m.Factor/1000, have, MaxTasks))),
		Speedup: m.Speedup,
	}
}

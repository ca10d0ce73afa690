package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// elastic reads the limits within which a job of the given size may change its
// size.
func (p *parser) elastic(v jsondoc.Ref, size int32) *workload.Elastic {
	e := &workload.Elastic{Min: size, Max: size}
	before := p.Count()
	g := elasticTable(e).Read(p, v)
	switch {
	case p.Count() > before || size == 0:
	case e.Min > size:
		p.Wrong(g.At("min"), fmt.Sprintf("is more than the job asks for (%d)", size), fmt.Sprint(size), fmt.Sprintf("use 1 to %d", size))
	case e.Max < size:
		p.Wrong(g.At("max"), fmt.Sprintf("is less than the job asks for (%d)", size), fmt.Sprint(size), fmt.Sprintf("use %d or more", size))
	}
	return e
}

func (w *writer) elastic(e *workload.Elastic, size int32) {
	elasticTable(e).Write(w, elasticTable(&workload.Elastic{Min: size, Max: size}))
}

// checkSpeedup finds parameters that do not belong to the model of a speedup, and
// parameters that the model requires and that are missing.
func (p *parser) checkSpeedup(v jsondoc.Ref, s *workload.Speedup, g given) {
	switch {
	case !g.OK || p.Count() > g.Before:
		return
	case g.At("model") == 0:
		p.Missing(v, "model", "a speedup", `write "model": "linear", "amdahl" or "downey"`)
		return
	}
	for i, at := range g.Refs[1:] {
		f := &g.Rows[1+i]
		switch fits := f.Alone == s.Model.String(); {
		case at != 0 && !fits:
			p.Wrong(at, fmt.Sprintf("is given with the model %q", s.Model), "", fmt.Sprintf(`write "model": %q, or leave it out`, f.Alone))
		case at == 0 && fits && f.Required:
			p.Missing(v, f.Name, "a speedup by "+s.Model.String(), fmt.Sprintf("write %q: %s", f.Name, [...]string{"0.05, the part of the work that is serial", "32, how many nodes the job can use on average"}[i]))
		}
	}
}

// parts reads the parts of a job, which source S1 calls tasks. It returns them and
// the run time that results on the given number of nodes or tasks.
func (p *parser) parts(v jsondoc.Ref, size int32) (parts *workload.Parts, runtime simtime.Duration) {
	parts = &workload.Parts{}
	before := p.Count()
	work := partsTable(parts).Read(p, v).At("work")
	if p.Count() > before || size == 0 {
		return parts, 0
	}
	if n := parts.Pieces(); n > MaxParts {
		p.Wrong(work, fmt.Sprintf("has %d parts in all, more than %d", n, MaxParts), fmt.Sprint(MaxParts), "remove some")
		return parts, 0
	}
	if p.checkParts(v, parts, size, "the job's size"); p.Count() > before {
		return parts, 0
	}
	if runtime = parts.RunTime(size); int64(runtime) > simtime.Max {
		p.Wrong(work, "makes the run time longer than "+simtime.Duration(simtime.Max).String(), simtime.Duration(simtime.Max).String(), "shorten the parts")
	}
	return parts, runtime
}

// checkParts finds empty lists of parts, and more parallel parts than there are
// nodes or tasks to run them.
func (p *parser) checkParts(v jsondoc.Ref, x *workload.Parts, size int32, of string) {
	work := partsTable(x).Places(p, v).At("work")
	switch n := len(x.Work); {
	case n == 0:
		p.Wrong(work, "is empty", "1", "write the seconds of each part")
		return
	case x.Parallel && n > int(size):
		p.Wrong(work, fmt.Sprintf("has %d parallel parts, more than %s (%d)", n, of, size), fmt.Sprint(size), "ask for more, or join some parts")
		return
	}
	for i, e := range p.Elements(work) {
		if inner := x.Nested(i); inner != nil {
			p.checkParts(e, inner, x.Share(i, size), "its share of the job")
		}
	}
}

// work reads a list of parts. Each part is a number of seconds, or an object with
// nested parts.
func (p *parser) work(v jsondoc.Ref, x *workload.Parts) {
	if !p.List(v, MaxParts, "parts") {
		return
	}
	if p.depth++; p.depth > MaxNested {
		p.Wrong(v, fmt.Sprintf("nests parts more than %d deep", MaxNested), fmt.Sprint(MaxNested), "join some of them")
	}
	for _, e := range p.Elements(v) {
		work, inner := int64(0), (*workload.Parts)(nil)
		if p.Kind(e) != '{' {
			work, _ = p.Seconds(e)
		} else if p.depth <= MaxNested {
			inner = &workload.Parts{}
			partsTable(inner).Read(p, e)
			if x.Inner == nil {
				x.Inner = make([]*workload.Parts, len(x.Work))
			}
		}
		x.Work = append(x.Work, simtime.Duration(work))
		if x.Inner != nil {
			x.Inner = append(x.Inner, inner)
		}
	}
	p.depth--
}

func (w *writer) parts(x *workload.Parts) { partsTable(x).Write(w, partsTable(x)) }

// work writes a list of parts. Each part is a number of seconds, or an object with
// nested parts.
func (w *writer) work(x *workload.Parts) {
	w.List(len(x.Work), func(i int) {
		if inner := x.Nested(i); inner != nil {
			w.parts(inner)
		} else {
			w.Seconds(int64(x.Work[i]))
		}
	})
}

// spans reads a list of durations in seconds.
func (p *parser) spans(v jsondoc.Ref, most int, of string) []simtime.Duration {
	if !p.List(v, most, of) {
		return nil
	}
	var out []simtime.Duration
	for _, e := range p.Elements(v) {
		d, _ := p.Seconds(e)
		out = append(out, simtime.Duration(d))
	}
	return out
}

func (w *writer) spans(all []simtime.Duration) {
	w.List(len(all), func(i int) { w.Seconds(int64(all[i])) })
}

// checkElastic finds malleable jobs that could grow beyond the cluster, or whose
// communication matrix fits only one size.
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
			p.Add(jsondoc.Error{
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
			p.Add(jsondoc.Error{
				Place: fmt.Sprintf("jobs[%d].elastic", i), Value: "{…}", Limit: "a pattern that fits every size",
				Problem: fmt.Sprintf("elastic is given for job %d, but its communication matrix fits only one size", j.Number),
				Fix:     "use a named pattern, or remove elastic",
			})
		}
	}
}

package scenario

import (
	"fmt"

	"hopyard/core/elastic"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

var (
	growthFields  = fields{of: "elastic", names: []string{"growth", "method", "idle", "shrink", "costs"}}
	costFields    = fields{of: "costs", names: []string{"stages", "launch", "rebuild", "bandwidth", "restart"}}
	elasticFields = fields{of: "elastic", names: []string{"min", "max", "speedup", "data", "moldable"}}
	speedupFields = fields{of: "a speedup", names: []string{"model", "serial", "parallelism", "sigma"}}
)

func defaultElastic() elastic.Policy {
	return elastic.Policy{Costs: elastic.Costs{Bandwidth: network.DefaultBandwidth}}
}

// growth reads how running jobs change their size.
func (p *parser) growth(v ref, e *elastic.Policy) {
	p.object(v, &growthFields, func(name string, v ref) {
		switch name {
		case "growth":
			e.Growth = oneOf(p, v, elastic.NumGrowthRules)
		case "method":
			e.Method = oneOf(p, v, elastic.Resubmit+1)
		case "idle":
			e.Idle, _ = p.truth(v)
		case "shrink":
			e.Shrink, _ = p.truth(v)
		case "costs":
			p.costs(v, &e.Costs)
		}
	})
}

func (p *parser) costs(v ref, c *elastic.Costs) {
	p.object(v, &costFields, func(name string, v ref) {
		switch name {
		case "stages":
			p.stages(v, c)
		case "launch":
			c.Launch = p.duration(v)
		case "rebuild":
			c.Rebuild = p.duration(v)
		case "bandwidth":
			c.Bandwidth, _ = p.rate(v)
		case "restart":
			c.Restart = p.duration(v)
		}
	})
}

// stages reads how long each of S2's stages lasts.
func (p *parser) stages(v ref, c *elastic.Costs) {
	if !p.list(v, elastic.NumStages, "stages") {
		return
	}
	n := 0
	for i, e := range p.elements(v) {
		c.Stages[i] = p.duration(e)
		n++
	}
	if n < elastic.NumStages {
		p.wrong(v, fmt.Sprintf("has %d stages", n), fmt.Sprint(elastic.NumStages), "write the seconds of each of s1 to s7")
	}
}

// elastic reads how a job may change its size.
func (p *parser) elastic(v ref, size int32) *workload.Elastic {
	e := &workload.Elastic{Min: size, Max: size}
	var least, most ref
	before := p.count()
	p.object(v, &elasticFields, func(name string, v ref) {
		switch name {
		case "min":
			n, _ := p.integer(v, 1, MaxTasks)
			least, e.Min = v, int32(n)
		case "max":
			n, _ := p.integer(v, 1, MaxTasks)
			most, e.Max = v, int32(n)
		case "speedup":
			p.speedup(v, &e.Speedup)
		case "data":
			e.Data, _ = p.rate(v)
		case "moldable":
			e.Moldable, _ = p.truth(v)
		}
	})
	switch {
	case p.count() > before || size == 0:
	case e.Min > size:
		p.wrong(least, fmt.Sprintf("is more than the job asks for (%d)", size), fmt.Sprint(size), fmt.Sprintf("use 1 to %d", size))
	case e.Max < size:
		p.wrong(most, fmt.Sprintf("is less than the job asks for (%d)", size), fmt.Sprint(size), fmt.Sprintf("use %d or more", size))
	}
	return e
}

// speedup reads a model and its parameters.
func (p *parser) speedup(v ref, s *workload.Speedup) {
	var model ref
	var at [3]ref
	before := p.count()
	decimal := func(i int, v ref, lo, hi int64, of string) float64 {
		at[i] = v
		n, _ := p.thousandths(v, lo, hi, of)
		return float64(n) / 1000
	}
	ok := p.object(v, &speedupFields, func(name string, v ref) {
		switch name {
		case "model":
			model, s.Model = v, oneOf(p, v, workload.Downey+1)
		case "serial":
			s.Serial = decimal(0, v, 0, 1000, "shares")
		case "parallelism":
			s.Parallelism = decimal(1, v, 1000, MaxParallelism, "nodes")
		case "sigma":
			s.Sigma = decimal(2, v, 0, MaxSigma, "variance")
		}
	})
	switch {
	case !ok || p.count() > before:
		return
	case model == 0:
		p.missing(v, "model", "a speedup", `write "model": "linear", "amdahl" or "downey"`)
		return
	}
	of := [...]workload.SpeedupModel{workload.Amdahl, workload.Downey, workload.Downey}
	for i, at := range at {
		name := speedupFields.names[1+i]
		switch {
		case at != 0 && s.Model != of[i]:
			p.wrong(at, fmt.Sprintf("is given with the model %q", s.Model), "", fmt.Sprintf(`write "model": %q, or leave it out`, of[i]))
		case at == 0 && s.Model == of[i] && name != "sigma":
			p.missing(v, name, "a speedup by "+s.Model.String(), fmt.Sprintf("write %q: %s", name, [...]string{"0.05, the part of the work that is serial", "32, how many nodes the job can use on average"}[i]))
		}
	}
}

var partsFields = fields{of: "parts", names: []string{"order", "work"}}

// parts reads S1's tasks of a job, from which its run time on the given size
// follows.
func (p *parser) parts(v ref, size int32) (parts *workload.Parts, runtime simtime.Duration) {
	parts = &workload.Parts{}
	var order, work ref
	before := p.count()
	ok := p.object(v, &partsFields, func(name string, v ref) {
		switch name {
		case "order":
			order, parts.Parallel = v, p.either(v, "serial", "parallel")
		case "work":
			work = v
			if p.list(v, MaxParts, "parts") {
				for _, e := range p.elements(v) {
					parts.Work = append(parts.Work, p.duration(e))
				}
			}
		}
	})
	if ok && order == 0 {
		p.missing(v, "order", "parts", `write "order": "serial" (one after another) or "parallel" (all at once)`)
	}
	if ok && work == 0 {
		p.missing(v, "work", "parts", `write the seconds of each on one node, as in "work": [3600, 1800]`)
	}
	switch n := len(parts.Work); {
	case p.count() > before || size == 0:
		return parts, 0
	case n == 0:
		p.wrong(work, "is empty", "1", "write the seconds of each part")
		return parts, 0
	case parts.Parallel && n > int(size):
		p.wrong(work, fmt.Sprintf("has %d parallel parts, more than the job's size (%d)", n, size), fmt.Sprint(size), "ask for more, or join some parts")
		return parts, 0
	}
	if runtime = parts.RunTime(size); int64(runtime) > simtime.Max {
		p.wrong(work, "makes the run time longer than "+simtime.Duration(simtime.Max).String(), simtime.Duration(simtime.Max).String(), "shorten the parts")
	}
	return parts, runtime
}

// either reads one of two words, and reports whether it is the second.
func (p *parser) either(v ref, first, second string) bool {
	words := []string{first, second}
	if p.kind(v) != '"' {
		p.wrong(v, p.is(v)+", not a name", "", fmt.Sprintf("write %q or %q", first, second))
		return false
	}
	word := p.str(v)
	if word != first && word != second {
		p.wrong(v, "is unknown", "", p.nearest(word, words))
	}
	return word == second
}

package scenario

import (
	"hopyard/core/elastic"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// object writes an object of those fields that are not left out, and nothing
// at all if there are none: it begins with the first of them.
type object struct {
	w     *writer
	name  string // of the object
	first bool   // it is the first field of its own object
	open  bool
}

func (o *object) field(name string) *writer {
	if !o.open {
		o.w.member(o.name, o.first).raw("{")
	}
	o.w.member(name, !o.open)
	o.open = true
	return o.w
}

func (o *object) close() {
	if o.open {
		o.w.raw("}")
	}
}

func (w *writer) priority(p *queue.Weights, names []string) {
	def := defaultWeights()
	o := object{w: w, name: "priority"}
	if p.Weight != def.Weight || p.Named != def.Named {
		o.field("weights").raw("{")
		first := true
		for k := range p.Weight {
			if p.Weight[k] != def.Weight[k] {
				w.member(queue.PartKind(k).String(), first).seconds(p.Weight[k])
				first = false
			}
		}
		if p.Named != def.Named {
			w.member("resources", first).raw("{")
			first = true
			for k, name := range names {
				if p.Named[k] != 0 {
					w.member(name, first).seconds(p.Named[k])
					first = false
				}
			}
			w.raw("}")
		}
		w.raw("}")
	}
	o.values("users", p.Users)
	o.values("groups", p.Groups)
	o.values("queues", p.Queues)
	if f := &p.Fair; f.Users != nil || f.Window != def.Fair.Window || f.Depth != def.Fair.Depth || f.Decay != def.Fair.Decay {
		o.field("fair_share")
		w.fairShare(f, &def.Fair)
	}
	o.close()
}

// values writes a whole number for each name.
func (o *object) values(name string, values []queue.Named) {
	if values == nil {
		return
	}
	w := o.field(name).raw("{")
	for i, v := range values {
		w.member(v.Name, i == 0).number(v.Value)
	}
	w.raw("}")
}

func (w *writer) fairShare(f, def *queue.FairTargets) {
	field := w.object()
	if f.Users != nil {
		field("users").raw("{")
		for i, u := range f.Users {
			w.member(u.Name, i == 0).seconds(u.Value)
		}
		w.raw("}")
	}
	if f.Window != def.Window {
		field("window").seconds(int64(f.Window))
	}
	if f.Depth != def.Depth {
		field("depth").number(int64(f.Depth))
	}
	if f.Decay != def.Decay {
		field("decay").seconds(f.Decay)
	}
	w.raw("}")
}

func (w *writer) growth(e *elastic.Policy) {
	def := defaultElastic()
	o := object{w: w, name: "elastic"}
	if e.Growth != def.Growth {
		o.field("growth").text(e.Growth.String())
	}
	if e.Method != def.Method {
		o.field("method").text(e.Method.String())
	}
	if e.Idle {
		o.field("idle").raw("true")
	}
	if e.Shrink {
		o.field("shrink").raw("true")
	}
	if e.Costs != def.Costs {
		o.field("costs").raw("{")
		w.costs(&e.Costs, &def.Costs)
		w.raw("}")
	}
	o.close()
}

func (w *writer) costs(c, def *elastic.Costs) {
	first := true
	field := func(name string) *writer {
		w.member(name, first)
		first = false
		return w
	}
	if c.Stages != def.Stages {
		field("stages").raw("[")
		for i, d := range c.Stages {
			w.comma(i)
			w.seconds(int64(d))
		}
		w.raw("]")
	}
	for _, f := range [...]struct {
		name string
		d    simtime.Duration
	}{{"launch", c.Launch}, {"rebuild", c.Rebuild}} {
		if f.d != 0 {
			field(f.name).seconds(int64(f.d))
		}
	}
	if c.Bandwidth != def.Bandwidth {
		field("bandwidth").number(c.Bandwidth)
	}
	if c.Restart != 0 {
		field("restart").seconds(int64(c.Restart))
	}
}

func (w *writer) elastic(e *workload.Elastic, size int32) {
	field := w.object()
	if e.Min != size {
		field("min").number(int64(e.Min))
	}
	if e.Max != size {
		field("max").number(int64(e.Max))
	}
	if e.Speedup != (workload.Speedup{}) {
		field("speedup")
		w.speedup(&e.Speedup)
	}
	if e.Data != 0 {
		field("data").number(e.Data)
	}
	if e.Moldable {
		field("moldable").raw("true")
	}
	w.raw("}")
}

func (w *writer) speedup(s *workload.Speedup) {
	w.raw("{").member("model", true).text(s.Model.String())
	switch s.Model {
	case workload.Amdahl:
		w.member("serial", false).seconds(thousandths(s.Serial))
	case workload.Downey:
		w.member("parallelism", false).seconds(thousandths(s.Parallelism))
		if s.Sigma != 0 {
			w.member("sigma", false).seconds(thousandths(s.Sigma))
		}
	}
	w.raw("}")
}

// thousandths is a decimal that was read as thousandths, as those.
func thousandths(x float64) int64 { return int64(float64(x*1000) + 0.5) }

func (w *writer) parts(p *workload.Parts) {
	order := "serial"
	if p.Parallel {
		order = "parallel"
	}
	w.raw("{").member("order", true).text(order).member("work", false).raw("[")
	for i, d := range p.Work {
		w.comma(i)
		w.seconds(int64(d))
	}
	w.raw("]}")
}

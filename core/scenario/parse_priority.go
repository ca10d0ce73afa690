package scenario

import "hopyard/core/queue"

// weightTable is what each part of a priority weighs: the parts are those of the
// discipline, by its names.
func weightTable(x *queue.Weights) *table {
	t := newTable("weights", int(queue.NumParts))
	for k := range queue.NumParts {
		if k != queue.OfResources {
			t.number(k.String(), &x.Weight[k], weight.min, weight.max, weight.of)
			continue
		}
		t.add(k.String(), Map, nil, 0, MaxNamed).
			reads(func(p *parser, v ref) { p.resources(v, false, func(k int, v ref) { weight.keep(p, v, &x.Named[k]) }) }).
			when(func() bool { return x.Named != [MaxNamed]int64{} }).
			writes(func(w *writer, _ any) { w.namedWeights(x) })
	}
	return t
}

var weight = field{kind: Number, min: -MaxWeight, max: MaxWeight, of: "weights"}

// values reads a number for each name.
func (p *parser) values(v ref, of string, each *field) []queue.Named {
	var out []queue.Named
	p.byName(v, of, func(name string, _, v ref) {
		x := queue.Named{Name: name}
		each.keep(p, v, &x.Value)
		out = append(out, x)
	})
	return out
}

// values writes a number for each name.
func (w *writer) values(values []queue.Named, each *field) {
	w.raw("{")
	for i := range values {
		w.member(values[i].Name, i == 0)
		each.tell(w, &values[i].Value)
	}
	w.raw("}")
}

func (w *writer) namedWeights(x *queue.Weights) {
	var out []queue.Named
	for k, name := range w.names {
		if x.Named[k] != 0 {
			out = append(out, queue.Named{Name: name, Value: x.Named[k]})
		}
	}
	w.values(out, &weight)
}

package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
	"hopyard/core/queue"
	"hopyard/core/scenario/schema"
)

// limitsTable returns the table of fields for the block "limits", which holds
// limits on the running jobs of users, groups and queues. The names of its fields
// come from package queue.
func limitsTable() *table {
	t := newTable("limits", 8)
	for o := range queue.NumOwners {
		t.Add(o.String(), schema.Map, nil, 0, MaxOwners).Reads(func(p *parser, v jsondoc.Ref) {
			p.byName(v, o.String(), func(name string, _, v jsondoc.Ref) { p.limitsOf(v, queue.Limit{Owner: o, Name: name}) })
		})
	}
	return t
}

// limitTable returns the table of the limits of one owner (a user, a group or a
// queue).
func limitTable(l *queue.Limit) *table {
	t := newTable("a limit", 1)
	for m := range queue.OfNamed {
		t.Add(m.String(), schema.Bounds, nil, 0, MaxNumber).Reads(func(p *parser, v jsondoc.Ref) { p.limit(v, *l, m) })
	}
	t.Add(queue.OfNamed.String(), schema.Map, nil, 0, MaxNamed).Reads(func(p *parser, v jsondoc.Ref) {
		p.resources(v, false, func(k int, v jsondoc.Ref) { p.limit(v, *l, queue.OfNamed+queue.Measure(k)) })
	})
	return t
}

// ownLimit describes a field for a limit on one of the resources that the cluster
// defines itself.
var ownLimit = field{Kind: schema.Bounds, Max: MaxNumber}

// namesOf returns the names of all values below the given one. It is not inlined,
// because inlining would only enlarge the page's WebAssembly program.
//
//go:noinline
func namesOf[T interface {
	~uint8
	String() string
}](end T) []string {
	var names []string
	for x := range end {
		names = append(names, x.String())
	}
	return names
}

// limits reads the limits of all owners. They are ordered by kind of owner (user,
// group, queue), and within each kind as in the file.
func (p *parser) limits(v jsondoc.Ref) { limitsTable().Read(p, v) }

func (p *parser) limitsOf(v jsondoc.Ref, l queue.Limit) {
	before, have := p.Count(), len(p.s.Limits)
	s := limitTable(&l)
	g := s.Places(p, v)
	for range g.Refs { // read the limits in the order of the file
		if i := g.First(); i >= 0 {
			s.Rows[i].Take(p, g.Refs[i])
			g.Refs[i] = 0
		}
	}
	if p.Count() == before && len(p.s.Limits) == have {
		p.Wrong(v, "limits nothing", "", `write what, as in {"jobs": 4, "nodes": [16, 32]}`)
	}
}

func (p *parser) limit(v jsondoc.Ref, l queue.Limit, m queue.Measure) {
	l.Measure = m
	l.Soft, l.Hard = p.bounds(v)
	p.s.Limits = append(p.s.Limits, l)
	p.limitAt = append(p.limitAt, v)
}

// bounds reads a limit: one number, or a list of the soft and the hard limit.
func (p *parser) bounds(v jsondoc.Ref) (soft, hard int64) {
	if p.Kind(v) != '[' {
		n, _ := p.Integer(v, 0, MaxNumber)
		return n, n
	}
	var ends []int64
	before := p.Count()
	for _, e := range p.Elements(v) {
		n, _ := p.Integer(e, 0, MaxNumber)
		ends = append(ends, n)
	}
	switch {
	case len(ends) != 2:
		p.Wrong(v, fmt.Sprintf("has %d numbers", len(ends)), "2", "write the soft and the hard limit, as in [16, 32]")
	case p.Count() == before && ends[0] > ends[1]:
		p.Wrong(v, fmt.Sprintf("has a soft limit %d above the hard one (%d)", ends[0], ends[1]), fmt.Sprint(ends[1]), "write the smaller number first")
	default:
		return ends[0], ends[1]
	}
	return 0, 0
}

// limits writes the limits grouped by owner. The list is already in that order.
func (w *writer) limits(limits []queue.Limit) {
	open := false // whether the object of the resources that the cluster defines itself is open
	for i := range limits {
		l := &limits[i]
		own := l.Measure >= queue.OfNamed
		kind := i == 0 || limits[i-1].Owner != l.Owner
		owner := kind || limits[i-1].Name != l.Name
		if open && (owner || !own) {
			w.Raw("}")
			open = false
		}
		switch {
		case i == 0:
			w.Raw("{")
		case kind:
			w.Raw("}}").Raw(",").Gap()
		case owner:
			w.Raw("}").Raw(",").Gap()
		}
		if kind {
			w.Member(l.Owner.String(), true).Raw("{")
		}
		if owner {
			w.Member(l.Name, true).Raw("{")
		}
		switch {
		case !own:
			w.Member(l.Measure.String(), owner)
		case open:
			w.Member(w.names[l.Measure-queue.OfNamed], false)
		default:
			w.Member("resources", owner).Raw("{").Member(w.names[l.Measure-queue.OfNamed], true)
			open = true
		}
		if l.Soft == l.Hard {
			w.Number(l.Hard)
			continue
		}
		w.Raw("[").Number(l.Soft)
		w.Comma(1)
		w.Number(l.Hard).Raw("]")
	}
	if open {
		w.Raw("}")
	}
	w.Raw("}}}")
}

// byName reads an object whose keys are names of users, groups, queues or
// resources, and calls set for each valid name. It reports whether v is such an
// object.
func (p *parser) byName(v jsondoc.Ref, of string, set func(name string, key, v jsondoc.Ref)) bool {
	if p.Kind(v) != '{' {
		p.Wrong(v, p.Is(v)+", not an object of "+of, "", `write {"name": …}`)
		return false
	}
	seen := map[string]bool{}
	for key, val := range p.Members(v) {
		name := p.Text(key)
		switch {
		case len(seen) == MaxOwners:
			p.Wrong(v, fmt.Sprintf("names more than %d %s", MaxOwners, of), fmt.Sprint(MaxOwners), "remove some")
			return false
		case seen[name]:
			p.WrongKey(key, jsondoc.Quoted(name)+" is given twice", "keep one of them")
		case name == "":
			p.Wrong(v, "has an empty name", "", "write the name of one of the "+of)
		default:
			if text, ok := p.Words(key, MaxName); ok {
				set(p.shared(text), key, val)
			}
		}
		seen[name] = true
	}
	return true
}

// shared returns a name that is equal to the given one. All jobs with this name
// share the returned copy, which saves memory.
func (p *parser) shared(name string) string {
	if s, known := p.names[name]; known {
		return s
	}
	if p.names == nil {
		p.names = map[string]string{}
	}
	p.names[name] = name
	return name
}

// pause reads a duration that is either 0 or at least MinSpan.
func (p *parser) pause(v jsondoc.Ref) int64 {
	d, ok := p.Seconds(v)
	if ok && d != 0 && d < int64(MinSpan) {
		p.Wrong(v, fmt.Sprintf("is less than %v", MinSpan), MinSpan.String(), fmt.Sprintf("write %v or more", MinSpan))
		return 0
	}
	return d
}

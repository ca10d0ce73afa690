package scenario

import (
	"fmt"

	"hopyard/core/queue"
)

// names of String methods, for tables of fields.
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

var (
	limitsFields = fields{of: "limits", names: namesOf(queue.NumOwners)}
	limitFields  = fields{of: "a limit", names: namesOf(queue.OfNamed + 1)}
)

// limits reads what running jobs of one owner may have. Their order is that of
// owners' kinds, and in each that of the file.
func (p *parser) limits(v ref) {
	var at [queue.NumOwners]ref
	p.object(v, &limitsFields, func(name string, v ref) {
		for o := range at {
			if queue.Owner(o).String() == name {
				at[o] = v
			}
		}
	})
	for o, v := range at {
		if v != 0 {
			p.byName(v, queue.Owner(o).String(), func(name string, _, v ref) { p.limitsOf(v, queue.Owner(o), name) })
		}
	}
}

func (p *parser) limitsOf(v ref, owner queue.Owner, name string) {
	before, have := p.count(), len(p.s.Limits)
	p.object(v, &limitFields, func(measure string, v ref) {
		l := queue.Limit{Owner: owner, Name: name}
		for l.Measure.String() != measure {
			l.Measure++
		}
		if l.Measure == queue.OfNamed {
			p.resources(v, false, func(k int, v ref) { p.limit(v, l, queue.OfNamed+queue.Measure(k)) })
			return
		}
		p.limit(v, l, l.Measure)
	})
	if p.count() == before && len(p.s.Limits) == have {
		p.wrong(v, "limits nothing", "", `write what, as in {"jobs": 4, "nodes": [16, 32]}`)
	}
}

func (p *parser) limit(v ref, l queue.Limit, m queue.Measure) {
	l.Measure = m
	l.Soft, l.Hard = p.bounds(v)
	p.s.Limits = append(p.s.Limits, l)
	p.limitAt = append(p.limitAt, v)
}

// bounds reads a limit, or the soft and the hard one in a list.
func (p *parser) bounds(v ref) (soft, hard int64) {
	if p.kind(v) != '[' {
		n, _ := p.integer(v, 0, MaxNumber)
		return n, n
	}
	var ends []int64
	before := p.count()
	for _, e := range p.elements(v) {
		n, _ := p.integer(e, 0, MaxNumber)
		ends = append(ends, n)
	}
	switch {
	case len(ends) != 2:
		p.wrong(v, fmt.Sprintf("has %d numbers", len(ends)), "2", "write the soft and the hard limit, as in [16, 32]")
	case p.count() == before && ends[0] > ends[1]:
		p.wrong(v, fmt.Sprintf("has a soft limit %d above the hard one (%d)", ends[0], ends[1]), fmt.Sprint(ends[1]), "write the smaller number first")
	default:
		return ends[0], ends[1]
	}
	return 0, 0
}

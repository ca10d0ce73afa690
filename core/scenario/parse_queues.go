package scenario

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
)

var (
	gateFields = fields{of: "a queue", names: []string{"open", "started", "events"}}
	turnFields = fields{of: "an event", names: []string{"at", "open", "started"}}
)

// queues reads the states of queues.
func (p *parser) queues(v ref) {
	p.byName(v, "queues", func(name string, _, v ref) { p.gate(v, name) })
}

func (p *parser) gate(v ref, name string) {
	g := queue.Gate{Name: name, Open: true, Started: true}
	var events ref
	before := p.count()
	p.object(v, &gateFields, func(field string, v ref) {
		switch field {
		case "open":
			g.Open, _ = p.truth(v)
		case "started":
			g.Started, _ = p.truth(v)
		case "events":
			events = v
		}
	})
	if events != 0 {
		p.turns(events, &g)
	}
	switch {
	case p.count() > before:
	case g.Open && g.Started && len(g.Turns) == 0:
		p.wrong(v, "says nothing: queues are open and started anyway", "", `write what differs, as in {"started": false, "events": [{"at": 600, "started": true}]}`)
	default:
		p.s.Queues = append(p.s.Queues, g)
	}
}

// turns reads when a queue changes its state, and what each event makes of it.
func (p *parser) turns(v ref, g *queue.Gate) {
	if !p.list(v, MaxTurns, "events") {
		return
	}
	type turn struct {
		at   simtime.Time
		v    ref
		want [2]ref // open and started
	}
	var all []turn
	for _, e := range p.elements(v) {
		x := turn{v: e}
		at := ref(0)
		ok := p.object(e, &turnFields, func(field string, v ref) {
			switch field {
			case "at":
				n, _ := p.seconds(v)
				at, x.at = v, simtime.Time(n)
			case "open":
				x.want[0] = v
			case "started":
				x.want[1] = v
			}
		})
		switch {
		case ok && at == 0:
			p.missing(e, "at", "an event", `write "at": 600, in seconds`)
		case ok && x.want == [2]ref{}:
			p.missing(e, "started", "an event", `write "started" or "open", true or false`)
		}
		all = append(all, x)
	}
	slices.SortStableFunc(all, func(a, b turn) int { return cmp.Compare(a.at, b.at) })
	now := queue.GateTurn{Open: g.Open, Started: g.Started}
	for _, x := range all {
		now.At = x.at
		for k, state := range [...]*bool{&now.Open, &now.Started} {
			v := x.want[k]
			if v == 0 {
				continue
			}
			to, ok := p.truth(v)
			if ok && to == *state {
				p.wrong(v, fmt.Sprintf("changes nothing: the queue is so at %v already", x.at), "", "leave it out, or write the opposite")
			}
			*state = to
		}
		g.Turns = append(g.Turns, now)
	}
}

package scenario

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/jsondoc"
	"hopyard/core/queue"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
)

// usualGate is the default state of a queue: open and started.
var usualGate = queue.Gate{Open: true, Started: true}

func gateTable(g *queue.Gate) *table {
	t := newTable("a queue", 3)
	t.Truth("open", &g.Open)
	t.Truth("started", &g.Started)
	t.Add("events", schema.List, nil, 0, MaxQueueEvents).
		Reads(func(p *parser, v jsondoc.Ref) { p.turns(v, g) }).
		When(func() bool { return len(g.Changes) > 0 }).
		Writes(func(w *writer, _ any) { w.turns(g) })
	return t
}

// gateTurn is a state change of a queue while it is read. It also holds the
// positions in the text of the fields open and started, or 0 for a field that is
// left out.
type gateTurn struct {
	queue.GateChange
	open, started jsondoc.Ref
}

func turnTable(x *gateTurn) *table {
	t := newTable("an event", 3)
	t.Seconds("at", (*int64)(&x.At), 0).Always().Needs(`write "at": 600, in seconds`)
	t.Truth("open", &x.Open).Noted(&x.open)
	t.Truth("started", &x.Started).Noted(&x.started)
	return t
}

// queues reads the states of queues.
func (p *parser) queues(v jsondoc.Ref) {
	p.byName(v, "queues", func(name string, _, v jsondoc.Ref) { p.gate(v, name) })
}

func (p *parser) gate(v jsondoc.Ref, name string) {
	g, before := usualGate, p.Count()
	g.Name = name
	gateTable(&g).Read(p, v)
	switch {
	case p.Count() > before:
	case g.Open && g.Started && len(g.Changes) == 0:
		p.Wrong(v, "changes nothing: queues are open and started by default", "", `write what differs, as in {"started": false, "events": [{"at": 600, "started": true}]}`)
	default:
		p.s.Queues = append(p.s.Queues, g)
	}
}

// turns reads the events of a queue. An event may give only open or only started,
// so turns also computes the whole state after each event.
func (p *parser) turns(v jsondoc.Ref, g *queue.Gate) {
	if !p.List(v, MaxQueueEvents, "events") {
		return
	}
	var all []gateTurn
	var t gateTurn
	fields := turnTable(&t)
	for _, e := range p.Elements(v) {
		t = gateTurn{}
		if read := fields.Read(p, e); read.OK && read.At("at") != 0 && t.open|t.started == 0 {
			p.Missing(e, "started", "an event", `write "started" or "open", true or false`)
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b gateTurn) int { return cmp.Compare(a.At, b.At) })
	now := queue.GateChange{Open: g.Open, Started: g.Started}
	for i := range all {
		t := &all[i]
		now.At = t.At
		p.turn(t.open, t.Open, &now.Open, t.At)
		p.turn(t.started, t.Started, &now.Started, t.At)
		g.Changes = append(g.Changes, now)
	}
}

// turn applies one field of an event to the state of a queue: open or started. The
// argument v is the position of the field; if v is 0, turn does nothing. If the
// state already has the new value, turn notes an error.
func (p *parser) turn(v jsondoc.Ref, to bool, state *bool, at simtime.Time) {
	if v == 0 {
		return
	}
	if k := p.Kind(v); to == *state && (k == 't' || k == 'f') {
		p.Wrong(v, fmt.Sprintf("changes nothing: the queue is already so at %v", at), "", "remove it, or write the opposite")
	}
	*state = to
}

// queues writes the queues whose state differs from the default, which is open and
// started at all times.
func (w *writer) queues(all []queue.Gate) {
	w.Raw("{")
	for i := range all {
		w.Member(all[i].Name, i == 0)
		gateTable(&all[i]).Write(w, gateTable(&usualGate))
	}
	w.Raw("}")
}

// turns writes the events of a queue, each with the states that it changes.
func (w *writer) turns(g *queue.Gate) {
	to, was := gateTurn{}, gateTurn{GateChange: queue.GateChange{Open: g.Open, Started: g.Started}}
	fields, before := turnTable(&to), turnTable(&was)
	w.Lines('[', ']', len(g.Changes), func(i int) {
		to.GateChange = g.Changes[i]
		fields.Write(w, before)
		was = to
	})
}

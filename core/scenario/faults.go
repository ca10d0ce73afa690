package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/faults"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

func faultsTable(f *Faults) *table {
	t := newTable("faults", 7)
	t.add("offline", Nodes, &f.Offline, 0, 0)
	t.add("events", List, nil, 0, MaxChanges).
		reads(func(p *parser, v ref) { p.changes(v, f) }).
		when(func() bool { return len(f.Events) > 0 }).
		writes(func(w *writer, _ any) { w.changes(f.Events) })
	t.seconds("mtbf", (*int64)(&f.MTBF), int64(MinSpan))
	t.seconds("repair", (*int64)(&f.Repair), int64(MinSpan))
	t.object("heartbeat", &f.Heartbeat, func() *table { return heartbeatTable(&f.Heartbeat) }).
		reads(func(p *parser, v ref) {
			f.Heartbeat = usualHeartbeat
			heartbeatTable(&f.Heartbeat).read(p, v)
		}).when(func() bool { return f.Heartbeat.Period != 0 }).writes(func(w *writer, _ any) { heartbeatTable(&f.Heartbeat).write(w, heartbeatTable(&usualHeartbeat)) })
	t.oneOf("jobs", (*uint8)(&f.Jobs), namesOf(faults.Checkpoint+1))
	t.object("checkpoint", f, func() *table { return checkpointTable(f) })
	return t
}

// Three beats is a common choice (INFERRED).
var usualHeartbeat = faults.Heartbeat{Misses: 3}

func heartbeatTable(h *faults.Heartbeat) *table {
	t := newTable("a heartbeat", 2)
	t.seconds("period", (*int64)(&h.Period), int64(MinSpan)).always().needs(`write "period": 10, in seconds`)
	t.integer("misses", &h.Misses, 1, MaxMisses)
	return t
}

func checkpointTable(f *Faults) *table {
	t := newTable("a checkpoint", 2)
	t.seconds("every", (*int64)(&f.Every), int64(MinSpan)).always().needs(`write "every": 600, in seconds of computing`)
	t.seconds("cost", (*int64)(&f.Cost), 0)
	return t
}

func changeTable(c *Change) *table {
	t := newTable("an event", 5)
	t.seconds("at", (*int64)(&c.At), 0).always().needs(`write "at": 100, in seconds`)
	t.add("down", Nodes, &c.Nodes, 0, 0).when(func() bool { return c.Nodes != nil && !c.Up })
	t.add("up", Nodes, &c.Nodes, 0, 0).reads(func(p *parser, v ref) {
		c.Up = true
		c.Nodes, _ = p.nodeList(v)
	}).when(func() bool { return c.Nodes != nil && c.Up })
	t.add("link", Ends, nil, 0, 0).
		reads(func(p *parser, v ref) { p.link(v, c) }).
		when(func() bool { return c.Nodes == nil }).
		writes(func(w *writer, _ any) { w.link(c) })
	t.seconds("for", (*int64)(&c.For), 1)
	return t
}

// link writes the two devices that a link joins.
func (w *writer) link(c *Change) {
	w.raw("[").text(c.From.String())
	w.comma(1)
	w.text(c.To.String()).raw("]")
}

// faults reads how the machine changes.
func (p *parser) faults(v ref) {
	f := &Faults{}
	g := faultsTable(f).read(p, v)
	switch {
	case !g.ok || p.count() > g.before:
		return
	case g.at("repair") != 0 && f.MTBF == 0:
		p.wrong(g.at("repair"), "is given without mtbf", "", `write "mtbf", the mean time between failures of one node, or leave it out`)
	case f.Jobs == faults.Checkpoint && g.at("checkpoint") == 0:
		p.missing(v, "checkpoint", "faults", `write "checkpoint": {"every": 600}, or "jobs": "requeue"`)
	default:
		p.s.Faults, p.faultsAt = f, v
	}
}

func (p *parser) changes(v ref, f *Faults) {
	if !p.list(v, MaxChanges, "events") {
		return
	}
	n := 0
	for _, e := range p.elements(v) {
		c := p.change(e)
		if n++; c.For > 0 {
			n++
		}
		f.Events = append(f.Events, c)
	}
	if n > MaxChanges {
		p.wrong(v, fmt.Sprintf("makes %d changes, one \"for\" counting as two, more than %d", n, MaxChanges), fmt.Sprint(MaxChanges), "leave some out")
	}
}

// change reads one event: nodes that go down or come up, or a link.
func (p *parser) change(v ref) Change {
	var c Change
	g := changeTable(&c).read(p, v)
	what := []ref{g.at("down"), g.at("up"), g.at("link")}
	slices.Sort(what)
	what = slices.DeleteFunc(what, func(v ref) bool { return v == 0 })
	for _, v := range what[min(1, len(what)):] {
		p.wrong(v, "is given beside another", "", "write an event for each of down, up and link")
	}
	if end := c.At.Add(c.For); int64(end) > simtime.Max {
		p.wrong(v, fmt.Sprintf("lasts until %v, beyond %v", end, simtime.Time(simtime.Max)), simtime.Time(simtime.Max).String(), `shorten "for", or leave it out`)
	}
	if g.ok && len(what) == 0 {
		p.missing(v, "down", "an event", `write "down": "3", "up": "12-15" or "link": ["n0", "s0"]`)
	}
	return c
}

// link reads the two devices that a link joins.
func (p *parser) link(v ref, c *Change) {
	if !p.list(v, 2, "devices") {
		return
	}
	n := 0
	for _, e := range p.elements(v) {
		c.From, c.To = c.To, p.device(e)
		n++
	}
	if n < 2 {
		p.wrong(v, fmt.Sprintf("names %d devices", n), "2", `name both ends, as in ["n0", "s0"]`)
	}
}

// device reads "n0" or "s0" of any machine.
func (p *parser) device(v ref) End {
	shape := Shape{Nodes: p.machine.NumNodes()}
	if d, ok := p.machine.Topology.(topology.Devices); ok {
		shape.Switches = d.NumSwitches()
	}
	return p.end(v, &shape)
}

func (w *writer) changes(all []Change) {
	var c Change
	fields, usual := changeTable(&c), changeTable(&Change{})
	w.lines('[', ']', len(all), func(i int) {
		c = all[i]
		fields.write(w, usual)
	})
}

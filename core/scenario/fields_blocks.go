package scenario

import (
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/topology"
)

// allotmentsTable is S1's shares of the machine. What is usual is the example of
// SOURCES.md S1.1.
var usualAllotments = Allotments{Share: 800}

func allotmentsTable(a *Allotments) *table {
	t := newTable("allotments", 3)
	t.number("share", &a.Share, 0, 1000, "shares")
	t.add("users", Map, nil, 0, MaxOwners).always().
		needs(`write the nodes of each user, as in "users": {"ada": 40}`).
		reads(func(p *parser, v ref) { p.allotted(v, a) }).
		writes(func(w *writer, _ any) { w.allotted(a) })
	t.add("history", List, nil, 0, MaxHistory).
		reads(func(p *parser, v ref) { p.history(v, a) }).
		when(func() bool { return len(a.History) > 0 }).
		writes(func(w *writer, _ any) { w.history(a.History) })
	return t
}

func allotmentTable(a *Allotment) *table {
	t := newTable("an allotment", 2)
	t.integer("nodes", &a.Nodes, 1, topology.MaxNodes).always().needs(`write "nodes": 20`)
	t.number("share", &a.Share, 0, 1000, "shares").always()
	return t
}

// example shows all that is told of a finished job.
const example = `write it as in {"user": "ada", "application": "cfd", "amount": 200, "time": 14400}`

func pastTable(x *deadline.Past) *table {
	t := newTable("a finished job", 4)
	t.label("user", &x.User).always().needs(example).reads(func(p *parser, v ref) { x.User = p.ofUser(v) })
	t.label("application", &x.Application)
	t.integer("amount", &x.Amount, 1, MaxNumber).always().needs(example)
	t.seconds("time", (*int64)(&x.Time), 1).always().needs(example)
	return t
}

// limitsTable is what running jobs of users, groups and queues may have: the
// owners and measures are those of the discipline, by its names.
func limitsTable() *table {
	t := newTable("limits", 8)
	for o := range queue.NumOwners {
		t.add(o.String(), Map, nil, 0, MaxOwners).reads(func(p *parser, v ref) {
			p.byName(v, o.String(), func(name string, _, v ref) { p.limitsOf(v, queue.Limit{Owner: o, Name: name}) })
		})
	}
	return t
}

// limitTable is the limits of one owner.
func limitTable(l *queue.Limit) *table {
	t := newTable("a limit", 1)
	for m := range queue.OfNamed {
		t.add(m.String(), Bounds, nil, 0, MaxNumber).reads(func(p *parser, v ref) { p.limit(v, *l, m) })
	}
	t.add(queue.OfNamed.String(), Map, nil, 0, MaxNamed).reads(func(p *parser, v ref) {
		p.resources(v, false, func(k int, v ref) { p.limit(v, *l, queue.OfNamed+queue.Measure(k)) })
	})
	return t
}

// ownLimit is of one of the cluster's own resources.
var ownLimit = field{kind: Bounds, max: MaxNumber}

// A queue says what differs from open and started.
var usualGate = queue.Gate{Open: true, Started: true}

func gateTable(g *queue.Gate) *table {
	t := newTable("a queue", 3)
	t.truth("open", &g.Open)
	t.truth("started", &g.Started)
	t.add("events", List, nil, 0, MaxTurns).
		reads(func(p *parser, v ref) { p.turns(v, g) }).
		when(func() bool { return len(g.Turns) > 0 }).
		writes(func(w *writer, _ any) { w.turns(g) })
	return t
}

// gateTurn is a change of a queue while it is read: which of its states it names.
type gateTurn struct {
	queue.GateTurn
	open, started ref
}

func turnTable(x *gateTurn) *table {
	t := newTable("an event", 3)
	t.seconds("at", (*int64)(&x.At), 0).always().needs(`write "at": 600, in seconds`)
	t.truth("open", &x.Open).noted(&x.open)
	t.truth("started", &x.Started).noted(&x.started)
	return t
}

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

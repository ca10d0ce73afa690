package scenario

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

func faultsTable(f *Faults) *table {
	t := newTable("faults", 7)
	t.Add("offline", schema.Nodes, (*nodesValue)(&f.Offline), 0, 0)
	t.Add("events", schema.List, nil, 0, MaxChanges).
		Reads(func(p *parser, v jsondoc.Ref) { p.changes(v, f) }).
		When(func() bool { return len(f.Events) > 0 }).
		Writes(func(w *writer, _ any) { w.changes(f.Events) })
	t.Seconds("mtbf", (*int64)(&f.MTBF), int64(MinSpan))
	t.Seconds("repair", (*int64)(&f.Repair), int64(MinSpan))
	t.Object("heartbeat", &f.Heartbeat, func() *table { return heartbeatTable(&f.Heartbeat) }).
		Reads(func(p *parser, v jsondoc.Ref) {
			f.Heartbeat = usualHeartbeat
			heartbeatTable(&f.Heartbeat).Read(p, v)
		}).When(func() bool { return f.Heartbeat.Period != 0 }).Writes(func(w *writer, _ any) { heartbeatTable(&f.Heartbeat).Write(w, heartbeatTable(&usualHeartbeat)) })
	t.OneOf("jobs", (*uint8)(&f.Jobs), namesOf(faults.Checkpoint+1))
	t.Object("checkpoint", f, func() *table { return checkpointTable(f) })
	return t
}

// usualHeartbeat holds the default of three missed beats, a common choice
// (INFERRED).
var usualHeartbeat = faults.Heartbeat{Misses: 3}

func heartbeatTable(h *faults.Heartbeat) *table {
	t := newTable("a heartbeat", 2)
	t.Seconds("period", (*int64)(&h.Period), int64(MinSpan)).Always().Needs(`write "period": 10, in seconds`)
	t.Integer("misses", &h.Misses, 1, MaxMisses)
	return t
}

func checkpointTable(f *Faults) *table {
	t := newTable("a checkpoint", 2)
	t.Seconds("every", (*int64)(&f.Every), int64(MinSpan)).Always().Needs(`write "every": 600, in seconds of computing`)
	t.Seconds("cost", (*int64)(&f.Cost), 0)
	return t
}

func changeTable(c *Change) *table {
	t := newTable("an event", 7)
	t.Seconds("at", (*int64)(&c.At), 0).Always().Needs(`write "at": 100, in seconds`)
	nodes := func(name string, up, divides bool) {
		t.Add(name, schema.Nodes, (*nodesValue)(&c.Nodes), 0, 0).Reads(func(p *parser, v jsondoc.Ref) {
			c.Up, c.Divides = up, divides
			c.Nodes, _ = p.nodeList(v)
		}).When(func() bool { return c.Nodes != nil && c.Up == up && c.Divides == divides })
	}
	nodes("down", false, false)
	nodes("up", true, false)
	nodes("leave", false, true)
	nodes("join", true, true)
	t.Add("link", schema.Ends, nil, 0, 0).
		Reads(func(p *parser, v jsondoc.Ref) { p.link(v, c) }).
		When(func() bool { return c.Nodes == nil }).
		Writes(func(w *writer, _ any) { w.link(c) })
	t.Seconds("for", (*int64)(&c.For), 1)
	return t
}

// link writes the two devices that a link connects.
func (w *writer) link(c *Change) {
	w.Raw("[").Text(c.From.String())
	w.Comma(1)
	w.Text(c.To.String()).Raw("]")
}

// faults reads the block "faults".
func (p *parser) faults(v jsondoc.Ref) {
	f := &Faults{}
	g := faultsTable(f).Read(p, v)
	switch {
	case !g.OK || p.Count() > g.Before:
		return
	case g.At("repair") != 0 && f.MTBF == 0:
		p.Wrong(g.At("repair"), "is given without mtbf", "", `write "mtbf", the mean time between failures of one node, or leave it out`)
	case f.Jobs == faults.Checkpoint && g.At("checkpoint") == 0:
		p.Missing(v, "checkpoint", "faults", `write "checkpoint": {"every": 600}, or "jobs": "requeue"`)
	default:
		p.s.Faults, p.faultsAt = f, v
	}
}

func (p *parser) changes(v jsondoc.Ref, f *Faults) {
	if !p.List(v, MaxChanges, "events") {
		return
	}
	n := 0
	for _, e := range p.Elements(v) {
		c := p.change(e)
		if n++; c.For > 0 {
			n++
		}
		f.Events = append(f.Events, c)
	}
	if n > MaxChanges {
		p.Wrong(v, fmt.Sprintf("makes %d changes (each \"for\" counts as two), more than %d", n, MaxChanges), fmt.Sprint(MaxChanges), "remove some")
	}
}

// change reads one event: nodes go down, come up, leave for another division
// (partition) of the machine or join from it, or a link goes down or comes up.
func (p *parser) change(v jsondoc.Ref) Change {
	var c Change
	g := changeTable(&c).Read(p, v)
	what := []jsondoc.Ref{g.At("down"), g.At("up"), g.At("leave"), g.At("join"), g.At("link")}
	slices.Sort(what)
	what = slices.DeleteFunc(what, func(v jsondoc.Ref) bool { return v == 0 })
	for _, v := range what[min(1, len(what)):] {
		p.Wrong(v, "is a second change in one event", "", "write an event for each change")
	}
	if end := c.At.Add(c.For); int64(end) > simtime.Max {
		p.Wrong(v, fmt.Sprintf("lasts until %v, beyond %v", end, simtime.Time(simtime.Max)), simtime.Time(simtime.Max).String(), `shorten "for", or leave it out`)
	}
	if g.OK && len(what) == 0 {
		p.Missing(v, "down", "an event", `write "down": "3", "up": "12-15", "leave": "8-11", "join": "8-11" or "link": ["n0", "s0"]`)
	}
	return c
}

// link reads the two devices that a link connects.
func (p *parser) link(v jsondoc.Ref, c *Change) {
	if !p.List(v, 2, "devices") {
		return
	}
	n := 0
	for _, e := range p.Elements(v) {
		c.From, c.To = c.To, p.device(e)
		n++
	}
	if n < 2 {
		p.Wrong(v, fmt.Sprintf("names %d devices", n), "2", `name both ends, as in ["n0", "s0"]`)
	}
}

// device reads the name of a node ("n0") or switch ("s0") of the scenario's
// machine.
func (p *parser) device(v jsondoc.Ref) End {
	shape := Shape{Nodes: p.machine.NumNodes()}
	if d, ok := p.machine.Topology.(topology.Devices); ok {
		shape.Switches = d.NumSwitches()
	}
	return p.end(v, &shape)
}

func (w *writer) changes(all []Change) {
	var c Change
	fields, usual := changeTable(&c), changeTable(&Change{})
	w.Lines('[', ']', len(all), func(i int) {
		c = all[i]
		fields.Write(w, usual)
	})
}

// machineTurn is one change of the machine: an event of the file, or the opposite
// change that the field "for" of an event adds.
type machineTurn struct {
	at   simtime.Time
	up   bool
	back bool // whether this change is the opposite one, which "for" adds
	i    int
}

// turns returns all changes ordered by time. If several changes have the same
// instant, those that bring nodes or links up, or let nodes join, come before the
// others.
func (f *Faults) turns() []machineTurn {
	var all []machineTurn
	for i := range f.Events {
		c := &f.Events[i]
		all = append(all, machineTurn{c.At, c.Up, false, i})
		if c.For != 0 {
			all = append(all, machineTurn{c.At.Add(c.For), !c.Up, true, i})
		}
	}
	places := make([]int32, len(all)) // sort indices rather than changes: this reuses the sort code that the jobs need anyway
	for i := range places {
		places[i] = int32(i)
	}
	slices.SortFunc(places, func(a, b int32) int {
		x, y := &all[a], &all[b]
		return cmp.Or(cmp.Compare(x.at, y.at), int(truth(y.up))-int(truth(x.up)), int(a-b))
	})
	out := make([]machineTurn, len(all))
	for i, place := range places {
		out[i] = all[place]
	}
	return out
}

// checkFaults finds impossible events: nodes and links that go down while they are
// down, or come up while they are up; nodes that leave or join in the wrong state;
// and links that do not exist. It also finds jobs that need more nodes than are
// ever present.
func (p *parser) checkFaults() {
	f := p.s.Faults
	if f == nil {
		return
	}
	before := p.Count()
	cables := p.checkLinks(f)
	down := topology.NewNodeSet(p.machine.NumNodes())
	for _, run := range f.Offline {
		down.AddRange(run.First, run.Last)
	}
	absent, away := down.Clone(), topology.NewNodeSet(p.machine.NumNodes())
	linkDown := map[string]bool{}
	changed := 0
	for _, t := range f.turns() {
		c := &f.Events[t.i]
		if c.Nodes == nil {
			name := cables[t.i]
			if linkDown[name] != t.up && name != "" {
				state := [...]string{"down", "up"}
				p.changeError(t, c, "the link", "already "+state[truth(t.up)], state[truth(!t.up)])
			}
			linkDown[name] = !t.up
			continue
		}
		if changed += c.Nodes.Nodes(); changed > MaxChanged {
			p.Add(jsondoc.Error{
				Place: "faults.events", Value: fmt.Sprint(changed), Limit: fmt.Sprint(MaxChanged),
				Problem: fmt.Sprintf("events change nodes at least %d times, more than %d", changed, MaxChanged), Fix: "remove some",
			})
			return
		}
		for _, run := range c.Nodes {
			p.checkChange(t, c, run, &down, &away)
			if t.up {
				down.RemoveRange(run.First, run.Last)
				away.RemoveRange(run.First, run.Last)
				absent.RemoveRange(run.First, run.Last)
				continue
			}
			if c.Divides && down.CountRange(run.First, run.Last) == 0 { // otherwise checkChange has noted an error; avoid follow-up errors
				away.AddRange(run.First, run.Last)
			}
			down.AddRange(run.First, run.Last)
		}
	}
	if p.Count() == before {
		p.checkPresent(int32(p.machine.NumNodes() - absent.Len()))
	}
}

// checkChange notes an error if a node of the given range is not in the state that
// the change requires. The first set (down) holds all nodes that are down or in
// another division of the machine. The second set (away), a part of the first set,
// holds only the nodes in another division.
func (p *parser) checkChange(t machineTurn, c *Change, run cluster.NodeRun, down, away *topology.NodeSet) {
	const elsewhere = "in another division"
	have, gone := down.CountRange(run.First, run.Last), away.CountRange(run.First, run.Last)
	bad := func(n topology.NodeID, state, wanted string) {
		p.changeError(t, c, fmt.Sprintf("node %d", n), state, wanted)
	}
	switch first, _ := down.Next(run.First); {
	case !t.up && have > 0 && away.Has(first):
		bad(first, elsewhere, "up")
	case !t.up && have > 0:
		bad(first, "already down", "up")
	case t.up && have < run.Nodes():
		bad(down.NextGap(run.First), "already up", [...]string{"down", elsewhere}[truth(c.Divides)])
	case t.up && c.Divides && gone < run.Nodes():
		bad(away.NextGap(run.First), "down", elsewhere)
	case t.up && !c.Divides && gone > 0:
		first, _ = away.Next(run.First)
		bad(first, elsewhere, "down")
	}
}

// changeError notes an error about an impossible change of a node or link. The
// arguments are the name of the node or link, its current state, and the state that
// the change requires.
func (p *parser) changeError(t machineTurn, c *Change, what, state, wanted string) {
	verb, field := [...]string{"go down", "go up"}[truth(t.up)], [...]string{"down", "up"}[truth(c.Up)]
	if c.Divides {
		verb, field = [...]string{"leave", "join"}[truth(t.up)], [...]string{"leave", "join"}[truth(c.Up)]
	}
	if c.Nodes == nil {
		field = "link"
	}
	if t.back {
		field = "for"
	}
	p.Add(jsondoc.Error{
		Place: fmt.Sprintf("faults.events[%d].%s", t.i, field), Value: t.at.String(), Limit: wanted,
		Problem: fmt.Sprintf("%s makes %s %s at %v, when it is %s", field, what, verb, t.at, state),
		Fix:     fmt.Sprintf("it must be %s before that: remove or move one of the two events", wanted),
	})
}

// checkPresent finds jobs that need more nodes than are ever present. It gets the
// largest number of nodes that are ever present.
func (p *parser) checkPresent(ever int32) {
	for i := range p.s.Jobs {
		if j := &p.s.Jobs[i]; !p.badJobs[i] && j.Nodes > ever && j.Nodes <= int32(p.machine.NumNodes()) {
			p.jobError(i, "nodes", j.Nodes, fmt.Sprintf("is more than the nodes that are ever available (%d): the others are offline and never come up", ever), fmt.Sprint(ever), fmt.Sprintf("ask for %d or fewer, or let more come up", ever))
		}
	}
}

// checkLinks finds events of links that do not exist. It also finds events of links
// that have no effect because jobs do not share links. It returns one name for each
// event. For a valid event of a link, the name consists of the two ends of the
// link. For all other events, the name is "".
func (p *parser) checkLinks(f *Faults) []string {
	names := make([]string, len(f.Events))
	routed, ok := p.machine.Topology.(topology.Routed)
	cables := f.cables(p.machine.Topology)
	for i := range f.Events {
		c := &f.Events[i]
		if c.Nodes != nil {
			continue
		}
		place := fmt.Sprintf("faults.events[%d].link", i)
		between := c.From.String() + " and " + c.To.String()
		switch {
		case p.s.Network.Model != "max-min" || !ok:
			p.Add(jsondoc.Error{
				Place: place, Value: between, Limit: "max-min",
				Problem: fmt.Sprintf("link fails, and the network %q has no links that jobs share", p.s.Network.Model),
				Fix:     `write "network": "max-min"`,
			})
		case len(cables[i]) == 0 && p.Full():
			p.Omit()
		case len(cables[i]) == 0:
			p.Add(jsondoc.Error{
				Place: place, Value: between, Limit: "two devices that are joined",
				Problem: fmt.Sprintf("link between %s does not exist", between),
				Fix:     "name two devices that a link joins: " + neighbours(routed, c.From.device(routed)),
			})
		default:
			a, b := c.From, c.To
			if a.device(routed) > b.device(routed) {
				a, b = b, a
			}
			names[i] = a.String() + b.String()
		}
	}
	return names
}

// neighbours returns the names of up to eight devices to which a device has links.
func neighbours(t topology.Routed, d topology.DeviceID) string {
	const most = 8
	text, n := "", 0
	for l := range topology.LinkID(t.NumLinks()) {
		link := t.Link(l)
		if link.From != d {
			continue
		}
		e := End{Switch: int(link.To) < t.NumSwitches(), Number: int32(link.To)}
		if !e.Switch {
			e.Number -= int32(t.NumSwitches())
		}
		if n++; n > most {
			return text + ", …"
		}
		if text != "" {
			text += ", "
		}
		text += e.String()
	}
	return "it is joined to " + text
}

// insideFaults returns the table of fields for the objects at the given path inside
// the block "faults". The table leads to an object with default values.
func insideFaults(path string) *table {
	switch path {
	case "faults.events":
		return changeTable(&Change{})
	case "faults.heartbeat":
		return heartbeatTable(&usualHeartbeat)
	}
	return faultsTable(&Faults{})
}

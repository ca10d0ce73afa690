package scenario

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// turn is one thing that happens to the machine: an event of the file, or the
// opposite that its "for" adds.
type turn struct {
	at   simtime.Time
	up   bool
	back bool // the opposite
	i    int
}

// turns are all of them in order of time, ups before downs at one instant.
func (f *Faults) turns() []turn {
	var all []turn
	for i := range f.Events {
		c := &f.Events[i]
		all = append(all, turn{c.At, c.Up, false, i})
		if c.For != 0 {
			all = append(all, turn{c.At.Add(c.For), !c.Up, true, i})
		}
	}
	places := make([]int32, len(all)) // sorted in place of them: jobs are sorted so, too
	for i := range places {
		places[i] = int32(i)
	}
	slices.SortFunc(places, func(a, b int32) int {
		x, y := &all[a], &all[b]
		return cmp.Or(cmp.Compare(x.at, y.at), int(truth(y.up))-int(truth(x.up)), int(a-b))
	})
	out := make([]turn, len(all))
	for i, place := range places {
		out[i] = all[place]
	}
	return out
}

// checkFaults finds nodes and links that go down twice or come up without
// having been down, links that there are not, and jobs for which too few nodes
// are ever there.
func (p *parser) checkFaults() {
	f := p.s.Faults
	if f == nil {
		return
	}
	before := p.count()
	cables := p.checkLinks(f)
	down := topology.NewNodeSet(p.machine.NumNodes())
	for _, run := range f.Offline {
		down.AddRange(run.First, run.Last)
	}
	absent := down.Clone()
	linkDown := map[string]bool{}
	changed := 0
	for _, t := range f.turns() {
		c := &f.Events[t.i]
		if c.Nodes == nil {
			name := cables[t.i]
			if linkDown[name] != t.up && name != "" {
				p.changeError(t, c, "the link")
			}
			linkDown[name] = !t.up
			continue
		}
		if changed += c.Nodes.Nodes(); changed > MaxChanged {
			p.add(Error{
				Place: "faults.events", Value: fmt.Sprint(changed), Limit: fmt.Sprint(MaxChanged),
				Problem: fmt.Sprintf("events change nodes %d times or more, more than %d", changed, MaxChanged), Fix: "leave some out",
			})
			return
		}
		for _, run := range c.Nodes {
			switch have := down.CountRange(run.First, run.Last); {
			case t.up && have < run.Nodes():
				p.changeError(t, c, fmt.Sprintf("node %d", down.NextGap(run.First)))
			case !t.up && have > 0:
				first, _ := down.Next(run.First)
				p.changeError(t, c, fmt.Sprintf("node %d", first))
			}
			if t.up {
				down.RemoveRange(run.First, run.Last)
				absent.RemoveRange(run.First, run.Last)
			} else {
				down.AddRange(run.First, run.Last)
			}
		}
	}
	if p.count() == before {
		p.checkPresent(int32(p.machine.NumNodes() - absent.Len()))
	}
}

// changeError notes that something is down, or up, already.
func (p *parser) changeError(t turn, c *Change, what string) {
	field := [...]string{"down", "up"}[truth(c.Up)]
	if c.Nodes == nil {
		field = "link"
	}
	if t.back {
		field = "for"
	}
	state, other := "down", "up"
	if t.up {
		state, other = "up", "down"
	}
	p.add(Error{
		Place: fmt.Sprintf("faults.events[%d].%s", t.i, field), Value: t.at.String(), Limit: other,
		Problem: fmt.Sprintf("%s lets %s go %s at %v, where it is %s already", field, what, state, t.at, state),
		Fix:     fmt.Sprintf("let it be %s before: take out or move one of the two events", other),
	})
}

// checkPresent finds jobs wider than all nodes that are ever there.
func (p *parser) checkPresent(ever int32) {
	for i := range p.s.Jobs {
		if j := &p.s.Jobs[i]; !p.badJobs[i] && j.Nodes > ever && j.Nodes <= int32(p.machine.NumNodes()) {
			p.jobError(i, "nodes", j.Nodes, fmt.Sprintf("is more than the nodes that are ever there (%d): the others are offline and never come up", ever), fmt.Sprint(ever), fmt.Sprintf("ask for %d or fewer, or let more come up", ever))
		}
	}
}

// checkLinks finds links that do not exist or that nobody shares, and names
// each event's link by its ends, "" for other events.
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
			p.add(Error{
				Place: place, Value: between, Limit: "max-min",
				Problem: fmt.Sprintf("link fails, and the network %q has no links that jobs share", p.s.Network.Model),
				Fix:     `write "network": "max-min"`,
			})
		case len(cables[i]) == 0 && p.full():
			p.more++
		case len(cables[i]) == 0:
			p.add(Error{
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

// neighbours names some devices that a device is joined to.
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

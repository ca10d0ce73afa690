package machinepanel

import (
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// shownNote returns a text that compares the cost of the candidate placement shown
// on the machine with the cost of the chosen placement. It returns "" if no
// candidate is shown.
func (m MachinePanel) shownNote() string {
	w := m.Weighed
	if w == nil || !w.Costs || m.Shown < 0 || m.Shown >= len(w.Candidates) {
		return ""
	}
	text := i18n.MachineOther
	if m.Shown == 0 {
		text = i18n.MachineChosen
	}
	best, this := &w.Candidates[0], &w.Candidates[m.Shown]
	note := i18n.Upper(m.Words.Say(text, i18n.S("cost", m.CostName()),
		i18n.S("best", m.CostFigure(best)), i18n.S("this", m.CostFigure(this))))
	if best.Cost == this.Cost && (best.Tie != this.Tie || best.Speed != this.Speed) {
		note = i18n.Sentences(m.Words, m.Tie(best, this), note)
	}
	return note
}

// LinkText returns a text with the load of a link and the jobs that cause it.
func (m MachinePanel) LinkText(l *message.LinkLoad) string {
	text := i18n.LinkLoad
	if l.Wanted > 1000 {
		text = i18n.LinkFull
	}
	return m.Words.Say(text, i18n.S("link", m.WayText(l.Way)), i18n.S("wanted", m.Percent(l.Wanted)), i18n.S("jobs", m.JobList(l.Users, workload.NoJob)))
}

// cableTip returns a text with the name of a cable and the load in each of its two
// directions.
func (m MachinePanel) cableTip(cable int32) html.HTML {
	from, to := m.Ends(cable)
	name := html.Bold(i18n.Upper(from + " – " + to))
	var out html.HTML
	if slices.ContainsFunc(m.State.LinksDown, func(way int32) bool { return way/2 == cable }) {
		out = m.Words.HTML(i18n.LinkIsDown, i18n.H("link", name))
	}
	for i := range m.State.Links {
		if l := &m.State.Links[i]; l.Way/2 == cable {
			out += html.If(out != "", html.Br) + html.Escape(i18n.Upper(m.LinkText(l)))
		}
	}
	if out != "" {
		return out
	}
	if !m.Shares() {
		return name
	}
	for _, l := range m.State.Loads {
		if l.Cable == cable {
			return i18n.Colon(m.Words, name, html.Escape(m.Percent(l.Wanted)))
		}
	}
	return m.Words.HTML(i18n.LinkIdle, i18n.H("link", name))
}

// MachineNote returns the line of text about the machine. It normally gives the
// number of busy nodes, and the nodes of the selected job or the job under the
// pointer. While a candidate placement is shown, the line is about that candidate.
// After the reader has chosen two nodes, it is about the route between them.
func (m MachinePanel) MachineNote() string {
	if m.State == nil {
		return ""
	}
	if text := m.shownNote(); text != "" {
		return text
	}
	if text := m.RouteNote(); text != "" {
		return text
	}
	all := int64(m.Run.Machine.Drawn.Nodes)
	busy, aside, broken, away, other := all-int64(m.State.Idle), int64(0), int64(0), int64(0), int64(0)
	for n := range m.State.Failed.All {
		switch m.health(n) {
		case offline:
			away++
		case elsewhere:
			other++
		default:
			broken++
		}
	}
	sleep := int64(0)
	for o := range m.asleep {
		sleep += int64(o.Last-o.First) + 1
	}
	for i := range m.State.Growths {
		aside += int64(m.State.Growths[i].Frozen.Nodes())
	}
	if aside+broken+away+other > 0 || m.Run.Blocks { // some nodes are neither idle nor busy
		busy = int64(m.Busy(0, topology.NodeID(all-1)))
	}
	text := m.Words.Say(i18n.MachineNote, m.Words.N("busy", busy), m.Words.N("all", all))
	text += m.asideNote(aside)
	if m.Run.Blocks {
		text += blocking(m).note()
	}
	if end := m.Route.Ends[0]; end >= 0 {
		text += " · " + m.NodeText(int(end)) + " → ?"
	}
	if broken > 0 {
		text += " · " + m.Words.Say(i18n.MachineDown, m.Words.N("n", broken))
	}
	if away > 0 {
		text += " · " + m.Words.Say(i18n.MachineOffline, m.Words.N("n", away))
	}
	if other > 0 {
		text += " · " + m.Words.Say(i18n.MachineElsewhere, m.Words.N("n", other))
	}
	if sleep > 0 {
		text += " · " + m.Words.Say(i18n.MachineAsleep, m.Words.N("n", sleep))
	}
	if id := m.Subject(); id != workload.NoJob {
		text += i18n.After(" · ", m.holdsText(id))
	}
	return text
}

// RouteNote returns a text about the route between the two nodes that the reader
// chose: the distance, and the switches or other devices on the route. It returns
// "" while fewer than two nodes are chosen.
func (m MachinePanel) RouteNote() string {
	if r := &m.Route; r.Ends[1] < 0 || r.Distance == 0 {
		return ""
	}
	return (&routed{m}).note()
}

// routed describes routes between nodes and units. The page downloads the code of
// these methods only when it needs them.
type routed struct{ MachinePanel }

func (m *routed) note() string {
	const most = 10 // maximum number of devices listed by name
	r := &m.Route
	text := m.Words.Say(i18n.RouteWay, i18n.S("from", m.NodeText(int(r.Ends[0]))), i18n.S("to", m.NodeText(int(r.Ends[1]))), m.Words.N("hops", r.Hops), m.Words.N("n", r.Distance))
	if r.Back != r.Distance {
		text += m.Words.Say(i18n.RouteBack, m.Words.N("n", r.Back))
	}
	var names []string
	for i, name := range r.Through {
		if len(r.Through) > most && i == most/2 {
			names = append(names, "…")
		}
		if len(r.Through) <= most || i < most/2 || i >= len(r.Through)-most/2 {
			names = append(names, m.onWay(name))
		}
	}
	return text + i18n.After(": ", strings.Join(names, " → "))
}

// onWay returns a short name for a device on a route. If routers have S0's numbers,
// the name of a router is its number.
func (m *routed) onWay(name string) string {
	if number, router := strings.CutPrefix(name, "router "); router && len(m.Run.Machine.Drawn.Tree) > 0 {
		return number
	}
	device, _, _ := strings.Cut(name, " (")
	return m.DeviceName(device)
}

// holdsText returns a text about the nodes of a job at the step on screen: those
// that it requests, starts on, holds, or held. It returns "" for a job that has not
// been submitted yet.
func (m MachinePanel) holdsText(id workload.JobID) string {
	step := m.State.Step - 1
	say := func(t i18n.Text, size string) string {
		return m.Words.Say(t, i18n.S("job", m.JobText(id)), i18n.S("size", size))
	}
	if r := m.Running(id); r != nil {
		text := i18n.MachineHolds
		if m.Run.LifeAt(id, step).Start == step {
			text = i18n.MachineTakes
		}
		out := say(text, m.SizeOf(id, r.Placement))
		if m.Run.Blocks {
			out += blocking(m).keeps(r)
		}
		return out
	}
	switch l := m.Run.LifeAt(id, step); {
	case m.Run.Refused[id] || l.Submit > step:
		return ""
	case m.Waits(id):
		text := say(i18n.MachineWants, m.Size(id))
		if w := m.promised(); w != nil {
			now := i18n.MachineKeptNow
			if m.State.Holds {
				now = i18n.MachineKept
			}
			text += " · " + m.Words.Say(now, i18n.S("at", m.Run.Clock.At(w.Promised)))
		}
		return text
	case l.Start < 0 || l.Start > step:
		return ""
	case l.End < 0 || l.End > step: // it is suspended
		return say(i18n.MachineStands, m.SizeOf(id, m.Placement(id, step)))
	}
	return say(i18n.MachineHeld, m.SizeOf(id, m.Placement(id, step)))
}

// asideNote returns a text with the number of nodes that are frozen (held back) for
// each growing job. If there are more than two such jobs, the text contains only
// the total, which the caller passes as all.
func (m MachinePanel) asideNote(all int64) (text string) {
	var growing []*engine.Growth
	for i := range m.State.Growths {
		if g := &m.State.Growths[i]; len(g.Frozen) > 0 {
			growing = append(growing, g)
		}
	}
	if len(growing) > 2 {
		return " · " + m.Words.Say(i18n.MachineAside, m.Words.N("n", all))
	}
	for _, g := range growing {
		text += " · " + m.Words.Say(i18n.MachineFrozen, m.Words.N("n", int64(g.Frozen.Nodes())), i18n.S("job", m.JobText(g.Job)))
	}
	return text
}

// TipHTML returns a description of the item under the pointer, or "" if there is no
// such item.
func (m MachinePanel) TipHTML() html.HTML {
	p := m.Pointed
	if m.State == nil {
		return ""
	}
	bold := func(text string) html.HTML { return html.Bold(i18n.Upper(text)) }
	var text html.HTML
	switch {
	case p.Switch.Level >= 0 && m.Run.Machine.Drawn.Plan != nil:
		text = bold(m.SwitchText(0, p.Switch.Place))
	case p.Switch.Level >= 0:
		first, last := m.Run.Under(p.Switch)
		text = m.Words.HTML(i18n.PointedSwitch, i18n.H("place", bold(m.SwitchText(p.Switch.Level, p.Switch.Place))),
			i18n.S("list", m.RangeText(first, last)), m.Words.N("busy", int64(m.Busy(first, last))), m.Words.N("all", int64(last-first)+1))
	case p.Cable >= 0:
		text = m.cableTip(p.Cable)
	case p.Outage > 0 && int(p.Outage) <= len(m.Run.Outages.All):
		text = m.outageText(bold(m.NodeText(int(p.Node))), &m.Run.Outages.All[p.Outage-1])
	case p.Aside:
		return m.Words.HTML(i18n.NodeFrozen, i18n.H("place", bold(m.NodeText(int(p.Node)))), i18n.B("job", m.JobText(p.Job)))
	case p.Node >= 0:
		text = m.nodeTip(p.Node, max(p.Last, p.Node))
	}
	if p.Job != workload.NoJob {
		text += html.If(text != "", html.Br) + i18n.UpperHTML(m.About(p.Job))
	}
	return text
}

func (m MachinePanel) nodeTip(first, last topology.NodeID) html.HTML {
	place := html.Bold(i18n.Upper(m.NodesText(int(last-first)+1, m.RangeText(first, last))))
	if text := m.stateTip(place, first, last); text != "" {
		return text
	}
	if m.Busy(first, last) == 0 {
		place = m.Words.HTML(i18n.PointedFree, i18n.H("place", place))
	}
	if end := m.Route.Ends[0]; end >= 0 && m.Route.Ends[1] < 0 && first != end {
		place += html.Br + m.Words.HTML(i18n.RouteHint, i18n.S("from", m.NodeText(int(end))))
	}
	if first < last {
		return place
	}
	place += i18n.After(html.Br, html.Escape(m.hasText(first)))
	for _, line := range m.socketLines(first) {
		place += html.Br + html.Escape(line)
	}
	return place
}

// Busy returns the number of nodes in use in a range of nodes. Cost: proportional
// to the number of node ranges that the running jobs hold. Jobs that share nodes
// add the number of their nodes.
func (m MachinePanel) Busy(first, last topology.NodeID) int {
	n := 0
	var seen map[topology.NodeID]bool
	for i := range m.State.Running {
		r := &m.State.Running[i]
		shares := m.Run.Jobs[r.Job].Nodes == 0
		for _, run := range r.Placement {
			a, b := max(run.First, first), min(run.Last, last)
			if !shares {
				n += max(int(b-a)+1, 0)
				continue
			}
			for ; a <= b; a++ {
				if !seen[a] {
					if seen == nil {
						seen = map[topology.NodeID]bool{}
					}
					seen[a] = true
					n++
				}
			}
		}
	}
	return n
}

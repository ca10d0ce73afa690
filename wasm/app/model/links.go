package model

import (
	"strconv"

	"hopyard/core/network"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Ends returns the names of the devices at the two ends of a cable, in the forward
// direction.
func (m *Model) Ends(cable int32) (from, to string) {
	d := &m.Run.Machine.Drawn
	switch {
	case d.Plan != nil:
		if int(cable) >= len(d.Plan.Cables) {
			return "?", "?"
		}
		c := &d.Plan.Cables[cable]
		return m.deviceText(c.A), m.deviceText(c.B)
	case len(d.Tree) > 0:
		at := d.Below(cable)
		above := m.parent(at)
		if int(at.Level) == len(d.Tree) {
			return m.NodeText(int(at.Place)), above
		}
		return m.SwitchText(at.Level, at.Place), above
	case len(d.Dims) == 0:
		return "?", "?"
	}
	n, next := m.GridEnds(cable)
	return m.NodeText(n), m.NodeText(next)
}

// GridEnds returns the two nodes that a cable of a grid connects.
func (m *Model) GridEnds(cable int32) (n, next int) {
	d := &m.Run.Machine.Drawn
	stride := 1
	for _, side := range d.Dims[int(cable)/d.Nodes+1:] {
		stride *= side
	}
	n, side := int(cable)%d.Nodes, d.Dims[int(cable)/d.Nodes]
	next = n + stride
	if n/stride%side == side-1 {
		next -= side * stride
	}
	return n, next
}

// parent returns the name of the switch directly above a position in a tree.
func (m *Model) parent(at draw.SwitchID) string {
	d := &m.Run.Machine.Drawn
	first := at.Place
	if int(at.Level) < len(d.Tree) {
		first = d.Tree[at.Level][at.Place]
	}
	for level := at.Level - 1; level >= 0; level-- {
		place := int32(0)
		for d.Tree[level][place+1] <= first {
			place++
		}
		up := draw.SwitchID{Level: level, Place: place}
		if s := d.Settle(up); s == up || int(at.Level) == len(d.Tree) {
			return m.SwitchText(s.Level, s.Place)
		}
	}
	return m.SwitchText(0, 0)
}

// deviceText returns the name of a device in a machine that is drawn as a plan
// (draw.MachineShape.Plan).
func (m *Model) deviceText(device int32) string {
	if n := int(device) - m.Run.Machine.Drawn.Plan.Switches; n >= 0 {
		return m.NodeText(n)
	}
	return m.SwitchText(0, device)
}

// NodeText returns the name of a node.
func (m *Model) NodeText(n int) string {
	if n < len(m.Run.Machine.Names) {
		return m.Run.Machine.Names[n]
	}
	return m.Words.Say(i18n.GridNode, i18n.S("n", strconv.Itoa(n)))
}

// WayText returns the name of one direction of a cable: "leaf 2 → root".
func (m *Model) WayText(way int32) string {
	from, to := m.Ends(way / 2)
	if way&1 == 1 {
		from, to = to, from
	}
	return from + " → " + to
}

// Percent formats a number of thousandths as a percentage, such as "43 %".
func (m *Model) Percent(thousandths int32) string {
	return m.Words.Say(i18n.UnitPercent, i18n.S("n", m.Words.Int(int64(thousandths+5)/10)))
}

// Pace returns a text about the speed of a running job. If a full link slows the
// job down, the text names the link and the jobs that share it. Pace returns "" if
// the job runs at full speed.
func (m *Model) Pace(id workload.JobID) html.HTML {
	r := m.Running(id)
	if r == nil || r.Speed == 1000 {
		return ""
	}
	if r.Speed > 1000 {
		return m.Words.HTML(i18n.RunsFaster, i18n.B("speed", m.Percent(r.Speed)))
	}
	if r.Late > 0 && r.Speed > 0 {
		late := m.Words.HTML(i18n.LateByHops, i18n.B("n", m.Words.Float(float64(r.Late)/1000, 3)))
		return i18n.Sentences(m.Words, m.slowed(r), late)
	}
	return m.slowed(r)
}

// slowed returns a text about the speed of a slowed job and, if it is known, the
// link that slows the job down.
func (m *Model) slowed(r *message.Running) html.HTML {
	id := r.Job
	if r.Speed == 0 && r.Brake < 0 {
		if m.Run.Wakes(id, m.State.Step) {
			return m.Words.HTML(i18n.StandsWaking)
		}
		return m.Words.HTML(i18n.StandsStill)
	}
	speed := i18n.B("speed", m.Percent(r.Speed))
	if r.Brake < 0 || int(r.Brake) >= len(m.State.Links) {
		return m.Words.HTML(i18n.RunsSlowly, speed)
	}
	l := &m.State.Links[r.Brake]
	link, with := i18n.B("link", m.WayText(l.Way)), m.JobList(l.Users, id)
	if with == "" {
		return m.Words.HTML(i18n.SlowedAlone, speed, link, i18n.B("wanted", m.Percent(l.Wanted)))
	}
	return m.Words.HTML(i18n.SlowedWith, speed, link, i18n.S("jobs", with))
}

// RangeText formats the range of nodes from first to last.
func (m *Model) RangeText(first, last topology.NodeID) string {
	return i18n.Range(first, last, m.Run.Machine.Names)
}

// Shares reports whether running jobs share the links.
func (m *Model) Shares() bool { return m.Run != nil && m.Run.Policy.Network == network.MaxMin.String() }

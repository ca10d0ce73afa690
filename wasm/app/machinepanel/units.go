package machinepanel

import (
	"slices"
	"sort"
	"strings"

	"hopyard/core/topology"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
)

// Limits for showing the network of units of source S0. A unit is a group of
// consecutive nodes with a common state. The tree is shown for at most maxTreeUnits
// units, and the table of all pairs of units for at most maxHopUnits. If there are
// more than maxHopUnits units, a list gives the hop count for each level of the
// common switch instead.
const (
	maxTreeUnits = 512
	maxHopUnits  = 24
)

// UnitsHTML returns a view of the units at the step on screen. It contains S0's
// tree of units (called Net′ there) with the state of each unit, and the hop counts
// between units. UnitsHTML returns "" if the machine has no units.
func (m MachinePanel) UnitsHTML() string {
	if !m.HasUnits() {
		return ""
	}
	c := m.Words
	var out strings.Builder
	count := [3]int64{}
	for _, u := range m.State.Units {
		count[u.State]++
	}
	out.WriteString(`<div class="net-view"><p>` + c.Say(i18n.UnitsAbout) + `</p><p class="net-count">` + c.Say(i18n.UnitsCount, i18n.S("at", i18n.Bold(m.ClockText())), i18n.S("free", c.Int(count[draw.UnitFree])),
		i18n.S("busy", c.Int(count[draw.UnitBusy])), i18n.S("used", c.Int(count[draw.UnitAllocated]))) + `</p>`)
	if len(m.State.Units) <= maxTreeUnits {
		out.WriteString(`<ul class="net">`)
		m.netSwitch(&out, 0, 0)
		out.WriteString(`</ul>`)
	}
	out.WriteString(`<h3>` + c.Say(i18n.HopsTitle) + `</h3>`)
	if len(m.State.Units) <= maxHopUnits {
		m.hopTable(&out)
	} else {
		m.hopLevels(&out)
	}
	return i18n.Unmark(out.String()) + `</div>`
}

// netSwitch writes the list item of a switch with the switches or units below it.
func (m MachinePanel) netSwitch(out *strings.Builder, level, i int) {
	tree := m.Run.Machine.Drawn.Tree
	first, end := tree[level][i], tree[level][i+1]
	class := ""
	if level+1 == len(tree) {
		class = ` class="leaf"`
	}
	out.WriteString(`<li` + class + `><b>` + i18n.Escape(m.SwitchText(int32(level), int32(i))) + `</b><ul>`)
	if level+1 < len(tree) {
		for k := sort.Search(len(tree[level+1]), func(k int) bool { return tree[level+1][k] >= first }); k+1 < len(tree[level+1]) && tree[level+1][k] < end; k++ {
			m.netSwitch(out, level+1, k)
		}
	} else {
		for _, u := range m.State.Units {
			if first <= int32(u.First) && int32(u.First) < end {
				m.netUnit(out, &u)
			}
		}
	}
	out.WriteString(`</ul></li>`)
}

// netUnit writes the list item of a unit: its nodes, its state, and the jobs that
// hold it.
func (m MachinePanel) netUnit(out *strings.Builder, u *draw.UnitScene) {
	c := m.Words
	text, class := c.Say(i18n.UnitFree), "free"
	switch u.State {
	case draw.UnitBusy:
		text, class = c.Say(i18n.UnitBusy, c.N("n", int64(u.Left))), "busy"
	case draw.UnitAllocated:
		text, class = c.Say(i18n.UnitAllocated), "allocated"
	}
	out.WriteString(`<li class="unit ` + class + `"><span>` + i18n.Escape(m.RangeText(u.First, u.Last)) + `</span><small>` + text + `</small>`)
	held, _ := m.Stretches(u.First, u.Last, int(u.Last-u.First)+1)
	for i, s := range held {
		if len(s.Jobs) > 0 && (i == 0 || !slices.Equal(s.Jobs, held[i-1].Jobs)) {
			out.WriteString(m.Chip(s.Jobs[0]) + `<small>` + m.JobText(s.Jobs[0]) + `</small>`)
		}
	}
	out.WriteString(`</li>`)
}

// level returns the level of the lowest switch that connects both nodes.
func (m MachinePanel) level(a, b topology.NodeID) int {
	tree := m.Run.Machine.Drawn.Tree
	for l := len(tree) - 1; l > 0; l-- {
		if place(tree[l], a) == place(tree[l], b) {
			return l
		}
	}
	return 0
}

// place returns the index of the switch that is above node n on the given level of
// the tree.
func place(level []int32, n topology.NodeID) int {
	return sort.Search(len(level), func(i int) bool { return level[i] > int32(n) }) - 1
}

// hops returns the number of switches on the route between two units. The route
// goes up to their lowest common switch, which is on the given level, and down
// again.
func (m MachinePanel) hops(level int) int64 {
	return int64(2*(len(m.Run.Machine.Drawn.Tree)-1-level) + 1)
}

// racks returns the first node below each switch of the level above the leaf
// switches. Two units below the same such switch are close to each other.
func (m MachinePanel) racks() []int32 {
	tree := m.Run.Machine.Drawn.Tree
	return tree[max(len(tree)-2, 0)]
}

// hopTable writes S0's table of the hop counts between all pairs of units.
func (m MachinePanel) hopTable(out *strings.Builder) {
	c, units := m.Words, m.State.Units
	out.WriteString(`<p class="small">` + c.Say(i18n.HopsAbout) + `</p><div class="wide" tabindex="0" role="group" aria-label="` + c.Say(i18n.HopsTitle) + `"><table class="hops"><thead><tr><td></td>`)
	for _, u := range units {
		out.WriteString(`<th scope="col">` + (&routed{m}).unitText(&u) + `</th>`)
	}
	out.WriteString(`</tr></thead><tbody>`)
	for i, u := range units {
		out.WriteString(`<tr><th scope="row">` + (&routed{m}).unitText(&u) + `</th>`)
		for k, v := range units {
			if i == k {
				out.WriteString(`<td>·</td>`)
				continue
			}
			hops, near := c.Int(m.hops(m.level(u.First, v.First))), ""
			if place(m.racks(), u.First) == place(m.racks(), v.First) {
				near = ` class="near"`
			}
			out.WriteString(`<td` + near + `>` + hops + `</td>`)
		}
		out.WriteString(`</tr>`)
	}
	out.WriteString(`</tbody></table></div>`)
}

// unitText returns the name of a unit in the table, which is its first node. If the
// routers have S0's numbers, the number of the unit's router comes before the node.
func (m *routed) unitText(u *draw.UnitScene) string {
	text := m.RangeText(u.First, u.First)
	if tree := m.Run.Machine.Drawn.Tree; len(m.Run.Machine.Names) == 0 && m.Run.Machine.Switches != nil {
		leaf := len(tree) - 1
		router := m.SwitchText(int32(leaf), int32(place(tree[leaf], u.First)))
		text = router[strings.LastIndexByte(router, ' ')+1:] + `<br><small>` + text + `</small>`
	}
	return text
}

// hopLevels writes the hop counts for a machine with many units. It writes one
// count for each level that the lowest common switch can have, and names the first
// switch of that level.
func (m MachinePanel) hopLevels(out *strings.Builder) {
	out.WriteString(`<ul>`)
	for l := range m.Run.Machine.Drawn.Tree {
		out.WriteString(`<li>` + m.Words.Say(i18n.HopsLevel, i18n.S("device", i18n.Escape(m.SwitchText(int32(l), 0)))) + `: <b>` + m.Words.Int(m.hops(l)) + `</b></li>`)
	}
	out.WriteString(`</ul>`)
}

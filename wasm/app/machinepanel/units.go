package machinepanel

import (
	"slices"
	"sort"
	"strings"

	"hopyard/core/topology"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
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
func (m MachinePanel) UnitsHTML() html.HTML {
	if !m.HasUnits() {
		return ""
	}
	c := m.Words
	count := [3]int64{}
	for _, u := range m.State.Units {
		count[u.State]++
	}
	out := html.P(html.Text(c.Say(i18n.UnitsAbout))) + html.P(html.Class("net-count"), c.HTML(i18n.UnitsCount, i18n.B("at", m.ClockText()), i18n.S("free", c.Int(count[draw.UnitFree])),
		i18n.S("busy", c.Int(count[draw.UnitBusy])), i18n.S("used", c.Int(count[draw.UnitAllocated]))))
	if len(m.State.Units) <= maxTreeUnits {
		out += html.Ul(html.Class("net"), m.netSwitch(0, 0))
	}
	out += html.H3(c.HTML(i18n.HopsTitle))
	if len(m.State.Units) <= maxHopUnits {
		out += m.hopTable()
	} else {
		out += m.hopLevels()
	}
	return html.Div(html.Class("net-view"), out)
}

// netSwitch returns the list item of a switch with the switches or units below it.
func (m MachinePanel) netSwitch(level, i int) html.HTML {
	tree := m.Run.Machine.Drawn.Tree
	first, end := tree[level][i], tree[level][i+1]
	var below html.Builder
	if level+1 < len(tree) {
		for k := sort.Search(len(tree[level+1]), func(k int) bool { return tree[level+1][k] >= first }); k+1 < len(tree[level+1]) && tree[level+1][k] < end; k++ {
			below.Add(m.netSwitch(level+1, k))
		}
	} else {
		for _, u := range m.State.Units {
			if first <= int32(u.First) && int32(u.First) < end {
				below.Add(m.netUnit(&u))
			}
		}
	}
	return html.Li(html.If(level+1 == len(tree), html.Class("leaf")), html.Bold(m.SwitchText(int32(level), int32(i))), html.Ul(below.HTML()))
}

// netUnit returns the list item of a unit: its nodes, its state, and the jobs that
// hold it.
func (m MachinePanel) netUnit(u *draw.UnitScene) html.HTML {
	c := m.Words
	text, class := c.HTML(i18n.UnitFree), "free"
	switch u.State {
	case draw.UnitBusy:
		text, class = c.HTML(i18n.UnitBusy, c.N("n", int64(u.Left))), "busy"
	case draw.UnitAllocated:
		text, class = c.HTML(i18n.UnitAllocated), "allocated"
	}
	var jobs html.HTML
	held, _ := m.Stretches(u.First, u.Last, int(u.Last-u.First)+1)
	for i, s := range held {
		if len(s.Jobs) > 0 && (i == 0 || !slices.Equal(s.Jobs, held[i-1].Jobs)) {
			jobs += m.Chip(s.Jobs[0]) + html.Small(html.Text(m.JobText(s.Jobs[0])))
		}
	}
	return html.Li(html.Class("unit "+class), html.Span(html.Text(m.RangeText(u.First, u.Last))), html.Small(text), jobs)
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

// hopTable returns S0's table of the hop counts between all pairs of units.
func (m MachinePanel) hopTable() html.HTML {
	c, units := m.Words, m.State.Units
	columns := html.Td()
	for _, u := range units {
		columns += html.ColumnHead((&routed{m}).unitText(&u))
	}
	var rows html.Builder
	for i, u := range units {
		cells := html.RowHead((&routed{m}).unitText(&u))
		for k, v := range units {
			if i == k {
				cells += html.Td(html.Text("·"))
				continue
			}
			near := place(m.racks(), u.First) == place(m.racks(), v.First)
			cells += html.Td(html.If(near, html.Class("near")), html.Text(c.Int(m.hops(m.level(u.First, v.First)))))
		}
		rows.El("tr", cells)
	}
	return html.P(html.Class("small"), c.HTML(i18n.HopsAbout)) + html.Div(html.Class("wide"), html.Attr{"tabindex", "0"}, html.Attr{"role", "group"}, html.Label(c.Say(i18n.HopsTitle)),
		html.Table(html.Class("hops"), html.Rows(columns, rows.HTML())))
}

// unitText returns the name of a unit in the table, which is its first node. If the
// routers have S0's numbers, the number of the unit's router comes before the node.
func (m *routed) unitText(u *draw.UnitScene) html.HTML {
	text := html.Escape(m.RangeText(u.First, u.First))
	if tree := m.Run.Machine.Drawn.Tree; len(m.Run.Machine.Names) == 0 && m.Run.Machine.Switches != nil {
		leaf := len(tree) - 1
		router := m.SwitchText(int32(leaf), int32(place(tree[leaf], u.First)))
		return html.Escape(router[strings.LastIndexByte(router, ' ')+1:]) + html.Br + html.Small(text)
	}
	return text
}

// hopLevels returns the hop counts for a machine with many units: one
// count for each level that the lowest common switch can have, and names the first
// switch of that level.
func (m MachinePanel) hopLevels() html.HTML {
	var out html.HTML
	for l := range m.Run.Machine.Drawn.Tree {
		out += html.Li(m.Words.HTML(i18n.HopsLevel, i18n.S("device", m.SwitchText(int32(l), 0))), html.HTML(": "), html.Bold(m.Words.Int(m.hops(l))))
	}
	return html.Ul(out)
}

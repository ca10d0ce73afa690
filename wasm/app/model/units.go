package model

import (
	"hopyard/core/metrics"
	"hopyard/wasm/app/i18n"
)

// Value formats a figure with its unit.
func (m *Model) Value(unit string, v float64) string {
	c := m.Words
	switch unit {
	case "s":
		return c.Span(i18n.Rounded(v))
	case "%":
		return c.Say(i18n.UnitPercent, i18n.S("n", c.Float(v*100, 0)))
	case "h":
		return c.Say(i18n.Hours, i18n.S("n", c.Float(v, 1)))
	case "jobs":
		return c.Int(int64(v))
	}
	decimals := 2
	if v >= 100 {
		decimals = 0
	} else if v >= 10 {
		decimals = 1
	}
	return c.Float(v, decimals)
}

// Unit returns the unit of a figure, as a word after the value. It returns "" if
// Value already includes the unit.
func (m *Model) Unit(unit string) string {
	switch unit {
	case "hops":
		return " " + m.Words.Say(i18n.UnitHops)
	case "kWh", "kW", "kg":
		return " " + m.Words.Tell(unit)
	case "links":
		if m.CountsLinks() {
			return " " + m.Words.Say(i18n.UnitLinks)
		}
	}
	return ""
}

// CountsLinks reports whether the distances of the machine are numbers of links. In
// a graph they are sums of weights instead, and flat machines have no links.
func (m *Model) CountsLinks() bool {
	kind := m.Run.Machine.Shape.Kind
	return kind != "graph" && kind != "flat"
}

// HasSwitches reports whether messages pass through switches, so that the number of
// hops differs from the number of links. That is not so in flat machines, and in
// machines in which every node is its own router.
func (m *Model) HasSwitches() bool {
	switch m.Run.Machine.Shape.Kind {
	case "flat", "torus", "mesh", "hypercube":
		return false
	}
	return true
}

// HasUnits reports whether the allocator divides the machine into units (source
// S0).
func (m *Model) HasUnits() bool {
	return m.State != nil && len(m.State.Units) > 0 && len(m.Run.Machine.Drawn.Tree) > 0
}

// OffBy formats the difference between two values of a figure, with sign and unit.
// It returns "" if the two values look the same when formatted.
func (m *Model) OffBy(unit string, v, from float64) string {
	if m.Value(unit, v) == m.Value(unit, from) {
		return ""
	}
	sign, d := "+", v-from
	if d < 0 {
		sign, d = "−", -d
	}
	if unit == "%" {
		decimals := 0
		if d < 0.01 {
			decimals = 1
		}
		return sign + m.Words.Say(i18n.FigurePoints, i18n.S("n", m.Words.Float(d*100, decimals)))
	}
	return sign + m.Value(unit, d) + m.Unit(unit)
}

// FigureOf returns the figure with the given key and its index in the list of
// figures. The index is -1 if there is none.
func FigureOf(key string) (int, metrics.Figure) {
	var none metrics.Figures
	for i, f := range none.List() {
		if f.Key == key {
			return i, f
		}
	}
	return -1, metrics.Figure{}
}

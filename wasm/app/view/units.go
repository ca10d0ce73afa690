package view

import "hopyard/wasm/app/words"

// Value writes a figure with its unit.
func (m *Model) Value(unit string, v float64) string {
	c := m.Words
	switch unit {
	case "s":
		return c.Span(words.Rounded(v))
	case "%":
		return c.Say(words.UnitPercent, words.S("n", c.Float(v*100, 0)))
	case "h":
		return c.Say(words.Hours, words.S("n", c.Float(v, 1)))
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

// Unit is what stands after a figure whose value does not name its unit.
func (m *Model) Unit(unit string) string {
	switch unit {
	case "hops":
		return " " + m.Words.Say(words.UnitHops)
	case "links":
		return " " + m.Words.Say(words.UnitLinks)
	}
	return ""
}

// HasUnits reports whether nodes are handed out by S0's units.
func (m *Model) HasUnits() bool {
	return m.State != nil && len(m.State.Units) > 0 && len(m.Run.Machine.Drawn.Tree) > 0
}

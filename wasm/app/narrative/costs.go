package narrative

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Tie says what decided between the best candidate and one that costs as much.
func (m Sentences) Tie(best, this *message.Candidate) string {
	text, a, b := i18n.TieFirst, "", ""
	switch {
	case best.Tie != this.Tie:
		text, a, b = i18n.TiePairs, m.Words.Int(best.Tie), m.Words.Int(this.Tie)
	case best.Speed != this.Speed:
		text, a, b = i18n.TieSpeed, m.SpeedFigure(best), m.SpeedFigure(this)
	}
	return m.Words.Say(text, i18n.S("best", a), i18n.S("this", b))
}

// Ties says how many of the candidates, best first, are equal to the first in all that is
// weighed, and which rule took that one; "" where nothing is equal to it, or only what an
// allocator lists in an order of its own.
func (m Sentences) Ties(all []message.Candidate) string {
	n, c := 1, m.Words
	for n < len(all) && all[n].Cost == all[0].Cost && all[n].Tie == all[0].Tie && all[n].Speed == all[0].Speed {
		n++
	}
	rule := costs[m.Run.Policy.Allocator].tie
	if n == 1 || rule == 0 || all[0].Cost == 0 && m.Run.Policy.Allocator == "min-hop-units" {
		return ""
	}
	text := i18n.TieSome
	switch {
	case n == len(all) && n == 2:
		text = i18n.TieBoth
	case n == len(all):
		text = i18n.TieAll
	}
	tie := c.Say(text, c.N("n", int64(n)), i18n.S("cost", m.CostFigure(&all[0])))
	if all[0].Speed > 0 {
		tie += c.Say(i18n.TieFast)
	}
	if rule == i18n.TieCentre && m.HasSwitches() {
		rule = i18n.TieDevice
	}
	return c.Say(rule, i18n.S("tie", tie))
}

// CostFigure returns what a candidate costs, as its allocator counts it.
func (m Sentences) CostFigure(v *message.Candidate) string {
	return CostFigure(m.Words, m.Run.Policy.Allocator, v.Cost)
}

// CostFigure writes a cost as an allocator counts it.
func CostFigure(c *i18n.Catalog, allocator string, cost int64) string {
	gain := costs[allocator].gain
	switch {
	case gain == 0:
		return c.Int(cost)
	case cost%gain == 0:
		return c.Float(float64(-cost)/float64(gain), 0)
	}
	return c.Float(float64(-cost)/float64(gain), 1)
}

// costs are what the costs of an allocator's candidates are called; of some,
// more is better: they are shown as they are, and count below zero.
var costs = map[string]struct {
	text  i18n.Text
	gain  int64     // so many in one of what is shown; 0: it is a cost
	under bool      // candidates are under their devices, not around them
	tie   i18n.Text // which of those that are equal in all is taken; 0: none are
}{
	"sdm": {i18n.CostPairs, 0, false, i18n.TieCentre}, "mdm": {i18n.CostDevice, 0, false, i18n.TieCentre},
	"gen-alg": {i18n.CostPairs, 0, false, i18n.TieCentre}, "mm": {i18n.CostPairs, 0, false, i18n.TieCentre},
	"mc1x1": {i18n.CostShells, 0, false, i18n.TieCentre}, "mc1x1-inc": {i18n.CostShells, 0, false, i18n.TieCentre},
	"min-hops": {i18n.CostHops, 0, true, i18n.TieNodes}, "min-hop-units": {i18n.CostUnits, 0, true, i18n.TieNodes}, "best-fit": {i18n.CostEmptiest, 0, true, 0},
	"ftsc": {i18n.CostCores, 1, true, i18n.TieSwitch}, "ftscp": {i18n.CostSpeed, 1000, true, i18n.TieSwitch},
	"fastest-first": {i18n.CostSlowest, 1000, true, 0}, "sns": {i18n.CostSlowest, 1000, true, 0}, "snp": {i18n.CostWeakest, 1000, true, 0},
	"least-loaded": {i18n.CostFullest, 1, true, 0},
	"slurm-tree":   {i18n.CostRank, 0, true, 0}, "contiguous": {i18n.CostFirst, 0, true, 0},
}

// CostText is what the costs of an allocator are called.
func CostText(allocator string) i18n.Text {
	if c, ok := costs[allocator]; ok {
		return c.text
	}
	return i18n.CostOther
}

// CostName is CostText for the run's allocator, with the unit.
func (m Sentences) CostName() string {
	text := CostText(m.Run.Policy.Allocator)
	name := m.Words.Say(text)
	if (text == i18n.CostPairs || text == i18n.CostDevice) && m.CountsLinks() {
		return m.Words.Say(i18n.InLinks, i18n.S("cost", name))
	}
	return name
}

// HopNote tells links from hops where costs are distances and the machine has
// switches; "" elsewhere.
func (m Sentences) HopNote() string {
	if c := CostText(m.Run.Policy.Allocator); (c == i18n.CostPairs || c == i18n.CostDevice) && m.HasSwitches() {
		return m.Words.Say(i18n.HopIs)
	}
	return ""
}

// SpeedFigure is the speed of a candidate's cores in all, in reference cores.
func (m Sentences) SpeedFigure(v *message.Candidate) string {
	digits := 3
	for part := v.Speed; digits > 0 && part%10 == 0; part /= 10 {
		digits--
	}
	return m.Words.Float(float64(v.Speed)/1000, digits)
}

// DeviceIs says how the device of a candidate lies to its nodes.
func (m Sentences) DeviceIs() i18n.Text {
	switch c := costs[m.Run.Policy.Allocator]; {
	case c.gain > 0:
		return i18n.StartingAt
	case c.under:
		return i18n.Under
	}
	return i18n.Around
}

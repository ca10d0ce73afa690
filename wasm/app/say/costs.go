package say

import (
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Tie says what decided between the best candidate and one that costs as much.
func (m Sentences) Tie(best, this *message.Candidate) string {
	text, a, b := words.TieFirst, "", ""
	switch {
	case best.Tie != this.Tie:
		text, a, b = words.TiePairs, m.Words.Int(best.Tie), m.Words.Int(this.Tie)
	case best.Speed != this.Speed:
		text, a, b = words.TieSpeed, m.SpeedFigure(best), m.SpeedFigure(this)
	}
	return m.Words.Say(text, words.S("best", a), words.S("this", b))
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
	text := words.TieSome
	switch {
	case n == len(all) && n == 2:
		text = words.TieBoth
	case n == len(all):
		text = words.TieAll
	}
	tie := c.Say(text, c.N("n", int64(n)), words.S("cost", m.CostFigure(&all[0])))
	if all[0].Speed > 0 {
		tie += c.Say(words.TieFast)
	}
	if rule == words.TieCentre && m.HasSwitches() {
		rule = words.TieDevice
	}
	return c.Say(rule, words.S("tie", tie))
}

// CostFigure returns what a candidate costs, as its allocator counts it.
func (m Sentences) CostFigure(v *message.Candidate) string {
	return CostFigure(m.Words, m.Run.Policy.Allocator, v.Cost)
}

// CostFigure writes a cost as an allocator counts it.
func CostFigure(c *words.Catalog, allocator string, cost int64) string {
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
	text  words.Text
	gain  int64      // so many in one of what is shown; 0: it is a cost
	under bool       // candidates are under their devices, not around them
	tie   words.Text // which of those that are equal in all is taken; 0: none are
}{
	"sdm": {words.CostPairs, 0, false, words.TieCentre}, "mdm": {words.CostDevice, 0, false, words.TieCentre},
	"gen-alg": {words.CostPairs, 0, false, words.TieCentre}, "mm": {words.CostPairs, 0, false, words.TieCentre},
	"mc1x1": {words.CostShells, 0, false, words.TieCentre}, "mc1x1-inc": {words.CostShells, 0, false, words.TieCentre},
	"min-hops": {words.CostHops, 0, true, words.TieNodes}, "min-hop-units": {words.CostUnits, 0, true, words.TieNodes}, "best-fit": {words.CostEmptiest, 0, true, 0},
	"ftsc": {words.CostCores, 1, true, words.TieSwitch}, "ftscp": {words.CostSpeed, 1000, true, words.TieSwitch},
	"fastest-first": {words.CostSlowest, 1000, true, 0}, "sns": {words.CostSlowest, 1000, true, 0}, "snp": {words.CostWeakest, 1000, true, 0},
	"least-loaded": {words.CostFullest, 1, true, 0},
	"slurm-tree":   {words.CostRank, 0, true, 0}, "contiguous": {words.CostFirst, 0, true, 0},
}

// CostText is what the costs of an allocator are called.
func CostText(allocator string) words.Text {
	if c, ok := costs[allocator]; ok {
		return c.text
	}
	return words.CostOther
}

// CostName is CostText for the run's allocator, with the unit.
func (m Sentences) CostName() string {
	text := CostText(m.Run.Policy.Allocator)
	name := m.Words.Say(text)
	if (text == words.CostPairs || text == words.CostDevice) && m.CountsLinks() {
		return m.Words.Say(words.InLinks, words.S("cost", name))
	}
	return name
}

// HopNote tells links from hops where costs are distances and the machine has
// switches; "" elsewhere.
func (m Sentences) HopNote() string {
	if c := CostText(m.Run.Policy.Allocator); (c == words.CostPairs || c == words.CostDevice) && m.HasSwitches() {
		return m.Words.Say(words.HopIs)
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
func (m Sentences) DeviceIs() words.Text {
	switch c := costs[m.Run.Policy.Allocator]; {
	case c.gain > 0:
		return words.StartingAt
	case c.under:
		return words.Under
	}
	return words.Around
}

package narrative

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Tie explains why the allocator prefers the best candidate placement to another
// one of equal cost.
func (m Sentences) Tie(best, this *message.Candidate) string {
	text, a, b := i18n.TieFirst, "", ""
	switch {
	case best.Tie != this.Tie && m.ComparesPairs():
		text, a, b = i18n.TiePairs, m.Words.Int(best.Tie), m.Words.Int(this.Tie)
	case best.Speed != this.Speed:
		text, a, b = i18n.TieSpeed, m.SpeedFigure(best), m.SpeedFigure(this)
	}
	return m.Words.Say(text, i18n.S("best", a), i18n.S("this", b))
}

// ComparesPairs reports whether the Tie of a candidate is a number that the reader can
// compare. For allocators that choose blocks or racks, it only fixes the order.
func (m Sentences) ComparesPairs() bool {
	text := CostText(m.Run.Policy.Allocator)
	return text != i18n.CostBlock && text != i18n.CostSlices
}

// Ties explains how many candidate placements are equal to the first in every
// criterion, and by which rule the allocator chose the first. The candidates must
// be sorted, best first. Ties returns "" if no other candidate is equal to the
// first, or if the allocator has no such rule.
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

// CostFigure returns the cost of a candidate placement in the unit of the run's
// allocator.
func (m Sentences) CostFigure(v *message.Candidate) string {
	return CostFigure(m.Words, m.Run.Policy.Allocator, v.Cost)
}

// CostFigure formats a cost in the unit of the given allocator.
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

// costs maps an allocator to the texts about the costs of its candidate placements.
// Some allocators maximize a value instead of minimizing a cost. Their costs are
// negated values, which are shown without the minus sign.
var costs = map[string]struct {
	text  i18n.Text
	gain  int64     // for an allocator that maximizes a value: units of cost per unit of the value shown; otherwise 0
	under bool      // whether a candidate consists of nodes below its device (a node or switch) instead of nodes around it
	tie   i18n.Text // rule that decides between equal candidates, or 0
}{
	"sdm": {i18n.CostPairs, 0, false, i18n.TieCentre}, "mdm": {i18n.CostDevice, 0, false, i18n.TieCentre},
	"gen-alg": {i18n.CostPairs, 0, false, i18n.TieCentre}, "mm": {i18n.CostPairs, 0, false, i18n.TieCentre},
	"mc1x1": {i18n.CostShells, 0, false, i18n.TieCentre}, "mc1x1-inc": {i18n.CostShells, 0, false, i18n.TieCentre},
	"min-hops": {i18n.CostHops, 0, true, i18n.TieNodes}, "min-hop-units": {i18n.CostUnits, 0, true, i18n.TieNodes}, "best-fit": {i18n.CostEmptiest, 0, true, 0},
	"ftsc": {i18n.CostCores, 1, true, i18n.TieSwitch}, "ftscp": {i18n.CostSpeed, 1000, true, i18n.TieSwitch},
	"fastest-first": {i18n.CostSlowest, 1000, true, 0}, "sns": {i18n.CostSlowest, 1000, true, 0}, "snp": {i18n.CostWeakest, 1000, true, 0},
	"least-loaded": {i18n.CostFullest, 1, true, 0},
	"slurm-tree":   {i18n.CostRank, 0, true, 0}, "slurm-block": {i18n.CostBlock, 0, true, 0}, "slurm-ring": {i18n.CostRing, 0, true, 0}, "contiguous": {i18n.CostFirst, 0, true, 0},
	"kueue-tas": {i18n.CostSlices, 0, true, 0}, "volcano-topology": {i18n.CostRank, 0, true, 0}, "kai-topology": {i18n.CostRank, 0, true, 0}, "flux": {i18n.CostRank, 0, true, 0}, "pbs-sets": {i18n.CostRank, 0, true, 0},
}

// CostText returns the name of an allocator's costs.
func CostText(allocator string) i18n.Text {
	if c, ok := costs[allocator]; ok {
		return c.text
	}
	return i18n.CostOther
}

// CostName returns the name of the costs of the run's allocator. If distances are
// counted in links, the name includes this unit.
func (m Sentences) CostName() string {
	text := CostText(m.Run.Policy.Allocator)
	name := m.Words.Say(text)
	if (text == i18n.CostPairs || text == i18n.CostDevice) && m.CountsLinks() {
		return m.Words.Say(i18n.InLinks, i18n.S("cost", name))
	}
	return name
}

// HopNote explains the difference between links and hops. It returns "" if the
// costs are not distances or the machine has no switches.
func (m Sentences) HopNote() string {
	if c := CostText(m.Run.Policy.Allocator); (c == i18n.CostPairs || c == i18n.CostDevice) && m.HasSwitches() {
		return m.Words.Say(i18n.HopIs)
	}
	return ""
}

// SpeedFigure formats the sum of the speeds of a candidate's cores, in units of a
// reference core.
func (m Sentences) SpeedFigure(v *message.Candidate) string {
	digits := 3
	for part := v.Speed; digits > 0 && part%10 == 0; part /= 10 {
		digits--
	}
	return m.Words.Float(float64(v.Speed)/1000, digits)
}

// DeviceIs returns the text that relates the nodes of a candidate placement to its
// device (a node or switch): under, around, or starting at the device.
func (m Sentences) DeviceIs() i18n.Text {
	switch c := costs[m.Run.Policy.Allocator]; {
	case c.gain > 0:
		return i18n.StartingAt
	case c.under:
		return i18n.Under
	}
	return i18n.Around
}

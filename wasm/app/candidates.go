package app

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// CandidatesHTML is the table of the placements that were considered, best
// first; "" where there is none. Its rows can have the focus: the one that has
// it, or is pointed at, is shown on the machine.
func (m *Model) CandidatesHTML() string {
	w := m.Weighed
	if m.State == nil || w == nil || !w.Costs || len(w.Candidates) == 0 || len(w.Candidates) == 1 && w.Candidates[0].Cost == 0 || w.Step != m.State.Step {
		return ""
	}
	c, who := m.Words, words.S("who", words.Escape(m.AllocatorTitle()))
	caption := c.Say(words.WeighedBy, who, words.S("cost", c.Say(costText(m.Run.Policy.Allocator))))
	var out strings.Builder
	out.WriteString(`<caption>` + caption + `</caption><thead class="sr"><tr>`)
	columns, centred := []words.Text{words.ColumnNodes, words.ColumnCost}, false
	for i := range w.Candidates {
		centred = centred || w.Candidates[i].Device != ""
	}
	if centred {
		columns = append([]words.Text{words.ColumnWhere}, columns...)
	}
	for i, t := range columns {
		span := ""
		if i == len(columns)-1 {
			span = ` colspan="2"` // the bar says the cost, too
		}
		out.WriteString(`<th scope="col"` + span + `>` + c.Say(t) + `</th>`)
	}
	out.WriteString(`</tr></thead><tbody>`)
	worst := int64(1)
	for i := range w.Candidates {
		worst = max(worst, w.Candidates[i].Cost, -w.Candidates[i].Cost)
	}
	for i := range w.Candidates {
		m.candidate(&out, i, &w.Candidates[i], worst, centred)
	}
	out.WriteString(`</tbody>`)
	return out.String()
}

func (m *Model) candidate(out *strings.Builder, i int, v *message.Candidate, worst int64, centred bool) {
	class, where := "", ""
	if i == 0 {
		class = "on"
	}
	if centred {
		text := words.Around
		switch c := costs[m.Run.Policy.Allocator]; {
		case c.gain > 0:
			text = words.StartingAt
		case c.under:
			text = words.Under
		}
		device, _, _ := strings.Cut(v.Device, " (") // without coordinates, for want of room
		where = `<td>` + m.Words.Say(text, words.S("device", words.Escape(m.deviceName(device)))) + `</td>`
	}
	// A width in an attribute of SVG: the page's policy forbids inline styles.
	fmt.Fprintf(out, `<tr class="%s" tabindex="0" data-candidate="%d">%s<td>%s</td><td class="n">%s</td>`+
		`<td class="bar"><svg width="100%%" aria-hidden="true"><rect width="%d%%" height="100%%" rx="3.5"/></svg></td></tr>`,
		class, i, where, unbroken(words.Escape(m.Words.Nodes(v.Placement, 4, m.Run.Machine.Names))), m.costFigure(v), max(max(v.Cost, -v.Cost)*100/worst, 2))
}

// unbroken lets a list break between its ranges only, not after a dash.
func unbroken(list string) string {
	list = strings.ReplaceAll(list, ", ", ",</span> <span>")
	return `<span>` + strings.ReplaceAll(list, "、", "、</span><span>") + `</span>`
}

// costFigure is what a candidate costs, as its allocator counts it.
func (m *Model) costFigure(v *message.Candidate) string {
	gain := costs[m.Run.Policy.Allocator].gain
	switch {
	case gain == 0:
		return m.Words.Int(v.Cost)
	case v.Cost%gain == 0:
		return m.Words.Float(float64(-v.Cost)/float64(gain), 0)
	}
	return m.Words.Float(float64(-v.Cost)/float64(gain), 1)
}

// shownNote compares the candidate that is shown on the machine with the one
// that was chosen; "" where none is shown.
func (m *Model) shownNote() string {
	w := m.Weighed
	if w == nil || !w.Costs || m.Shown < 0 || m.Shown >= len(w.Candidates) {
		return ""
	}
	text := words.MachineOther
	if m.Shown == 0 {
		text = words.MachineChosen
	}
	return upper(m.Words.Say(text, words.S("cost", m.Words.Say(costText(m.Run.Policy.Allocator))),
		words.S("best", m.costFigure(&w.Candidates[0])), words.S("this", m.costFigure(&w.Candidates[m.Shown]))))
}

// costs are what the costs of an allocator's candidates are called; of some,
// more is better: they are shown as they are, and count below zero.
var costs = map[string]struct {
	text  words.Text
	gain  int64 // so many in one of what is shown; 0: it is a cost
	under bool  // candidates are under their devices, not around them
}{
	"sdm": {words.CostPairs, 0, false}, "mdm": {words.CostDevice, 0, false},
	"gen-alg": {words.CostPairs, 0, false}, "mm": {words.CostPairs, 0, false},
	"mc1x1": {words.CostShells, 0, false}, "mc1x1-inc": {words.CostShells, 0, false},
	"min-hops": {words.CostHops, 0, true}, "min-hop-units": {words.CostUnits, 0, true}, "best-fit": {words.CostLeft, 0, true},
	"ftsc": {words.CostCores, 1, true}, "ftscp": {words.CostSpeed, 1000, true},
	"slurm-tree": {words.CostRank, 0, true}, "contiguous": {words.CostFirst, 0, true},
}

func costText(allocator string) words.Text {
	if c, ok := costs[allocator]; ok {
		return c.text
	}
	return words.CostOther
}

// AllocatorTitle is what people call the allocator of the run, without what
// its title adds after a comma: "SDM".
func (m *Model) AllocatorTitle() string {
	for _, a := range m.Run.Choices.Allocators {
		if a.Name == m.Run.Policy.Allocator {
			if name, _, ok := strings.Cut(a.Title, ","); ok && strings.EqualFold(name, a.Name) {
				return name
			}
			return m.Words.Tell(a.Title)
		}
	}
	return m.Run.Policy.Allocator
}

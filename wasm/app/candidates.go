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
	if m.State == nil || w == nil || !w.Costs || len(w.Candidates) == 0 || w.Step != m.State.Step {
		return ""
	}
	c, who := m.Words, words.S("who", words.Escape(m.AllocatorTitle()))
	caption := c.Say(words.WeighedBy, who, words.S("cost", c.Say(costText(m.Run.Policy.Allocator))))
	var out strings.Builder
	out.WriteString(`<caption>` + caption + `</caption><thead class="sr"><tr>`)
	for _, t := range []words.Text{words.ColumnWhere, words.ColumnNodes, words.ColumnCost} {
		out.WriteString(`<th scope="col">` + c.Say(t) + `</th>`)
	}
	out.WriteString(`<td></td></tr></thead><tbody>`)
	worst := int64(1)
	for i := range w.Candidates {
		worst = max(worst, w.Candidates[i].Cost)
	}
	for i := range w.Candidates {
		m.candidate(&out, i, &w.Candidates[i], worst)
	}
	out.WriteString(`</tbody>`)
	return out.String()
}

func (m *Model) candidate(out *strings.Builder, i int, v *message.Candidate, worst int64) {
	class, where := "", m.Words.Say(words.Anywhere)
	if i == 0 {
		class = "on"
	}
	if v.Device != "" {
		where = m.Words.Say(words.Around, words.S("device", words.Escape(v.Device)))
	}
	// A width in an attribute of SVG: the page's policy forbids inline styles.
	fmt.Fprintf(out, `<tr class="%s" tabindex="0" data-candidate="%d"><td>%s</td><td>%s</td><td class="n">%s</td>`+
		`<td class="bar"><svg width="100%%" aria-hidden="true"><rect width="%d%%" height="100%%" rx="3.5"/></svg></td></tr>`,
		class, i, where, m.Words.Nodes(v.Placement), m.Words.Int(v.Cost), max(v.Cost*100/worst, 2))
}

var costTexts = map[string]words.Text{
	"sdm": words.CostPairs, "mdm": words.CostDevice, "min-hops": words.CostHops, "min-hop-units": words.CostUnits, "best-fit": words.CostLeft,
}

func costText(allocator string) words.Text {
	if t, ok := costTexts[allocator]; ok {
		return t
	}
	return words.CostOther
}

// AllocatorTitle is what people call the allocator of the run.
func (m *Model) AllocatorTitle() string {
	for _, a := range m.Run.Choices.Allocators {
		if a.Name == m.Run.Policy.Allocator {
			return a.Title
		}
	}
	return m.Run.Policy.Allocator
}

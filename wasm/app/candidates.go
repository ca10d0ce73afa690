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
	for _, t := range columns {
		out.WriteString(`<th scope="col">` + c.Say(t) + `</th>`)
	}
	out.WriteString(`<td></td></tr></thead><tbody>`)
	worst := int64(1)
	for i := range w.Candidates {
		worst = max(worst, w.Candidates[i].Cost)
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
		text := words.Under
		if a := m.Run.Policy.Allocator; a == "sdm" || a == "mdm" {
			text = words.Around
		}
		device, _, _ := strings.Cut(v.Device, " (") // without coordinates, for want of room
		where = `<td>` + m.Words.Say(text, words.S("device", words.Escape(device))) + `</td>`
	}
	// A width in an attribute of SVG: the page's policy forbids inline styles.
	fmt.Fprintf(out, `<tr class="%s" tabindex="0" data-candidate="%d">%s<td>%s</td><td class="n">%s</td>`+
		`<td class="bar"><svg width="100%%" aria-hidden="true"><rect width="%d%%" height="100%%" rx="3.5"/></svg></td></tr>`,
		class, i, where, words.Escape(m.Words.Nodes(v.Placement, 4, m.Run.Machine.Names)), m.Words.Int(v.Cost), max(v.Cost*100/worst, 2))
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

// AllocatorTitle is what people call the allocator of the run, without what
// its title adds after a comma: "SDM".
func (m *Model) AllocatorTitle() string {
	for _, a := range m.Run.Choices.Allocators {
		if a.Name == m.Run.Policy.Allocator {
			title, _, _ := strings.Cut(a.Title, ",")
			return title
		}
	}
	return m.Run.Policy.Allocator
}

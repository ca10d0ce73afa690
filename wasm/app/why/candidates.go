package why

import (
	"fmt"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// CandidatesHTML is the table of the placements that were considered, best
// first; "" where there is none. Its rows can have the focus: the one that has
// it, or is pointed at, is shown on the machine.
func (m Panel) CandidatesHTML() string {
	w := m.Weighed
	if m.State == nil || w == nil || m.Selected != workload.NoJob && m.Selected != w.Job || !w.Costs || len(w.Candidates) == 0 || len(w.Candidates) == 1 && w.Candidates[0].Cost == 0 && !m.HasUnits() || w.Step != m.State.Step {
		return ""
	}
	shows := showing(w.Candidates)
	c, who := m.Words, words.S("who", words.Escape(m.AllocatorTitle()))
	caption := c.Say(words.WeighedBy, who, words.S("job", m.JobText(w.Job)), words.S("cost", m.CostName()))
	if len(w.Candidates) > 1 && w.Candidates[0].Cost == w.Candidates[1].Cost && w.Candidates[0].Speed > 0 {
		caption += "<br>" + m.Tie(&w.Candidates[0], &w.Candidates[1])
	}
	caption += words.After("<br>", m.HopNote())
	var out strings.Builder
	out.WriteString(`<caption>` + caption + `</caption><thead`)
	if !shows.pairs && !shows.speed { // one figure needs no head
		out.WriteString(` class="sr"`)
	}
	out.WriteString(`><tr>`)
	columns, centred := []words.Text{words.ColumnNodes}, false
	for i := range w.Candidates {
		centred = centred || w.Candidates[i].Device != ""
	}
	if shows.pairs {
		columns = append(columns, words.ColumnPairs)
	}
	if shows.speed {
		columns = append(columns, words.ColumnSpeed)
	}
	columns = append(columns, words.ColumnCost)
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
		m.candidate(&out, i, &w.Candidates[i], worst, centred, shows)
	}
	out.WriteString(`</tbody>`)
	return out.String()
}

func (m Panel) candidate(out *strings.Builder, i int, v *message.Candidate, worst int64, centred bool, shows figuresShown) {
	class, where := "", ""
	if i == 0 {
		class = "on"
	}
	if centred {
		device, _, _ := strings.Cut(v.Device, " (") // without coordinates, for want of room
		where = `<td>` + m.Words.Say(m.DeviceIs(), words.S("device", words.Escape(m.DeviceName(device)))) + `</td>`
	}
	// A width in an attribute of SVG: the page's policy forbids inline styles.
	fmt.Fprintf(out, `<tr class="%s" tabindex="0" data-candidate="%d">%s<td>%s</td>%s<td class="n">%s</td>`+
		`<td class="bar"><svg width="100%%" aria-hidden="true"><rect width="%d%%" height="100%%" rx="3.5"/></svg></td></tr>`,
		class, i, where, unbroken(words.Escape(m.Words.Nodes(v.Placement, 4, m.Run.Machine.Names))), m.others(v, shows), m.CostFigure(v), max(max(v.Cost, -v.Cost)*100/worst, 2))
}

// figuresShown says which figures besides the cost a table of candidates has.
type figuresShown struct{ pairs, speed bool }

// showing is what candidates differ in that is weighed among equal costs.
func showing(all []message.Candidate) (s figuresShown) {
	for i := range all {
		s.pairs = s.pairs || all[i].Tie != 0
		s.speed = s.speed || all[i].Speed != all[0].Speed
	}
	return s
}

// others are the cells of what is weighed among equal costs.
func (m Panel) others(v *message.Candidate, shows figuresShown) (cells string) {
	if shows.pairs {
		cells += `<td class="n">` + m.Words.Int(v.Tie) + `</td>`
	}
	if shows.speed {
		cells += `<td class="n">` + m.SpeedFigure(v) + `</td>`
	}
	return cells
}

// unbroken lets a list break between its ranges only, not after a dash.
func unbroken(list string) string {
	list = strings.ReplaceAll(list, ", ", ",</span> <span>")
	return `<span>` + strings.ReplaceAll(list, "、", "、</span><span>") + `</span>`
}

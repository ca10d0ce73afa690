package whypanel

import (
	"fmt"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/narrative"
)

// CandidatesHTML is the table of the placements that were considered, best
// first; "" where there is none. Its rows can have the focus: the one that has
// it, or is pointed at, is shown on the machine.
func (m WhyPanel) CandidatesHTML() string {
	w := m.Weighed
	if m.State == nil || w == nil || m.Selected != workload.NoJob && m.Selected != w.Job || !w.Costs || len(w.Candidates) == 0 || len(w.Candidates) == 1 && w.Candidates[0].Cost == 0 && !m.HasUnits() || w.Step != m.State.Step {
		return ""
	}
	shows := showing(w.Candidates)
	c, who := m.Words, i18n.S("who", i18n.Escape(m.AllocatorTitle()))
	caption := c.Say(i18n.WeighedBy, who, i18n.S("job", m.JobText(w.Job)), i18n.S("cost", m.CostName()))
	if m.Run.Machine.Pairs > 0 {
		caption += (&searched{m}).pairsText()
	}
	if w.Ways > 1 {
		caption += "<br>" + c.Say(i18n.CombinationsOf, c.N("n", w.Ways))
	}
	if ties := m.Ties(w.Candidates); ties != "" {
		caption += "<br>" + ties
	} else if len(w.Candidates) > 1 && w.Candidates[0].Cost == w.Candidates[1].Cost && (w.Candidates[0].Tie != w.Candidates[1].Tie || w.Candidates[0].Speed != w.Candidates[1].Speed) {
		caption += "<br>" + m.Tie(&w.Candidates[0], &w.Candidates[1])
	}
	caption += i18n.After("<br>", m.HopNote())
	var out strings.Builder
	out.WriteString(`<caption>` + caption + `</caption><thead`)
	if !shows.pairs && !shows.speed { // one figure needs no head
		out.WriteString(` class="sr"`)
	}
	out.WriteString(`><tr>`)
	columns, centred := []i18n.Text{i18n.ColumnNodes}, false
	for i := range w.Candidates {
		centred = centred || w.Candidates[i].Device != ""
	}
	if shows.pairs {
		columns = append(columns, i18n.ColumnPairs)
	}
	if shows.speed {
		columns = append(columns, i18n.ColumnSpeed)
	}
	columns = append(columns, i18n.ColumnCost)
	if centred {
		columns = append([]i18n.Text{i18n.ColumnWhere}, columns...)
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
	if len(w.Sum) > 0 && narrative.CostText(m.Run.Policy.Allocator) == i18n.CostPairs { // others may cost as much by chance
		(&searched{m}).sum(&out, len(columns)+1)
	}
	if len(w.Levels) > 0 {
		(&searched{m}).levels(&out, len(columns)+1)
	}
	return out.String()
}

// RivalsToAsk is what lists all combinations of units from which the one on screen
// was chosen; nil if there are no more than those listed, or too many.
func (m WhyPanel) RivalsToAsk() *message.Weigh {
	w := m.Weighed
	if w == nil || m.State == nil || w.Step != m.State.Step || w.Ways <= int64(len(w.Candidates)) || w.Ways > alloc.MaxCombinations || len(w.Candidates) > mostShown {
		return nil
	}
	return &message.Weigh{Serial: m.Run.Serial, Step: w.Step, Job: w.Job, All: true}
}

// mostShown is how many candidates there are at most where not all were asked for.
const mostShown = 20

// pairsText says how the distance of a pair is told on a directed graph, where an
// allocator adds up distances of pairs; "" elsewhere.
func (m *searched) pairsText() string {
	if name := m.Run.Policy.Allocator; name != "sdm" && name != "mdm" {
		return ""
	}
	return "<br>" + m.Words.Say([...]i18n.Text{i18n.PairsLarger, i18n.PairsSum}[m.Run.Machine.Pairs-1])
}

// searched is how SDM and MDM found a placement, apart for the page, which sends it
// to those who look at one.
type searched struct{ WhyPanel }

// levels are the rows of a search outwards, level by level. The row that has the
// focus, or is pointed at, shows on the machine what the level reaches.
func (m *searched) levels(out *strings.Builder, columns int) {
	w, c, sum, need := m.Weighed, m.Words, int64(0), int64(0)
	for i := range w.Levels {
		need += w.Levels[i].Tie
	}
	device, _, _ := strings.Cut(w.Candidates[0].Device, " (")
	fmt.Fprintf(out, `<tbody class="levels"><tr><th scope="rowgroup" colspan="%d">%s</th></tr>`, columns, c.Say(i18n.LevelsTitle, i18n.S("device", i18n.Escape(m.DeviceName(device)))))
	for i := range w.Levels {
		l := &w.Levels[i]
		sum += l.Tie
		fmt.Fprintf(out, `<tr tabindex="0" data-candidate="%d"><td>%s</td><td>%s</td><td colspan="%d">%s</td></tr>`, len(w.Candidates)+i,
			c.Say(i18n.LevelAt, i18n.S("n", c.Int(l.Cost))), unbroken(i18n.Escape(c.Nodes(l.Placement, 4, m.Run.Machine.Names))), columns-2,
			c.Say(i18n.LevelTakes, i18n.S("n", c.Int(l.Tie)), i18n.S("all", c.Int(int64(l.Placement.Tasks()))), i18n.S("sum", c.Int(sum)), i18n.S("need", c.Int(need))))
	}
	out.WriteString(`</tbody>`)
}

// sum unfolds the cost of the first candidate into its pairs of nodes, by distance.
func (m *searched) sum(out *strings.Builder, columns int) {
	terms := make([]string, len(m.Weighed.Sum))
	for i := range terms {
		terms[i] = m.PairsWord(i)
	}
	fmt.Fprintf(out, `<tfoot><tr><td colspan="%d">%s</td></tr></tfoot>`, columns,
		m.Words.Say(i18n.SumIs, i18n.S("cost", m.Words.Int(m.Weighed.Candidates[0].Cost)), i18n.S("terms", strings.Join(terms, " + "))))
}

func (m WhyPanel) candidate(out *strings.Builder, i int, v *message.Candidate, worst int64, centred bool, shows figuresShown) {
	class, where := "", ""
	if i == 0 {
		class = "on"
	}
	if centred {
		device, _, _ := strings.Cut(v.Device, " (") // without coordinates, for want of room
		where = `<td>` + m.Words.Say(m.DeviceIs(), i18n.S("device", i18n.Escape(m.DeviceName(device)))) + `</td>`
	}
	// A width in an attribute of SVG: the page's policy forbids inline styles.
	fmt.Fprintf(out, `<tr class="%s" tabindex="0" data-candidate="%d">%s<td>%s</td>%s<td class="n">%s</td>`+
		`<td class="bar"><svg width="100%%" aria-hidden="true"><rect width="%d%%" height="100%%" rx="3.5"/></svg></td></tr>`,
		class, i, where, unbroken(i18n.Escape(m.Words.Nodes(v.Placement, 4, m.Run.Machine.Names))), m.others(v, shows), m.CostFigure(v), max(max(v.Cost, -v.Cost)*100/worst, 2))
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
func (m WhyPanel) others(v *message.Candidate, shows figuresShown) (cells string) {
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

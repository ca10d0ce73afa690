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

// CandidatesHTML returns the table of the placements that the allocator compared,
// beginning with the best. It returns "" if there are none. When a row is focused
// or under the pointer, the machine's picture shows the placement of that row.
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
	if !shows.pairs && !shows.speed { // a table with only one column of numbers needs no visible heading
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
			span = ` colspan="2"` // the cost takes two columns: one for a bar and one for a number
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
	if len(w.Sum) > 0 && narrative.CostText(m.Run.Policy.Allocator) == i18n.CostPairs { // for other allocators, a cost that equals the sum over the pairs would be a coincidence
		(&searched{m}).sum(&out, len(columns)+1)
	}
	if len(w.Levels) > 0 {
		(&searched{m}).levels(&out, len(columns)+1)
	}
	return out.String()
}

// RivalsToAsk returns the request for all combinations of units from which the
// allocator could choose. A unit is a group of nodes in source S0. RivalsToAsk
// returns nil if all combinations are already listed, or if there are too many.
func (m WhyPanel) RivalsToAsk() *message.ListPlacements {
	w := m.Weighed
	if w == nil || m.State == nil || w.Step != m.State.Step || w.Ways <= int64(len(w.Candidates)) || w.Ways > alloc.MaxCombinations || len(w.Candidates) > mostShown {
		return nil
	}
	return &message.ListPlacements{Serial: m.Run.Serial, Step: w.Step, Job: w.Job, All: true}
}

// mostShown is the maximum number of candidates in a normal state. The answer to
// the request from RivalsToAsk may contain more.
const mostShown = 20

// pairsText returns a sentence that defines the distance between two nodes on a
// directed graph. Only the allocators SDM and MDM need it; for others pairsText
// returns "".
func (m *searched) pairsText() string {
	if name := m.Run.Policy.Allocator; name != "sdm" && name != "mdm" {
		return ""
	}
	return "<br>" + m.Words.Say([...]i18n.Text{i18n.PairsLarger, i18n.PairsSum}[m.Run.Machine.Pairs-1])
}

// searched describes how the allocators SDM and MDM found a placement. The page
// downloads the code of these methods only when it needs them.
type searched struct{ WhyPanel }

// levels writes the table rows of a search that extends outwards from a device
// level by level. When a row is focused or under the pointer, the machine's picture
// shows the nodes that the search has reached at that level.
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

// sum writes how the cost of the first candidate is the sum of the distances of its
// pairs of nodes. Pairs with equal distance are grouped.
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
		device, _, _ := strings.Cut(v.Device, " (") // the coordinates in parentheses are omitted to save space
		where = `<td>` + m.Words.Say(m.DeviceIs(), i18n.S("device", i18n.Escape(m.DeviceName(device)))) + `</td>`
	}
	// The width is an SVG attribute because the page's content security policy
	// forbids inline styles.
	fmt.Fprintf(out, `<tr class="%s" tabindex="0" data-candidate="%d">%s<td>%s</td>%s<td class="n">%s</td>`+
		`<td class="bar"><svg width="100%%" aria-hidden="true"><rect width="%d%%" height="100%%" rx="3.5"/></svg></td></tr>`,
		class, i, where, unbroken(i18n.Escape(m.Words.Nodes(v.Placement, 4, m.Run.Machine.Names))), m.others(v, shows), m.CostFigure(v), max(max(v.Cost, -v.Cost)*100/worst, 2))
}

// figuresShown states which columns of numbers a table of candidates has in
// addition to the cost.
type figuresShown struct{ pairs, speed bool }

// showing returns which additional columns a table of candidates needs. A column is
// needed if its numbers decide between candidates of equal cost.
func showing(all []message.Candidate) (s figuresShown) {
	for i := range all {
		s.pairs = s.pairs || all[i].Tie != 0
		s.speed = s.speed || all[i].Speed != all[0].Speed
	}
	return s
}

// others returns the cells of a candidate for the additional columns.
func (m WhyPanel) others(v *message.Candidate, shows figuresShown) (cells string) {
	if shows.pairs {
		cells += `<td class="n">` + m.Words.Int(v.Tie) + `</td>`
	}
	if shows.speed {
		cells += `<td class="n">` + m.SpeedFigure(v) + `</td>`
	}
	return cells
}

// unbroken returns a list of ranges as HTML. Lines can break between the ranges,
// but not after a dash within a range.
func unbroken(list string) string {
	list = strings.ReplaceAll(list, ", ", ",</span> <span>")
	return `<span>` + strings.ReplaceAll(list, "、", "、</span><span>") + `</span>`
}

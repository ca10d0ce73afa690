package whypanel

import (
	"strconv"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/html"
)

// CandidatesHTML returns the table of the placements that the allocator compared,
// beginning with the best. It returns "" if there are none. When a row is focused
// or under the pointer, the machine's picture shows the placement of that row.
func (m WhyPanel) CandidatesHTML() html.HTML {
	w := m.Weighed
	if m.State == nil || w == nil || m.Selected != workload.NoJob && m.Selected != w.Job || !w.Costs || len(w.Candidates) == 0 || len(w.Candidates) == 1 && w.Candidates[0].Cost == 0 && !m.HasUnits() || w.Step != m.State.Step {
		return ""
	}
	shows, c := showing(w.Candidates), m.Words
	shows.pairs = shows.pairs && m.ComparesPairs()
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
	var heads html.HTML
	for i, t := range columns {
		// The cost takes two columns: one for a bar and one for a number.
		heads += html.ColumnHead(html.If(i == len(columns)-1, html.Attr{"colspan", "2"}), c.HTML(t))
	}
	worst := int64(1)
	for i := range w.Candidates {
		worst = max(worst, w.Candidates[i].Cost, -w.Candidates[i].Cost)
	}
	var rows html.HTML
	for i := range w.Candidates {
		rows += m.candidate(i, &w.Candidates[i], worst, centred, shows)
	}
	single := !shows.pairs && !shows.speed // a table with only one column of numbers needs no visible heading
	out := html.El("caption", m.caption()) + html.El("thead", html.If(single, html.Class("sr")), html.Tr(heads)) + html.El("tbody", rows)
	if len(w.Sum) > 0 && narrative.CostText(m.Run.Policy.Allocator) == i18n.CostPairs { // for other allocators, a cost that equals the sum over the pairs would be a coincidence
		out += (&searched{m}).sum(len(columns) + 1)
	}
	if len(w.Levels) > 0 {
		out += (&searched{m}).levels(len(columns) + 1)
	}
	return out
}

// caption returns the title of the table of candidates, and notes on what decides
// between them.
func (m WhyPanel) caption() html.HTML {
	w, c := m.Weighed, m.Words
	out := c.HTML(i18n.WeighedBy, i18n.S("who", m.AllocatorTitle()), i18n.S("job", m.JobText(w.Job)), i18n.S("cost", m.CostName()))
	if m.Run.Machine.Pairs > 0 {
		out += (&searched{m}).pairsText()
	}
	if w.Ways > 1 {
		out += html.Br + c.HTML(i18n.CombinationsOf, c.N("n", w.Ways))
	}
	if ties := m.Ties(w.Candidates); ties != "" {
		out += html.Br + html.Escape(ties)
	} else if len(w.Candidates) > 1 && w.Candidates[0].Cost == w.Candidates[1].Cost && (w.Candidates[0].Tie != w.Candidates[1].Tie || w.Candidates[0].Speed != w.Candidates[1].Speed) {
		out += html.Br + html.Escape(m.Tie(&w.Candidates[0], &w.Candidates[1]))
	}
	return out + i18n.After(html.Br, html.Escape(m.HopNote()))
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
func (m *searched) pairsText() html.HTML {
	if name := m.Run.Policy.Allocator; name != "sdm" && name != "mdm" {
		return ""
	}
	return html.Br + m.Words.HTML([...]i18n.Text{i18n.PairsLarger, i18n.PairsSum}[m.Run.Machine.Pairs-1])
}

// searched describes how the allocators SDM and MDM found a placement. The page
// downloads the code of these methods only when it needs them.
type searched struct{ WhyPanel }

// levels returns the table rows of a search that extends outwards from a device
// level by level. When a row is focused or under the pointer, the machine's picture
// shows the nodes that the search has reached at that level.
func (m *searched) levels(columns int) html.HTML {
	w, c, sum, need := m.Weighed, m.Words, int64(0), int64(0)
	for i := range w.Levels {
		need += w.Levels[i].Tie
	}
	device, _, _ := strings.Cut(w.Candidates[0].Device, " (")
	rows := html.Tr(html.El("th", html.Attr{"scope", "rowgroup"}, html.Num("colspan", columns), c.HTML(i18n.LevelsTitle, i18n.S("device", m.DeviceName(device)))))
	for i := range w.Levels {
		l := &w.Levels[i]
		sum += l.Tie
		rows += html.Tr(html.Attr{"tabindex", "0"}, html.Num("data-candidate", len(w.Candidates)+i), html.Td(c.HTML(i18n.LevelAt, i18n.S("n", c.Int(l.Cost)))),
			html.Td(unbroken(c.Nodes(l.Placement, 4, m.Run.Machine.Names))), html.Td(html.Num("colspan", columns-2),
				c.HTML(i18n.LevelTakes, i18n.S("n", c.Int(l.Tie)), i18n.S("all", c.Int(int64(l.Placement.Tasks()))), i18n.S("sum", c.Int(sum)), i18n.S("need", c.Int(need)))))
	}
	return html.El("tbody", html.Class("levels"), rows)
}

// sum returns how the cost of the first candidate is the sum of the distances of its
// pairs of nodes. Pairs with equal distance are grouped.
func (m *searched) sum(columns int) html.HTML {
	terms := make([]html.HTML, len(m.Weighed.Sum))
	for i := range terms {
		terms[i] = m.PairsWord(i)
	}
	return html.El("tfoot", html.Tr(html.Td(html.Num("colspan", columns),
		m.Words.HTML(i18n.SumIs, i18n.S("cost", m.Words.Int(m.Weighed.Candidates[0].Cost)), i18n.H("terms", i18n.Join(" + ", terms))))))
}

func (m WhyPanel) candidate(i int, v *message.Candidate, worst int64, centred bool, shows figuresShown) html.HTML {
	class := ""
	if i == 0 {
		class = "on"
	}
	var where html.HTML
	if centred {
		device, _, _ := strings.Cut(v.Device, " (") // the coordinates in parentheses are omitted to save space
		where = html.Td(m.Words.HTML(m.DeviceIs(), i18n.S("device", m.DeviceName(device))))
	}
	// The width is an SVG attribute because the page's content security policy
	// forbids inline styles.
	part := strconv.FormatInt(max(max(v.Cost, -v.Cost)*100/worst, 2), 10) + "%"
	bar := html.El("svg", html.Attr{"width", "100%"}, html.Hide{}, html.El("rect", html.Attr{"width", part}, html.Attr{"height", "100%"}, html.Float("rx", 3.5)))
	return html.Tr(html.Class(class), html.Attr{"tabindex", "0"}, html.Num("data-candidate", i), where, html.Td(unbroken(m.Words.Nodes(v.Placement, 4, m.Run.Machine.Names))),
		m.others(v, shows), html.NumberCell(m.CostFigure(v)), html.Td(html.Class("bar"), bar))
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
func (m WhyPanel) others(v *message.Candidate, shows figuresShown) (cells html.HTML) {
	if shows.pairs {
		cells += html.NumberCell(m.Words.Int(v.Tie))
	}
	if shows.speed {
		cells += html.NumberCell(m.SpeedFigure(v))
	}
	return cells
}

// unbroken returns a list of ranges as HTML. Lines can break between the ranges,
// but not after a dash within a range.
func unbroken(list string) html.HTML {
	var out html.HTML
	for part := range strings.SplitAfterSeq(list, ", ") {
		for item := range strings.SplitAfterSeq(part, "、") {
			text, gap := strings.CutSuffix(item, " ")
			out += html.Span(html.Text(text)) + html.If(gap, html.HTML(" "))
		}
	}
	return out
}

package figures

import (
	"hopyard/core/metrics"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// groupTitles lists the titles of the groups of figures. The index is the group.
var groupTitles = [metrics.NumGroups]i18n.Text{
	metrics.InJobs: i18n.GroupJobs, metrics.InPerformance: i18n.GroupPerformance, metrics.InResourceUse: i18n.GroupMemory, metrics.InBalance: i18n.GroupBalance,
	metrics.InService: i18n.GroupService, metrics.InCommunication: i18n.GroupCommunication, metrics.InDeadlines: i18n.GroupDeadlines,
	metrics.InUsers: i18n.GroupUsers, metrics.InSizes: i18n.GroupSizes, metrics.InFailures: i18n.GroupFailures, metrics.InEnergy: i18n.GroupEnergy,
}

// AllFiguresHTML returns the table of all figures of the whole run, without those
// that have no meaning for this run. It explains each glossary term the first time
// a figure uses it.
func (m FiguresPanel) AllFiguresHTML() html.HTML {
	if m.Run == nil {
		return ""
	}
	var none metrics.Figures
	list := none.List()
	list = list[:min(len(list), len(m.Run.Whole))]
	for i := range list {
		list[i].Value = m.Run.Whole[i]
	}
	var out html.Builder
	told := map[string]bool{}
	for g, name := range groupTitles {
		var rows html.HTML
		for i := range list {
			f := &list[i]
			if f.Group != metrics.JobGroup(g) || !metrics.IsMeaningful(list, i) {
				continue
			}
			direction := html.Text(m.Direction(f.Better))
			rows += html.Tr(html.RowHead(html.Text(m.Words.Tell(f.Title)), m.explanation(f.Term, told)), html.NumberCell(m.Figure(f.Key, f.Unit, f.Value)+m.Unit(f.Unit)),
				html.Td(html.Small(html.Hide{}, html.Text(Arrow(f.Better)+" "), html.Span(html.Class("direction"), direction)), html.Spoken(direction)))
		}
		if rows != "" {
			out.El("tbody", html.Tr(html.El("th", html.Attr{"colspan", "3"}, html.Attr{"scope", "rowgroup"}, html.B(m.Words.HTML(name)))), rows)
		}
	}
	return html.Table(html.ID("figures-table"), html.Class("keys figures-table"), html.El("caption", html.Class("sr"), m.Words.HTML(i18n.AllFigures)), out.HTML())
}

// nameHTML returns the name of a figure as HTML. The name is marked with its
// glossary term, which is explained when the reader points at it. Keyboard users
// find the explanation in the table of all figures.
func nameHTML(f *metrics.Figure, name string) html.HTML {
	if f.Term != "" {
		return html.Span(html.Attr{"data-term", f.Term}, html.Text(name))
	}
	return html.Escape(name)
}

// explanation returns the glossary's explanation of a term when it is called for
// this term the first time, and "" afterwards. told records the terms that were
// explained.
func (m FiguresPanel) explanation(term string, told map[string]bool) html.HTML {
	t := m.Lessons.Glossary.Find(term)
	if t == nil || told[term] {
		return ""
	}
	told[term] = true
	return html.Small(html.Text(t.Text))
}

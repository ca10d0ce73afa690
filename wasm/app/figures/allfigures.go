package figures

import (
	"strings"

	"hopyard/core/metrics"
	"hopyard/wasm/app/i18n"
)

// groupTitles lists the titles of the groups of figures. The index is the group.
var groupTitles = [metrics.NumGroups]i18n.Text{
	metrics.InJobs: i18n.GroupJobs, metrics.InPerformance: i18n.GroupPerformance, metrics.InResourceUse: i18n.GroupMemory, metrics.InBalance: i18n.GroupBalance,
	metrics.InService: i18n.GroupService, metrics.InCommunication: i18n.GroupCommunication, metrics.InDeadlines: i18n.GroupDeadlines,
	metrics.InUsers: i18n.GroupUsers, metrics.InSizes: i18n.GroupSizes, metrics.InFailures: i18n.GroupFailures,
}

// AllFiguresHTML returns the table of all figures of the whole run, without those
// that have no meaning for this run. It explains each glossary term the first time
// a figure uses it.
func (m FiguresPanel) AllFiguresHTML() string {
	if m.Run == nil {
		return ""
	}
	var none metrics.Figures
	list := none.List()
	list = list[:min(len(list), len(m.Run.Whole))]
	for i := range list {
		list[i].Value = m.Run.Whole[i]
	}
	var out strings.Builder
	told := map[string]bool{}
	out.WriteString(`<table id="figures-table" class="keys figures-table"><caption class="sr">` + m.Words.Say(i18n.AllFigures) + `</caption>`)
	for g, name := range groupTitles {
		title := `<tbody><tr><th colspan="3" scope="rowgroup"><b>` + m.Words.Say(name) + `</b></th></tr>`
		for i := range list {
			f := &list[i]
			if f.Group != metrics.JobGroup(g) || !metrics.IsMeaningful(list, i) {
				continue
			}
			out.WriteString(title + `<tr><th scope="row">` + i18n.Escape(m.Words.Tell(f.Title)) + m.explanation(f.Term, told) + `</th><td class="n">` + m.Figure(f.Key, f.Unit, f.Value) + m.Unit(f.Unit) +
				`</td><td><small aria-hidden="true">` + Arrow(f.Better) + ` <span class="direction">` + m.Direction(f.Better) + `</span></small><span class="sr">` + m.Direction(f.Better) + `</span></td></tr>`)
			title = ""
		}
		if title == "" {
			out.WriteString(`</tbody>`)
		}
	}
	out.WriteString(`</table>`)
	return out.String()
}

// nameHTML returns the name of a figure as HTML. The name is marked with its
// glossary term, which is explained when the reader points at it. Keyboard users
// find the explanation in the table of all figures.
func nameHTML(f *metrics.Figure, name string) string {
	if f.Term != "" {
		return `<span data-term="` + f.Term + `">` + i18n.Escape(name) + `</span>`
	}
	return i18n.Escape(name)
}

// explanation returns the glossary's explanation of a term when it is called for
// this term the first time, and "" afterwards. told records the terms that were
// explained.
func (m FiguresPanel) explanation(term string, told map[string]bool) string {
	t := m.Lessons.Glossary.Find(term)
	if t == nil || told[term] {
		return ""
	}
	told[term] = true
	return `<small>` + i18n.Escape(t.Text) + `</small>`
}

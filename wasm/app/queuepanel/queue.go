package queuepanel

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// QueueNote returns a text with the number of waiting jobs, such as "4 waiting".
func (m QueuePanel) QueueNote() string {
	if m.State == nil {
		return ""
	}
	return m.Words.Say(i18n.WaitingCount, m.Words.N("n", int64(m.State.Waiting)))
}

// QueueHTML returns the items of the queue. First come the jobs that this step
// starts, then the waiting jobs in queue order. Arrow keys move between the items.
// The Tab key reaches only the item of the selected job or, if no job is selected,
// the first item.
func (m QueuePanel) QueueHTML() string {
	if m.State == nil {
		return ""
	}
	var out strings.Builder
	ids := m.Queued()
	starting := len(ids) - len(m.State.Queue)
	left, right := m.reach()
	for i, id := range ids {
		class, reason := "", m.Words.Say(i18n.ShortStarts)
		switch {
		case i < starting:
			class = "now"
		default:
			reason = m.Short(&m.State.Queue[i-starting])
			if i == starting {
				class = "head"
			}
		}
		tab := "-1"
		if id == m.Selected || i == 0 && !slices.Contains(ids, m.Selected) {
			tab = "0"
		}
		m.item(&out, id, class, tab, reason)
		if p := m.priority(id); p != nil {
			m.priorityBar(&out, p, left, right)
		}
		out.WriteString(`</span></li>`)
	}
	return out.String()
}

// Queued returns the jobs that QueueHTML lists.
func (m QueuePanel) Queued() []workload.JobID {
	if m.State == nil {
		return nil
	}
	ids := m.Starters()
	for i := range m.State.Queue {
		ids = append(ids, m.State.Queue[i].Job)
	}
	return ids
}

// QueueRest returns the text below the list. It states that no job waits, or how
// many waiting jobs are not listed.
func (m QueuePanel) QueueRest() string {
	switch {
	case m.State == nil:
		return ""
	case m.State.Waiting == 0:
		return m.Words.Say(i18n.QueueNobody)
	}
	if more := int(m.State.Waiting) - len(m.State.Queue); more > 0 {
		return m.Words.Say(i18n.QueueMore, m.Words.N("n", int64(more)))
	}
	return ""
}

// item writes the list item of a job without its closing tags, so that the caller
// can add to the item.
func (m QueuePanel) item(out *strings.Builder, id workload.JobID, class, tab, reason string) {
	fmt.Fprintf(out, `<li role="option" class="%s" data-id="%d" tabindex="%s" aria-selected="%t">%s<span><b>%s</b> %s · %s`,
		class, id, tab, id == m.Selected, m.Chip(id), i18n.Upper(m.JobText(id)), m.Sized(id, int64(m.Asks(id))), m.Words.Span(m.Run.Jobs[id].Walltime))
	if user := m.UserText(id); user != "" {
		out.WriteString(` · ` + user)
	}
	out.WriteString(`<em>` + reason + `</em>`)
	if row := m.Row(id); row != nil {
		out.WriteString(m.rowHTML(row))
	}
}

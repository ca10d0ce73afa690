package queuepanel

import (
	"slices"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
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
func (m QueuePanel) QueueHTML() html.HTML {
	if m.State == nil {
		return ""
	}
	var out html.Builder
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
		tab := -1
		if id == m.Selected || i == 0 && !slices.Contains(ids, m.Selected) {
			tab = 0
		}
		var more html.HTML
		if row := m.Row(id); row != nil {
			more = m.rowHTML(row)
		}
		if p := m.priority(id); p != nil {
			more += m.priorityBar(p, left, right)
		}
		out.El("li", html.Attr{"role", "option"}, html.Class(class), html.Num("data-id", int(id)), html.Num("tabindex", tab), html.Bool("aria-selected", id == m.Selected),
			m.Chip(id), html.Span(html.Bold(i18n.Upper(m.JobText(id))),
				html.Text(" "+m.Sized(id, int64(m.Asks(id)))+" · "+m.Words.Span(m.Run.Jobs[id].Walltime)+i18n.After(" · ", m.UserText(id))), html.Em(html.Text(reason)), more))
	}
	return out.HTML()
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

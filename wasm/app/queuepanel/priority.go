package queuepanel

import (
	"strconv"

	"hopyard/core/queue"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// priority returns the priority of a waiting job, or nil if the discipline does not
// use priorities.
func (m QueuePanel) priority(id workload.JobID) *queue.Priority {
	for i := range m.State.Priorities {
		if m.State.Priorities[i].Job == id {
			return &m.State.Priorities[i]
		}
	}
	return nil
}

// PriorityText returns a text for screen readers with a priority and its parts,
// such as "priority 210: queue time 30, GPUs 180".
func (m QueuePanel) PriorityText(p *queue.Priority) string {
	var parts []string
	for k, v := range p.Parts {
		if v != 0 {
			parts = append(parts, m.Words.Say(i18n.PartNames[k])+" "+m.Policy.Milli(v))
		}
	}
	sum := i18n.S("sum", m.Policy.Milli(p.Sum))
	if len(parts) == 0 {
		return m.Words.Say(i18n.PriorityNone, sum)
	}
	return m.Words.Say(i18n.PriorityParts, sum, i18n.S("parts", i18n.List(m.Words, parts...)))
}

// reach returns how far the longest priority bars extend to the left and to the
// right of zero.
func (m QueuePanel) reach() (left, right int64) {
	for i := range m.State.Priorities {
		l, r := int64(0), int64(0)
		for _, v := range m.State.Priorities[i].Parts {
			l, r = l-min(v, 0), r+max(v, 0)
		}
		left, right = max(left, l), max(right, r)
	}
	return left, right
}

// priorityBar returns a priority as a bar composed of the parts of the priority.
// Negative parts are to the left of zero. All bars in the queue have the same
// scale.
func (m QueuePanel) priorityBar(p *queue.Priority, left, right int64) html.HTML {
	all := max(left+right, 1)
	at := func(name string, v int64) html.Attr {
		return html.Attr{name, strconv.FormatFloat(float64(v)*100/float64(all), 'f', 2, 64) + "%"}
	}
	var bars html.Builder
	below, above := left, left
	for k, v := range p.Parts {
		if v == 0 {
			continue
		}
		x := above
		if v < 0 {
			below += v
			x, v = below, -v
		} else {
			above += v
		}
		part := "part" + strconv.Itoa(k)
		bars.El("rect", html.Class(part), at("x", x), at("width", v), html.Attr{"y", "1"}, html.Attr{"height", "10"})
		bars.El("rect", html.Attr{"fill", "url(#" + part + ")"}, at("x", x), at("width", v), html.Attr{"y", "1"}, html.Attr{"height", "10"})
	}
	if left > 0 {
		bars.El("rect", html.Class("zero"), at("x", left), html.Attr{"width", "1"}, html.Attr{"height", "12"})
	}
	return html.Span(html.Class("prio"), html.El("svg", html.Class("parts"), html.Attr{"role", "img"}, html.Label(m.PriorityText(p)), bars.HTML()), html.Bold(m.Policy.Milli(p.Sum)))
}

package queuepanel

import (
	"fmt"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
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
	return m.Words.Say(i18n.PriorityParts, sum, i18n.S("parts", m.Words.List(parts...)))
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

// priorityBar writes a priority as a bar composed of the parts of the priority.
// Negative parts are to the left of zero. All bars in the queue have the same
// scale.
func (m QueuePanel) priorityBar(out *strings.Builder, p *queue.Priority, left, right int64) {
	all := max(left+right, 1)
	at := func(v int64) string { return fmt.Sprintf("%.2f%%", float64(v)*100/float64(all)) }
	out.WriteString(`<span class="prio"><svg class="parts" role="img" aria-label="` + m.PriorityText(p) + `">`)
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
		fmt.Fprintf(out, `<rect class="part%d" x="%s" width="%s" y="1" height="10"/><rect fill="url(#part%d)" x="%s" width="%s" y="1" height="10"/>`,
			k, at(x), at(v), k, at(x), at(v))
	}
	if left > 0 {
		fmt.Fprintf(out, `<rect class="zero" x="%s" width="1" height="12"/>`, at(left))
	}
	out.WriteString(`</svg><b>` + m.Policy.Milli(p.Sum) + `</b></span>`)
}

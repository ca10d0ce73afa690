package narrative

import (
	"strings"

	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// Together describes the events that the page shows together with the step on
// screen because they happened at the same time: "At the same time: jobs 2 and 3
// join the queue." It returns "" if the page shows each step separately.
func (m Sentences) Together() string {
	n := int(m.State.Step)
	if !m.Walk.Together || n < 2 || !m.Run.EndsTeaching(n-1) {
		return ""
	}
	from := max(m.Stride(n, -1), 0)
	var joins, ends []workload.JobID
	others := 0
	for i := from; i < n-1; i++ {
		for _, e := range m.Run.StepEvents(i) {
			switch e.Kind {
			case trace.Submit:
				joins = append(joins, e.Job)
			case trace.End:
				ends = append(ends, e.Job)
			default:
				others++
			}
		}
	}
	var parts []string
	c := m.Words
	for _, p := range []struct {
		text i18n.Text
		jobs []workload.JobID
	}{{i18n.TogetherEnds, ends}, {i18n.TogetherJoins, joins}} {
		if len(p.jobs) > 0 {
			parts = append(parts, c.Say(p.text, i18n.S("jobs", m.JobList(p.jobs, workload.NoJob)), c.N("n", int64(len(p.jobs)))))
		}
	}
	if others > 0 {
		parts = append(parts, c.Say(i18n.TogetherOthers, c.N("n", int64(others))))
	}
	if len(parts) == 0 {
		return ""
	}
	return c.Say(i18n.Together, i18n.S("list", strings.Join(parts, "; ")))
}

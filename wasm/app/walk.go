package app

import (
	"strings"

	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// Walk is how the reader goes through time.
type Walk struct {
	Together bool // micro-events go with the decision that they belong to
	Pauses   bool // playing stops at each decision
}

// Stride is the number of steps up to and with the next step that one press
// leads to, or the one before.
func (m *Model) Stride(n, direction int) int {
	if !m.Walk.Together {
		return n + direction
	}
	next := m.Run.NextStep(n, direction, m.Run.EndsTeaching)
	if next == n && direction < 0 {
		return 0
	}
	return next
}

// Snap is the end of a teaching step near n, on the side to which the reader
// moves.
func (m *Model) Snap(n int) int {
	if !m.Walk.Together || n <= 0 || m.Run == nil || n >= m.Run.Len() || m.Run.EndsTeaching(n-1) {
		return n
	}
	if n < m.Step {
		return m.Stride(n, -1)
	}
	return m.Stride(n, 1)
}

// teachingStep is the number of the teaching step on screen, and of all; false
// where events are taken one by one.
func (m *Model) teachingStep() (n, all int64, ok bool) {
	if !m.Walk.Together || m.State == nil || m.Run.Len() == 0 {
		return 0, 0, false
	}
	list := m.Run.Teaching()
	return int64(list[m.State.Step]), int64(list[len(list)-1]), true
}

// together says what else happened in the teaching step that ends with the step
// on screen: "At the same time: jobs 2 and 3 join the queue."
func (m *Model) together() string {
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
		text words.Text
		jobs []workload.JobID
	}{{words.TogetherEnds, ends}, {words.TogetherJoins, joins}} {
		if len(p.jobs) > 0 {
			parts = append(parts, c.Say(p.text, words.S("jobs", m.JobList(p.jobs, workload.NoJob)), c.N("n", int64(len(p.jobs)))))
		}
	}
	if others > 0 {
		parts = append(parts, c.Say(words.TogetherOthers, c.N("n", int64(others))))
	}
	if len(parts) == 0 {
		return ""
	}
	return c.Say(words.Together, words.S("list", strings.Join(parts, "; ")))
}

package app

import (
	"strings"

	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/words"
	"hopyard/wasm/draw"
)

// Walk is how the reader goes through time.
type Walk struct {
	Together bool // micro-events go with the decision that they belong to
	Pauses   bool // playing stops at each decision
}

// A teaching step is what one press of a key passes when events are taken
// together: the arrivals and ends of one instant, up to a step that starts,
// refuses or loses something, or to the end of the instant. So every decision
// has a step of its own, with its reasons; (time, ordinal) stays the place.

// teaching are, by step, how many teaching steps have begun before it and with
// it; made when it is first wanted. Cost: O(steps).
func (r *Run) teaching() []int32 {
	if r.taught == nil {
		r.taught = make([]int32, r.Len()+1)
		n := int32(0)
		for i := range r.Steps {
			if i == 0 || r.endsTeaching(i-1) {
				n++
			}
			r.taught[i+1] = n
		}
	}
	return r.taught
}

// endsTeaching reports whether a teaching step ends with step i.
func (r *Run) endsTeaching(i int) bool {
	return i+1 >= r.Len() || r.Steps[i+1].Time != r.Steps[i].Time || r.Kinds[i] == draw.MarkStart || r.Kinds[i] == draw.MarkKill
}

// Stride is the number of steps up to and with the next step that one press
// leads to, or the one before.
func (m *Model) Stride(n, direction int) int {
	if !m.Walk.Together {
		return n + direction
	}
	next := m.Run.nextStep(n, direction, m.Run.endsTeaching)
	if next == n && direction < 0 {
		return 0
	}
	return next
}

// Snap is the end of a teaching step near n, on the side to which the reader
// moves.
func (m *Model) Snap(n int) int {
	if !m.Walk.Together || n <= 0 || m.Run == nil || n >= m.Run.Len() || m.Run.endsTeaching(n-1) {
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
	list := m.Run.teaching()
	return int64(list[m.State.Step]), int64(list[len(list)-1]), true
}

// together says what else happened in the teaching step that ends with the step
// on screen: "At the same time: jobs 2 and 3 join the queue."
func (m *Model) together() string {
	n := int(m.State.Step)
	if !m.Walk.Together || n < 2 || !m.Run.endsTeaching(n-1) {
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

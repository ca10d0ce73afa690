package app

import (
	"slices"

	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policy"
)

// wantsFilters reports whether the chosen job waits under a discipline that
// filters nodes, and what its filters leave is not known.
func (m *Model) wantsFilters() bool {
	id := m.Selected
	return m.Run.Policy.Queue == "hybrid" && id != workload.NoJob && m.Want == id && m.State.Filtered != id && m.Waiting(id) != nil
}

// wantsWeighed reports whether the chosen job starts in the step on screen, and
// the placements that are known to have been weighed are another's.
func (m *Model) wantsWeighed() bool {
	id := m.Selected
	return id != workload.NoJob && m.Want == id && m.State.Weighed != nil && m.State.Weighed.Job != id && slices.Contains(m.Starters(), id)
}

// WithWeight asks for the run with another weight of a part.
func (m *Model) WithWeight(key, value string) *message.Load {
	base := m.Request.Base
	if m.Request.Slider != key || base == nil { // all moves of one slider are compared with what was before the first
		base = m.Run
		m.Edits.Break()
	}
	asked := m.Change(policy.Assign(m.Asked.Overrides, m.Policy.WeightPath(key), value))
	m.Request.Slider, m.Request.Base, m.Request.Key = key, base, "weight "+key
	return asked
}

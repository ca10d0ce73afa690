package why

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/workload"
)

// wantsFilters reports whether the chosen job waits under a discipline that
// filters nodes, and what its filters leave is not known.
func (m Panel) wantsFilters() bool {
	id := m.Selected
	return m.Discipline(policies.ShowsFilters) && id != workload.NoJob && m.Want == id && m.State.Filtered != id && m.Waiting(id) != nil
}

// wantsWeighed reports whether the chosen job starts in the step on screen, and
// the placements that are known to have been weighed are another's.
func (m Panel) wantsWeighed() bool {
	id := m.Selected
	return id != workload.NoJob && m.Want == id && m.State.Weighed != nil && m.State.Weighed.Job != id && slices.Contains(m.Starters(), id)
}

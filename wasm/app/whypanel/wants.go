package whypanel

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// wantsFilters reports whether the state lacks the filters for the selected job and
// needs them. They are needed if the job waits and the discipline filters nodes.
func (m WhyPanel) wantsFilters() bool {
	id := m.Selected
	return m.Discipline(policies.ShowsFilters) && id != workload.NoJob && m.Want == id && m.State.Filtered != id && m.Waiting(id) != nil
}

// wantsWindows reports whether the state lacks the scheduling windows (start times
// with nodes) of the selected job and needs them. They are needed if the job waits
// for a better window or starts in a chosen window.
func (m WhyPanel) wantsWindows() bool {
	id := m.Selected
	if id == workload.NoJob || m.Want != id || m.State.Step == 0 || m.State.Windows != nil && m.State.Windows.Job == id {
		return false
	}
	if w := m.Waiting(id); w != nil {
		return w.Why.Code == why.BetterWindow
	}
	for k, e := range m.Run.StepEvents(int(m.State.Step) - 1) {
		if e.Kind == trace.Start && e.Job == id {
			return m.Reason(k).Code == why.ChosenWindow
		}
	}
	return false
}

// wantsWeighed reports whether the state lacks the candidate placements of the
// selected job and needs them. They are needed if the job starts in the step on
// screen. A state has candidate placements for only one job, which may be another
// job.
func (m WhyPanel) wantsWeighed() bool {
	id := m.Selected
	return id != workload.NoJob && m.Want == id && m.State.Weighed != nil && m.State.Weighed.Job != id && slices.Contains(m.Starters(), id)
}

package whypanel

import (
	"hopyard/core/workload"
)

// Misses reports whether the state on screen lacks data that the panel needs about
// the job in the field Want. Such data are the reason why the job waits, the
// scheduling windows (start times with nodes) compared for it, and its possible
// placements.
func (m WhyPanel) Misses() bool {
	if m.Want == workload.NoJob || m.State == nil || m.Run == nil || m.State.Middle {
		return false
	}
	known := m.State.Chosen != nil && m.State.Chosen.Job == m.Want
	return !known && int(m.State.Waiting) > len(m.State.Queue) && m.About(m.Want) == "" || m.wantsFilters() || m.wantsWeighed() || m.wantsWindows()
}

package whypanel

import (
	"hopyard/core/workload"
)

// Misses reports whether the state on screen lacks data about the wanted job that
// the panel needs: why the job waits, which windows were compared for it, or which
// placements were possible.
func (m WhyPanel) Misses() bool {
	if m.Want == workload.NoJob || m.State == nil || m.Run == nil || m.State.Middle {
		return false
	}
	known := m.State.Chosen != nil && m.State.Chosen.Job == m.Want
	return !known && int(m.State.Waiting) > len(m.State.Queue) && m.About(m.Want) == "" || m.wantsFilters() || m.wantsWeighed() || m.wantsWindows()
}

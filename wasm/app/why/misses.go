package why

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Misses reports whether the state on screen lacks what is wanted of it: why the
// wanted job waits, where it is promised to start, or where it could have started.
func (m Panel) Misses() bool {
	if m.Want == workload.NoJob || m.State == nil || m.Run == nil || m.State.Middle {
		return false
	}
	known := m.State.Chosen != nil && m.State.Chosen.Job == m.Want
	if w := m.Waiting(m.Want); !known && w != nil && w.Promised != simtime.Never {
		return true
	}
	return !known && int(m.State.Waiting) > len(m.State.Queue) && m.About(m.Want) == "" || m.wantsFilters() || m.wantsWeighed()
}

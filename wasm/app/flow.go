package app

import "math"

// flow advances playback by simulated time while ms milliseconds of real time pass.
// It moves to the last step whose time has been reached. If the reader has asked
// for pauses, it stops at a decision.
func (m *App) flow(ms float64) {
	if !m.Playing || m.State == nil || m.Run == nil {
		return
	}
	from := m.Run.Time(m.Step)
	if a := m.Run.Archive; a != nil {
		from = max(from, a.From)
	}
	if !m.Flows(ms, from, int(m.State.Step) == m.Step) {
		return
	}
	to := max(m.Run.Find(m.Flow.At, math.MaxInt32), m.Step)
	for i := m.Step; m.Walk.Pauses && i < to; i++ {
		if m.Run.Decides(i) {
			to, m.Playing = i+1, false
		}
	}
	if to != m.Step {
		m.goTo(to)
	}
	m.Playing = m.Playing && m.Step < m.Run.Len()
}

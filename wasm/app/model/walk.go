package model

// Walk is how the reader goes through time.
type Walk struct {
	Together bool // micro-events go with the decision that they belong to
	Pauses   bool // playing stops at each decision
	Lecture  bool // the page is on a beamer, or goes there as soon as it can
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

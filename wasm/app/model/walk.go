package model

// Walk holds the settings for moving through time.
type Walk struct {
	Together bool // events without a decision are grouped with the decision that follows
	Pauses   bool // playing stops at each decision
	Lecture  bool // the page is in lecture mode, or enters it as soon as possible
}

// Stride returns the number of steps to which one press of a key leads from n.
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

// Snap returns the end of a teaching step near n, in the direction in which the
// reader moves.
func (m *Model) Snap(n int) int {
	if !m.Walk.Together || n <= 0 || m.Run == nil || n >= m.Run.Len() || m.Run.EndsTeaching(n-1) {
		return n
	}
	if n < m.Step {
		return m.Stride(n, -1)
	}
	return m.Stride(n, 1)
}

// teachingStep returns the number of the teaching step on screen, and the number of
// all of them. ok is false if events are taken one by one.
func (m *Model) teachingStep() (n, all int64, ok bool) {
	if !m.Walk.Together || m.State == nil || m.Run.Len() == 0 {
		return 0, 0, false
	}
	list := m.Run.Teaching()
	return int64(list[m.State.Step]), int64(list[len(list)-1]), true
}

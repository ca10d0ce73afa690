package model

// Walk holds the reader's settings for moving through the steps of the run.
type Walk struct {
	Together bool // simultaneous events are shown together, as teaching steps (see package recording)
	Pauses   bool // playback stops at each decision
	Lecture  bool // the page is in lecture mode, or will enter it as soon as possible
}

// Stride returns the number of steps that the page shows after a key press. The
// parameter n is the number of steps that it shows before. The key leads forward
// or, if direction is negative, back.
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

// Snap moves a number of steps to the end of a teaching step. It searches for the
// nearest end from n on, in the direction of the reader's movement. If simultaneous
// events are not shown together, it returns n unchanged.
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
// all teaching steps. ok is false if simultaneous events are not shown together.
func (m *Model) teachingStep() (n, all int64, ok bool) {
	if !m.Walk.Together || m.State == nil || m.Run.Len() == 0 {
		return 0, 0, false
	}
	list := m.Run.Teaching()
	return int64(list[m.State.Step]), int64(list[len(list)-1]), true
}

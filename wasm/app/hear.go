package app

import "hopyard/wasm/app/message"

// Hear takes in an answer of the desk that has the model's run: what was loaded,
// a state, or why there is none; of other answers nothing. It is for those who
// wait for each answer; the page reads long runs by pieces. Error: the answer is
// not as its kind says; nothing has changed then.
func (m *App) Hear(wire []byte) error {
	if m.Practice == nil {
		return hear(wire, m.Accept, m.Show, m.Reject)
	}
	switch message.KindOf(wire) {
	case message.KindAsked:
		return heard(wire, new(message.Asked), func(a *message.Asked) bool { m.Practice.Hear(a); return true })
	case message.KindGraded:
		return heard(wire, new(message.Graded), func(g *message.Graded) bool { m.Practice.Grade(g); return true })
	}
	return hear(wire, m.Accept, m.Show, m.Reject)
}

// hear unpacks an answer for the one that takes in its kind.
func hear(wire []byte, loaded func(*message.Loaded) bool, state func(*message.State) bool, failed func(*message.Failed) bool) error {
	switch message.KindOf(wire) {
	case message.KindLoaded:
		return heard(wire, new(message.Loaded), loaded)
	case message.KindState:
		return heard(wire, new(message.State), state)
	case message.KindFailed:
		return heard(wire, new(message.Failed), failed)
	}
	return nil
}

func heard[M interface{ Unpack([]byte) error }](wire []byte, m M, take func(M) bool) error {
	if err := m.Unpack(wire); err != nil {
		return err
	}
	take(m)
	return nil
}

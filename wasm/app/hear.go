package app

import "hopyard/wasm/app/message"

// Hear handles an answer of the worker: a run, a state, an error, a list of
// questions, or a graded reply. It ignores other kinds of answers. Hear is for
// callers that wait for each answer; the page itself reads long runs in slices. If
// the answer is malformed, Hear returns an error and changes nothing.
func (m *App) Hear(wire []byte) error {
	if m.Practice == nil {
		return hear(wire, m.Accept, m.Show, m.Reject)
	}
	switch message.KindOf(wire) {
	case message.KindAsked:
		return heard(wire, new(message.QuestionList), func(a *message.QuestionList) bool { m.Practice.Hear(a); return true })
	case message.KindGraded:
		return heard(wire, new(message.Graded), func(g *message.Graded) bool { m.Practice.Grade(g); return true })
	}
	return hear(wire, m.Accept, m.Show, m.Reject)
}

// hear decodes an answer, and passes it to the function for its kind.
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

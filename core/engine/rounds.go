package engine

import "hopyard/core/queue"

// Rounds are the rounds of a discipline that decides in rounds, in the pass of
// step i (from 0), or in the last one before it that had any: under one round a
// trigger not every step is one. Cost: that of Seek and a step for each step
// that is looked at.
func (t *Tape) Rounds(i int) []queue.Round {
	if !t.live.queue.Reports() {
		return nil
	}
	var rounds []queue.Round
	for ; i >= 0 && rounds == nil; i-- {
		e := t.after(t.marks[i].taken - 1)
		e.queue.Listen(func(r queue.Round) { rounds = append(rounds, r) })
		e.Step()
	}
	return rounds
}

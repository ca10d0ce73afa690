package engine

import "hopyard/core/trace"

// Prints are the hashes of the recorded run after each step, from none on. Cost:
// O(events + runs), and 8 bytes a step.
func (t *Tape) Prints() trace.Prints {
	out := make(trace.Prints, 1, t.Len()+1)
	out[0] = trace.NoEvents
	for i := range t.Len() {
		out = append(out, out[i].Add(t.Events(i)...))
	}
	return out
}

package quiz

import (
	"slices"

	"hopyard/core/workload"
)

// Verdict is the grade of an answer.
type Verdict struct {
	Right bool
	Slip  Slip // mistake behind a wrong answer; Code is None if it is not known
}

// Grade grades an answer. An answer of the wrong form is wrong. Cost: a call of
// Recording.Seek if no wrong rule gives the answer.
func (z *Quiz) Grade(q *Question, a Answer) Verdict {
	slices.Sort(a.Jobs)
	if q.Form == Nodes {
		return z.look(q.Step).gradePlace(q, a.Nodes)
	}
	if slices.ContainsFunc(q.Right, func(b Answer) bool { return q.equal(a, b) }) {
		return Verdict{Right: true}
	}
	for _, w := range q.Wrong {
		if q.equal(a, w.Answer) {
			return Verdict{Slip: w.Slip}
		}
	}
	switch {
	case q.Form == Jobs:
		return Verdict{Slip: z.look(q.Step).slip(None, q, a.Jobs)}
	case q.Form == Choice && a.Choice >= 0 && a.Choice < len(q.Options):
		return Verdict{Slip: q.Options[a.Choice].Slip}
	case q.Form == Time:
		return Verdict{Slip: z.look(q.Step).off(None, q, a.Time)}
	}
	return Verdict{Slip: Slip{Code: WrongNumber, Job: q.Job, Other: workload.NoJob, Need: a.Number, Facts: q.Facts}}
}

// equal reports whether two answers are equivalent. For times, a.Within is the
// tolerance.
func (q *Question) equal(a, b Answer) bool {
	switch q.Form {
	case Jobs:
		return slices.Equal(a.Jobs, b.Jobs)
	case Nodes:
		return slices.Equal(a.Nodes, b.Nodes)
	case Time:
		off := a.Time.Sub(b.Time)
		return max(off, -off) <= a.Within
	case Number:
		return a.Number == b.Number
	}
	return a.Choice == b.Choice
}

package quiz

import (
	"cmp"
	"iter"
	"math/rand/v2"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Quiz asks about one recorded run.
type Quiz struct {
	run      *engine.Recording
	jobs     []workload.Job
	capacity int32 // what the empty machine holds, where counting decides
	rule     *policies.Discipline
	rivals   []other        // once they were asked for
	cursor   *engine.Engine // after the first reached steps
	reached  int
}

// New is a quiz about a run, which must be recorded to its end, under the
// discipline of a name; if there is none of it, little is asked. Cost: that of
// Seek.
func New(run *engine.Recording, discipline string) *Quiz {
	rule := policies.DisciplineOf(discipline)
	if rule == nil {
		rule = &policies.Discipline{}
	}
	return &Quiz{run: run, jobs: run.Jobs(), capacity: run.Capacity(), rule: rule}
}

// Kinds is a set of kinds of questions.
type Kinds uint16

// AllKinds are all of them.
const AllKinds Kinds = 1<<NumKinds - 1

// Of is the set of some kinds.
func Of(kinds ...QuestionKind) (s Kinds) {
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Has reports whether a kind is in the set.
func (s Kinds) Has(k QuestionKind) bool { return s>>k&1 != 0 }

// At are the questions of some kinds that step i (from 0) is worth, in the order
// of kinds; nil if nothing could have gone otherwise. Cost: that of
// Recording.Seek, and a pass for each wrong rule on a copy of the engine.
func (z *Quiz) At(i int, kinds Kinds) []Question {
	if z.rule.Free { // nobody can know what is decided
		kinds &= Of(Next, Cost, Share, Link)
	}
	var found []Question
	m := z.look(i)
	for k, ask := range asked {
		if ask == nil || !kinds.Has(QuestionKind(k)) {
			continue
		}
		if q := ask(m); q != nil {
			found = append(found, *q)
		}
	}
	return found
}

// asked makes the question of each kind about a moment.
var asked = [NumKinds]func(*moment) *Question{
	Start:   (*moment).start,
	Promise: (*moment).promise,
	Extra:   (*moment).extra,
	Place:   (*moment).place,
	Cost:    (*moment).cost,
	Check:   (*moment).check,
	Next:    (*moment).next,
	Share:   (*moment).share,
	Link:    (*moment).link,
	Policy:  (*moment).policyOf,
	Figure:  (*moment).figure,
}

// All are the questions of some kinds, in the order of the run. Cost: that of At
// for every step.
func (z *Quiz) All(kinds Kinds) iter.Seq[Question] { return z.From(0, kinds) }

// From are those at or after an instant. Cost: that of At for every step from
// there on.
func (z *Quiz) From(at simtime.Time, kinds Kinds) iter.Seq[Question] {
	return func(yield func(Question) bool) {
		for i := range z.run.Len() {
			if z.run.Mark(i).Time < at {
				continue
			}
			for _, q := range z.At(i, kinds) {
				if !yield(q) {
					return
				}
			}
		}
	}
}

// Verdict is what a grade says of an answer.
type Verdict struct {
	Right bool
	Slip  Slip // of a wrong answer: what was mistaken; Code None if that is not known
}

// Grade grades an answer. Errors in its form are wrong answers. Cost: that of
// Recording.Seek for answers that no wrong rule gives.
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

// equal reports whether an answer is as good as another one.
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

// Draw are at most n of some questions, drawn evenly by a seed and in their order.
// Equal seeds draw equally, natively and in the browser.
func Draw(all iter.Seq[Question], n int, seed uint64) []Question {
	r := rand.New(rand.NewPCG(seed, 0))
	var drawn []Question
	seen := 0
	for q := range all { // reservoir sampling
		seen++
		if len(drawn) < n {
			drawn = append(drawn, q)
		} else if i := r.IntN(seen); i < n {
			drawn[i] = q
		}
	}
	slices.SortStableFunc(drawn, func(a, b Question) int {
		return cmp.Or(cmp.Compare(a.Step, b.Step), cmp.Compare(a.Kind, b.Kind))
	})
	return drawn
}

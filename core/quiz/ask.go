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

// Quiz asks questions about one recorded run.
type Quiz struct {
	run      *engine.Recording
	jobs     []workload.Job
	capacity int32 // number of nodes or tasks that the empty machine holds, if counting decides which jobs fit
	rule     *policies.Discipline
	rivals   []other        // computed when first needed
	cursor   *engine.Engine // engine after the first steps of the run; the number of these steps is the field reached
	reached  int
}

// New returns a quiz about a run under the named discipline. The run must be
// recorded to its end. If the name is unknown, fewer kinds of questions are asked.
// Cost: a call of Recording.Seek.
func New(run *engine.Recording, discipline string) *Quiz {
	rule := policies.DisciplineOf(discipline)
	if rule == nil {
		rule = &policies.Discipline{}
	}
	return &Quiz{run: run, jobs: run.Jobs(), capacity: run.Capacity(), rule: rule}
}

// Kinds is a set of kinds of questions.
type Kinds uint16

// AllKinds is the set of all kinds.
const AllKinds Kinds = 1<<NumKinds - 1

// Of returns the set of the given kinds.
func Of(kinds ...QuestionKind) (s Kinds) {
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Has reports whether a kind is in the set.
func (s Kinds) Has(k QuestionKind) bool { return s>>k&1 != 0 }

// At returns the questions of the given kinds about step i (from 0), in the order
// of kinds. It leaves out a question if no wrong rule would give another answer.
// Cost: a call of Recording.Seek, and a pass for each wrong rule on a copy of the
// engine.
func (z *Quiz) At(i int, kinds Kinds) []Question {
	if z.rule.Free { // the discipline's decisions cannot be predicted
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

// asked maps each kind of question to the method that asks it about a moment.
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

// All returns the questions of the given kinds, in the order of the run. Cost: a
// call of At for every step.
func (z *Quiz) All(kinds Kinds) iter.Seq[Question] { return z.From(0, kinds) }

// From returns the questions of the given kinds at or after a given time. Cost: a
// call of At for every step from that time on.
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

// Draw returns a random sample of at most n questions in the order of the run. The
// seed determines the sample, both natively and in the browser.
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

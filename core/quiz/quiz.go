// Package quiz asks what a scheduler will do, and knows what is right and which
// mistake a wrong answer is. Questions are enumerated from a recorded run: each
// belongs to a step, after what happened in it and before the pass that decides.
//
// What is right is what the engine does, and everything that it calls equal: jobs
// and nodes that cannot be told apart, placements of the same cost. What is wrong
// is recognized by running the wrong rule (mistakes.go): a scheduler that reserves
// nothing, one that knows run times, one that takes the first nodes. So a mistake
// is named also if it is clicked and not chosen from a list.
//
// Nothing is asked where nothing could have gone otherwise: a question has at
// least one wrong rule with another answer, and none where the same picture lets
// two right rules differ.
//
// Source: ours (SOURCES.md QUIZ.1). Questions and answers are data; the sentences
// are made of them in each language by those who show them.
package quiz

import (
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// QuestionKind is what a question asks for.
type QuestionKind uint8

// The kinds of questions, with the form of their answers.
const (
	Start   QuestionKind = iota // which waiting jobs start now? Jobs
	Place                       // on which nodes? Nodes
	Promise                     // by when does a job that must wait start at the latest? Time
	Extra                       // how many nodes are free at the shadow time beyond the head's need? Number
	Check                       // which condition keeps a job waiting? Choice
	Cost                        // what does a placement cost? Number
	Next                        // what happens next? Choice
	Share                       // how much is left of a share, how high is a priority? Number
	Link                        // which cable is the busiest, how fast does a job run? Choice, Number
	Policy                      // which discipline made this schedule? Choice
	Figure                      // which discipline has the smaller mean wait? Choice
	NumKinds
)

// String is the name of the kind in formats and on the command line.
func (k QuestionKind) String() string { return scenario.QuestionKinds()[k] }

// KindOf is the kind of a name, and false if there is none.
func KindOf(name string) (QuestionKind, bool) {
	i := slices.Index(scenario.QuestionKinds(), name)
	return QuestionKind(max(i, 0)), i >= 0
}

// AnswerForm is how a question is answered.
type AnswerForm uint8

// The forms of answers.
const (
	Jobs   AnswerForm = iota // a set of waiting jobs; it may be empty
	Nodes                    // a set of nodes, as many as the job asks for, or one of Options
	Time                     // an instant
	Number                   // a number, in the unit of the question
	Choice                   // one of Options
)

// AnswerForm is how questions of the kind are answered; Link has both forms, see
// Question.Form.
func (k QuestionKind) form() AnswerForm {
	switch k {
	case Start:
		return Jobs
	case Place:
		return Nodes
	case Promise:
		return Time
	case Extra, Cost, Share:
		return Number
	}
	return Choice
}

// Answer is an answer in the form of its question; the other fields are zero.
type Answer struct {
	Jobs   []workload.JobID  // ascending
	Nodes  cluster.Placement // in ascending runs
	Time   simtime.Time
	Within simtime.Duration // of Time: how far it may be off, since a click is no exact instant
	Number int64            // in the question's Unit
	Choice int              // place in Options, from 0
}

// NumberUnit is what a Number counts.
type NumberUnit uint8

// The units.
const (
	OfNodes   NumberUnit = iota // nodes, or tasks where jobs ask for tasks
	OfPairs                     // of distance, summed over all pairs of nodes
	OfLargest                   // of distance, the largest one from the device that the placement is centred on
	OfPoints                    // of priority
	OfShare                     // nodes of a user's usable share that are left
	OfReserve                   // nodes of a user's reserve that are left
	OfLimit                     // what is left of a limit, in its measure
	OfPercent                   // of full speed
)

// Question is one question about one step.
type Question struct {
	Kind    QuestionKind
	Form    AnswerForm
	Step    int // of the Recording, from 0: what it decides is asked
	At      simtime.Time
	Ordinal int32             // place among the steps of the instant, as in a Mark
	Job     workload.JobID    // that is asked about; workload.NoJob: none
	Need    int32             // its size, where the question speaks of it
	Unit    NumberUnit        // of a Number
	Right   []Answer          // all that is right, the engine's own first; of Nodes see Cost
	Wrong   []Mistake         // what wrong rules answer, the most telling first; each answer once
	Nodes   cluster.Placement // that are asked about
	Name    string            // of the user whose share is asked about, or of the device that a placement is centred on
	Limit   int32             // of the scenario's limits, from 1
	Before  bool              // it is asked before the step, not in the middle of it
	Options []AnswerOption    // of a Choice, or the placements among which one of Nodes may be chosen
	Facts   []Fact            // why the right answer is right, in the order in which they decide
	// Any says of Nodes that every placement of Cost or less (and of Tie, Speed,
	// where its allocator weighs them) is right, not only those in Right.
	Any              bool
	Cost, Tie, Speed int64
}

// Mistake is the answer of a wrong rule.
type Mistake struct {
	Slip   Slip
	Answer Answer
}

// AnswerOption is one of several answers to choose from, or a placement to compare.
// What it is depends on the kind: a check (Reason), an event (Event, Job), a
// discipline (Policy), a link (Link), a placement (Nodes, Number its cost).
type AnswerOption struct {
	Reason why.Reason
	Event  trace.EventKind
	Job    workload.JobID
	Policy string
	Link   topology.LinkID
	Nodes  cluster.Placement
	Number int64
	Slip   Slip // what whoever chooses it has mistaken; of the right one nothing
}

// ID names the question among those of its run: the kind, the place in time as
// links have it, and the job, "promise@300.0/4". It is the same natively and in
// the browser; the job is called as people do.
func (q *Question) ID(jobs []workload.Job) string {
	id := fmt.Sprintf("%s@%v.%d", q.Kind, q.At, q.Ordinal)
	if q.Job != workload.NoJob {
		id = fmt.Sprintf("%s/%d", id, jobs[q.Job].Number)
	}
	return id
}

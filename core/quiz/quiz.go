// Package quiz asks students what a scheduler will do, knows the right answers, and
// names the mistake behind a wrong one.
//
// A [Quiz] is made from a recorded run. It enumerates questions: each [Question]
// belongs to a step of the run, after the event of the step and before the
// scheduling pass that responds to it. A [Situation] holds what the student may see
// at that point. [Quiz.Grade] (grade.go) compares an [Answer] with the question and
// returns a [Verdict], which names the [Misconception] behind a wrong answer.
//
//	z := quiz.New(recording, "easy")
//	for q := range z.All(quiz.Of(quiz.Start)) {
//		verdict := z.Grade(&q, answer)
//		…
//	}
//
// The right answers are what the engine does and everything equivalent to it: jobs
// and nodes that cannot be told apart, placements of the same cost. Wrong answers
// are recognized by running wrong rules on a copy of the engine (rules.go): a
// scheduler that reserves nothing, one that knows run times, one that takes the
// first nodes. Each wrong rule belongs to a [Misconception]. A mistake is therefore
// named even if the student clicks the answer instead of choosing it from a list.
//
// A question is only asked if at least one wrong rule gives another answer, and if
// the state shown to the student determines the right one.
//
// Questions and answers are data. The programs that show them make the sentences in
// each language.
//
// Source: ours (SOURCES.md QUIZ.1).
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

// QuestionKind is the topic of a question.
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

// String returns the name of the kind in file formats and on the command line.
func (k QuestionKind) String() string { return scenario.QuestionKinds()[k] }

// KindOf returns the kind with the given name, or false if no kind has this name.
func KindOf(name string) (QuestionKind, bool) {
	i := slices.Index(scenario.QuestionKinds(), name)
	return QuestionKind(max(i, 0)), i >= 0
}

// AnswerForm is the form of an answer to a question, such as a set of jobs or a
// number.
type AnswerForm uint8

// The forms of answers.
const (
	Jobs   AnswerForm = iota // a set of waiting jobs; it may be empty
	Nodes                    // a set of as many nodes as the job asks for, or one of Options
	Time                     // an instant
	Number                   // a number, in the unit of the question
	Choice                   // one of Options
)

// form returns the form in which questions of the kind are answered. A question of
// kind Link may instead ask for a number; see Question.Form.
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

// Answer is an answer to a question. Only the fields for the form of the question
// are set; the others are zero.
type Answer struct {
	Jobs   []workload.JobID  // ascending
	Nodes  cluster.Placement // ranges of nodes, in ascending order
	Time   simtime.Time
	Within simtime.Duration // for the form Time: tolerance, because a mouse click cannot select an exact time
	Number int64            // in the question's Unit
	Choice int              // index in Options, from 0
}

// NumberUnit is the unit of an answer of the form Number.
type NumberUnit uint8

// The units.
const (
	OfNodes   NumberUnit = iota // nodes, or tasks if jobs ask for tasks
	OfPairs                     // sum of the distances of all pairs of nodes
	OfLargest                   // largest distance from a node of the placement to the device (a node or switch) at its center
	OfPoints                    // points of priority
	OfShare                     // nodes left of a user's usable share
	OfReserve                   // nodes left of a user's reserve
	OfLimit                     // amount left of a limit, in the unit of the limit
	OfPercent                   // percent of full speed
)

// Question is one question about one step.
type Question struct {
	Kind    QuestionKind
	Form    AnswerForm
	Step    int // index in the Recording, from 0; the question is about what this step decides
	At      simtime.Time
	Ordinal int32             // index among the steps at the same time, as in a StepMark
	Job     workload.JobID    // the job in question; workload.NoJob: none
	Need    int32             // size of the job, if the question mentions it
	Unit    NumberUnit        // unit of the answer, if it is a Number
	Right   []Answer          // all right answers, that of the engine first; for placements see Any
	Wrong   []Mistake         // answers of wrong rules, the most specific first; each answer once
	Nodes   cluster.Placement // the nodes in question
	Name    string            // user whose share is asked for, or device at the center of a placement
	Limit   int32             // number of the limit in the scenario, from 1
	Before  bool              // whether the student sees the state before the step instead of the state before the scheduling pass
	Options []AnswerOption    // options for an answer of the form Choice, or placements to choose Nodes from
	Facts   []Fact            // facts that explain the right answer, in the order in which they decide
	// Any means that Right does not list all right placements. Every placement that
	// is at least as good as the chosen one is right. The chosen placement has the
	// cost Cost. If the allocator also compares ties and speeds, Tie and Speed are
	// those of the chosen placement.
	Any              bool
	Cost, Tie, Speed int64
}

// Mistake is the answer of a wrong rule.
type Mistake struct {
	Slip   Slip
	Answer Answer
}

// AnswerOption is one of several answers to choose from, or a placement to compare.
// The fields in use depend on the kind of the question: a condition (Reason), an
// event (Event, Job), a discipline (Policy), a link (Link), or a placement (Nodes,
// with its cost in Number).
type AnswerOption struct {
	Reason why.Reason
	Event  trace.EventKind
	Job    workload.JobID
	Policy string
	Link   topology.LinkID
	Nodes  cluster.Placement
	Number int64
	Slip   Slip // mistake of choosing this option; zero for the right option
}

// ID returns the name of the question, such as "promise@300.0/4". It consists of
// the kind, the time, the index of the step among those at the same time, and the
// number of the job. It is unique in its run, and the same natively and in the
// browser.
func (q *Question) ID(jobs []workload.Job) string {
	id := fmt.Sprintf("%s@%v.%d", q.Kind, q.At, q.Ordinal)
	if q.Job != workload.NoJob {
		id = fmt.Sprintf("%s/%d", id, jobs[q.Job].Number)
	}
	return id
}

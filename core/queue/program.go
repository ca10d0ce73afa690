package queue

import (
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// The rest of this file serves policies that users write as programs. Such policies
// print text, report errors, and use single steps of the built-in disciplines.

// ProgramLine is a line that a program printed in a pass, or its reason for starting a
// job.
type ProgramLine struct {
	Job  workload.JobID // the started job; NoJob for a printed line
	Line int            // line of the program, from 1; 0 if unknown
	Text string
}

// ProgramError is an error in a program.
type ProgramError struct {
	Line, Col int      // position of the error, from 1, in characters; 0 if the error concerns the whole program
	Problem   string   // the error, described in one sentence
	Fix       string   // how to fix the error; "" if Problem already says it
	Stack     []string // the active calls, outermost first; nil before the program runs
	Endless   bool     // the program reached its limit of steps
}

// Error returns the error on one line.
func (f *ProgramError) Error() string {
	text := f.Problem
	if f.Line > 0 {
		text = fmt.Sprintf("line %d, column %d: %s", f.Line, f.Col, f.Problem)
	}
	if f.Fix != "" {
		text += "; " + f.Fix
	}
	return text
}

// Failure is a ProgramError that occurs while the program runs. A policy or an
// allocator that cannot continue panics with a Failure. The engine then ends the
// run; a query pass ends with the answers it has so far.
type Failure struct {
	ProgramError
	At simtime.Time
}

// Error returns the failure on one line.
func (f *Failure) Error() string { return fmt.Sprintf("at %v: %s", f.At, f.ProgramError.Error()) }

// Caught recovers from a panic whose value is a Failure, and passes that Failure to
// the function keep. Other panics continue. Caught must be called by defer.
func Caught(keep func(*Failure)) {
	switch x := recover().(type) {
	case nil:
	case *Failure:
		keep(x)
	default:
		panic(x)
	}
}

// Say passes a program's line to the Starter, except in a query pass.
func (p *Pass) Say(s ProgramLine) {
	if !p.asking {
		p.starter.Say(s)
	}
}

// ask runs a query pass. The answers given before the policy fails are kept.
func (p *Pass) ask() {
	defer Caught(func(*Failure) {})
	p.queue.cfg.Policy.Schedule(p)
}

// Started reports whether the job was started in this pass.
func (w *Waiting) Started() bool { return w.taken }

// Counted reports whether the pass runs in counting mode.
func (p *Pass) Counted() bool { return p.queue.cfg.Counted }

// Earliest returns the first instant at which w fits if no other job starts before
// w and all running jobs use their walltimes. That is now if w already fits, and
// simtime.Never if w does not fit even after all running jobs have ended. It
// replaces the reservation made by Reserve. Cost: O(running jobs), times O(nodes)
// outside counting mode.
func (p *Pass) Earliest(w *Waiting) simtime.Time { return p.shadow(w) }

// Retry reports whether a pass must run again after it has started a job beside its
// only reservation. It must run again if a job that was refused before might now be
// placed elsewhere. In counting mode it returns false, because one run is enough.
func (p *Pass) Retry(res *Reservation) bool {
	return !p.queue.cfg.Counted && (res.retry || p.queue.constrained)
}

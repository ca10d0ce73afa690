package queue

import (
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// The rest of this file serves policies that users write as programs: to print
// text, to report errors, and to use single steps of the built-in disciplines.

// ProgramLine is a line that a program printed in a pass, or its reason for starting a
// job.
type ProgramLine struct {
	Job  workload.JobID // the job that it started; NoJob for a printed line
	Line int            // line of the program, from 1; 0 if unknown
	Text string
}

// ProgramError is an error in a program.
type ProgramError struct {
	Line, Col int      // from 1, in characters; 0 if the whole program is meant
	Problem   string   // one sentence
	Fix       string   // how to fix it; "" if Problem says so
	Stack     []string // the active calls, outermost first; nil before the program runs
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

// Failure is a ProgramError in a running program. A policy or an allocator that
// cannot continue panics with it. The engine then ends the run; a query pass ends
// with the answers it has so far.
type Failure struct {
	ProgramError
	At simtime.Time
}

// Error returns the failure on one line.
func (f *Failure) Error() string { return fmt.Sprintf("at %v: %s", f.At, f.ProgramError.Error()) }

// Caught passes a Failure with which the deferring function panics to keep. Other
// panics continue. It must be deferred.
func Caught(keep func(*Failure)) {
	switch x := recover().(type) {
	case nil:
	case *Failure:
		keep(x)
	default:
		panic(x)
	}
}

// Say passes on what a program says, unless this is a query pass.
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
// it and all running jobs use their walltimes: now if w fits now, simtime.Never if
// it fits not even then. It replaces the reservation made by Reserve. Cost:
// O(running jobs), times O(nodes) outside counting mode.
func (p *Pass) Earliest(w *Waiting) simtime.Time { return p.shadow(w) }

// Retry reports whether the pass should run again: it has started a job beside its
// only reservation, and a job that was refused before might now be placed
// elsewhere. In counting mode one run is enough.
func (p *Pass) Retry(res *Reservation) bool {
	return !p.queue.cfg.Counted && (res.retry || p.queue.constrained)
}

package queue

import (
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// What policies that people write as programs need beside the disciplines of the
// house: to say something, to go wrong, and to do single steps of what these do.

// Said is what a program said in a pass: a line that it printed, or why it
// started a job.
type Said struct {
	Job  workload.JobID // that it started; NoJob for a line that it printed
	Line int            // of the program, from 1; 0 if that is not known
	Text string
}

// ProgramError is what is wrong with a program.
type ProgramError struct {
	Line, Col int      // from 1, in characters; 0 where it is the whole program
	Problem   string   // in one sentence
	Fix       string   // what to do, "" where Problem says it
	Stack     []string // the calls that led there, outermost first; nil before it runs
}

// Error is the fault on one line.
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

// Failure is a Fault of a program that runs. A policy or an allocator that cannot
// go on panics with it; the engine then ends the run, and those who only ask have
// no answer.
type Failure struct {
	ProgramError
	At simtime.Time
}

// Error is the failure on one line.
func (f *Failure) Error() string { return fmt.Sprintf("at %v: %s", f.At, f.ProgramError.Error()) }

// Caught keeps the Failure that a function panics with, to be deferred. Other
// panics go on.
func Caught(keep func(*Failure)) {
	switch x := recover().(type) {
	case nil:
	case *Failure:
		keep(x)
	default:
		panic(x)
	}
}

// Say hands on what a program says, unless the pass only asks.
func (p *Pass) Say(s Said) {
	if !p.asking {
		p.starter.Say(s)
	}
}

// ask runs a pass that only asks. What the policy has answered before it fails
// stays.
func (p *Pass) ask() {
	defer Caught(func(*Failure) {})
	p.queue.cfg.Policy.Schedule(p)
}

// Started reports whether the job was started in this pass.
func (w *Waiting) Started() bool { return w.taken }

// Counted reports whether counting decides if a job fits.
func (p *Pass) Counted() bool { return p.queue.cfg.Counted }

// Earliest is the first instant at which w fits if nobody comes before it and all
// running jobs use their walltimes: now, if it fits now; simtime.Never if not even
// then. It undoes Reserve. Cost: O(running jobs), times O(nodes) where counting
// does not decide.
func (p *Pass) Earliest(w *Waiting) simtime.Time { return p.shadow(w) }

// Retry reports whether the pass should be gone through again: it has started
// something beside its one reservation, and a job that was refused before may now
// be placed elsewhere. Where counting decides, one is enough.
func (p *Pass) Retry(res *Reservation) bool {
	return !p.queue.cfg.Counted && (res.retry || p.queue.constrained)
}

package policycheck

import (
	"errors"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/script"
	"hopyard/core/simtime"
	"hopyard/core/trace"
)

// TwinCases is how many workloads are usual for a Twin: two policies that differ do so
// within the first few dozen.
const TwinCases = 150

// Twin compares the starts of a program with those of another one on random small
// workloads, as the tests of the examples do. It is for programs that are to become a
// known policy: the first workload on which a job starts at another time is shown.
type Twin struct {
	mine, other PolicyRunner
	seed        uint64
	cases, next int
	parting     *Parting
}

// Parting is the first difference that was found between two programs.
type Parting struct {
	Line        int                // of an error of the program, from 1; 0: none, or unknown
	Problem     string             // the error; "" if the runs differ
	Scenario    *scenario.Scenario // the workload, under the program
	Jobs        int
	Job         int64        // the number of the job that starts at another time
	Mine, Other simtime.Time // its starts; simtime.Never: none
}

// NewTwin returns the comparison of a program with another one, which has no errors.
func NewTwin(source, other string, seed uint64, cases int) *Twin {
	t := &Twin{seed: seed, cases: cases}
	roles, faults := script.Roles(source)
	if faults != nil {
		t.parting = &Parting{Line: faults[0].Line, Problem: faults[0].Problem}
		return t
	}
	t.mine = program(source, roles)
	roles, _ = script.Roles(other)
	t.other = program(other, roles)
	return t
}

// Step compares one workload, and reports whether there is more to do. Cost: two runs
// of up to some dozen jobs.
func (t *Twin) Step() bool {
	if t.parting != nil || t.next >= t.cases {
		return false
	}
	w := draw(bounds{whole: true, alike: true}, t.seed, t.next, t.cases)
	t.next++
	x, err := w.scenario()
	if err != nil {
		return true // a job is larger than the machine
	}
	y, _ := w.scenario()
	theirs, _, problem := starts(t.other, y)
	if problem != "" {
		return true // the other program cannot be asked about this workload
	}
	mine, line, problem := starts(t.mine, x)
	if problem != "" {
		t.parting = &Parting{Line: line, Problem: problem, Scenario: x, Jobs: len(w.jobs)}
		return false
	}
	first := -1
	for i := range theirs {
		if mine[i] != theirs[i] && (first < 0 || min(mine[i], theirs[i]) < min(mine[first], theirs[first])) {
			first = i
		}
	}
	if first < 0 {
		return true
	}
	t.parting = &Parting{Scenario: x, Jobs: len(w.jobs), Job: int64(w.jobs[first].id), Mine: mine[first], Other: theirs[first]}
	return false
}

// Progress is how many workloads have been compared, of how many.
func (t *Twin) Progress() (done, all int) { return t.next, t.cases }

// Parting is the first difference; nil if none was found so far.
func (t *Twin) Parting() *Parting { return t.parting }

// starts are the first starts of the jobs of a scenario under a policy, or the error of
// the policy with its line.
func starts(policy PolicyRunner, s *scenario.Scenario) (at []simtime.Time, line int, problem string) {
	c, err := policy(s)
	if err != nil {
		return nil, 0, err.Error()
	}
	log, err := engine.Run(c)
	if f := (*queue.Failure)(nil); errors.As(err, &f) {
		return nil, f.Line, f.Problem
	} else if err != nil {
		return nil, 0, err.Error()
	}
	at = make([]simtime.Time, len(c.Jobs))
	for i := range at {
		at[i] = simtime.Never
	}
	for _, e := range log {
		if e.Kind == trace.Start && at[e.Job] == simtime.Never {
			at[e.Job] = e.Time
		}
	}
	return at, 0, ""
}

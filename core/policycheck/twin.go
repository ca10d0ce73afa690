package policycheck

import (
	"errors"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/script"
	"hopyard/core/simtime"
)

// TwinCases is the usual number of workloads of a Twin. If two policies differ,
// this usually shows within the first few dozen.
const TwinCases = 150

// Twin compares the start times of two programs on random small workloads, and
// reports the first workload on which a job starts at another time. It is used for
// exercises in which a program must imitate a known policy.
type Twin struct {
	mine, other PolicyRunner
	seed        uint64
	cases, next int
	parting     *FirstDifference
}

// FirstDifference is the first difference found between two programs.
type FirstDifference struct {
	Line        int                // line of an error in the program, counted from 1; 0 if there is no error or its line is unknown
	Problem     string             // the error; "" if the runs differ
	Scenario    *scenario.Scenario // the workload, set up to run under the first program
	Jobs        int
	Job         int64        // number of the job that starts at another time
	Mine, Other simtime.Time // start times of that job under the two programs; simtime.Never if it does not start
}

// NewTwin returns the comparison of a program with another program, which must have
// no errors.
func NewTwin(source, other string, seed uint64, cases int) *Twin {
	t := &Twin{seed: seed, cases: cases}
	roles, faults := script.Roles(source)
	if faults != nil {
		t.parting = &FirstDifference{Line: faults[0].Line, Problem: faults[0].Problem}
		return t
	}
	t.mine = program(source, roles)
	roles, _ = script.Roles(other)
	t.other = program(other, roles)
	return t
}

// Step compares one workload and reports whether there is more to do. Cost: two
// runs of up to a dozen jobs.
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
		return true // the other program fails on this workload
	}
	mine, line, problem := starts(t.mine, x)
	if problem != "" {
		t.parting = &FirstDifference{Line: line, Problem: problem, Scenario: x, Jobs: len(w.jobs)}
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
	t.parting = &FirstDifference{Scenario: x, Jobs: len(w.jobs), Job: int64(w.jobs[first].id), Mine: mine[first], Other: theirs[first]}
	return false
}

// Progress returns the number of workloads compared so far, and the total.
func (t *Twin) Progress() (done, all int) { return t.next, t.cases }

// Parting returns the first difference, or nil if none has been found so far.
func (t *Twin) Parting() *FirstDifference { return t.parting }

// starts returns the first start of each job of a scenario under a policy, or the
// error of the policy with its line.
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
	for _, o := range metrics.Outcomes(c.Jobs, log) {
		at = append(at, o.FirstStart())
	}
	return at, 0, ""
}

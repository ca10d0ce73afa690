// Package policycheck tests a scheduling policy. It runs the policy on a few
// hundred small random workloads and reports each kind of problem together with the
// smallest workload that shows it. [FindingKind] defines the kinds: errors, broken
// promises, idle nodes, starvation and others.
//
// [New] checks a program in Starlark, [Of] any policy. The caller then calls Step
// until it returns false, and reads Findings and Passed:
//
//	c := policycheck.New(source, 1, policycheck.Cases)
//	for c.Step() {
//	}
//	for _, f := range c.Findings() {
//		fmt.Println(f.Title)
//	}
//
// Each step is short, so that a page stays responsive and a terminal can be
// interrupted. The cases, their order, the findings and how they shrink depend on
// the policy and the seed alone. The cases go from small to large. Small cases
// already show most problems, and are quick to shrink.
//
// A case is a workload. It is drawn as a world, that is, a machine and its jobs
// (world.go, draw.go), and becomes a scenario. The check watches the run of this
// scenario step by step (watch.go). When it sees the first problem of a kind, it
// shrinks the world while the problem remains (shrinking.go, moves.go). Starvation
// is checked on fixed streams of jobs instead (stream.go). [Twin] compares two
// programs.
//
// A finding always fits the definition of its kind, but it may be intended. For
// example, a strict policy leaves nodes idle, and a policy that prefers short jobs
// lets long jobs starve.
package policycheck

import (
	"slices"

	"hopyard/core/engine"
	"hopyard/core/scenario"
)

// Cases is the usual number of workloads.
const Cases = 500

// MaxErrors is the number of cases that may end in an error of the policy before
// the check stops. More of them would show nothing new.
const MaxErrors = 10

// PolicyRunner returns the configuration that runs a scenario under the policy
// being checked. It may write the policy into the scenario, so that the case can be
// shared. If it returns an error, this counts as an error of the policy.
type PolicyRunner func(*scenario.Scenario) (engine.Config, error)

// Finding is a problem of a policy.
type Finding struct {
	Kind  FindingKind
	Title string // one sentence, with the numbers of the smallest case
	// Found is the number of workloads that show the problem; the field Of is the
	// number of workloads tried. For Starvation, both count streams of jobs.
	Found, Of int
	// Scenario is the smallest workload that shows the problem, with a scheduler
	// section that selects the policy. It is nil if the problem does not need a
	// workload. The field Jobs is the number of its jobs. The field Job is the
	// number of the job concerned, or 0.
	Scenario *scenario.Scenario
	Jobs     int
	Job      int64
	At       scenario.Moment // the step that shows the problem
	// Line and Column are the position of an Error in the program, counted from 1.
	// They are 0 if it is unknown.
	Line, Column int
	Stack        []string // for an Error: the calls that led to the error, outermost first
}

// Check is the check of a policy, in progress or complete. New and Of return a new
// Check.
type Check struct {
	policy PolicyRunner
	seed   uint64
	cases  int
	bounds bounds

	next  int    // next case to draw
	tried int    // number of cases done
	work  []task // stack of unfinished tasks; the last one is active
	found [numKinds]*tally
	waits waits
	phase int
	over  bool // the policy cannot be run at all
}

// tally counts how often a kind of problem was found. Its field finding is set when
// the case has been shrunk.
type tally struct {
	found, of int
	finding   *Finding
}

// task is work that is done in small steps.
type task interface {
	// step performs a part of the work and reports whether more is left.
	step(t *Check) bool
}

// Of returns a check of a policy on the given number of workloads. The seed
// determines these workloads.
func Of(policy PolicyRunner, seed uint64, cases int) *Check {
	return &Check{policy: policy, seed: seed, cases: max(cases, 1)}
}

// Step performs a small part of the work: a few steps of a run, or one attempt to
// make a case smaller. It reports whether there is more to do. Cost: up to about 20
// passes of the policy.
func (t *Check) Step() bool {
	if n := len(t.work); n > 0 {
		if top := t.work[n-1]; !top.step(t) {
			at := slices.Index(t.work, top) // this step may have pushed other tasks onto the stack
			t.work = slices.Delete(t.work, at, at+1)
		}
		return true
	}
	switch {
	case t.ended():
		return false
	case t.phase < len(streams) && t.next >= t.cases/10: // the streams run after a tenth of the cases, because they are quick
		t.begin(newStream(&streams[t.phase]))
		t.phase++
	case t.next < t.cases:
		t.begin(&runCase{world: draw(t.bounds, t.seed, t.next, t.cases)})
		t.next++
	case t.phase == len(streams):
		t.phase++
		t.compare()
	default:
		return false
	}
	return true
}

func (t *Check) begin(w task) { t.work = append(t.work, w) }

func (t *Check) errors() int {
	if x := t.found[Error]; x != nil {
		return x.found
	}
	return 0
}

// ended reports whether errors make further cases pointless.
func (t *Check) ended() bool { return t.over || t.errors() >= MaxErrors }

// Done reports whether the check is complete.
func (t *Check) Done() bool {
	return len(t.work) == 0 && (t.ended() || t.next == t.cases && t.phase > len(streams))
}

// Progress returns how much of the work is done, and the total.
func (t *Check) Progress() (done, all int) {
	if all = t.cases + len(streams); t.Done() {
		return all, all
	}
	return t.next + t.phase, all
}

// Tried returns the number of workloads that have been run.
func (t *Check) Tried() int { return t.tried }

// Findings returns the problems found so far, the worst first. The list is complete
// when the check is done.
func (t *Check) Findings() []Finding {
	var out []Finding
	for k, x := range t.found {
		if x == nil || x.finding == nil {
			continue
		}
		f := *x.finding
		f.Found, f.Of = x.found, x.of
		if k := FindingKind(k); k < Worse {
			f.Of = t.tried
		}
		out = append(out, f)
	}
	return out
}

// Passed returns the kinds of problems that no workload showed. It returns none
// before the check is complete, or if errors ended it.
func (t *Check) Passed() []FindingKind {
	if !t.Done() || t.ended() {
		return nil
	}
	var out []FindingKind
	for k, x := range t.found {
		if x == nil {
			out = append(out, FindingKind(k))
		}
	}
	return out
}

// count counts another case of a kind of problem and reports whether it is the
// first.
func (t *Check) count(k FindingKind) bool {
	first := t.found[k] == nil
	if first {
		t.found[k] = &tally{}
	}
	t.found[k].found++
	return first
}

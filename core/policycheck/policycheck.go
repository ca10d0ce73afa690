// Package policycheck puts a scheduling policy to the test: it runs it on some hundred
// random small workloads, and tells what is wrong with it, each with the smallest
// case that shows it. Kind has what is looked for, and defines it.
//
// The work is done in small steps, so that a page stays alive meanwhile and a
// terminal can be interrupted: the order of the cases, what is found and how it is
// shrunk follow from policy and seed alone. Cases go from small to large, since
// most of what is wrong shows in small ones, and is then soon shrunk.
//
// What is found is true of the definitions of Kind. Some of it may be meant: a
// policy that is strict leaves nodes idle, and one that prefers short jobs lets
// long ones starve.
package policycheck

import (
	"slices"

	"hopyard/core/engine"
	"hopyard/core/scenario"
)

// Cases is how many workloads are usual.
const Cases = 500

// MaxErrors is how many cases may end in an error of the policy before no more are
// tried: the rest would say the same.
const MaxErrors = 10

// A Policy makes the run of a scenario under what is on trial. It may write into
// the scenario what that is, so that the case can be shared. An error is one of
// the policy.
type PolicyRunner func(*scenario.Scenario) (engine.Config, error)

// Finding is something that is wrong with a policy.
type Finding struct {
	Kind  FindingKind
	Title string // one sentence, with the numbers of the smallest case
	// Found of Of workloads show it; of Starvation, streams.
	Found, Of int
	// Scenario is the smallest case, under the policy; nil where it needs none. Jobs
	// is how many jobs it has, Job the number of the one that it is about, or 0.
	Scenario *scenario.Scenario
	Jobs     int
	Job      int64
	At       scenario.Moment // of the step that shows it
	// Line and Column are where in the program an Error is, from 1; 0: unknown.
	Line, Column int
	Stack        []string // of an Error: the calls that led there, outermost first
}

// Check is a policy that is being tried. New and Of make one.
type Check struct {
	policy PolicyRunner
	seed   uint64
	cases  int
	bounds bounds

	next  int    // case to draw
	tried int    // cases
	work  []task // the last one is at work
	found [numKinds]*tally
	waits waits
	phase int
	over  bool // it cannot be tried
}

// tally is what is known of a kind: how often it was found and, once it has been
// shrunk, the finding.
type tally struct {
	found, of int
	finding   *Finding
}

// task is work that goes on in small steps.
type task interface {
	// step does some of it and reports whether more is left.
	step(t *Check) bool
}

// Of is a trial of a policy on a number of workloads drawn by a seed.
func Of(policy PolicyRunner, seed uint64, cases int) *Check {
	return &Check{policy: policy, seed: seed, cases: max(cases, 1)}
}

// Step does a small part of the work: a few steps of a run, or one try to make a
// case smaller. It reports whether there is more to do. Cost: up to about 20 passes of
// the policy.
func (t *Check) Step() bool {
	if n := len(t.work); n > 0 {
		if top := t.work[n-1]; !top.step(t) {
			at := slices.Index(t.work, top) // it may have put others on top of it
			t.work = slices.Delete(t.work, at, at+1)
		}
		return true
	}
	switch {
	case t.ended():
		return false
	case t.phase < len(streams) && t.next >= t.cases/10: // soon, since they are quick
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

// ended reports whether errors leave nothing more to try.
func (t *Check) ended() bool { return t.over || t.errors() >= MaxErrors }

// Done reports whether all is tried.
func (t *Check) Done() bool {
	return len(t.work) == 0 && (t.ended() || t.next == t.cases && t.phase > len(streams))
}

// Progress is how much of the work is done, of how much.
func (t *Check) Progress() (done, all int) {
	if all = t.cases + len(streams); t.Done() {
		return all, all
	}
	return t.next + t.phase, all
}

// Tried is how many workloads have been tried.
func (t *Check) Tried() int { return t.tried }

// Findings are what is wrong as far as is known, the worst first. They are whole
// when the trial is done.
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

// Passed are the kinds that were looked for in all workloads and not found; none
// before the trial is done, and none if errors ended it.
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

// count counts a sighting; true if it is the first of its kind.
func (t *Check) count(k FindingKind) bool {
	first := t.found[k] == nil
	if first {
		t.found[k] = &tally{}
	}
	t.found[k].found++
	return first
}

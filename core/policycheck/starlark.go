package policycheck

import (
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/script"
)

// New is a trial of a program in Starlark on a number of workloads drawn by a seed,
// usually Cases. What the program does not decide is EASY's, first fit's and the
// order of submission. One that cannot be read is found to be wrong at once.
//
// A program is tried on what it is made for, as its text shows: one that asks for
// switches on trees only; one that names the nodes of a job, and neither its size
// nor its tasks, on jobs that ask for whole nodes; and one that places jobs, without
// asking for the free nodes of a job or its GPUs, on machines whose nodes are alike.
func New(source string, seed uint64, cases int) *Check {
	roles, faults := script.Roles(source)
	t := Of(program(source, roles), seed, cases)
	t.bounds = bounds{
		trees: says(source, "switches", "free_under"),
		whole: says(source, ".nodes") && !says(source, ".size", ".tasks"),
		alike: slices.Contains(roles, policies.Placing) && !says(source, "free_nodes(job", ".gpus"),
	}
	if faults != nil {
		t.unreadable(faults)
	}
	return t
}

// says reports whether a program has one of some words.
func says(source string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(source, w) })
}

// MaxSteps bounds the steps of one call of a program on trial, in place of
// script.MaxSteps: workloads are small, and a loop that does not end is to be found
// soon, and shrunk.
const MaxSteps = 1_000_000

// program is the policy that a program is in the given roles.
func program(source string, roles []policies.Role) PolicyRunner {
	return func(s *scenario.Scenario) (engine.Config, error) {
		Enter(s, source, roles)
		c, err := s.Config()
		c.Queue, c.Allocator = script.Within(c.Queue, MaxSteps), script.Within(c.Allocator, MaxSteps)
		if c.Own != nil {
			c.Own = script.Within(c.Own, MaxSteps)
		}
		return c, err
	}
}

// Enter has a program decide in a scenario what it can, in place of who did. Where
// it has no queue discipline, that is the default one; where it has no order, that
// of submission; the allocator stays that of the scenario.
func Enter(s *scenario.Scenario, source string, roles []policies.Role) {
	x := &s.Scheduler
	x.Queue, x.Order, x.Sources = policies.Default, policies.OrderOf("").String(), policies.Sources{}
	names := [policies.NumRoles]*string{policies.Queueing: &x.Queue, policies.Placing: &x.Allocator, policies.Ordering: &x.Order}
	for _, role := range roles {
		*names[role], x.Sources[role] = policies.Own, source
	}
}

// unreadable ends the trial before it begins.
func (t *Check) unreadable(faults []queue.ProgramError) {
	t.count(Error)
	f := &faults[0]
	t.found[Error].finding = &Finding{Kind: Error, Title: sentence(f.Error()), Line: f.Line, Column: f.Col, Stack: f.Stack}
	t.over = true
}

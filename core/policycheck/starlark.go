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

// New returns a check of a program in Starlark on a number of workloads, usually
// Cases. The seed determines the workloads. For decisions that the program does not
// make, the check uses EASY, first fit and the order of submission. A program that
// cannot be parsed is reported at once.
//
// The check draws only workloads for which the program seems to be made, judging by
// its text:
//
//   - A program that asks for switches gets only trees of switches.
//   - A program that mentions the nodes of a job, but not its size or its tasks, gets only jobs of whole nodes.
//   - A program that places jobs, but does not ask for the free nodes or the GPUs of a job, gets only machines of equal nodes.
func New(source string, seed uint64, cases int) *Check {
	roles, faults := script.Roles(source)
	t := Of(program(source, roles), seed, cases)
	t.bounds = bounds{
		trees: mentions(source, "switches", "free_under"),
		whole: mentions(source, ".nodes") && !mentions(source, ".size", ".tasks"),
		alike: slices.Contains(roles, policies.Placing) && !mentions(source, "free_nodes(job", ".gpus"),
	}
	if faults != nil {
		t.unreadable(faults)
	}
	return t
}

// mentions reports whether a program contains any of the given words.
func mentions(source string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(source, w) })
}

// MaxSteps limits the steps of one call of a program that is being checked, instead
// of script.MaxSteps. This limit is lower because the workloads are small, and
// endless loops should be found and shrunk quickly.
const MaxSteps = 1_000_000

// program returns a PolicyRunner with which a program makes the decisions of the
// given roles.
func program(source string, roles []policies.Role) PolicyRunner {
	return func(s *scenario.Scenario) (engine.Config, error) {
		Enter(s, source, roles)
		c, err := s.Config()
		c.Queue, c.Allocator = script.WithMaxSteps(c.Queue, MaxSteps), script.WithMaxSteps(c.Allocator, MaxSteps)
		if c.Own != nil {
			c.Own = script.WithMaxSteps(c.Own, MaxSteps)
		}
		return c, err
	}
}

// Enter makes a program take the decisions of the given roles in a scenario. If the
// program does not define a queue discipline or an order, the scenario gets the
// default discipline or the order of submission. If the program does not place
// jobs, the scenario keeps its allocator.
func Enter(s *scenario.Scenario, source string, roles []policies.Role) {
	x := &s.Scheduler
	x.Queue, x.Order, x.Sources = policies.Default, policies.OrderOf("").String(), policies.Sources{}
	names := [policies.NumRoles]*string{policies.Queueing: &x.Queue, policies.Placing: &x.Allocator, policies.Ordering: &x.Order}
	for _, role := range roles {
		*names[role], x.Sources[role] = policies.Own, source
	}
}

// unreadable records the first error of a program that cannot be parsed, and ends
// the check before it begins.
func (t *Check) unreadable(faults []queue.ProgramError) {
	t.count(Error)
	f := &faults[0]
	t.found[Error].finding = &Finding{Kind: Error, Title: sentence(f.Error()), Line: f.Line, Column: f.Col, Stack: f.Stack}
	t.over = true
}

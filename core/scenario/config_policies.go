package scenario

import (
	"cmp"

	"hopyard/core/alloc"
	"hopyard/core/policies"
	"hopyard/core/queue"
)

// setup is what policies are made from.
func (s *Scenario) setup() *policies.Setup {
	return &policies.Setup{Settings: s.Scheduler.Settings, Seed: s.Seed, Weights: s.Scheduler.Priority, Limits: s.Limits, Allotments: s.Allotments.queue()}
}

// queue is the discipline of a name. While errors are looked for the name may be
// unknown: then it is the default.
func (s *Scenario) queue(name string) queue.Policy {
	return cmp.Or(policies.DisciplineOf(name), policies.DisciplineOf(policies.Default)).New(s.setup())
}

// allocator is the allocator of a name, or likewise the first of the table.
func (s *Scenario) allocator(name string) alloc.Allocator {
	return cmp.Or(policies.PlacementOf(name), &policies.Placements()[0]).New(s.setup())
}

// discipline is the line of the table that the scenario's queue is in.
func (s *Scenario) discipline() *policies.Discipline {
	return cmp.Or(policies.DisciplineOf(s.Scheduler.Queue), &policies.Discipline{}) // of no known name while errors are looked for
}

// unallotted reports whether the discipline needs allotments and the scenario
// has none.
func (p *parser) unallotted() bool {
	return !p.noScheduler && p.s.discipline().Allotted && p.s.Allotments == nil
}

package policy

import "hopyard/core/scenario"

// OnScreen returns the names of the policies on screen in the form that a
// comparison of policies uses for its columns.
func (m *PolicyPanel) OnScreen() scenario.PolicyNames {
	now := &m.Run.Policy
	p := scenario.PolicyNames{Queue: now.Queue, Allocator: now.Allocator, Order: now.Order}
	if HasDepths(p.Queue) && now.Depth != m.Run.Own.Depth {
		p.Depth = int(now.Depth)
	}
	return p
}

// Unfit reports whether the scenario on screen cannot be run with the named
// discipline.
func (m *PolicyPanel) Unfit(name string) bool {
	for i := range m.Run.Choices.Queues {
		if q := &m.Run.Choices.Queues[i]; q.Name == name {
			return q.Unfit != "" && m.Run.Policy.Queue != name
		}
	}
	return true
}

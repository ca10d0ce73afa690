package policy

import "hopyard/core/scenario"

// OnScreen returns the names of the policy on screen in the form used by the
// columns of a comparison.
func (m *PolicyPanel) OnScreen() scenario.PolicyNames {
	now := &m.Run.Policy
	p := scenario.PolicyNames{Queue: now.Queue, Allocator: now.Allocator, Order: now.Order}
	if HasDepths(p.Queue) && now.Depth != m.Run.Own.Depth {
		p.Depth = int(now.Depth)
	}
	return p
}

// Unfit reports whether a discipline cannot be used with the scenario on screen.
func (m *PolicyPanel) Unfit(name string) bool {
	for i := range m.Run.Choices.Queues {
		if q := &m.Run.Choices.Queues[i]; q.Name == name {
			return q.Unfit != "" && m.Run.Policy.Queue != name
		}
	}
	return true
}

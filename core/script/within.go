package script

// WithMaxSteps returns a copy of a policy with another limit on the interpreter
// steps of its program, in place of MaxSteps. It is meant for callers that run many
// small workloads. P is queue.Policy, alloc.Allocator or queue.Ordering. A policy
// that is not a program is returned unchanged.
func WithMaxSteps[P any](policy P, steps uint64) P {
	within := func(p *program) *program {
		c := *p
		c.steps = steps
		return &c
	}
	switch x := any(policy).(type) {
	case discipline:
		return any(discipline{within(x.program)}).(P)
	case placer:
		return any(placer{within(x.program)}).(P)
	case refusingPlacer:
		return any(refusingPlacer{placer{within(x.program)}}).(P)
	case keyed:
		return any(keyed{within(x.program)}).(P)
	case scored:
		return any(scored{within(x.program)}).(P)
	}
	return policy
}

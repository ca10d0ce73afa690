package script

// Within is a policy of a program with another limit in place of MaxSteps, for those
// who run many small workloads: a queue.Policy, an alloc.Allocator or a
// queue.Ordering. What is no program stays as it is.
func Within[P any](policy P, steps uint64) P {
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
	case choosy:
		return any(choosy{placer{within(x.program)}}).(P)
	case keyed:
		return any(keyed{within(x.program)}).(P)
	case scored:
		return any(scored{within(x.program)}).(P)
	}
	return policy
}

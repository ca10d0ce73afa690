package queuetest

import (
	"fmt"

	"hopyard/core/trace"
)

// readMachine processes an event of the machine.
func (b *book) readMachine(e *trace.Event) error {
	if e.Kind == trace.Allot {
		b.reallotted = true // the shares themselves are checked by CheckShares
		return nil
	}
	if e.Kind.OfQueue() {
		if int(e.Of) >= len(b.c.Gates) {
			return fmt.Errorf("%v of queue %d, of %d", e.Kind, e.Of, len(b.c.Gates))
		}
		return nil
	}
	if e.Kind == trace.PowerDown || e.Kind == trace.PowerOff {
		return nil // checked by TestPower
	}
	if b.c.Faults == nil {
		return fmt.Errorf("%v on a machine that does not change", e.Kind)
	}
	for n := range e.Placement.All {
		switch e.Kind {
		case trace.Down:
			if b.dead[n] {
				return fmt.Errorf("node %d fails twice", n)
			}
			b.dead[n] = true
		case trace.Notice:
			if offline := b.now == 0 && !b.dead[n]; b.down[n] || !b.dead[n] && !offline {
				return fmt.Errorf("node %d is missed though it works, or twice", n)
			}
			b.dead[n], b.down[n] = true, true
		case trace.Leave:
			if b.dead[n] {
				return fmt.Errorf("node %d leaves, and was away", n)
			}
			b.dead[n], b.down[n] = true, true
		case trace.Up, trace.Join:
			if !b.dead[n] {
				return fmt.Errorf("node %d comes back and was not away", n)
			}
			b.dead[n], b.down[n] = false, false
		}
	}
	for id := range b.jobs {
		l := &b.jobs[id]
		for n := range e.Placement.All {
			if l.held[n] > 0 && e.Kind != trace.Notice && e.Kind != trace.Leave {
				l.plain = false
				b.look(l)
				break
			}
		}
	}
	return nil
}

// checkNodes reports a job on a node that is known to be down.
func (b *book) checkNodes() error {
	for n, down := range b.down {
		if down && b.users[n] != 0 {
			return fmt.Errorf("node %d is known to be down and in use", n)
		}
	}
	return nil
}

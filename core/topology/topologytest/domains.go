package topologytest

import (
	"fmt"

	"hopyard/core/topology"
)

// Domains checks the levels of a hierarchy. Each level must divide the nodes into
// consecutive ranges. Each domain must lie within one domain of the level above.
// PairDistance and PairHops must equal the distances and hop counts between nodes.
// Cost: O(nodes²·levels).
func Domains(m topology.Hierarchy) error {
	for level := range m.Levels() {
		next := topology.NodeID(0)
		for i := range m.Switches(level) {
			first, last := m.Domain(level, i)
			if first != next || last < first {
				return fmt.Errorf("level %d: switch %d holds the nodes %d-%d, want from %d on", level, i, first, last, next)
			}
			for n := first; n <= last; n++ {
				if got := m.DomainOf(level, n); got != i {
					return fmt.Errorf("level %d: node %d is under switch %d, want %d", level, n, got, i)
				}
			}
			if err := domain(m, level, i); err != nil {
				return fmt.Errorf("level %d, switch %d: %w", level, i, err)
			}
			next = last + 1
		}
		if int(next) != m.NumNodes() {
			return fmt.Errorf("level %d holds %d nodes of %d", level, next, m.NumNodes())
		}
	}
	return pairs(m)
}

// domain checks that a switch lies under a single switch of the level above, and
// that the distances to its nodes are right.
func domain(m topology.Hierarchy, level, i int) error {
	first, last := m.Domain(level, i)
	if level > 0 && m.DomainOf(level-1, first) != m.DomainOf(level-1, last) {
		return fmt.Errorf("the nodes %d-%d are under two switches of the level above", first, last)
	}
	d, ok := m.(topology.Devices)
	if !ok {
		return nil
	}
	for n := first; n <= last; n++ {
		if got, want := m.SwitchDevice(m.Levels(), int(n)), topology.DeviceID(d.NumSwitches()+int(n)); got != want {
			return fmt.Errorf("node %d is device %d, want %d", n, got, want)
		}
		if got := d.DeviceDistance(m.SwitchDevice(level, i), n); got != m.Depth(level) {
			return fmt.Errorf("node %d is %d below device %d, want %d", n, got, m.SwitchDevice(level, i), m.Depth(level))
		}
	}
	return nil
}

// pairs checks that the distance and hop count of any two nodes are those of the
// level of their lowest common switch.
func pairs(m topology.Hierarchy) error {
	for a := range topology.NodeID(m.NumNodes()) {
		for b := range a {
			level := m.Levels() - 1
			for m.DomainOf(level, a) != m.DomainOf(level, b) {
				if level--; level < 0 {
					return fmt.Errorf("nodes %d and %d have no common switch", a, b)
				}
			}
			if m.Distance(a, b) != m.PairDistance(level) || m.Hops(a, b) != m.PairHops(level) {
				return fmt.Errorf("nodes %d and %d meet on level %d: distance %d and %d hops, want %d and %d",
					a, b, level, m.Distance(a, b), m.Hops(a, b), m.PairDistance(level), m.PairHops(level))
			}
		}
	}
	return nil
}

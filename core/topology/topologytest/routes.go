package topologytest

import (
	"fmt"
	"slices"

	"hopyard/core/topology"
)

// Links checks that every link joins two different devices of the machine.
// Cost: O(links).
func Links(m topology.Routed) error {
	devices := topology.DeviceID(m.NumSwitches() + m.NumNodes())
	for l := range topology.LinkID(m.NumLinks()) {
		if x := m.Link(l); x.From < 0 || x.To < 0 || x.From >= devices || x.To >= devices || x.From == x.To {
			return fmt.Errorf("link %d of %d goes from device %d to %d of %d", l, m.NumLinks(), x.From, x.To, devices)
		}
	}
	return nil
}

// Routes checks the route between any two nodes. AppendRoute must keep the existing
// elements of the given slice. The route must be a path of links from the first
// node to the second, and must not visit a device twice. The route from a node to
// itself must be empty. Cost: O(nodes²·route²).
func Routes(m topology.Routed) error {
	return eachRoute(m, func(a, b topology.NodeID, route []topology.LinkID) error {
		at := topology.DeviceID(m.NumSwitches() + int(a))
		seen := []topology.DeviceID{at}
		for i, l := range route {
			if l < 0 || int(l) >= m.NumLinks() {
				return fmt.Errorf("link %d of %d", l, m.NumLinks())
			}
			x := m.Link(l)
			if x.From != at {
				return fmt.Errorf("step %d leaves from %s, but is at %s", i, m.DeviceName(x.From), m.DeviceName(at))
			}
			if at = x.To; slices.Contains(seen, at) {
				return fmt.Errorf("step %d comes to %s again", i, m.DeviceName(at))
			}
			seen = append(seen, at)
		}
		if at != topology.DeviceID(m.NumSwitches()+int(b)) {
			return fmt.Errorf("ends at %s", m.DeviceName(at))
		}
		return nil
	})
}

// Shortest checks that the length of every route equals the distance between its
// ends. The last parameter is a function that returns the length of a link; nil
// means that every link has length 1. Cost: O(nodes²·route).
func Shortest(m topology.Routed, length func(topology.LinkID) int64) error {
	return eachRoute(m, func(a, b topology.NodeID, route []topology.LinkID) error {
		sum := int64(len(route))
		if length != nil {
			sum = 0
			for _, l := range route {
				sum += length(l)
			}
		}
		if want := m.Distance(a, b); sum != want {
			return fmt.Errorf("length %d, want %d", sum, want)
		}
		return nil
	})
}

// Unused returns the links that no route uses, in ascending order. Cost:
// O(nodes²·route + links).
func Unused(m topology.Routed) []topology.LinkID {
	used := make([]bool, m.NumLinks())
	_ = eachRoute(m, func(_, _ topology.NodeID, route []topology.LinkID) error {
		for _, l := range route {
			used[l] = true
		}
		return nil
	})
	var unused []topology.LinkID
	for l := range topology.LinkID(m.NumLinks()) {
		if !used[l] {
			unused = append(unused, l)
		}
	}
	return unused
}

// eachRoute calls check with the route between any two nodes. It stops at the first
// error and adds the two nodes to its text.
func eachRoute(m topology.Routed, check func(a, b topology.NodeID, route []topology.LinkID) error) error {
	const before = -7 // marker to check that AppendRoute keeps existing elements
	var memory []topology.LinkID
	for a := range topology.NodeID(m.NumNodes()) {
		for b := range topology.NodeID(m.NumNodes()) {
			memory = m.AppendRoute(append(memory[:0], before), a, b)
			err := error(nil)
			switch {
			case memory[0] != before:
				err = fmt.Errorf("overwrites what was there")
			case a == b && len(memory) > 1:
				err = fmt.Errorf("has links, and goes nowhere")
			default:
				err = check(a, b, memory[1:])
			}
			if err != nil {
				return fmt.Errorf("route from %s to %s (links %v): %w", nodeName(m, a), nodeName(m, b), memory[1:], err)
			}
		}
	}
	return nil
}

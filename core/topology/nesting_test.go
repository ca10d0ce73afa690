package topology_test

import (
	"testing"

	"hopyard/core/topology"
)

// TestNestingOfHierarchies checks that the list of switches agrees with the methods
// of the hierarchy.
func TestNestingOfHierarchies(t *testing.T) {
	for _, s := range [][2]int{{1, 5}, {2, 3}, {3, 4}, {5, 2}} {
		h := must(topology.NewFatTree(s[0], s[1]))
		list := topology.Nesting(h)
		if len(list) != h.NumSwitches() || list[0].Parent != -1 {
			t.Fatalf("%v: %d switches, want %d; root %+v", s, len(list), h.NumSwitches(), list[0])
		}
		at := 0
		for l := range h.Levels() {
			for i := range h.Switches(l) {
				got := list[at]
				first, last := h.Domain(l, i)
				want := topology.Nested{Device: h.SwitchDevice(l, i), Parent: -1, Level: int32(l), First: first, Last: last, Leaf: l == h.Levels()-1}
				if l > 0 {
					want.Parent = int32(h.SwitchDevice(l-1, h.DomainOf(l-1, first)))
				}
				if got != want {
					t.Errorf("%v: switch %d: %+v, want %+v", s, at, got, want)
				}
				at++
			}
		}
	}
	if list := topology.Nesting(must(topology.NewTorus(3, 3))); list != nil {
		t.Errorf("a torus has %d nested switches", len(list))
	}
}

package topologytest_test

import (
	"strings"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/topology/topologytest"
)

// faulty is a valid machine with a deliberate fault.
type faulty struct {
	topology.Routed
	far   bool // the distance from node 0 to node 2 is too large
	turns bool // the route from node 0 to node 2 goes the long way round the ring
	short bool // the route from node 0 to node 2 ends one link early
	twice bool // the route from node 0 to node 2 repeats its first link at the end
	loop  bool // link 3 ends where it begins
}

func (w faulty) Distance(a, b topology.NodeID) int64 {
	if w.far && a == 0 && b == 2 {
		return 4
	}
	return w.Routed.Distance(a, b)
}

func (w faulty) Link(l topology.LinkID) topology.Link {
	x := w.Routed.Link(l)
	if w.loop && l == 3 {
		x.To = x.From
	}
	return x
}

func (w faulty) AppendRoute(dst []topology.LinkID, a, b topology.NodeID) []topology.LinkID {
	route := w.Routed.AppendRoute(dst, a, b)
	if a != 0 || b != 2 {
		return route
	}
	switch {
	case w.turns:
		for n := a; n != b; n = (n + 4) % 5 {
			dst = w.Routed.AppendRoute(dst, n, (n+4)%5)
		}
		return dst
	case w.short:
		return route[:len(route)-1]
	case w.twice:
		return append(route, route[0])
	}
	return route
}

// TestChecksFindFaults checks that each check finds the faults that it is meant to
// find, and no others.
func TestChecksFindFaults(t *testing.T) {
	ring, err := topology.NewTorus(5)
	if err != nil {
		t.Fatal(err)
	}
	checks := map[string]func(m topology.Routed) error{
		"links": topologytest.Links, "routes": topologytest.Routes,
		"distances": func(m topology.Routed) error { return topologytest.Distances(m, nil) },
		"shortest":  func(m topology.Routed) error { return topologytest.Shortest(m, nil) },
	}
	for _, c := range []struct {
		m     faulty
		finds string
	}{
		{faulty{}, ""},
		{faulty{far: true}, "distances shortest"},
		{faulty{turns: true}, "shortest"},
		{faulty{short: true}, "routes shortest"},
		{faulty{twice: true}, "routes shortest"},
		{faulty{loop: true}, "links routes distances"},
	} {
		c.m.Routed = ring
		for name, check := range checks {
			if err := check(c.m); err != nil != strings.Contains(c.finds, name) {
				t.Errorf("%+v: %s: %v", c.m, name, err)
			}
		}
	}
	doubled := func(topology.LinkID) int64 { return 2 }
	if topologytest.Distances(ring, doubled) == nil || topologytest.Shortest(ring, doubled) == nil {
		t.Error("the lengths of links do not count")
	}
	if unused := topologytest.Unused(faulty{Routed: ring, short: true}); len(unused) != 0 {
		t.Errorf("links %v are said to be unused", unused)
	}
}

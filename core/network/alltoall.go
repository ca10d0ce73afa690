package network

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// addAllToAll adds the loads of an all-to-all among the tasks of p. Between two
// nodes, the number of flows in each direction is the product of their numbers of
// tasks. On trees and grids, whole groups of flows are added at once.
//
// Cost: O(levels·nodes of p + links used) on trees without parallel cables; that of
// addGrid on grids; O(nodes of p squared·route) on other machines.
func (loads tally) addAllToAll(t topology.Routed, p cluster.Placement) {
	switch shape := t.(type) {
	case topology.Hierarchy:
		if single(t, shape) {
			loads.addTree(t, shape, p)
			return
		}
	case topology.Grid:
		loads.addGrid(t, shape, p)
		return
	}
	var route []topology.LinkID
	for a, m := range p.All {
		for b, k := range p.All {
			if a != b {
				route = t.AppendRoute(route[:0], a, b)
				loads.add(route, int64(m)*int64(k))
			}
		}
	}
}

// single reports whether no two devices of a tree are joined by more than one
// cable.
func single(t topology.Routed, h topology.Hierarchy) bool {
	links, below := 0, h.NumNodes()
	for level := h.Levels() - 1; level >= 0; level-- {
		links += 2 * below * parallel(h, level)
		below = h.Switches(level)
	}
	return links == t.NumLinks()
}

// parallel returns the number of switches that serve one domain of a level. Each of
// these switches has a cable to every domain below it.
func parallel(h topology.Hierarchy, level int) int {
	if t, ok := h.(interface{ Parallel(level int) int }); ok {
		return t.Parallel(level)
	}
	return 1
}

// class describes those nodes of a job that share a cable: their numbers leave the
// same remainder when divided by the number of cables.
type class struct {
	tasks       int64
	first, last topology.NodeID
}

func (c *class) count(n topology.NodeID, tasks int64) {
	if c.tasks == 0 {
		c.first = n
	}
	c.last = n
	c.tasks += tasks
}

// domain describes the part of a job that lies in one domain of a level, and the
// cables between this domain and the level above. Below the lowest level, a domain
// is a single node. A flow takes the same cable up from its sender's domain and
// down to its receiver's domain. The index of this cable is the number of the
// receiver modulo the number of cables (D-mod-k).
type domain struct {
	number int
	depth  int     // number of links on a route before the link that leaves the domain
	own    []class // the job's nodes in the domain, by cable
	class          // all the job's nodes in the domain
}

// addTree adds the loads of an all-to-all on a tree. A flow leaves a domain if its
// sender is in the domain and its receiver is not; it enters the domain in the
// opposite case.
func (loads tally) addTree(t topology.Routed, h topology.Hierarchy, p cluster.Placement) {
	for depth := range h.Levels() {
		level := h.Levels() - 1 - depth
		cables := topology.NodeID(parallel(h, level))
		all := domain{own: make([]class, cables)}
		for n, tasks := range p.All {
			all.own[n%cables].count(n, int64(tasks))
			all.count(n, int64(tasks))
		}
		one := domain{number: -1, depth: depth, own: make([]class, cables)}
		for n, tasks := range p.All {
			number := int(n)
			if depth > 0 {
				number = h.DomainOf(level+1, n)
			}
			if number != one.number {
				loads.addDomain(t, &one, &all)
				clear(one.own)
				one.number, one.class = number, class{}
			}
			one.own[n%cables].count(n, int64(tasks))
			one.count(n, int64(tasks))
		}
		loads.addDomain(t, &one, &all)
	}
}

// addDomain adds the flows of a job that leave or enter one of its domains.
func (loads tally) addDomain(t topology.Routed, one, all *domain) {
	if one.tasks == 0 || one.tasks == all.tasks {
		return
	}
	var space [2 * topology.MaxLevels]topology.LinkID
	for cable := range one.own {
		in, every := &one.own[cable], &all.own[cable]
		if w := one.tasks * (every.tasks - in.tasks); w > 0 {
			route := t.AppendRoute(space[:0], one.first, every.outside(&one.class))
			loads.addOne(route[one.depth], w)
		}
		if w := (all.tasks - one.tasks) * in.tasks; w > 0 {
			route := t.AppendRoute(space[:0], all.outside(&one.class), in.first)
			loads.addOne(route[len(route)-1-one.depth], w)
		}
	}
}

// outside returns a node of c that is not between the first and the last node of d.
// The caller must make sure that there is such a node.
func (c *class) outside(d *class) topology.NodeID {
	if c.first < d.first {
		return c.first
	}
	return c.last
}

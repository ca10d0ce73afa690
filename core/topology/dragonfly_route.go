package topology

// NumLinks is the number of directed links: two for each node, one from each
// router to each other of its group, and one from each group to each other.
func (t Dragonfly) NumLinks() int { return t.global() + t.groups*(t.groups-1) }

// local is the first local link: those of a router to the others of its group
// by rising number, router by router.
func (t Dragonfly) local() int { return 2 * t.NumNodes() }

// global is the first global link: those of a group to the others by rising
// number, group by group.
func (t Dragonfly) global() int { return t.local() + t.NumSwitches()*(t.routers-1) }

// Link describes a link: 2n goes from node n to its router, 2n+1 back; the
// local links follow, then the global ones. Cost: O(1).
func (t Dragonfly) Link(l LinkID) Link {
	k := int(l)
	switch {
	case k >= t.global():
		k -= t.global()
		i, j := k/(t.groups-1), k%(t.groups-1)
		if j >= i {
			j++
		}
		return Link{From: DeviceID(i*t.routers + t.port(i, j)), To: DeviceID(j*t.routers + t.port(j, i))}
	case k >= t.local():
		k -= t.local()
		from, s := k/(t.routers-1), k%(t.routers-1)
		if s >= from%t.routers {
			s++
		}
		return Link{From: DeviceID(from), To: DeviceID(from/t.routers*t.routers + s)}
	}
	node, router := DeviceID(t.NumSwitches()+k/2), DeviceID(k/2/t.nodes)
	if k%2 == 0 {
		return Link{From: node, To: router}
	}
	return Link{From: router, To: node}
}

// AppendRoute appends the minimal route: to the router, over a local link to
// the one that carries the global cable to the other group, over that, over a
// local link to the other node's router, and down; each only where needed. It
// may be one link longer than the distance. Cost: O(1).
//
// Source: Kim, Dally, Scott and Abts 2008 (minimal routing); SOURCES.md TOPO.5.
func (t Dragonfly) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	if a == b {
		return dst
	}
	dst = append(dst, LinkID(2*a))
	from, to := int(a)/t.nodes, int(b)/t.nodes
	if i, j := from/t.routers, to/t.routers; i != j {
		dst = t.appendLocal(dst, from, i*t.routers+t.port(i, j))
		dst = append(dst, LinkID(t.global()+i*(t.groups-1)+other(i, j)))
		from = j*t.routers + t.port(j, i)
	}
	return append(t.appendLocal(dst, from, to), LinkID(2*b+1))
}

// appendLocal appends the link between two routers of a group, if they are
// two.
func (t Dragonfly) appendLocal(dst []LinkID, from, to int) []LinkID {
	if from == to {
		return dst
	}
	return append(dst, LinkID(t.local()+from*(t.routers-1)+other(from%t.routers, to%t.routers)))
}

package topology

// NumLinks returns the number of directed links: two for each node, one from each
// router to every other router of its group, and one from each group to every other
// group.
func (t Dragonfly) NumLinks() int { return t.global() + t.groups*(t.groups-1) }

// local returns the number of the first local link. Local links are ordered by the
// router that they leave, then by the router that they reach.
func (t Dragonfly) local() int { return 2 * t.NumNodes() }

// global returns the number of the first global link. Global links are ordered by
// the group that they leave, then by the group that they reach.
func (t Dragonfly) global() int { return t.local() + t.NumSwitches()*(t.routers-1) }

// Link returns the description of a link. Link 2n leads from node n to its router,
// and link 2n+1 leads back. The local links follow, and after them the global
// links. Cost: O(1).
func (t Dragonfly) Link(l LinkID) Link {
	k := int(l)
	switch {
	case k >= t.global():
		k -= t.global()
		i, j := k/(t.groups-1), k%(t.groups-1)
		if j >= i {
			j++
		}
		return Link{From: DeviceID(i*t.routers + t.gateway(i, j)), To: DeviceID(j*t.routers + t.gateway(j, i))}
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

// AppendRoute appends the minimal route. From a, the route leads up to its router
// and over a local link to the router with the cable to the other group. It crosses
// that cable, and leads over a local link to the router of b and down to b. Links
// that are not needed are omitted. The route may be one link longer than the
// distance. Cost: O(1).
//
// Source: Kim, Dally, Scott and Abts 2008 (minimal routing); SOURCES.md TOPO.5.
func (t Dragonfly) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	if a == b {
		return dst
	}
	dst = append(dst, LinkID(2*a))
	from, to := int(a)/t.nodes, int(b)/t.nodes
	if i, j := from/t.routers, to/t.routers; i != j {
		dst = t.appendLocal(dst, from, i*t.routers+t.gateway(i, j))
		dst = append(dst, LinkID(t.global()+i*(t.groups-1)+peerIndex(i, j)))
		from = j*t.routers + t.gateway(j, i)
	}
	return append(t.appendLocal(dst, from, to), LinkID(2*b+1))
}

// appendLocal appends the link between two routers of the same group. It appends
// nothing if both routers are the same.
func (t Dragonfly) appendLocal(dst []LinkID, from, to int) []LinkID {
	if from == to {
		return dst
	}
	return append(dst, LinkID(t.local()+from*(t.routers-1)+peerIndex(from%t.routers, to%t.routers)))
}

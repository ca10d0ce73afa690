package topology

import "sort"

// CoreLink is a link from one core device of a Searchable machine to another.
type CoreLink struct {
	To     DeviceID
	Weight int64 // length of the link
}

// Searchable describes a machine whose network can be searched outwards from a device,
// link by link. The search runs over the core of the machine: the switches, and
// those nodes that forward messages for others. Every other node is attached to a
// single switch by one link in each direction.
type Searchable interface {
	Devices
	// Anchor returns the core device of n: n itself if it is a core device,
	// otherwise the switch that n is attached to. It also returns the lengths of
	// the links from n to that device and back, which are 0 if n is a core device.
	// Cost: O(1).
	Anchor(n NodeID) (core DeviceID, up, down int64)
	// AppendWays appends the links from a core device to other core devices,
	// ordered by the number of the device that they lead to. Each has a length of 1
	// or more.
	AppendWays(dst []CoreLink, core DeviceID) []CoreLink
}

// Anchor returns the router of n. Cost: O(1).
func (t Dragonfly) Anchor(n NodeID) (core DeviceID, up, down int64) {
	return DeviceID(int(n) / t.nodes), 1, 1
}

// AppendWays appends the local and global links of a router, ordered by the number
// of the router that they lead to. Cost: O(links of the router).
func (t Dragonfly) AppendWays(dst []CoreLink, core DeviceID) []CoreLink {
	i, r := int(core)/t.routers, int(core)%t.routers
	for s := range t.routers {
		if s == 0 {
			dst = t.appendGlobal(dst, i, r, 0, i)
		}
		if s != r {
			dst = append(dst, CoreLink{DeviceID(i*t.routers + s), 1})
		}
	}
	return t.appendGlobal(dst, i, r, i+1, t.groups)
}

// appendGlobal appends the global links that lead from router r of group i to the
// groups first to past-1.
func (t Dragonfly) appendGlobal(dst []CoreLink, i, r, first, past int) []CoreLink {
	k := peerIndex(i, first) // index of group first among the other groups
	for j := first + (r-k%t.routers+t.routers)%t.routers; j < past; j += t.routers {
		dst = append(dst, CoreLink{DeviceID(j*t.routers + t.gateway(j, i)), 1})
	}
	return dst
}

// Anchor returns n itself if n is a core device, and otherwise the switch that n is
// attached to. Cost: O(1).
func (g *Graph) Anchor(n NodeID) (core DeviceID, up, down int64) {
	if x := &g.ends[n]; int(x.core) < g.switches {
		return DeviceID(x.core), int64(x.ascent), int64(x.slope)
	}
	return DeviceID(g.switches + int(n)), 0, 0
}

// AppendWays appends the links from a core device to other core devices. Cost:
// O(links of the device).
func (g *Graph) AppendWays(dst []CoreLink, core DeviceID) []CoreLink {
	c := g.coreOf(core)
	for _, w := range g.ways[g.at[c]:g.at[c+1]] {
		dst = append(dst, CoreLink{g.links[w.link].To, int64(w.weight)})
	}
	return dst
}

// Anchor returns the leaf switch of n. Cost: O(1).
func (t *switchTree) Anchor(n NodeID) (core DeviceID, up, down int64) {
	return DeviceID(t.leaf[n]), 1, 1
}

// AppendWays appends the links from a switch up to its parent and down to the
// switches under it. Cost: O(log switches + links of the switch).
func (t *switchTree) AppendWays(dst []CoreLink, core DeviceID) []CoreLink {
	if core > 0 {
		dst = append(dst, CoreLink{DeviceID(t.list[core].Parent), 1})
	}
	under := sort.Search(len(t.list), func(i int) bool { return t.list[i].Parent >= int32(core) }) // the list is ordered by parent
	for ; under < len(t.list) && t.list[under].Parent == int32(core); under++ {
		dst = append(dst, CoreLink{DeviceID(under), 1})
	}
	return dst
}

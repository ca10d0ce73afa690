package topology

import "sort"

// Way is a link that leads on to another device.
type Way struct {
	To     DeviceID
	Weight int64 // its length
}

// Walked is a machine whose network can be searched outwards from a device,
// link by link. Its core is the switches and the nodes that forward what is
// not for them; every other node hangs on one switch by a link each way.
type Walked interface {
	Devices
	// Anchor is the device of the core that n is or hangs on, and the lengths
	// of the links up to it and down from it; both 0 for a device of the core.
	// Cost: O(1).
	Anchor(n NodeID) (core DeviceID, up, down int64)
	// AppendWays appends the ways from one device of the core to others, each
	// of length 1 or more, by the number of the device they lead to.
	AppendWays(dst []Way, core DeviceID) []Way
}

// Anchor is the router of n. Cost: O(1).
func (t Dragonfly) Anchor(n NodeID) (core DeviceID, up, down int64) {
	return DeviceID(int(n) / t.nodes), 1, 1
}

// AppendWays appends the local and global links of a router by the number of
// the router they lead to. Cost: O(ways).
func (t Dragonfly) AppendWays(dst []Way, core DeviceID) []Way {
	i, r := int(core)/t.routers, int(core)%t.routers
	for s := range t.routers {
		if s == 0 {
			dst = t.appendGlobal(dst, i, r, 0, i)
		}
		if s != r {
			dst = append(dst, Way{DeviceID(i*t.routers + s), 1})
		}
	}
	return t.appendGlobal(dst, i, r, i+1, t.groups)
}

// appendGlobal appends the global links of router r of group i to the groups
// from first up to past.
func (t Dragonfly) appendGlobal(dst []Way, i, r, first, past int) []Way {
	k := other(i, first) // its number among the others
	for j := first + (r-k%t.routers+t.routers)%t.routers; j < past; j += t.routers {
		dst = append(dst, Way{DeviceID(j*t.routers + t.port(j, i)), 1})
	}
	return dst
}

// Anchor is what n hangs on, or itself if it has several neighbours. Cost: O(1).
func (g *Graph) Anchor(n NodeID) (core DeviceID, up, down int64) {
	if x := &g.ends[n]; int(x.core) < g.switches {
		return DeviceID(x.core), int64(x.ascent), int64(x.slope)
	}
	return DeviceID(g.switches + int(n)), 0, 0
}

// AppendWays appends the links from a device of the core to others of the
// core. Cost: O(ways).
func (g *Graph) AppendWays(dst []Way, core DeviceID) []Way {
	c := g.coreOf(core)
	for _, w := range g.ways[g.at[c]:g.at[c+1]] {
		dst = append(dst, Way{g.links[w.link].To, int64(w.weight)})
	}
	return dst
}

// Anchor is the leaf switch of n. Cost: O(1).
func (t *branches) Anchor(n NodeID) (core DeviceID, up, down int64) {
	return DeviceID(t.leaf[n]), 1, 1
}

// AppendWays appends the links up from a switch and down to the switches under
// it. Cost: O(log switches + ways).
func (t *branches) AppendWays(dst []Way, core DeviceID) []Way {
	if core > 0 {
		dst = append(dst, Way{DeviceID(t.list[core].Parent), 1})
	}
	under := sort.Search(len(t.list), func(i int) bool { return t.list[i].Parent >= int32(core) }) // in order
	for ; under < len(t.list) && t.list[under].Parent == int32(core); under++ {
		dst = append(dst, Way{DeviceID(under), 1})
	}
	return dst
}

package topology

// NumLinks returns the number of directed links: two for each cable.
func (t FatTree) NumLinks() int { return t.links }

// Link returns the description of a link, which is one direction of a cable. Cables
// are numbered level by level from the leaves, and within a level by the device at
// the lower end. Cable k of a level consists of links 2k (up) and 2k+1 (down),
// counted after the links of the levels below. Cost: O(levels).
//
// A device in plane p is joined to those switches above it whose plane number,
// modulo the number of planes on the device's own level, is p.
func (t FatTree) Link(l LinkID) Link {
	level := 0
	for int(l) < t.levels[level].link {
		level++
	}
	x := &t.levels[level]
	cable := (int(l) - x.link) / 2 / x.cables // index of the cable if parallel cables count as one
	child, plane := cable/x.planes, cable%x.planes
	low, high := DeviceID(t.NumSwitches()+child), DeviceID(t.first[level]+child/x.down*x.planes+plane)
	if level+1 < len(t.levels) {
		planes := t.levels[level+1].planes
		low = DeviceID(t.first[level+1] + child*planes + plane%planes)
	}
	if (int(l)-x.link)%2 == 1 {
		low, high = high, low
	}
	return Link{From: low, To: high}
}

// AppendRoute appends the D-mod-k route: up to the lowest common switch and from
// there down. On the way up, the number of the destination node selects the cable
// on each level. It is read as a mixed-radix number with one digit per level. The
// last digit has radix up·links of the lowest level and selects the cable on that
// level; the digit before it selects the cable on the next level, and so on. On the
// way down, each switch has only one child that leads to the destination. If
// parallel cables lead to that child, the route takes the cable whose index is the
// number of the source node modulo links. Cost: O(levels).
//
// Source: SOURCES.md TOPO.2; SimGrid, FatTreeZone: the routes that it records are
// the same where no cables are parallel (TestRoutesAreSimGrids). Where several
// levels have parallel cables, SimGrid may choose other cables on the way down,
// which is INFERRED to be an oversight.
func (t FatTree) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	if a == b {
		return dst
	}
	var downs [20]LinkID
	from, to := int(a), int(b) // domains on the current level
	digits, plane := int(b), 0
	depth := 0
	for l := len(t.levels) - 1; from != to; l-- {
		x := &t.levels[l]
		up, down := from*x.planes, to*x.planes
		if x.up*x.cables > 1 {
			digit := digits % (x.up * x.cables)
			digits /= x.up * x.cables
			plane += digit % x.up * (x.planes / x.up)
			up = (up+plane)*x.cables + digit/x.up
			down = (down+plane)*x.cables + int(a)%x.cables
		} else {
			up, down = up+plane, down+plane
		}
		dst = append(dst, LinkID(x.link+2*up))
		downs[depth] = LinkID(x.link + 2*down + 1)
		depth++
		from, to = from/x.down, to/x.down
	}
	for depth > 0 {
		depth--
		dst = append(dst, downs[depth])
	}
	return dst
}

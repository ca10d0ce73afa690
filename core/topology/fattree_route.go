package topology

// NumLinks is the number of directed links: two for each cable.
func (t FatTree) NumLinks() int { return t.links }

// Link is one way of a cable. The cables are numbered level by level from the
// leaves, below a level by the device at their lower end; cable k of a level
// is links 2k (up) and 2k+1 (down) after those of the levels below.
// Cost: O(levels).
//
// A device in plane p of its domain is joined to the planes above whose number
// modulo the planes of its own level is p.
func (t FatTree) Link(l LinkID) Link {
	level := 0
	for int(l) < t.levels[level].link {
		level++
	}
	x := &t.levels[level]
	cable := (int(l) - x.link) / 2 / x.cables // without its parallels
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

// AppendRoute appends the route of D-mod-k: up to the lowest common switch,
// where on each level the destination's number says by which cable, in mixed
// radix (up·links of the lowest level for its last digit, and so on), and down
// again the only way there is. Of parallel cables down it takes number source
// modulo links. Cost: O(levels).
//
// Source: SOURCES.md TOPO.2; SimGrid, FatTreeZone: its recorded routes are
// these where no cables are parallel (TestRoutesAreSimGrids). Where they are,
// on several levels, it may choose others on the way down, which is INFERRED to
// be an oversight.
func (t FatTree) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	if a == b {
		return dst
	}
	var downs [20]LinkID
	from, to := int(a), int(b) // domains on the level so far
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

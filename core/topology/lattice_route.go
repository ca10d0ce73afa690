package topology

// NumLinks is the number of directed links: two for each cable. Along a
// dimension of side s there are s cables a line where the ends are joined and
// s-1 where they are not; on a torus a side of 2 has one cable between its two
// nodes, a side of 1 none.
func (t lattice) NumLinks() int { return t.links }

// Link is one way of the cable between two neighbours. Cost: O(dimensions).
func (t lattice) Link(l LinkID) Link {
	i := len(t.axes) - 1
	for int(l) < t.axes[i].first {
		i--
	}
	x := t.axes[i]
	n := (int(l) - x.first) / 2
	if !x.ring { // every line has one cable less than nodes
		n += n / ((x.side - 1) * x.stride) * x.stride
	}
	next := n + x.stride
	if n/x.stride%x.side == x.side-1 {
		next -= x.side * x.stride
	}
	if (int(l)-x.first)%2 == 1 {
		n, next = next, n
	}
	return Link{From: DeviceID(n), To: DeviceID(next)}
}

// AppendRoute appends the route of dimension order: it corrects one coordinate
// after the other, the last (that in which neighbours have consecutive
// numbers) first. On a torus it goes the shorter way round, and where both are
// equally long towards higher coordinates. Cost: O(dimensions + links).
//
// Source: SOURCES.md TOPO.3; SimGrid, TorusZone, which also begins with the
// fastest coordinate (there the first of the list). It differs at a tie: half
// of the ring on from coordinate side/2, and from there alone, it goes down.
func (t lattice) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	at, p, q := int(a), int(a), int(b)
	for i := len(t.axes) - 1; i >= 0; i-- {
		x := &t.axes[i]
		from, to := p%x.side, q%x.side
		p, q = p/x.side, q/x.side
		if from == to {
			continue
		}
		cable := at // by the node at its lower end
		if !x.ring {
			cable -= p * x.stride
		}
		dst = x.appendSteps(dst, cable, from, to)
		at += (to - from) * x.stride
	}
	return dst
}

// appendSteps appends the links between two coordinates of a line; cable is
// that upwards from the first.
func (x *axis) appendSteps(dst []LinkID, cable, from, to int) []LinkID {
	ahead := to - from
	if ahead < 0 && x.ring {
		ahead += x.side
	}
	l, step, round := x.first+2*cable, 2*x.stride, 2*x.stride*x.side
	if ahead > 0 && (!x.ring || 2*ahead <= x.side) {
		for range min(ahead, x.side-from) {
			dst = append(dst, LinkID(l))
			l += step
		}
		l -= round
		for range from + ahead - x.side {
			dst = append(dst, LinkID(l))
			l += step
		}
		return dst
	}
	behind := -ahead
	if x.ring {
		behind = x.side - ahead
	}
	l++
	for range min(behind, from) {
		l -= step
		dst = append(dst, LinkID(l))
	}
	l += round
	for range behind - from {
		l -= step
		dst = append(dst, LinkID(l))
	}
	return dst
}

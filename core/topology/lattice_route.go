package topology

// NumLinks returns the number of directed links: two for each cable. Each line of
// nodes along a dimension of side s has s cables if its ends are joined and s-1
// otherwise. On a torus, a side of 2 has one cable between its two nodes, and a
// side of 1 has none.
func (t lattice) NumLinks() int { return t.links }

// Link returns the description of a link, which is one direction of the cable
// between two neighbours. Cost: O(dimensions).
func (t lattice) Link(l LinkID) Link {
	i := len(t.axes) - 1
	for int(l) < t.axes[i].first {
		i--
	}
	x := t.axes[i]
	n := (int(l) - x.first) / 2
	if !x.ring { // each line has one cable fewer than nodes
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

// AppendRoute appends the dimension-order route. The route follows one dimension
// after another, beginning with the last, along which neighbours have consecutive
// numbers. On a torus it goes the shorter way round. If both ways are equally long,
// it goes towards higher coordinates. Cost: O(dimensions + links).
//
// Source: SOURCES.md TOPO.3; SimGrid, TorusZone, which also begins with the fastest
// coordinate (the first of its list). If both ways round are equally long, SimGrid
// goes towards lower coordinates when it starts at coordinate side/2, and otherwise
// towards higher coordinates.
func (t lattice) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	at, p, q := int(a), int(a), int(b)
	for i := len(t.axes) - 1; i >= 0; i-- {
		x := &t.axes[i]
		from, to := p%x.side, q%x.side
		p, q = p/x.side, q/x.side
		if from == to {
			continue
		}
		cable := at // number of the cable, by the node at its lower end
		if !x.ring {
			cable -= p * x.stride
		}
		dst = x.appendSteps(dst, cable, from, to)
		at += (to - from) * x.stride
	}
	return dst
}

// appendSteps appends the links between two coordinates on one line of nodes along
// the dimension. The argument cable is the number of the cable from the starting
// coordinate to the next higher one.
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

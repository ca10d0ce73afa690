package alloc

// addShell adds slots of the nodes at distance left from x that have the given
// coordinates before dimension dim, so many at most: of the first nodes by
// number, or (sign -1) it takes away those of the last. Base is the first node
// with these coordinates. It returns how many slots there were.
func (a *around) addShell(dim, x, base, left int, slots, sign int64) int64 {
	side, stride, v := a.sides[dim], a.strides[dim], &a.axes[dim]
	here, step, found := int(a.coords[dim][x]), 1, int64(0)
	if dim == len(a.sides)-1 {
		one, other := a.ends(dim, here, left, sign < 0)
		for _, c := range [2]int{one, other} {
			if c >= 0 && a.room[base+c] > 0 {
				k := min(a.room[base+c], slots-found)
				v.at[v.place(c, side)] += sign * k
				found += k
			}
		}
		return found
	}
	if sign < 0 {
		step = -1
	}
	for _, part := range a.reach(here, left, side, sign < 0) {
		if (part[1]-part[0])*step < 0 {
			continue
		}
		for c := part[0]; c != part[1]+step && slots > found; c += step {
			away := max(c-here, here-c)
			if a.wraps {
				away = min(away, side-away)
			}
			k := a.addShell(dim+1, x, base+c*stride, left-away, slots-found, sign)
			if found += k; k != 0 {
				v.at[v.place(c, side)] += sign * k
			}
		}
	}
	return found
}

// addFastest adds slots of the fastest nodes at distance r from x, so many in
// all; of equally fast ones the first by number.
func (a *around) addFastest(x, r int, slots int64) {
	a.sites.near = a.shell(a.sites.near[:0], x, r)
	for _, s := range a.fastestOf(a.sites.near, slots) {
		a.add(int(s.node), int64(s.tasks))
	}
}

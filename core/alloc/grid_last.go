package alloc

import "slices"

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
	for n, k := range fastestOf(a.shell(x, r), a.room, a.rank, a.seen, slots) {
		a.add(n, k)
	}
}

// fastestOf yields nodes of a shell and how many of their slots to take: those
// of the fastest nodes, so many in all; of equally fast ones the first. Seen is
// memory for as many numbers as there are ranks.
func fastestOf(shell func(func(n int) bool), room []int64, rank []int32, seen []int64, slots int64) func(func(n int, k int64) bool) {
	return func(yield func(n int, k int64) bool) {
		clear(seen)
		for n := range shell {
			seen[rank[n]] += room[n]
		}
		slowest := 0 // rank of the slowest nodes that are needed, of which slots are
		for seen[slowest] < slots {
			slots -= seen[slowest]
			slowest++
		}
		for n := range shell {
			k := room[n]
			if k == 0 || int(rank[n]) > slowest {
				continue
			}
			if int(rank[n]) == slowest {
				k = min(k, slots)
				slots -= k
			}
			if !yield(n, k) {
				return
			}
		}
	}
}

// ranks numbers speeds, the largest 0, and counts them.
func ranks(speeds []int64) ([]int32, int) {
	kinds := slices.Clone(speeds)
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	rank := make([]int32, len(speeds))
	for n, speed := range speeds {
		at, _ := slices.BinarySearch(kinds, speed)
		rank[n] = int32(len(kinds) - 1 - at)
	}
	return rank, len(kinds)
}

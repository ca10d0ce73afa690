package grid

// bound is at most the sum for the n slots nearest to x, the farthest of which
// is at r, up to open. It knows how all slots within r-1 or within r lie along
// each dimension, whichever are fewer slots away from n, but not which of the
// shell at r are added to the ones or taken from the others.
func (a *projection) bound(x, r int) int64 {
	inner, all := a.count(r - 1)[x], a.count(r)[x]
	if a.n-inner <= all-a.n {
		return a.adding(x, r, inner)
	}
	return a.taking(x, r, all)
}

// adding is bound from the inner slots, those within r-1.
//
// An added slot at v steps from x is at a distance from the inner ones that is
// a sum over dimensions of far(v), and the steps add up to r. So it is at least
// price·r plus, for each dimension, the least of far(v)-price·|v|, whatever the
// price: it should be what far rises by near r/dims, as it does if the slots
// lie evenly.
func (a *projection) adding(x, r int, inner int64) int64 {
	added := a.n - inner
	price := inner * 7 / 10
	if len(a.sides) == 2 {
		price = inner * 3 / 4
	}
	sum := a.apart(added) + added*price*int64(r)
	for dim := range a.sides {
		first, left := a.cuts(dim, x, r, r-1)
		far, change := int64(0), price*int64(first) // far at first; what far-price·|v| differs from that
		least := change
		for j, k := range left {
			sum += k * (inner - k)
			far += inner - k
			if change += 2*k - inner - price; first+j < 0 {
				change += 2 * price
			}
			least = min(least, change)
		}
		sum += added * (far + least)
	}
	return sum
}

// taking is bound from all slots within r. The sum loses the distances of each
// slot that is taken to all others, and those between taken ones only once.
//
// Along a dimension far is convex, so that at v it is at most far(0) and
// |v| times its mean rise from 0 to the end on that side; and of r steps each
// adds at most the steepest of these rises.
func (a *projection) taking(x, r int, all int64) int64 {
	taken := all - a.n
	sum, far, steepest := a.apart(taken), int64(0), int64(0)
	for dim := range a.sides {
		first, left := a.cuts(dim, x, r, r)
		before, after := int64(0), int64(0) // far(0), by side
		for _, k := range left[:-first] {
			sum += k * (all - k)
			before += k
		}
		for _, k := range left[-first:] {
			sum += k * (all - k)
			after += all - k
		}
		far += before + after
		steepest = max(steepest, rise(int64(-first)*all-2*before, -first, r), rise(int64(len(left)+first)*all-2*after, len(left)+first, r))
	}
	return sum - taken*(far+steepest)
}

// rise is what grows by so much in some steps, in r steps; rounded up.
func rise(grows int64, steps, r int) int64 {
	if steps == 0 || steps == r {
		return grows
	}
	return (max(grows, 0)*int64(r) + int64(steps) - 1) / int64(steps)
}

// apart is at most the sum of the distances of k slots of one shell, if no two
// are on the same node. These are even, as all are equally far from x, and 2
// for at most dims² nodes around one: of its coordinates p are not x's, so that
// there are p ways to step inwards, and then 2·dims-p out again to other nodes.
func (a *projection) apart(k int64) int64 {
	if !a.single {
		return 0
	}
	pairs, dims := k*(k-1)/2, int64(len(a.sides))
	return 4*pairs - 2*min(pairs, k*dims*dims/2)
}

// cuts is how many slots within reach of x lie before each cut between two
// coordinates along a dimension, from the coordinate first steps on from x up
// to r steps, as far as the grid goes. Valid until the next call.
func (a *projection) cuts(dim, x, r, reach int) (first int, left []int64) {
	side, stride, c := a.sides[dim], a.strides[dim], int(a.coords[dim][x])
	first, last := -r, r
	if !a.wraps {
		first, last = max(first, -c), min(last, side-1-c)
	}
	left = a.left[:last-first]
	near := a.but[dim].tables(reach)
	n, past := x+first*stride, x+(side-c)*stride // past the end of the line through x
	if c+first < 0 {
		n += side * stride
	}
	sum := int64(0)
	for j := range left {
		if away := max(first+j, -first-j); away <= reach {
			sum += near[reach-away][n]
		}
		left[j] = sum
		if n += stride; n == past {
			n -= side * stride
		}
	}
	return first, left
}

package grid

// bound returns a lower bound for the sum of distances of the n slots nearest to x,
// the farthest of which is at distance r, which must be at most open. It starts
// from all slots within r-1 or all slots within r, whichever number is nearer to n.
// It knows exactly how these are distributed along each dimension, but not which
// slots of the shell at r are added to the former or taken from the latter.
func (a *projection) bound(x, r int) int64 {
	inner, all := a.count(r - 1)[x], a.count(r)[x]
	if a.n-inner <= all-a.n {
		return a.adding(x, r, inner)
	}
	return a.taking(x, r, all)
}

// adding computes bound from the inner slots, which are those within r-1.
//
// The distance of an added slot from the inner ones is the sum over the dimensions
// of far(v), where v is the offset of the slot from x, and the absolute offsets add
// up to r. So for any value of price, the distance is at least price·r plus, for
// each dimension, the minimum of far(v)-price·|v|. The bound is best if price is
// the slope of far near r/dims. The price used here is that slope for slots that
// are distributed evenly.
func (a *projection) adding(x, r int, inner int64) int64 {
	added := a.n - inner
	price := inner * 7 / 10
	if len(a.sides) == 2 {
		price = inner * 3 / 4
	}
	sum := a.apart(added) + added*price*int64(r)
	for dim := range a.sides {
		first, left := a.cuts(dim, x, r, r-1)
		far, change := int64(0), price*int64(first) // far at first; far-price·|v| relative to far at first
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

// taking computes bound from all slots within r. The sum decreases by the distances
// of each removed slot to all others, but distances between removed slots count
// only once.
//
// Along a dimension far is convex. At offset v it is therefore at most far(0) plus
// |v| times its mean slope from 0 to the end on that side. The r steps contribute
// at most r times the steepest of these slopes.
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

// rise returns the increase over r steps of a quantity that increases by grows over
// the given steps, rounded up.
func rise(grows int64, steps, r int) int64 {
	if steps == 0 || steps == r {
		return grows
	}
	return (max(grows, 0)*int64(r) + int64(steps) - 1) / int64(steps)
}

// apart returns a lower bound for the sum of distances over pairs of k slots in one
// shell, or 0 unless each slot is on a node of its own. These distances are even,
// because all nodes of the shell have the same distance from x. A distance is 2 for
// at most dims² other nodes: if p coordinates of a node differ from those of x,
// there are p ways to step inwards, and then 2·dims-p ways out again to other
// nodes.
func (a *projection) apart(k int64) int64 {
	if !a.single {
		return 0
	}
	pairs, dims := k*(k-1)/2, int64(len(a.sides))
	return 4*pairs - 2*min(pairs, k*dims*dims/2)
}

// cuts returns, for each cut between two neighbouring coordinates along a
// dimension, the number of slots within reach of x that lie before the cut. The
// cuts start at the coordinate first steps from x, where first is at most 0, and
// extend to r steps from x, as far as the grid allows. The result is valid until
// the next call.
func (a *projection) cuts(dim, x, r, reach int) (first int, left []int64) {
	side, stride, c := a.sides[dim], a.strides[dim], int(a.coords[dim][x])
	first, last := -r, r
	if !a.wraps {
		first, last = max(first, -c), min(last, side-1-c)
	}
	left = a.left[:last-first]
	near := a.but[dim].tables(reach)
	n, past := x+first*stride, x+(side-c)*stride // end of the line through x
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

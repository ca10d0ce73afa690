package grid

// bound returns a lower bound for the sum of distances of the n slots nearest to x.
// The farthest of these slots is at distance r, which must be at most a.open. The
// bound starts from all slots within r-1 or from all slots within r, whichever
// number is nearer to n. The distribution of these slots along each dimension is
// known exactly. It is not known which slots of the shell at distance r are added
// or removed.
func (a *projection) bound(x, r int) int64 {
	inner, all := a.count(r - 1)[x], a.count(r)[x]
	if a.n-inner <= all-a.n {
		return a.adding(x, r, inner)
	}
	return a.taking(x, r, all)
}

// adding returns the bound that starts from the inner slots, which are those within
// r-1, and adds slots of the shell.
//
// For each dimension, let far(v) be the sum of the distances along this dimension
// from offset v to all inner slots. Offsets are relative to x. The sum of the
// distances from an added slot to the inner slots is the sum of far(v) over the
// dimensions, where v is the slot's offset in each dimension. The absolute offsets
// of the slot add up to r. For any number price, the sum is therefore at least
// price·r plus, for each dimension, the minimum of far(v)-price·|v|. The bound is
// best if price is the slope of far near r/dims. The price used here is the slope
// for evenly distributed slots.
func (a *projection) adding(x, r int, inner int64) int64 {
	added := a.n - inner
	price := inner * 7 / 10
	if len(a.sides) == 2 {
		price = inner * 3 / 4
	}
	sum := a.apart(added) + added*price*int64(r)
	for dim := range a.sides {
		first, left := a.cuts(dim, x, r, r-1)
		far, change := int64(0), price*int64(first) // far(first), and the difference of far(v)-price·|v| from far(first)
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

// taking returns the bound that starts from all slots within r and removes slots of
// the shell. Removing a slot lowers the sum by its distances to all other slots,
// but a distance between two removed slots counts only once.
//
// Along each dimension, far (see adding) is convex. At offset v it is therefore at
// most far(0) plus |v| times the mean slope from 0 to the end on the side of v. The
// r steps of a removed slot add at most r times the steepest of these slopes.
func (a *projection) taking(x, r int, all int64) int64 {
	taken := all - a.n
	sum, far, steepest := a.apart(taken), int64(0), int64(0)
	for dim := range a.sides {
		first, left := a.cuts(dim, x, r, r)
		before, after := int64(0), int64(0) // the parts of far(0) due to slots on each side of x
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

// rise returns an upper bound, rounded up, for the increase of a quantity over r
// steps. The increase over the given number of steps is known. A decrease counts as
// 0 unless the two numbers of steps are equal.
func rise(grows int64, steps, r int) int64 {
	if steps == 0 || steps == r {
		return grows
	}
	return (max(grows, 0)*int64(r) + int64(steps) - 1) / int64(steps)
}

// apart returns a lower bound for the sum of distances over all pairs among k slots
// of one shell. It returns 0 if some node has several slots. Distances within a
// shell are even, because all its nodes are equally far from x. At most dims² other
// nodes are at distance 2 from a node: if p of its coordinates differ from those of
// x, there are p ways to step inwards, each followed by 2·dims-p ways to step
// outwards to another node. All other distances are at least 4.
func (a *projection) apart(k int64) int64 {
	if !a.single {
		return 0
	}
	pairs, dims := k*(k-1)/2, int64(len(a.sides))
	return 4*pairs - 2*min(pairs, k*dims*dims/2)
}

// cuts counts slots along one dimension. A cut separates two neighbouring
// coordinates. For each cut, the result left holds the number of slots before the
// cut that are within the given distance of x. The first cut is at offset first
// from x, which is at most 0. The cuts extend to offset r, as far as the grid
// allows. The result is valid until the next call.
func (a *projection) cuts(dim, x, r, reach int) (first int, left []int64) {
	side, stride, c := a.sides[dim], a.strides[dim], int(a.coords[dim][x])
	first, last := -r, r
	if !a.wraps {
		first, last = max(first, -c), min(last, side-1-c)
	}
	left = a.left[:last-first]
	near := a.but[dim].tables(reach)
	n, past := x+first*stride, x+(side-c)*stride // one step past the end of the line through x
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

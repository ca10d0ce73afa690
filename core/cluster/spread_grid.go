package cluster

import "hopyard/core/topology"

// gridSum returns the sum of the distances over all pairs of p on a grid. It treats
// the dimensions separately, because a distance is the sum of the distances along
// each dimension.
func gridSum(t topology.Grid, p Placement, byTasks bool) int64 {
	sum := int64(0)
	stride := t.NumNodes()
	for _, side := range t.Dims() {
		stride /= side
		if at := coordinates(p, side, stride, byTasks); t.Wraps() {
			sum += ringSum(at)
		} else {
			sum += lineSum(at)
		}
	}
	return sum
}

// coordinates counts the nodes (or tasks) of p at each coordinate of the dimension
// with the given side and stride. Cost: O(runs + side).
func coordinates(p Placement, side, stride int, byTasks bool) []int64 {
	at := make([]int64, side)
	step := make([]int64, side+1) // step[c] is the count at c minus the count at c-1
	all := int64(0)
	for _, r := range p {
		k := int64(1)
		if byTasks {
			k = int64(r.Tasks)
		}
		first, last := int(r.First)/stride, int(r.Last)/stride
		if first == last {
			at[first%side] += k * int64(r.Nodes())
			continue
		}
		at[first%side] += k * int64((first+1)*stride-int(r.First))
		at[last%side] += k * int64(int(r.Last)-last*stride+1)
		whole := last - first - 1 // number of complete blocks of stride nodes, beginning with block first+1
		k *= int64(stride)
		all += k * int64(whole/side)
		from, n := (first+1)%side, whole%side
		step[from] += k
		if from+n > side {
			step[side] -= k
			step[0] += k
			n -= side
		}
		step[from+n] -= k
	}
	for c := range at {
		all += step[c]
		at[c] += all
	}
	return at
}

// lineSum returns the sum of distances over all pairs on a line. Each link
// contributes the number of pairs that it separates.
func lineSum(at []int64) int64 {
	total, left, sum := totalOf(at), int64(0), int64(0)
	for _, w := range at {
		left += w
		sum += left * (total - left)
	}
	return sum
}

// ringSum returns the sum of distances over all pairs on a ring. It considers all
// arcs that cover half of the ring, one for each start. The number of arcs that
// contain exactly one of two positions is twice the distance of the positions.
func ringSum(at []int64) int64 {
	side := len(at)
	total, arc, sum := totalOf(at), int64(0), int64(0)
	for c := range side / 2 {
		arc += at[c]
	}
	for c := range side {
		sum += arc * (total - arc)
		arc += at[(c+side/2)%side] - at[c]
	}
	return sum / 2
}

func totalOf(at []int64) int64 {
	total := int64(0)
	for _, w := range at {
		total += w
	}
	return total
}

// gridFarthest returns the largest distance between any two nodes of p. The
// placement must have at least two nodes.
func gridFarthest(t topology.Grid, p Placement) int64 {
	widest := int64(0)
	for _, side := range t.Dims() {
		if widest += int64(side - 1); t.Wraps() {
			widest += int64(side/2 - side + 1)
		}
	}
	if n := p.Nodes(); n*n > 3*len(t.Dims())*t.NumNodes() {
		return farthestByTransform(t, p)
	}
	most := int64(0)
	for a, b := range pairs(p) {
		if most = max(most, t.Distance(a.First, b.First)); most == widest {
			break
		}
	}
	return most
}

// farthestByTransform computes the same result as gridFarthest in another way. For
// every node of the grid, it computes the distance to the farthest node of p, one
// dimension after the other. Cost: O(dims·nodes of the grid).
func farthestByTransform(t topology.Grid, p Placement) int64 {
	const none = -1 << 30
	far := make([]int64, t.NumNodes())
	for i := range far {
		far[i] = none
	}
	for n := range p.All {
		far[n] = 0
	}
	stride := t.NumNodes()
	for _, side := range t.Dims() {
		stride /= side
		line, out := make([]int64, side), make([]int64, side)
		for i := range far {
			if i/stride%side != 0 {
				continue
			}
			for c := range line {
				line[c] = far[i+c*stride]
			}
			if t.Wraps() {
				farthestOnRing(line, out, none)
			} else {
				farthestOnLine(line, out, none)
			}
			for c, d := range out {
				far[i+c*stride] = d
			}
		}
	}
	most := int64(0)
	for n := range p.All {
		most = max(most, far[n])
	}
	return most
}

// farthestOnLine sets out[x] to the maximum over y of in[y] + |x-y|.
func farthestOnLine(in, out []int64, none int64) {
	best := none
	for x, d := range in {
		best = max(best+1, d)
		out[x] = best
	}
	best = none
	for x := len(in) - 1; x >= 0; x-- {
		best = max(best+1, in[x])
		out[x] = max(out[x], best)
	}
}

// farthestOnRing sets out[x] to the maximum over y of in[y] plus the distance from
// x to y on the ring. This distance is half the ring minus the distance from x to
// the position opposite y. The value in[y] + half therefore starts at the opposite
// position and decreases by 1 with each step away from it.
func farthestOnRing(in, out []int64, none int64) {
	side := len(in)
	half := side / 2
	for x := range out {
		out[x] = none
	}
	for y, d := range in {
		for _, opposite := range [2]int{(y + half) % side, (y + side - half) % side} {
			out[opposite] = max(out[opposite], d+int64(half))
		}
	}
	for i := range 2 * side { // two rounds, so that the result does not depend on the position where a round begins
		x := i % side
		next := (x + 1) % side
		out[next] = max(out[next], out[x]-1)
	}
	for i := 2*side - 1; i >= 0; i-- {
		x := i % side
		next := (x + side - 1) % side
		out[next] = max(out[next], out[x]-1)
	}
}

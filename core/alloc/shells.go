package alloc

import (
	"iter"
	"math"
	"sort"

	"hopyard/core/topology"
)

// shells finds, around each centre of a grid, the slots in shells of rising
// L_inf distance, and what they cost: the sum of their shells' numbers.
//
// Of the slots asked for, n, those beyond distance k are n less the slots
// within k, and a slot in shell s is beyond s distances, 0 to s-1. So the cost
// is the sum over k of n - within(k), as long as that is positive: it grows
// with every radius, and a centre is given up once it costs more than the best.
type shells struct {
	boxes
	before, faster []int64 // slots, and their speed, of the nodes before each; nil until needed
}

// shelled is a centre and what its slots cost.
type shelled struct {
	x, last int   // node, and the number of its last shell
	cost    int64 // the sum of shell numbers
}

// least is the centres of least cost by rising number, or every centre if all
// is set. Cost: O(dims·nodes·radius).
func (s *shells) least(all bool) []shelled {
	alive := make([]int32, 0, s.nodes)
	for x := range s.nodes {
		if s.mayCentre(x) {
			alive = append(alive, int32(x))
		}
	}
	cost, last := make([]int64, s.nodes), make([]int32, s.nodes)
	best := int64(math.MaxInt64)
	for r := 0; len(alive) > 0; r++ {
		count := s.within(s.room, r)
		still := alive[:0]
		for _, x := range alive {
			switch {
			case count[x] >= s.n:
				last[x] = int32(r) + 1 // 0: not found
				best = min(best, cost[x])
			case all || cost[x]+s.n-count[x] <= best:
				cost[x] += s.n - count[x]
				still = append(still, x)
			}
		}
		alive = still
	}
	var found []shelled
	for x, r := range last {
		if r > 0 && (all || cost[x] == best) {
			found = append(found, shelled{x, int(r) - 1, cost[x]})
		}
	}
	return found
}

// choose is the slots around the centre of least cost, then of largest total
// speed, then of lowest number.
func (s *shells) choose() answer {
	found := s.least(false)
	best := found[0]
	if s.mixed {
		fastest := int64(-1)
		for _, c := range found {
			if speed := s.totalSpeed(c); speed > fastest {
				best, fastest = c, speed
			}
			if fastest == s.n*s.fastest {
				break
			}
		}
	}
	return answer{topology.DeviceID(best.x), s.spots(best), best.cost}
}

// totalSpeed is the total speed of the slots of a centre. Cost: as spots, but
// O(log nodes) where all that is not the centre is in shell 1, as it is on
// every hypercube: its slots are then those before some node, less the centre's.
func (s *shells) totalSpeed(c shelled) int64 {
	if c.last != 1 || !s.everywhere(1) {
		return totalSpeed(s.speed, s.spots(c))
	}
	if s.before == nil {
		s.before, s.faster = make([]int64, s.nodes+1), make([]int64, s.nodes+1)
		for n, k := range s.room {
			s.before[n+1], s.faster[n+1] = s.before[n]+k, s.faster[n]+k*s.speed[n]
		}
	}
	own := s.room[c.x]
	end := sort.Search(s.nodes, func(n int) bool { // the nodes up to n and the centre have all
		if n >= c.x {
			return s.before[n+1] >= s.n
		}
		return s.before[n+1]+own >= s.n
	})
	have, sum := s.before[end], s.faster[end]
	if end < c.x {
		have, sum = have+own, sum+own*s.speed[c.x]
	}
	return sum + (s.n-have)*s.speed[end]
}

// spots are the n slots nearest to a centre: all in the shells before the last,
// and of that one those of the first nodes by number. Cost: O(nodes of the box).
func (s *shells) spots(c shelled) []spot {
	var spots []spot
	left := s.n
	take := func(n int) bool {
		if k := min(s.room[n], left); k > 0 {
			spots = append(spots, spot{topology.NodeID(n), int32(k)})
			left -= k
		}
		return left > 0
	}
	if c.last > 0 {
		s.box(c.x, c.last-1, func(n, _ int) bool { return take(n) })
	}
	s.box(c.x, c.last, func(n, away int) bool { return away < c.last || take(n) })
	return spots
}

// all yields the centres in number order.
func (s *shells) all() iter.Seq[answer] {
	return func(yield func(answer) bool) {
		for _, c := range s.least(true) {
			if !yield(answer{topology.DeviceID(c.x), s.spots(c), c.cost}) {
				return
			}
		}
	}
}

// totalSpeed adds the speeds of slots, given that of each node's.
func totalSpeed(each []int64, spots []spot) int64 {
	sum := int64(0)
	for _, s := range spots {
		sum += int64(s.tasks) * each[s.node]
	}
	return sum
}

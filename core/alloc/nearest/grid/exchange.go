package grid

import (
	"hopyard/core/alloc/nearest"
	"hopyard/core/topology"
)

// exchange is a local search that improves a placement. An exchange replaces one
// slot of the job by a free slot. As long as some exchange lowers the sum of
// pairwise distances, the search makes the exchange that lowers it most.
//
// Let far(v) be the sum of distances from v to all slots of the job. Replacing a
// slot of node a by a slot of node b gains far(a) - far(b) + distance(a, b),
// because far(b) includes the distance to the replaced slot. Along each dimension,
// far depends only on the coordinate, so one table for each dimension is enough.
type exchange struct {
	*FreeGrid
	takes []int64   // number of slots of the job on each node
	at    [][]int64 // at[i][c]: number of slots of the job with coordinate c along dimension i
	apart [][]int64 // apart[i][c]: sum of the distances along dimension i from coordinate c to all slots of the job
}

// place is a node with its coordinates and its sum of distances to the slots of the
// job.
type place struct {
	node   int
	coords []int32
	far    int64
}

// Improve exchanges slots until no exchange lowers the sum of pairwise distances.
// Among equally good exchanges it chooses by the first node that the job takes,
// then by the first node that it gives up. Cost of each exchange: O(dims·free
// nodes), and the pairs of nodes whose exchange may lower the sum.
func (s *FreeGrid) Improve(nodes []nearest.NodeSlots) []nearest.NodeSlots {
	e := &exchange{FreeGrid: s, takes: make([]int64, s.nodes)}
	for _, side := range s.sides {
		e.at, e.apart = append(e.at, make([]int64, side)), append(e.apart, make([]int64, side))
	}
	for _, t := range nodes {
		e.move(int(t.Node), int64(t.Slots))
	}
	var rooms []place
	for n, k := range s.room {
		if k > 0 {
			p := place{node: n, coords: make([]int32, len(s.sides))}
			for i := range s.sides {
				p.coords[i] = int32(s.coordinate(n, i))
			}
			rooms = append(rooms, p)
		}
	}
	for {
		from, to := e.best(rooms)
		if from < 0 {
			break
		}
		e.move(from, -1)
		e.move(to, 1)
	}
	return listed(e.takes)
}

// listed returns the nodes that have slots, in the order of their numbers.
func listed(slots []int64) (nodes []nearest.NodeSlots) {
	for n, k := range slots {
		if k > 0 {
			nodes = append(nodes, nearest.NodeSlots{Node: topology.NodeID(n), Slots: int32(k)})
		}
	}
	return nodes
}

// move adds k slots of node n to the job. A negative k removes slots.
func (e *exchange) move(n int, k int64) {
	e.takes[n] += k
	for i := range e.sides {
		e.at[i][e.coordinate(n, i)] += k
	}
}

// best returns the exchange with the largest gain: the node at which the job gives
// up a slot, and the node at which it takes one. It returns -1 for both if no
// exchange lowers the sum.
func (e *exchange) best(rooms []place) (from, to int) {
	for i := range e.sides {
		e.distances(e.apart[i], e.at[i])
	}
	farthest, closest := int64(0), int64(1<<62)
	for i := range rooms {
		p := &rooms[i]
		p.far = 0
		for j, c := range p.coords {
			p.far += e.apart[j][c]
		}
		if e.takes[p.node] > 0 {
			farthest = max(farthest, p.far)
		}
		if e.takes[p.node] < e.room[p.node] {
			closest = min(closest, p.far)
		}
	}
	var held []*place // nodes of the job whose exchange with the closest free node may lower the sum
	for i := range rooms {
		if p := &rooms[i]; e.takes[p.node] > 0 && e.mayGain(p.far, closest, 0) {
			held = append(held, p)
		}
	}
	gain, from, to := int64(0), -1, -1
	for i := range rooms {
		b := &rooms[i]
		if e.takes[b.node] == e.room[b.node] || !e.mayGain(farthest, b.far, gain) {
			continue
		}
		for _, a := range held {
			if !e.mayGain(a.far, b.far, gain) {
				continue
			}
			if g := a.far - b.far + e.apartBy(a, b); g > gain {
				gain, from, to = g, a.node, b.node
			}
		}
	}
	return from, to
}

// distances computes the sum of the distances from each coordinate c of a dimension
// to all slots of the job, and stores it in apart[c]. The number of slots with
// coordinate c is at[c]. After a step to the next coordinate, all slots ahead are
// one step nearer and all others one step farther. On a ring, half of the
// coordinates are ahead; if the number of coordinates is odd, the distance to one
// opposite coordinate stays the same.
func (e *exchange) distances(apart, at []int64) {
	side, ahead, sum := len(at), int64(0), int64(0)
	half := side - 1
	if e.wraps {
		half = side / 2
	}
	for o, k := range at {
		sum += k * int64(e.steps(0, o, side))
		if 0 < o && o <= half {
			ahead += k
		}
	}
	for c := range side {
		apart[c] = sum
		same := int64(0)
		if e.wraps && side%2 == 1 {
			same = at[(c+half+1)%side]
		}
		sum += e.n - same - 2*ahead
		ahead -= at[(c+1)%side]
		if e.wraps {
			ahead += at[(c+1+half)%side]
		}
	}
}

// mayGain reports whether replacing a slot may lower the sum of pairwise distances
// by more than the given amount. Let a be the sum of distances from the replaced
// slot to the job's slots, and b the sum from the new slot. By the triangle
// inequality, applied to each of the job's n slots, n times the distance between
// the replaced and the new slot is at most a + b.
func (e *exchange) mayGain(a, b, more int64) bool { return a-b+(a+b)/e.n > more }

// apartBy returns the distance between the nodes of a and b.
func (e *exchange) apartBy(a, b *place) int64 {
	sum := 0
	for i, side := range e.sides {
		sum += e.steps(int(a.coords[i]), int(b.coords[i]), side)
	}
	return int64(sum)
}

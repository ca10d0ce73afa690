package grid

import "hopyard/core/alloc/nearest"

// exchange is a local search: while giving up one slot of a placement for a free
// one lowers the sum of pairwise distances, it does the exchange that lowers it
// most.
//
// With far(v) the sum of distances from v to all slots of the job, giving up a
// slot of a for one of b gains far(a) - far(b) + distance(a, b), because the
// slot given up no longer counts. Along each dimension far is the sum over the
// slots' coordinates, so that a table for each is enough.
type exchange struct {
	*FreeGrid
	takes []int64   // slots of the job by node
	at    [][]int64 // by dimension and coordinate: slots of the job
	apart [][]int64 // by dimension and coordinate: the sum of distances to them along it
}

// place is a node with its coordinates and its sum of distances.
type place struct {
	node   int
	coords []int32
	far    int64
}

// Improve exchanges slots until no exchange helps. Of equally good exchanges it
// takes that with the first node taken, then the first given up. Cost of
// one: O(dims·free nodes), and the pairs of nodes that may gain.
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

// move gives the job k more slots of a node.
func (e *exchange) move(n int, k int64) {
	e.takes[n] += k
	for i := range e.sides {
		e.at[i][e.coordinate(n, i)] += k
	}
}

// best is the exchange that gains most, or -1 if none gains.
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
	var held []*place // those that may gain with the closest free one
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

// distances sets apart to the sums of the distances along a dimension from each
// coordinate to the slots at the coordinates at. One step on, all ahead are one
// nearer and all others one farther; ahead on a ring is half of it, and one
// place opposite is as far as before if the number of places is odd.
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

// mayGain reports whether giving up a slot at a sum of distances a for one at
// b may gain more than so much. Each of the job's n slots is on a way from one
// to the other, so that n times their distance is at most a + b.
func (e *exchange) mayGain(a, b, more int64) bool { return a-b+(a+b)/e.n > more }

// apartBy is the distance between two places.
func (e *exchange) apartBy(a, b *place) int64 {
	sum := 0
	for i, side := range e.sides {
		sum += e.steps(int(a.coords[i]), int(b.coords[i]), side)
	}
	return int64(sum)
}

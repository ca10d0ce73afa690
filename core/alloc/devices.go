package alloc

import (
	"cmp"
	"iter"
	"math"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// devices finds the slots nearest to each device of any machine, by asking for
// all distances. Without devices of its own, the machine's nodes are devices.
type devices struct {
	m    *cluster.Machine
	free *cluster.Free
	r    *workload.Request
	n    int32
	reaching
	rooms   []spot  // nodes with room
	speed   []int64 // of one slot, by place in rooms
	faster  []int64 // of the node
	nearest []distant
}

// distant is a place in rooms and how far it is from a device.
type distant struct {
	place    int32
	distance int64
}

// reaching is the devices of a machine, and how far each is from a node.
type reaching struct {
	count int
	reach func(d topology.DeviceID, n topology.NodeID) int64
}

func newReach(m *cluster.Machine) reaching {
	if d, ok := m.Topology.(topology.Devices); ok {
		return reaching{m.NumNodes() + d.NumSwitches(), d.DeviceDistance}
	}
	return reaching{m.NumNodes(), func(d topology.DeviceID, n topology.NodeID) int64 { return m.Distance(topology.NodeID(d), n) }}
}

// newDevices reads what is free for r. Cost: O(nodes).
func newDevices(r *workload.Request, free *cluster.Free) *devices {
	m := free.Machine()
	g := &devices{m: m, free: free, r: r, n: r.Size(), reaching: newReach(m)}
	for n := range topology.NodeID(m.NumNodes()) {
		if k := free.Slots(r, n); k > 0 {
			g.rooms = append(g.rooms, spot{n, min(k, g.n)})
			g.speed = append(g.speed, slotSpeed(r, m.Spec(n)))
			g.faster = append(g.faster, m.Spec(n).Speed)
		}
	}
	g.nearest = make([]distant, len(g.rooms))
	return g
}

// around is the slots nearest to a device, at their reach, and their total
// speed.
func (g *devices) around(d topology.DeviceID) (a answer, speed int64) {
	for i, room := range g.rooms {
		g.nearest[i] = distant{int32(i), g.reach(d, room.node)}
	}
	a.device = d
	left := g.n
	for x := range ascending(g.nearest, func(a, b distant) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(g.faster[b.place], g.faster[a.place]), cmp.Compare(a.place, b.place))
	}) {
		k := min(left, g.rooms[x.place].tasks)
		a.spots = append(a.spots, spot{g.rooms[x.place].node, k})
		a.cost = x.distance
		speed += int64(k) * g.speed[x.place]
		if left -= k; left == 0 {
			break
		}
	}
	return a, speed
}

// all implements centres.
func (g *devices) all(bySum bool) iter.Seq[answer] {
	return func(yield func(answer) bool) {
		for d := range topology.DeviceID(g.count) {
			a, _ := g.around(d)
			if bySum {
				a.cost = g.sum(a.spots, math.MaxInt64)
			}
			if !yield(a) {
				return
			}
		}
	}
}

// leastReach implements centres.
func (g *devices) leastReach() []spot {
	return g.least(func(a answer, _ int64) int64 { return a.cost })
}

// leastReachSum implements compact.
func (g *devices) leastReachSum() []spot {
	var best answer
	reach, least, fastest := int64(math.MaxInt64), int64(math.MaxInt64), int64(0)
	for d := range topology.DeviceID(g.count) {
		a, speed := g.around(d)
		if a.cost > reach {
			continue
		}
		enough := int64(math.MaxInt64)
		if a.cost == reach {
			enough = least
		}
		if sum := g.sum(a.spots, enough); a.cost < reach || sum < least || sum == least && speed > fastest {
			best, reach, least, fastest = a, a.cost, sum, speed
		}
	}
	return best.spots
}

// leastSum implements centres.
func (g *devices) leastSum() []spot {
	return g.least(func(a answer, enough int64) int64 { return g.sum(a.spots, enough) })
}

// sum is the sum of the distances of slots; above enough it need not be exact.
func (g *devices) sum(spots []spot, enough int64) int64 {
	sum := int64(0)
	for i, x := range spots {
		inside, _ := g.free.Inside(g.r, x.node, x.tasks)
		sum += inside
		for _, y := range spots[:i] {
			sum += int64(x.tasks) * int64(y.tasks) * g.m.Distance(min(x.node, y.node), max(x.node, y.node))
		}
		if sum > enough {
			break
		}
	}
	return sum
}

// least is the answer of least cost, then largest speed, then first device.
// A cost need not be exact above enough.
func (g *devices) least(cost func(a answer, enough int64) int64) []spot {
	var best answer
	least, fastest := int64(math.MaxInt64), int64(0)
	for d := range topology.DeviceID(g.count) {
		a, speed := g.around(d)
		if c := cost(a, least); c < least || c == least && speed > fastest {
			best, least, fastest = a, c, speed
		}
	}
	return best.spots
}

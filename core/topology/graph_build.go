package topology

import (
	"math"
	"math/bits"
)

// NewGraph returns the network with the given numbers of nodes and switches and the
// given links. Device numbers count switches first. Errors (a GraphError, which
// wraps ErrShape): more than MaxGraphDevices devices or MaxGraphLinks links; a link
// with an unknown end, with the same device at both ends, with a weight outside
// 1..MaxWeight, or with a bandwidth below 0; two links with the same source and the
// same destination; a device without a path to some node; a table of more than
// MaxGraphTable entries; distances of 2^32 or more. Cost:
// O(rows·links·log(weights)), where rows is the number of switches with nodes plus
// the number of nodes with several neighbours.
func NewGraph(nodes, switches int, links []GraphLink) (*Graph, error) {
	c := &graphCheck{nodes: nodes, switches: switches, links: links}
	if !c.checkSizes() {
		return nil, c.faults
	}
	if c.checkLinks(); c.faults != nil {
		return nil, c.faults
	}
	order := c.byEnds()
	if c.checkConnected(); c.faults != nil {
		return nil, c.faults
	}
	g := &Graph{nodes: nodes, switches: switches, links: append([]GraphLink(nil), links...)}
	g.directed = c.directed(order)
	cores := g.findCore()
	rows := g.findRows(cores)
	if rows*cores > MaxGraphTable {
		c.fault(-1, "a graph in which %d devices (switches with nodes, nodes with several neighbours) must reach %d devices (those and all other switches): the product is more than %d; use fewer switches", rows, cores, MaxGraphTable)
		return nil, c.faults
	}
	heaviest := int64(0)
	for i := range links {
		heaviest = max(heaviest, links[i].Weight)
	}
	if most := (math.MaxUint32 - MaxWeight) / int64(cores); heaviest > most { // no shortest path has more links than there are core devices
		c.fault(-1, "a graph of %d switches and nodes with several neighbours, in which a link has weight %d; use weights up to %d", cores, heaviest, most)
		return nil, c.faults
	}
	g.findWays(order, cores)
	g.fill(rows, cores)
	return g, nil
}

// findCore numbers the core devices: all switches, and all nodes except those that
// have a single switch as their only neighbour.
func (g *Graph) findCore() (cores int) {
	g.ends = make([]attachment, g.nodes)
	cores = g.switches
	const none, several = -1, -2
	only := make([]DeviceID, g.nodes) // the only neighbour of each node, or one of the constants above
	for n := range only {
		only[n] = none
		g.ends[n] = attachment{up: none, down: none}
	}
	meet := func(n int, other DeviceID) {
		switch {
		case n < 0:
		case int(other) >= g.switches || only[n] != none && only[n] != other:
			only[n] = several
		default:
			only[n] = other
		}
	}
	for i := range g.links {
		l := &g.links[i]
		meet(int(l.From)-g.switches, l.To)
		meet(int(l.To)-g.switches, l.From)
	}
	for n := range g.ends {
		if only[n] >= 0 {
			g.ends[n].core = int32(only[n])
			continue
		}
		g.ends[n].core = int32(cores)
		cores++
	}
	for i := range g.links {
		l := &g.links[i]
		if n := int(l.From) - g.switches; n >= 0 && only[n] >= 0 {
			g.ends[n].up, g.ends[n].ascent = LinkID(i), uint32(l.Weight)
		}
		if n := int(l.To) - g.switches; n >= 0 && only[n] >= 0 {
			g.ends[n].down, g.ends[n].slope = LinkID(i), uint32(l.Weight)
		}
	}
	return cores
}

// findRows assigns a row of the tables to each core device that is a node or has
// nodes attached.
func (g *Graph) findRows(cores int) (rows int) {
	row := make([]int32, cores) // row number plus one; 0 for no row
	for n := range g.ends {
		x := &g.ends[n]
		if row[x.core] == 0 {
			rows++
			row[x.core] = int32(rows)
		}
		x.row = row[x.core] - 1
	}
	return rows
}

// coreOf returns the number of a device among the core devices, or -1 if the device
// is not a core device.
func (g *Graph) coreOf(d DeviceID) int32 {
	n := int(d) - g.switches
	switch {
	case n < 0:
		return int32(d)
	case int(g.ends[n].core) >= g.switches:
		return g.ends[n].core
	}
	return -1
}

// findWays lists the links between core devices, ordered by their source, then by
// their destination.
func (g *Graph) findWays(order []int32, cores int) {
	g.at = make([]int32, cores+1)
	for _, i := range order {
		l := &g.links[i]
		from, to := g.coreOf(l.From), g.coreOf(l.To)
		if from >= 0 && to >= 0 {
			g.ways = append(g.ways, coreLink{to, uint32(l.Weight), LinkID(i)})
			g.at[from+1]++
		}
	}
	for c := range cores {
		g.at[c+1] += g.at[c]
	}
}

// fill computes the tables row by row. All routes of a row lead to the same device.
// A search backwards from that device gives the distances. Then each core device is
// assigned its first outgoing link that is on a shortest path.
func (g *Graph) fill(rows, cores int) {
	g.distance = make([]uint32, rows*cores)
	g.next = make([]uint16, rows*cores)
	g.hops = make([]uint16, rows*cores)
	passed := make([]passed, cores)
	back := g.backwards(cores)
	done := make([]bool, rows)
	for n := range g.ends {
		row := g.ends[n].row
		if done[row] {
			continue
		}
		done[row] = true
		away := g.distance[int(row)*cores : int(row+1)*cores]
		back.search(g.ends[n].core, away)
		next := g.next[int(row)*cores : int(row+1)*cores]
		for c := range next {
			for k, w := range g.ways[g.at[c]:g.at[c+1]] {
				if away[w.to]+w.weight == away[c] {
					next[c] = uint16(k)
					break
				}
			}
		}
		g.count(row, g.ends[n].core, passed)
	}
}

// passed counts the switches and links on the path from a core device to the row's
// device. The switches do not include the core device itself.
type passed struct{ switches, links int32 }

// count computes the hop counts of a row. The parameter home is the core device of
// the row. The last parameter is scratch space with one element per core device.
// Cost: O(core devices).
func (g *Graph) count(row, home int32, to []passed) {
	clear(to)
	var route []int32 // devices on the path whose counts are not yet known
	for c := range int32(len(to)) {
		at := c
		for ; at != home && to[at].links == 0; at = g.step(row, at).to {
			route = append(route, at)
		}
		for len(route) > 0 {
			far := to[at]
			if int(at) < g.switches {
				far.switches++
			}
			far.links++
			at, route = route[len(route)-1], route[:len(route)-1]
			to[at] = far
		}
		hops := to[c].switches
		if int(c) >= g.switches && hops == 0 {
			hops = to[c].links
		}
		g.hops[int(row)*len(to)+int(c)] = uint16(hops)
	}
}

// backwards holds the links between core devices in reverse direction, and the
// state of a search over them.
type backwards struct {
	at      []int32
	ways    []coreLink
	buckets [33][]waiting
	waiting int    // number of entries in all buckets
	last    uint32 // distance most recently taken out of the heap
}

// waiting is a core device that the search has found at a distance but not yet
// processed.
type waiting struct {
	far  uint32
	core int32
}

func (g *Graph) backwards(cores int) *backwards {
	b := &backwards{at: make([]int32, cores+2), ways: make([]coreLink, len(g.ways))}
	for _, w := range g.ways {
		b.at[w.to+2]++
	}
	for c := range cores {
		b.at[c+2] += b.at[c+1]
	}
	for c := range cores {
		for _, w := range g.ways[g.at[c]:g.at[c+1]] {
			b.ways[b.at[w.to+1]] = coreLink{int32(c), w.weight, w.link}
			b.at[w.to+1]++
		}
	}
	return b
}

// search runs Dijkstra's algorithm backwards from the given core device. It stores
// the distance from each core device to that device in the given slice. The
// distances are processed in ascending order, so that a radix heap can serve as the
// priority queue. Bucket 0 holds the entries whose distance equals the distance
// taken out last. Bucket i holds the entries for which bit i-1 is the highest bit
// in which the two distances differ. Cost: O(links·log(longest link)).
//
// Source: Ahuja, Mehlhorn, Orlin and Tarjan, Faster Algorithms for the Shortest
// Path Problem, 1990 (one-level radix heap); SOURCES.md TOPO.6.
func (b *backwards) search(to int32, away []uint32) {
	for c := range away {
		away[c] = math.MaxUint32
	}
	away[to] = 0
	b.push(0, to)
	for b.waiting > 0 {
		b.settle()
		for _, x := range b.buckets[0] {
			b.waiting--
			if x.far > away[x.core] {
				continue // a shorter path was found after this entry was added
			}
			for _, w := range b.ways[b.at[x.core]:b.at[x.core+1]] {
				if next := x.far + w.weight; next < away[w.to] {
					away[w.to] = next
					b.push(next, w.to)
				}
			}
		}
		b.buckets[0] = b.buckets[0][:0]
	}
	b.last = 0
}

// push adds a core device with its distance to the heap.
func (b *backwards) push(far uint32, core int32) {
	i := bits.Len32(far ^ b.last)
	b.buckets[i] = append(b.buckets[i], waiting{far, core})
	b.waiting++
}

// settle moves the nearest entries of the heap to bucket 0.
func (b *backwards) settle() {
	if len(b.buckets[0]) > 0 {
		return
	}
	i := 1
	for len(b.buckets[i]) == 0 {
		i++
	}
	all := b.buckets[i]
	b.buckets[i] = b.buckets[i][:0]
	b.last = all[0].far
	for _, x := range all {
		b.last = min(b.last, x.far)
	}
	for _, x := range all { // each entry moves to a lower bucket
		i := bits.Len32(x.far ^ b.last)
		b.buckets[i] = append(b.buckets[i], x)
	}
}

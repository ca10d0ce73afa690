package graph

import (
	"math"
	"slices"

	"hopyard/core/topology"
)

// frontier is the state of the outward search from one device of the core (see the
// package comment).
type frontier struct {
	turn      int32
	settled   []int32      // for each device, the last turn in which its distance was settled (found to be final)
	queue     []queued     // queue of devices that were reached, by ascending distance
	found     []foundGroup // groups that were found, by ascending distance
	parts     []part
	reached   int     // number of links followed in the search from this device
	ask       bool    // computing the distances of all groups is faster than following links
	countable bool    // distances are small enough for a counting sort
	away      []int64 // distance of each group; scratch memory
	level     []int64 // number of slots or groups at each distance; scratch memory
	merged    []int32 // scratch memory
}

// queued is a device that was reached, with the length of the path to it.
type queued struct {
	away   int64
	device topology.DeviceID
}

// foundGroup is a group of nodes, with their distance from the device where the
// search began.
type foundGroup struct {
	away  int64
	group int32
}

// part describes slots that are taken from one group: the first slots, in the order
// of its nodes.
type part struct {
	foundGroup
	slots  int64
	square int64 // sum over the nodes of the squared number of slots
}

// explore finds the groups nearest to device d of the core that together hold n
// slots. It returns false if these are farther away than the given limit. It visits
// devices in the order of their distance, like Dijkstra's algorithm. Once it has
// visited all devices at one distance, any group not yet found is farther than this
// distance plus the shortest link of a node. Cost: O(links of the devices nearer
// than the farthest slot), more if the lengths of links differ much.
func (w *GraphSearch) explore(d topology.DeviceID, limit int64) bool {
	if w.ask {
		if w.askAll(d) {
			return true
		}
		w.ask = false
	}
	w.turn++
	w.reached = 0
	w.queue, w.found = append(w.queue[:0], queued{0, d}), w.found[:0]
	slots, counted := int64(0), 0
	count := func(within int64) bool {
		for ; counted < len(w.found) && w.found[counted].away <= within; counted++ {
			slots += w.groups[w.found[counted].group].slots
		}
		return slots >= w.n
	}
	for head := 0; head < len(w.queue); {
		away, first := w.queue[head].away, head
		if away+w.least > limit {
			break
		}
		for ; head < len(w.queue) && w.queue[head].away == away; head++ {
			w.settle(w.queue[head])
		}
		if count(away + w.least) {
			w.ask = w.countable && w.reached > len(w.groups)
			return true
		}
		for i := first; i < head; i++ {
			if x := w.queue[i]; x.device >= 0 {
				w.queueNeighbours(x)
			}
		}
	}
	return count(limit)
}

// askAll finds the same groups as explore by computing the distances of all groups.
// This is faster if explore would follow more links than there are groups. It
// returns false if distances are too large for a counting sort; it is then not
// tried again on this network. Cost: O(groups).
func (w *GraphSearch) askAll(d topology.DeviceID) bool {
	w.away = w.away[:0]
	for i := range w.groups {
		w.away = append(w.away, w.m.DeviceDistance(d, w.nodes[w.groups[i].places[0]].Node))
	}
	farthest := slices.Max(w.away)
	if farthest > 4096 {
		w.countable = false
		return false
	}
	w.level = append(w.level[:0], make([]int64, farthest+1)...) // for each distance: first the number of slots, later the next free index in found
	for i, away := range w.away {
		w.level[away] += w.groups[i].slots
	}
	reach, slots := int64(0), w.level[0]
	for ; slots < w.n; slots += w.level[reach] {
		reach++
	}
	clear(w.level)
	for _, away := range w.away {
		w.level[away]++
	}
	next := int64(0)
	for i := range w.level[:reach+1] {
		next, w.level[i] = next+w.level[i], next
	}
	w.found = append(w.found[:0], make([]foundGroup, next)...)
	for i, away := range w.away {
		if away <= reach {
			w.found[w.level[away]] = foundGroup{away, int32(i)}
			w.level[away]++
		}
	}
	return true
}

// settle makes the distance of a device final, and adds the groups of the device to
// found. It ignores a device that is already settled.
func (w *GraphSearch) settle(x queued) {
	if w.settled[x.device] == w.turn {
		return
	}
	w.settled[x.device] = w.turn
	for b := w.of[x.device]; b >= 0; b = w.groups[b].next {
		s := foundGroup{x.away + w.groups[b].length, b}
		i := len(w.found)
		for i > 0 && w.found[i-1].away > s.away {
			i--
		}
		w.found = slices.Insert(w.found, i, s)
	}
}

// queueNeighbours adds the neighbours of x to the queue. If all links have equal
// lengths, each neighbour is appended at the end.
func (w *GraphSearch) queueNeighbours(x queued) {
	ways := w.from(x.device)
	w.reached += len(ways)
	for _, way := range ways {
		if w.settled[way.To] == w.turn {
			continue
		}
		next := queued{x.away + way.Weight, way.To}
		i := len(w.queue)
		for w.queue[i-1].away > next.away {
			i--
		}
		w.queue = slices.Insert(w.queue, i, next)
	}
}

// pick selects the n nearest slots of the groups found. At equal distance, slots on
// faster nodes come first, then lower numbers. It stores the selection in the field
// parts, where it is valid until the next call. It returns the distance of the last
// slot, and an index in GraphSearch.nodes called cut. Nodes at this distance whose
// index is cut or higher are not taken completely.
func (w *GraphSearch) pick(n int64) (reach int64, cut int32) {
	w.parts = w.parts[:0]
	for i := 0; ; {
		first, slots := i, int64(0)
		for i < len(w.found) && w.found[i].away == w.found[first].away {
			slots += w.groups[w.found[i].group].slots
			i++
		}
		level := w.found[first:i]
		if slots > n {
			return level[0].away, w.split(level, n)
		}
		for _, s := range level {
			b := &w.groups[s.group]
			w.parts = append(w.parts, part{s, b.slots, b.square})
		}
		if n -= slots; n == 0 {
			return level[0].away, math.MaxInt32
		}
	}
}

// split takes the first n slots from several groups at equal distance, which
// together have more than n slots. The slots are taken in the order of their nodes
// in GraphSearch.nodes; the index of a node in this list is called its place.
// Usually all places of a group come before those of the next group, and split is
// fast. Otherwise it calls interleave. The result cut is the same as that of pick.
func (w *GraphSearch) split(level []foundGroup, n int64) (cut int32) {
	for i, s := range level { // insertion sort by the place of the first node of each group, because the groups are nearly in order already
		j := i
		for j > 0 && w.groups[level[j-1].group].places[0] > w.groups[s.group].places[0] {
			level[j] = level[j-1]
			j--
		}
		level[j] = s
	}
	before := len(w.parts)
	left := n
	for i, s := range level {
		p, last := w.head(s, left)
		if i+1 < len(level) && last > w.groups[level[i+1].group].places[0] {
			w.parts = w.parts[:before]
			return w.interleave(level, n)
		}
		w.parts = append(w.parts, p)
		if left -= p.slots; left == 0 {
			return w.cutAfter(p, last)
		}
	}
	panic("graph: groups have less than they are said to have")
}

// head returns the first n slots of a group, or all of its slots if it has fewer.
// It also returns the place of the last node used (its index in GraphSearch.nodes).
func (w *GraphSearch) head(s foundGroup, n int64) (part, int32) {
	b := &w.groups[s.group]
	if b.slots <= n {
		return part{s, b.slots, b.square}, b.places[len(b.places)-1]
	}
	p := part{foundGroup: s}
	for _, place := range b.places {
		k := min(int64(w.nodes[place].Slots), n-p.slots)
		p.slots += k
		p.square += k * k
		if p.slots == n {
			return p, place
		}
	}
	panic("graph: a group has less than it is said to have")
}

// cutAfter returns the first place (index in GraphSearch.nodes) whose node is not
// taken completely. Part p must be the last slots taken, and must end at the node
// with the given place.
func (w *GraphSearch) cutAfter(p part, last int32) int32 {
	all := int64(0)
	for _, place := range w.groups[p.group].places {
		if all += int64(w.nodes[place].Slots); place == last {
			break
		}
	}
	if all > p.slots {
		return last
	}
	return last + 1
}

// interleave takes the same slots as split. It also works if the places of one
// group lie between those of another.
func (w *GraphSearch) interleave(level []foundGroup, n int64) (cut int32) {
	w.merged = w.merged[:0]
	for _, s := range level {
		w.merged = append(w.merged, w.groups[s.group].places...)
	}
	slices.Sort(w.merged)
	for _, place := range w.merged {
		if n -= int64(w.nodes[place].Slots); n <= 0 {
			cut = place
			break
		}
	}
	for _, s := range level { // take all slots of nodes before the place cut, and of the node at this place only the slots that are still needed
		p := part{foundGroup: s}
		for _, place := range w.groups[s.group].places {
			if place > cut {
				break
			}
			k := int64(w.nodes[place].Slots)
			if place == cut {
				k += n
			}
			p.slots += k
			p.square += k * k
		}
		if p.slots > 0 {
			w.parts = append(w.parts, p)
		}
	}
	if n == 0 {
		cut++
	}
	return cut
}

// maxTable is the maximum number of distances between groups that are stored.
const maxTable = 1 << 22

// sum returns the sum of the distances over all pairs of slots in the field parts.
// If the sum exceeds the given limit, it may return any number above the limit
// instead. Cost: O(parts²).
func (w *GraphSearch) sum(enough int64) int64 {
	w.tabulate()
	sum := int64(0)
	for i, p := range w.parts {
		b := &w.groups[p.group]
		sum += (p.slots*p.slots - p.square) * b.length
		others := int64(0)
		if w.table != nil {
			row := w.table[int(p.group)*len(w.groups):]
			for _, q := range w.parts[:i] {
				others += q.slots * int64(row[q.group])
			}
		} else {
			for _, q := range w.parts[:i] {
				others += q.slots * w.apart(p.group, q.group)
			}
		}
		if sum += p.slots * others; sum > enough {
			break
		}
	}
	return sum
}

// tabulate stores the distances between all groups. It does so only if each
// distance is expected to be used several times during the searches from the
// devices of the core.
func (w *GraphSearch) tabulate() {
	all := len(w.groups) * len(w.groups)
	if w.table != nil || all > maxTable || len(w.parts)*len(w.parts)*len(w.core) < 4*all {
		return
	}
	w.table = make([]int32, all)
	for i := range w.groups {
		for j := range i {
			d := w.apart(int32(i), int32(j))
			if d > 1<<30 {
				w.table = nil
				return
			}
			w.table[i*len(w.groups)+j], w.table[j*len(w.groups)+i] = int32(d), int32(d)
		}
	}
}

// apart returns the distance between a node of group a and a node of group b.
func (w *GraphSearch) apart(a, b int32) int64 {
	return w.m.Distance(w.nodes[w.groups[a].places[0]].Node, w.nodes[w.groups[b].places[0]].Node)
}

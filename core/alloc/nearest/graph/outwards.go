package graph

import (
	"math"
	"slices"

	"hopyard/core/topology"
)

// frontier is what is known around a device of the core.
type frontier struct {
	turn      int32
	settled   []int32    // by device: the last turn in which its distance was settled
	queue     []queued   // ascending by distance
	found     []sighting // ascending by distance
	parts     []part
	reached   int     // ways gone from this device
	ask       bool    // asking for all distances is faster
	countable bool    // distances are small enough to count by
	away      []int64 // by group, memory
	level     []int64 // by distance, memory
	merged    []int32 // memory
}

// queued is a device that was reached over a way.
type queued struct {
	away   int64
	device topology.DeviceID
}

// sighting is a group and how far its nodes are.
type sighting struct {
	away  int64
	group int32
}

// part is slots of a group: those of its first nodes.
type part struct {
	sighting
	slots  int64
	square int64 // the sum of squares of the nodes' slots
}

// explore finds the groups nearest to a device of the core, as many as hold n
// slots; it reports false if they lie beyond a limit. It goes from device to
// device by rising distance, as Dijkstra does. What hangs on devices farther
// than those of one distance is farther from it than the shortest link down.
// Cost: O(ways of the devices nearer than the farthest slot), more where
// lengths of ways differ much.
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
				w.onwards(x)
			}
		}
	}
	return count(limit)
}

// askAll is explore by asking for the distances of all groups, which is faster
// where the search would go over more ways. It reports false, and that there
// is no use in trying again, if distances are too large to count by. Cost:
// O(groups).
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
	w.level = append(w.level[:0], make([]int64, farthest+1)...) // slots, then the next place in found
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
	w.found = append(w.found[:0], make([]sighting, next)...)
	for i, away := range w.away {
		if away <= reach {
			w.found[w.level[away]] = sighting{away, int32(i)}
			w.level[away]++
		}
	}
	return true
}

// settle sights what hangs on a device, and drops one that was settled before.
func (w *GraphSearch) settle(x queued) {
	if w.settled[x.device] == w.turn {
		return
	}
	w.settled[x.device] = w.turn
	for b := w.of[x.device]; b >= 0; b = w.groups[b].next {
		s := sighting{x.away + w.groups[b].length, b}
		i := len(w.found)
		for i > 0 && w.found[i-1].away > s.away {
			i--
		}
		w.found = slices.Insert(w.found, i, s)
	}
}

// onwards lets the devices wait that one leads to. Where ways are alike, all
// come last.
func (w *GraphSearch) onwards(x queued) {
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

// pick takes the n nearest slots of what was found, faster nodes first at equal
// distance, then by number. The parts are valid until the next pick; reach is
// how far the last is. Places of the last distance from cut on are not taken
// whole.
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

// split takes the first n slots, by place, of equally distant groups that have
// more. Most often the groups' places do not interleave.
func (w *GraphSearch) split(level []sighting, n int64) (cut int32) {
	for i, s := range level { // by their first places; found nearly in order
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

// head is the first n slots of a group, or all, and the last place they are on.
func (w *GraphSearch) head(s sighting, n int64) (part, int32) {
	b := &w.groups[s.group]
	if b.slots <= n {
		return part{s, b.slots, b.square}, b.places[len(b.places)-1]
	}
	p := part{sighting: s}
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

// cutAfter is the first place that is not taken whole if a part ends on the
// given one.
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

// interleave is split for groups whose places do.
func (w *GraphSearch) interleave(level []sighting, n int64) (cut int32) {
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
	for _, s := range level { // all that is before the last place, and what is needed of it
		p := part{sighting: s}
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

// maxTable is how many distances of groups are kept at most.
const maxTable = 1 << 22

// sum is the sum of the distances of the parts; above enough it need not be
// exact. Cost: O(parts²).
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

// tabulate keeps the distances of all groups once the devices of the core are
// going to ask for each several times.
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

// apart is the distance between nodes of two groups.
func (w *GraphSearch) apart(a, b int32) int64 {
	return w.m.Distance(w.nodes[w.groups[a].places[0]].Node, w.nodes[w.groups[b].places[0]].Node)
}

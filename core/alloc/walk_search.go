package alloc

import (
	"math"
	"slices"

	"hopyard/core/topology"
)

// search is what is known around a device of the core.
type search struct {
	turn    int32
	settled []int32   // by device: the last turn in which its distance was settled
	queue   []waiting // ascending by distance
	found   []sighted // ascending by distance
	parts   []part
	reached int     // ways gone in this search
	ask     bool    // asking for all distances is faster
	near    bool    // distances are small enough to count by
	away    []int64 // by bunch, memory
	level   []int64 // by distance, memory
	merged  []int32 // memory
}

// waiting is a device that was reached over a way.
type waiting struct {
	away   int64
	device topology.DeviceID
}

// sighted is a bunch and how far its nodes are.
type sighted struct {
	away  int64
	bunch int32
}

// part is slots of a bunch: those of its first nodes.
type part struct {
	sighted
	slots  int64
	square int64 // the sum of squares of the nodes' slots
}

// look finds the bunches nearest to a device of the core, as many as hold n
// slots; it reports false if they lie beyond a limit. It goes from device to
// device by rising distance, as Dijkstra does. What hangs on devices farther
// than those of one distance is farther from it than the shortest link down.
// Cost: O(ways of the devices nearer than the farthest slot), more where
// lengths of ways differ much.
func (w *walk) look(d topology.DeviceID, limit int64) bool {
	if w.ask {
		if w.askAll(d) {
			return true
		}
		w.ask = false
	}
	w.turn++
	w.reached = 0
	w.queue, w.found = append(w.queue[:0], waiting{0, d}), w.found[:0]
	slots, counted := int64(0), 0
	count := func(within int64) bool {
		for ; counted < len(w.found) && w.found[counted].away <= within; counted++ {
			slots += w.bunch[w.found[counted].bunch].slots
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
			w.ask = w.near && w.reached > len(w.bunch)
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

// askAll is look by asking for the distances of all bunches, which is faster
// where the search would go over more ways. It reports false, and that there
// is no use in trying again, if distances are too large to count by. Cost:
// O(bunches).
func (w *walk) askAll(d topology.DeviceID) bool {
	w.away = w.away[:0]
	for i := range w.bunch {
		w.away = append(w.away, w.m.DeviceDistance(d, w.rooms[w.bunch[i].places[0]].node))
	}
	farthest := slices.Max(w.away)
	if farthest > 4096 {
		w.near = false
		return false
	}
	w.level = append(w.level[:0], make([]int64, farthest+1)...) // slots, then the next place in found
	for i, away := range w.away {
		w.level[away] += w.bunch[i].slots
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
	w.found = append(w.found[:0], make([]sighted, next)...)
	for i, away := range w.away {
		if away <= reach {
			w.found[w.level[away]] = sighted{away, int32(i)}
			w.level[away]++
		}
	}
	return true
}

// settle sights what hangs on a device, and drops one that was settled before.
func (w *walk) settle(x waiting) {
	if w.settled[x.device] == w.turn {
		return
	}
	w.settled[x.device] = w.turn
	for b := w.of[x.device]; b >= 0; b = w.bunch[b].next {
		s := sighted{x.away + w.bunch[b].length, b}
		i := len(w.found)
		for i > 0 && w.found[i-1].away > s.away {
			i--
		}
		w.found = slices.Insert(w.found, i, s)
	}
}

// onwards lets the devices wait that one leads to. Where ways are alike, all
// come last.
func (w *walk) onwards(x waiting) {
	ways := w.from(x.device)
	w.reached += len(ways)
	for _, way := range ways {
		if w.settled[way.To] == w.turn {
			continue
		}
		next := waiting{x.away + way.Weight, way.To}
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
func (w *walk) pick(n int64) (reach int64, cut int32) {
	w.parts = w.parts[:0]
	for i := 0; ; {
		first, slots := i, int64(0)
		for i < len(w.found) && w.found[i].away == w.found[first].away {
			slots += w.bunch[w.found[i].bunch].slots
			i++
		}
		level := w.found[first:i]
		if slots > n {
			return level[0].away, w.split(level, n)
		}
		for _, s := range level {
			b := &w.bunch[s.bunch]
			w.parts = append(w.parts, part{s, b.slots, b.square})
		}
		if n -= slots; n == 0 {
			return level[0].away, math.MaxInt32
		}
	}
}

// split takes the first n slots, by place, of equally distant bunches that have
// more. Most often the bunches' places do not interleave.
func (w *walk) split(level []sighted, n int64) (cut int32) {
	for i, s := range level { // by their first places; found nearly in order
		j := i
		for j > 0 && w.bunch[level[j-1].bunch].places[0] > w.bunch[s.bunch].places[0] {
			level[j] = level[j-1]
			j--
		}
		level[j] = s
	}
	before := len(w.parts)
	left := n
	for i, s := range level {
		p, last := w.head(s, left)
		if i+1 < len(level) && last > w.bunch[level[i+1].bunch].places[0] {
			w.parts = w.parts[:before]
			return w.interleave(level, n)
		}
		w.parts = append(w.parts, p)
		if left -= p.slots; left == 0 {
			return w.cutAfter(p, last)
		}
	}
	panic("alloc: bunches have less than they are said to have")
}

// head is the first n slots of a bunch, or all, and the last place they are on.
func (w *walk) head(s sighted, n int64) (part, int32) {
	b := &w.bunch[s.bunch]
	if b.slots <= n {
		return part{s, b.slots, b.square}, b.places[len(b.places)-1]
	}
	p := part{sighted: s}
	for _, place := range b.places {
		k := min(int64(w.rooms[place].tasks), n-p.slots)
		p.slots += k
		p.square += k * k
		if p.slots == n {
			return p, place
		}
	}
	panic("alloc: a bunch has less than it is said to have")
}

// cutAfter is the first place that is not taken whole if a part ends on the
// given one.
func (w *walk) cutAfter(p part, last int32) int32 {
	all := int64(0)
	for _, place := range w.bunch[p.bunch].places {
		if all += int64(w.rooms[place].tasks); place == last {
			break
		}
	}
	if all > p.slots {
		return last
	}
	return last + 1
}

// interleave is split for bunches whose places do.
func (w *walk) interleave(level []sighted, n int64) (cut int32) {
	w.merged = w.merged[:0]
	for _, s := range level {
		w.merged = append(w.merged, w.bunch[s.bunch].places...)
	}
	slices.Sort(w.merged)
	for _, place := range w.merged {
		if n -= int64(w.rooms[place].tasks); n <= 0 {
			cut = place
			break
		}
	}
	for _, s := range level { // all that is before the last place, and what is needed of it
		p := part{sighted: s}
		for _, place := range w.bunch[s.bunch].places {
			if place > cut {
				break
			}
			k := int64(w.rooms[place].tasks)
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

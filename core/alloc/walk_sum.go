package alloc

// maxTable is how many distances of bunches are kept at most.
const maxTable = 1 << 22

// sum is the sum of the distances of the parts; above enough it need not be
// exact. Cost: O(parts²).
func (w *walk) sum(enough int64) int64 {
	w.tabulate()
	sum := int64(0)
	for i, p := range w.parts {
		b := &w.bunch[p.bunch]
		sum += (p.slots*p.slots - p.square) * b.length
		others := int64(0)
		if w.table != nil {
			row := w.table[int(p.bunch)*len(w.bunch):]
			for _, q := range w.parts[:i] {
				others += q.slots * int64(row[q.bunch])
			}
		} else {
			for _, q := range w.parts[:i] {
				others += q.slots * w.apart(p.bunch, q.bunch)
			}
		}
		if sum += p.slots * others; sum > enough {
			break
		}
	}
	return sum
}

// tabulate keeps the distances of all bunches once the devices of the core are
// going to ask for each several times.
func (w *walk) tabulate() {
	all := len(w.bunch) * len(w.bunch)
	if w.table != nil || all > maxTable || len(w.parts)*len(w.parts)*len(w.core) < 4*all {
		return
	}
	w.table = make([]int32, all)
	for i := range w.bunch {
		for j := range i {
			d := w.apart(int32(i), int32(j))
			if d > 1<<30 {
				w.table = nil
				return
			}
			w.table[i*len(w.bunch)+j], w.table[j*len(w.bunch)+i] = int32(d), int32(d)
		}
	}
}

// apart is the distance between nodes of two bunches.
func (w *walk) apart(a, b int32) int64 {
	return w.m.Distance(w.rooms[w.bunch[a].places[0]].node, w.rooms[w.bunch[b].places[0]].node)
}

package slim

import (
	"maps"
	"slices"
)

// points assigns new numbers (PC_Bs) to the points that the rewritten function
// still needs. The new numbers have no gaps, so that the numbers in calls are small
// and regular.
//
// The runtime looks up three things in the record of the function by such a number:
// the frame size at a point; the live slots at the number before the return point
// of a call; and the point at which deferred functions are called.
type points struct {
	number map[int64]int64 // maps old to new number
	block  map[int64]int64 // maps new number to old block, for points at which the function may be entered
	live   []run           // new table of live slots
	frame  []run           // new table of frame sizes
	defers int64           // new number of the point at the call of deferreturn; 0 if there is no such call
}

// Special numbers: the beginning of the function, before the frame exists; the
// point after the prologue; and the first number for other points.
const (
	pointStart = 0
	pointFrame = 1
	firstPoint = 2
)

// number assigns the new numbers. Its parameters are the old table of live slots,
// the old table of frame sizes, and the points after calls that never return. It
// returns false in two cases that the compiler never produces: the frame size
// varies after the prologue, or deferreturn is called in an unexpected place.
func (f *function) number(live, frame []run, ended []int64) (p points, ok bool) {
	p = points{number: map[int64]int64{0: pointStart}, block: map[int64]int64{pointStart: 0}}
	next := int64(firstPoint)
	slots := map[int64]int64{} // live slots by new number
	for _, old := range f.entered() {
		p.number[old] = next
		p.block[next] = f.table[min(old, int64(len(f.table)-1))]
		if f.called[old] {
			slots[next-1] = at(live, old-1)
		}
		next++
	}
	if f.resumes != 0 {
		if !f.called[f.resumes+1] {
			return p, false
		}
		p.defers = p.number[f.resumes]
		slots[p.defers] = at(live, f.resumes)
	}
	// The point after a call that never returns needs a number only for looking up
	// the live slots. So it shares the number of another call with the same live
	// slots, if there is one.
	for _, old := range ended {
		want := at(live, old-1)
		n := next
		for before, have := range slots {
			if have == want && before+1 < n {
				n = before + 1
			}
		}
		p.number[old] = n
		slots[n-1] = want
		next = max(next, n+1)
	}
	if live != nil {
		p.live = runs(slots)
	}
	if next >= forever {
		return p, false
	}
	size := at(frame, pointFrame)
	for _, r := range frame {
		if r.until > pointFrame && r.value != size {
			return p, false
		}
	}
	p.frame = []run{{at(frame, pointStart), pointFrame}, {size, forever}}
	if p.frame[0].value == size {
		p.frame = p.frame[1:]
	}
	return p, true
}

// entered returns the old numbers of the points at which the function may be
// entered, in order and without the beginning. They are the return points of calls,
// the targets of backward jumps, and the call of deferreturn.
func (f *function) entered() []int64 {
	all := maps.Clone(f.called)
	if f.resumes != 0 {
		all[f.resumes] = true
	}
	block := int64(0)
	for _, i := range f.code {
		if i.op == opPoint {
			block++
		}
		if i.op == opJump && f.table[i.a] <= block {
			all[i.a] = true
		}
	}
	delete(all, 0)
	return slices.Sorted(maps.Keys(all))
}

// runs returns a table that has the given values at the given points. Its values at
// other points, which the runtime never looks up, are arbitrary.
func runs(values map[int64]int64) []run {
	var list []run
	for _, n := range slices.Sorted(maps.Keys(values)) {
		if last := len(list) - 1; last < 0 {
			list = append(list, run{values[n], forever})
		} else if list[last].value != values[n] {
			list[last].until = n
			list = append(list, run{values[n], forever})
		}
	}
	return list
}

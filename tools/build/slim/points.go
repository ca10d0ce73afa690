package slim

import (
	"maps"
	"slices"
)

// points are the numbers that the points of a function get: those that matter,
// without gaps, so that calls have small and regular ones.
//
// The runtime looks three things up by such a number in the function's tables:
// how large the frame is, at the number itself; which slots are live, at the
// number before that which a call returns to; and where deferred functions are
// called.
type points struct {
	number map[int64]int64 // old to new
	block  map[int64]int64 // new to old block, of those where the function may be entered
	live   []run           // the new table of live slots
	frame  []run           // the new table of frame sizes
	defers int64           // new number of the call of deferreturn, or 0
}

// Numbers that are not given away: the beginning, where the frame is not yet
// there, and the place behind the prologue.
const (
	pointStart = 0
	pointFrame = 1
	firstPoint = 2
)

// number gives the points new numbers: live and frame are the old tables, ended
// the points behind calls that never return. ok is false if the frame is not
// the same size everywhere behind the prologue, or deferreturn is not called
// where it should be, which the compiler never does.
func (f *function) number(live, frame []run, ended []int64) (p points, ok bool) {
	p = points{number: map[int64]int64{0: pointStart}, block: map[int64]int64{pointStart: 0}}
	next := int64(firstPoint)
	slots := map[int64]int64{} // by new number
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
	// A call that never returns needs no number but for what is live: that of
	// any call will do where the same is live.
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

// entered are the old numbers, in order, where the function may be entered
// behind its beginning: where calls return to and jumps go back to, and the
// call of deferreturn.
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

// runs makes a table of the values that are looked up. Between them it may say
// anything.
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

package hybrid

import (
	"hopyard/core/cluster"
)

// base is a count for the tasks of one shape: for every node, the number of tasks
// that fit beside the running jobs at a certain time. That time can be moved
// forward and back. Searches for the shape begin with this count.
type base struct {
	epoch int
	slots []int32
	total int64
	next  int // index in state.Limits of the first walltime end after that time
}

// baseOf returns the base of a search, moved to the time of the search. It returns
// nil if the job has no shape. Cost: O(nodes) of copying after each change of the
// machine, and O(nodes of jobs that end between this time and the time of the last
// search for the shape).
func (a *reservationTable) baseOf(s *slotCount, p pass) *base {
	at := int(factsOf(s.w).shape)
	if factsOf(s.w).shape == none {
		return nil
	}
	for len(a.bases) <= at {
		a.bases = append(a.bases, base{epoch: -1})
	}
	b := &a.bases[at]
	if b.epoch != a.epoch || a.nearerNow(b, s) {
		shapes := &p.d.shapes
		x := &shapes.all[at]
		b.total, b.next, b.epoch = shapes.count(x, &a.state.Free), 0, a.epoch
		b.slots = append(b.slots[:0], x.slots...)
	}
	a.moveBase(b, s)
	return b
}

// nearerNow reports whether it is less work to move to the search's time from now
// than from the base's time.
func (a *reservationTable) nearerNow(b *base, s *slotCount) bool {
	limits := a.state.Limits()
	return b.next > 1 && max(limits[b.next/2].At, a.now+1) > s.t
}

// moveBase moves a base to the time of a search, and updates the search's count if
// it has begun.
func (a *reservationTable) moveBase(b *base, s *slotCount) {
	limits := a.state.Limits()
	first, last := b.next, b.next
	for ; last < len(limits) && max(limits[last].At, a.now+1) <= s.t; last++ {
	}
	b.next = last
	for ; first > 0 && max(limits[first-1].At, a.now+1) > s.t; first-- {
		b.next = first - 1
	}
	a.mark++
	for _, l := range limits[first:last] {
		job := a.state.Job(l.Slot)
		for _, where := range [...]cluster.Placement{job.Placement, job.Frozen} {
			for _, run := range where {
				for n := run.First; n <= run.Last; n++ {
					if a.marks[n] == a.mark {
						continue
					}
					a.marks[n] = a.mark
					k := a.slotsBeside(s, n, s.t)
					b.total += int64(k - b.slots[n])
					if b.slots[n] = k; s.begun {
						s.set(n, a.slots(s, n))
					}
				}
			}
		}
	}
}

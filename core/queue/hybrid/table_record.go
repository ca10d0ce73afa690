package hybrid

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// record is the history of the search that found a reservation. With it, the table
// checks later whether the same search would find the same result.
type record struct {
	right  int     // changelog time for which it is valid
	born   int     // changelog time since which the reservation is unchanged
	trials []trial // the times at which too little was free, in order
	turn   queue.QueuePlace
	lame   bool // limits or the allocator refused a placement
}

// trial is an instant that a search tried. The field total is an upper bound of the
// number of the job's nodes or tasks that were free from this instant until the
// next trial. If the field barred is set, enough was free, but limits forbade the
// job.
type trial struct {
	t      simtime.Time
	total  int64
	barred bool
}

// kept is a reservation of an earlier pass.
type kept struct {
	reservation
	stretch
}

// keeps reports whether reservations may outlast changes of the machine. That is
// possible if the allocator's choice follows from what is free. LIMITATIONS: not
// with soft limits, cycles, or an order that changes.
func (a *reservationTable) keeps(p pass) bool {
	d := p.d
	limits := p.Cluster().Limits()
	return a.filling != nil && !a.counted && a.judge == nil && !d.ledger.soft && d.cycle == 0 && !d.dynamic && !p.Asking() && !p.Unplanned() && (len(limits) == 0 || limits[0].At > p.Now())
}

// retire removes the reservations with index n and above. If reservations may
// outlast changes of the machine, it inserts them in the list former, before the
// reservations that were retired earlier.
func (a *reservationTable) retire(n int, l *ledger) {
	more := len(a.held) - n
	for i := n; i < len(a.held); i++ {
		if a.held[i].right < 0 {
			a.running.lost = true
		}
	}
	if !a.keeping || a.running.lost {
		a.former, more = a.former[:0], 0
	}
	if more > 0 {
		all := a.spare[:0]
		for i := n; i < len(a.held); i++ {
			all = append(all, kept{a.held[i], a.spans[i]})
		}
		a.spare, a.all = a.all, append(all, a.former...)
		a.former = a.all
	}
	a.cut(n, l)
}

// swap provides empty memory for placements and trials. The previous memory stays
// untouched until the next call, because the former reservations refer to it.
func (a *reservationTable) swap(leftOver int) {
	for i := len(a.former) - leftOver; i < len(a.former); i++ { // these are left from an earlier pass, and their memory is about to be reused
		k := &a.former[i]
		if len(k.where) > 0 {
			where := append(a.room(), k.where...)
			a.keep(where)
			k.where = where
		}
		from := len(a.trials)
		a.trials = append(a.trials, k.trials...)
		k.trials = a.trials[from:]
	}
	a.arena, a.arenaBefore = a.arenaBefore[:0], a.arena
	a.trials, a.trialsBefore = a.trialsBefore[:0], a.trials
}

// trim forgets the changes that are older than every reservation.
func (a *reservationTable) trim() {
	if len(a.running.formed) < mostFormer/2 && len(a.running.births) < mostFormer/2 {
		return
	}
	oldest := a.running.clock
	for i := range a.held {
		oldest = min(oldest, a.held[i].right)
	}
	for i := range a.former {
		oldest = min(oldest, a.former[i].right)
	}
	a.running.trim(oldest)
}

// recall restores the job's former reservation if a search would still find it, and
// reports whether it did. The former reservations that precede it in the order no
// longer exist, and recall records them as gone.
func (a *reservationTable) recall(x *ask, p pass) bool {
	for i := range a.former {
		if k := &a.former[i]; k.job == x.w.ID && k.hard == x.hard {
			for j := range a.former[:i] {
				a.recordGone(&a.former[j])
			}
			first := len(a.trials)
			none, stands := false, false
			if !a.running.lost {
				none, stands = a.stands(k, x, p)
			}
			tried := a.trials[first:len(a.trials):len(a.trials)]
			a.recollect(x, tried, k, none)
			if a.former = a.former[i:]; !stands {
				return false
			}
			a.former = a.former[1:]
			b := k.reservation
			b.ask = *x
			b.where = append(a.room(), k.where...)
			a.keep(b.where)
			b.trials, b.right = tried, a.running.clock
			a.add(b, k.stretch, &p.d.ledger, &p.d.shapes)
			return true
		}
	}
	return false
}

// leave records that a job no longer has a reservation because it has started.
func (a *reservationTable) leave(job workload.JobID) {
	for i := range a.former {
		if a.former[i].job == job {
			a.recordGone(&a.former[i])
			a.former = slices.Delete(a.former, i, i+1)
			return
		}
	}
}

// recollect records that too little is free at the first trials of a former
// reservation, which have been tried again without success. The flag all tells that
// all of its trials have been tried again. Then too little is free until the start
// of the reservation.
func (a *reservationTable) recollect(x *ask, tried []trial, k *kept, all bool) {
	for i := range tried {
		if tried[i].barred {
			tried, all = tried[:i], false
			break
		}
	}
	if len(tried) == 0 {
		return
	}
	until := k.from
	if !all {
		until = tried[len(tried)-1].t
	}
	a.learn(x.w, a.kindOf(x.w), tried[0].t, until, tried)
}

// recordGone records that a reservation no longer exists in its former form.
func (a *reservationTable) recordGone(k *kept) {
	c := &a.running
	c.clock++
	for n := range k.where.All {
		c.gone(n, former{from: k.from, until: k.until, born: k.born, turn: k.turn})
	}
}

// replaces records that a reservation was computed again. If the first reservation
// in the list former belongs to the same job, it is removed from the list.
func (a *reservationTable) replaces(b *reservation, w *queue.Waiting, x stretch) {
	b.turn = w.Place()
	if len(a.former) > 0 && a.former[0].job == b.job && a.former[0].hard == b.hard {
		k := &a.former[0]
		a.former = a.former[1:]
		if k.from == x.from && slices.Equal(k.where, b.where) && !a.running.lost {
			b.born, b.right = k.born, a.running.clock
			return
		}
		a.recordGone(k)
	}
	a.running.began(x.until)
	b.born, b.right = a.running.clock, a.running.clock
}

package hybrid

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
)

// full is the times at which it is known that too little is free for jobs of one
// kind (whole nodes, or tasks that are alike): those of so many nodes or tasks
// that stay for so long, or more and longer ones. As long as reservations are
// only added, that stays so.
type full struct {
	kind        int32
	need        int32
	wall        simtime.Duration
	from, until simtime.Time // at no time that may be tried from one on and before the other
	trials      []trial      // what was tried
	made, clock int          // the reservations before it, and the changelog's time, when it was learned
}

// wholeKind is the kind of jobs of whole nodes that may be any; others have the
// place of their shape, or are of no kind.
const wholeKind int32 = -2

func (a *reservationTable) kindOf(w *queue.Waiting) int32 {
	if w.Whole() && !a.state.Machine().Selects(w.Request) {
		return wholeKind
	}
	return factsOf(w).shape
}

// skip is the first time from t on at which w may fit for all that is known. What
// is known of the times that it passes over is appended to the trials of the
// search. Cost: O(what is known), for each time that is passed over.
func (a *reservationTable) skip(w *queue.Waiting, kind int32, t simtime.Time) simtime.Time {
	for again := kind != none; again; {
		again = false
		for i := range a.fulls {
			f := &a.fulls[i]
			if f.from > t || t >= f.until || f.kind != kind || f.need > w.Need() || f.wall > w.Wall() {
				continue
			}
			a.retry(f, t)
			t, again = f.until, true
		}
	}
	return t
}

// retry appends what was tried from t on to the trials, and the ends of all that
// has come since: when one of them is reached, no more is free than was.
func (a *reservationTable) retry(f *full, t simtime.Time) {
	first := len(a.trials)
	for j, x := range f.trials {
		if j+1 == len(f.trials) || f.trials[j+1].t > t {
			x.t = max(x.t, t)
			a.trials = append(a.trials, x)
		}
	}
	end := func(until simtime.Time) {
		if t < until && until < f.until {
			a.tryAt(first, until)
		}
	}
	for i := f.made; i < a.reused; i++ {
		end(a.spans[i].until)
	}
	for i := len(a.running.births) - 1; i >= 0 && a.running.births[i].born > f.clock; i-- {
		end(a.running.births[i].until)
	}
}

// tryAt adds a trial to those from the first-th on, with as much as was free at
// the one before.
func (a *reservationTable) tryAt(first int, t simtime.Time) {
	i := len(a.trials)
	for a.trials[i-1].t > t {
		i--
	}
	if a.trials[i-1].t < t {
		x := a.trials[i-1]
		x.t = t
		a.trials = slices.Insert(a.trials, i, x)
	}
}

// learn notes that too little was free for w from one time on until another.
func (a *reservationTable) learn(w *queue.Waiting, kind int32, from, until simtime.Time, trials []trial) {
	if kind != none && from < until {
		a.fulls = append(a.fulls, full{kind, w.Need(), w.Wall(), from, until, trials, a.reused, a.running.clock})
	}
}

package hybrid

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
)

// full is the record that too little is free for certain jobs at all times in a
// span. These are the jobs of one kind (whole nodes, or tasks of one shape) that
// have at least a certain size (need) and at least a certain walltime (wall). The
// record stays true as long as reservations are only added.
type full struct {
	kind        int32
	need        int32
	wall        simtime.Duration
	from, until simtime.Time // the span; from belongs to it, until does not
	trials      []trial      // the times that were tried
	made, clock int          // number of reservations, and the changelog time, when the record was made
}

// wholeKind is the kind of whole-node jobs that may use any node. Tasks have the
// index of their shape as their kind; other jobs have the kind none.
const wholeKind int32 = -2

func (a *reservationTable) kindOf(w *queue.Waiting) int32 {
	if w.Whole() && !a.state.Machine().Selects(w.Request) {
		return wholeKind
	}
	return factsOf(w).shape
}

// skip returns the first time, not before t, at which w may fit according to the
// records. It appends what the records contain about the skipped times to the
// trials of the search. Cost: O(records) for each skipped span.
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

// retry appends the trials of f from t on to the trials of the search. It also
// appends a trial at the end of each job and each reservation that was added after
// f was recorded. At these ends no more is free than at the trial before.
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

// tryAt inserts a trial at t. It searches for the right position among the trials
// whose index is first or greater. The new trial has the same free amount as the
// trial before it.
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

// learn records that too little was free for w at all times of a span. The
// parameters from and until are the start and the end of the span; the end does not
// belong to it.
func (a *reservationTable) learn(w *queue.Waiting, kind int32, from, until simtime.Time, trials []trial) {
	if kind != none && from < until {
		a.fulls = append(a.fulls, full{kind, w.Need(), w.Wall(), from, until, trials, a.reused, a.running.clock})
	}
}

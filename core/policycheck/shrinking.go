package policycheck

import (
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// maxTries limits the attempts to make a case smaller. A user prefers a quick
// result to a case with one job less.
const (
	maxTries   = 300
	maxEndless = 30 // limit for programs with an endless loop, because each attempt then runs up to MaxSteps
)

// shrinking is the task that makes a case smaller as long as it shows the same
// problem.
type shrinking struct {
	best     *world
	shown    sighting
	round    bool // whether the case has become smaller in the current pass through the list of moves
	move, at int
	tries    int
	most     int // maximum number of tries: maxTries or maxEndless
	shows    func(t *Check, w *world) (*sighting, bool)
	title    func(t *Check, w *world) string // makes the title of the finding; nil for the usual title
}

func newShrinking(w *world, s sighting) *shrinking {
	x := &shrinking{best: w, shown: s, most: maxTries}
	if s.fault != nil && s.fault.Endless {
		x.most = maxEndless
	}
	x.shows = func(t *Check, w *world) (*sighting, bool) { return t.shows(w, &s) }
	return x
}

// step tries one smaller case.
func (x *shrinking) step(t *Check) bool {
	for x.move < len(moves) {
		w := x.best.clone()
		if !moves[x.move](w, x.at) {
			x.move, x.at = x.move+1, 0
			if x.move == len(moves) && x.round {
				x.move, x.round = 0, false
			}
			continue
		}
		if w.same(x.best) {
			x.at++
			continue
		}
		if x.tries++; x.tries > x.most {
			break
		}
		if s, ok := x.shows(t, w); ok {
			x.best, x.shown, x.round = w, *s, true
		} else {
			x.at++
		}
		return true
	}
	x.best.renumber()
	if s, ok := x.shows(t, x.best); ok {
		x.shown = *s
	}
	f := t.finding(x.best, &x.shown)
	if x.title != nil {
		f.Title = x.title(t, x.best)
	}
	t.found[x.shown.kind].finding = f
	return false
}

// shows runs a world and reports whether it shows the same problem as a given
// sighting (the parameter like). It also returns the new sighting.
func (t *Check) shows(w *world, like *sighting) (*sighting, bool) {
	s, err := w.scenario()
	if err != nil {
		return nil, false
	}
	if like.kind == Differs {
		return t.differs(s)
	}
	run, bad := t.watch(s, 1<<like.kind)
	if bad != nil {
		return bad, like.kind == Error && sameFault(bad, like)
	}
	if run == nil {
		return nil, false
	}
	for len(run.seen) == 0 && run.step() {
	}
	if len(run.seen) == 0 {
		return nil, false
	}
	found := &run.seen[0]
	return found, like.kind != Error || sameFault(found, like)
}

// sameFault reports whether two errors are at the same place in the program.
func sameFault(a, b *sighting) bool {
	if a.fault.Line == 0 {
		return b.fault.Line == 0
	}
	return a.fault.Line == b.fault.Line && a.fault.Col == b.fault.Col
}

func (t *Check) differs(s *scenario.Scenario) (*sighting, bool) {
	var logs [2][]trace.Event
	for i := range logs {
		run, bad := t.watch(s, 0)
		if bad != nil || run == nil {
			return nil, false
		}
		if i == 0 {
			run.mind = 1<<NotIdempotent | 1<<Idle // the first run makes extra queries; they must not change the policy's decisions
		}
		for run.step() {
		}
		logs[i] = run.log
	}
	if trace.Hash(logs[0]) == trace.Hash(logs[1]) {
		return nil, false
	}
	return &sighting{kind: Differs, at: firstDifference(logs[0], logs[1])}, true
}

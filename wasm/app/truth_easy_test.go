package app

import (
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/keys"
)

// shadowOf returns EASY's reservation for a waiting job, computed from the book
// (the state taken from the engine's log) alone. The first result is the shadow
// time: the first time at which enough running jobs have reached their walltimes.
// The second is the number of extra nodes: nodes that are free at that time beyond
// the job's request.
func (b *book) shadowOf(head workload.JobID) (at simtime.Time, extra int) {
	free := b.cfg.Machine.NumNodes()
	type end struct {
		at    simtime.Time
		nodes int
	}
	var ends []end
	for id := range b.jobs {
		if e := &b.jobs[id]; e.runs() {
			free -= len(e.held)
			ends = append(ends, end{max(e.start.Add(b.cfg.Jobs[id].Walltime), b.now+1), len(e.held)})
		}
	}
	slices.SortFunc(ends, func(x, y end) int { return int(x.at - y.at) })
	need := int(b.cfg.Jobs[head].Nodes)
	for i, x := range ends {
		free += x.nodes
		if free >= need && (i+1 == len(ends) || ends[i+1].at > x.at) {
			return x.at, free - need
		}
	}
	return simtime.Never, 0
}

// TestShadowTimesAreSo checks the shadow times and extra nodes that the page shows
// with each backfilled start, and the shadow time that it shows for the head of the
// queue. The expected values are computed from the test's own record of the events
// (the type book).
func TestShadowTimesAreSo(t *testing.T) {
	told := map[why.Code]int{}
	for _, l := range scenarios.All() {
		w := newWitness(t, l)
		if p := w.Run.Policy; p.Queue != "easy" || !w.Run.Counted || !wholeNodes(w.cfg.Jobs) || slices.ContainsFunc(w.tape.Log(), ofNodes) {
			continue
		}
		for w.Step < w.Run.Len() {
			w.do(t, keys.Forward)
			w.settleState(t)
			b := newBook(w.cfg)
			for i := range w.Step - 1 {
				for _, e := range w.tape.Events(i) {
					b.read(&e)
				}
			}
			for k, e := range w.tape.Events(w.Step - 1) {
				b.now = e.Time
				if r := &w.State.Reasons[k]; e.Kind == trace.Start && (r.Code == why.EndsByShadow || r.Code == why.OnExtraNodes) {
					told[r.Code]++
					if at, extra := b.shadowOf(r.Blocker); r.At != at || r.Code == why.OnExtraNodes && int(r.Have) != extra {
						t.Errorf("%s, step %d: job %d is said to pass job %d with shadow time %v and %d extra nodes; they are %v and %d", l.Name, w.Step, e.Job, r.Blocker, r.At, r.Have, at, extra)
					}
				}
				b.read(&e)
			}
			if s := w.State; s.Shadow != simtime.Never {
				told[why.None]++
				if at, _ := b.shadowOf(s.Queue[0].Job); s.Shadow != at {
					t.Errorf("%s, step %d: the shadow time on screen is %v, that of job %d is %v", l.Name, w.Step, s.Shadow, s.Queue[0].Job, at)
				}
			}
		}
	}
	if told[why.EndsByShadow] < 4 || told[why.OnExtraNodes] < 4 || told[why.None] < 30 {
		t.Errorf("too few to tell: %v", told)
	}
}

func wholeNodes(jobs []workload.Job) bool {
	return !slices.ContainsFunc(jobs, func(j workload.Job) bool { return j.Nodes == 0 || j.Elastic != nil })
}

// ofNodes reports whether an event changes which nodes are available. Another test
// covers runs with such events, because it knows which failures the scheduler has
// noticed.
func ofNodes(e trace.Event) bool {
	return e.Kind == trace.Down || e.Kind == trace.Up || e.Kind == trace.Notice
}

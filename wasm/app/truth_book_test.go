package app

import (
	"maps"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// book is the state of a run after some steps. It is computed from the engine's
// event log alone, without any code of the page. Tests compare the page's texts
// with it.
type book struct {
	cfg     *engine.Config
	now     simtime.Time
	jobs    []entry
	noticed map[topology.NodeID]bool
	failed  map[topology.NodeID]bool
}

// entry is the state of a job in a book. A time that has not come yet is -1.
type entry struct {
	submit, start, end simtime.Time
	ready              simtime.Time // when its nodes are up and its walltime begins; Never while that has not happened
	how                trace.EventKind
	asks               int                       // number of nodes or tasks that the job requested when it last entered the queue
	held               map[topology.NodeID]int32 // number of the job's tasks on each node; after the job's end, the tasks that it had last
	aside              map[topology.NodeID]bool
	stands             bool // it is suspended
	since              simtime.Time
	still              simtime.Duration // how long it was suspended since its start
}

func newBook(cfg *engine.Config) *book {
	b := &book{cfg: cfg, jobs: make([]entry, len(cfg.Jobs)), noticed: map[topology.NodeID]bool{}, failed: map[topology.NodeID]bool{}}
	for i := range b.jobs {
		b.jobs[i] = entry{submit: -1, start: -1, end: -1, asks: int(cfg.Jobs[i].Size())}
	}
	return b
}

func (e *entry) waits() bool {
	return e.submit >= 0 && e.how != trace.Reject && (e.start < 0 || e.end >= 0 && e.how == trace.Requeue)
}
func (e *entry) runs() bool { return e.start >= 0 && e.end < 0 && !e.stands }

func (b *book) read(x *trace.Event) {
	b.now = x.Time
	if x.Job == workload.NoJob {
		for n := range x.Placement.All {
			switch x.Kind {
			case trace.Down:
				b.failed[n] = true
			case trace.Notice:
				b.noticed[n] = true
			case trace.Leave:
				b.failed[n], b.noticed[n] = true, true
			case trace.Up, trace.Join:
				delete(b.failed, n)
				delete(b.noticed, n)
			}
		}
		return
	}
	e := &b.jobs[x.Job]
	hold := func() {
		e.held = map[topology.NodeID]int32{}
		for n, tasks := range x.Placement.All {
			e.held[n] += tasks
		}
	}
	switch x.Kind {
	case trace.Submit:
		e.submit = x.Time
	case trace.Reject:
		e.submit, e.how = x.Time, trace.Reject
	case trace.Start:
		e.start, e.end, e.how, e.ready, e.still = x.Time, -1, trace.Start, x.Time, 0
		if x.Of == 1 {
			e.ready = simtime.Never
		}
		hold()
	case trace.Ready:
		e.ready = x.Time
	case trace.Suspend:
		e.stands, e.since = true, x.Time
	case trace.Resume:
		e.stands, e.still = false, e.still+x.Time.Sub(e.since)
	case trace.End, trace.Kill, trace.Fail, trace.Requeue:
		e.end, e.how, e.aside, e.stands = x.Time, x.Kind, nil, false
		if e.asks = int(b.cfg.Jobs[x.Job].Size()); x.Why.Code == why.Outgrown {
			e.asks = int(x.Why.Need)
		}
	case trace.Freeze:
		e.aside = map[topology.NodeID]bool{}
		for n := range x.Placement.All {
			e.aside[n] = true
		}
	case trace.Rollback:
		e.aside = nil
	case trace.Grow:
		e.aside = nil
		hold()
	case trace.Shrink:
		kept := map[topology.NodeID]int32{}
		maps.Copy(kept, e.held)
		for n, tasks := range x.Placement.All {
			if kept[n] -= tasks; kept[n] <= 0 || b.cfg.Jobs[x.Job].Nodes > 0 {
				delete(kept, n)
			}
		}
		e.held = kept
	}
}

// free returns the number of nodes that the scheduler considers free. No job holds
// such a node, it is not set aside, and no failure of it has been noticed.
func (b *book) free() int { return b.count(func(n topology.NodeID) bool { return false }) }

// freeOfAll returns the number of nodes that no job has, not even a suspended one.
func (b *book) freeOfAll() int {
	return b.count(func(n topology.NodeID) bool {
		return slices.ContainsFunc(b.jobs, func(e entry) bool { return e.stands && e.held[n] > 0 })
	})
}

// busy returns the number of nodes that running jobs hold.
func (b *book) busy() int {
	seen := map[topology.NodeID]bool{}
	for i := range b.jobs {
		if b.jobs[i].runs() {
			for n := range b.jobs[i].held {
				seen[n] = true
			}
		}
	}
	return len(seen)
}

func (b *book) count(without func(topology.NodeID) bool) int {
	free := 0
	taken := map[topology.NodeID]bool{}
	for i := range b.jobs {
		e := &b.jobs[i]
		if e.runs() {
			for n := range e.held {
				taken[n] = true
			}
		}
		for n := range e.aside {
			taken[n] = true
		}
	}
	for n := range topology.NodeID(b.cfg.Machine.NumNodes()) {
		if !taken[n] && !b.noticed[n] && !without(n) {
			free++
		}
	}
	return free
}

// nodes returns the list of the job's nodes, formatted as on the page.
func (e *entry) nodes(c *i18n.Catalog, names []string) string {
	var ids []topology.NodeID
	for n := range e.held {
		ids = append(ids, n)
	}
	slices.Sort(ids)
	var p cluster.Placement
	for _, n := range ids {
		p = p.Append(n, n, 1)
	}
	return c.Nodes(p, 8, names)
}

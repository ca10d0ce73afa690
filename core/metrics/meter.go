package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Tau bounds the slowdown of very short jobs. Source: algorithms.md 4.4.
const Tau = 10 * simtime.Second

// Meter reads a trace event by event and can be asked for the figures at any
// time. A copy of a Meter (plain assignment) is a bookmark: reading on from
// it gives the same figures again, because a job's times never change.
type Meter struct {
	machine *cluster.Machine
	jobs    []workload.Job
	times   []span // shared by copies
	nodes   int64
	cores   int64

	now     simtime.Time
	first   simtime.Time // first submission
	last    simtime.Time // last end
	busy    int64        // cores held by jobs now
	waiting int64
	running int64

	submitted, started, ended, killed, rejected int64
	busyTime, idleWaiting                       float64 // core-milliseconds
	wait, maxWait, response                     float64 // milliseconds
	slowdown, bounded                           float64
	slowed                                      int64   // jobs in slowdown
	hops, maxHops                               float64 // sums over started jobs of more than one node
	pairs, spread                               float64
}

type span struct{ submit, start simtime.Time }

// NewMeter returns a meter that has read nothing. Cost: O(jobs + nodes).
func NewMeter(m *cluster.Machine, jobs []workload.Job) *Meter {
	meter := &Meter{machine: m, jobs: jobs, times: make([]span, len(jobs)), nodes: int64(m.NumNodes()), first: simtime.Never}
	meter.cores = m.TotalCores()
	return meter
}

// Read takes in the next event.
func (m *Meter) Read(e *trace.Event) {
	m.advance(e.Time)
	t := &m.times[e.Job]
	switch e.Kind {
	case trace.Submit:
		t.submit = e.Time
		m.first = min(m.first, e.Time)
		m.submitted++
		m.waiting++
	case trace.Start:
		t.start = e.Time
		m.waiting--
		m.running++
		m.started++
		m.busy += m.coresOf(e)
		m.wait += float64(t.start - t.submit)
		m.maxWait = max(m.maxWait, float64(t.start-t.submit))
		m.readSpread(e)
	case trace.End, trace.Kill:
		m.running--
		m.ended++
		if e.Kind == trace.Kill {
			m.killed++
		}
		m.last = e.Time
		m.busy -= m.coresOf(e)
		m.readEnd(t, e.Time)
	case trace.Reject:
		m.rejected++
	}
}

// advance adds up what lasted until now.
func (m *Meter) advance(now simtime.Time) {
	d := float64(now - m.now)
	m.now = now
	m.busyTime += float64(d * float64(m.busy))
	if m.waiting > 0 {
		m.idleWaiting += float64(d * float64(m.cores-m.busy))
	}
}

func (m *Meter) readEnd(t *span, end simtime.Time) {
	response, run := float64(end-t.submit), float64(end-t.start)
	m.response += response
	if run > 0 { // the slowdown of a job that did not run says nothing
		m.slowdown += response / run
		m.slowed++
	}
	m.bounded += max(1, response/max(run, float64(Tau)))
}

func (m *Meter) readSpread(e *trace.Event) {
	s := cluster.Spread(m.machine, e.Placement)
	m.hops += float64(s.PairHops)
	m.maxHops += float64(s.MaxHops)
	if n := float64(e.Placement.Nodes()); n > 1 {
		m.pairs++
		m.spread += float64(s.PairHops) / float64(n*(n-1)/2)
	}
}

// coresOf is the cores that an event's placement holds: all cores of whole
// nodes, those of the tasks otherwise.
func (m *Meter) coresOf(e *trace.Event) int64 {
	j := &m.jobs[e.Job]
	if !j.Whole() {
		return int64(j.Tasks) * j.PerTask[workload.Cores]
	}
	return m.machine.CoresOf(e.Placement)
}

package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
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
	memory, disk                                int64   // MiB that jobs hold now
	memoryAll, diskAll                          int64   // that the machine has
	busyTime, idleWaiting, coresWaiting         float64 // core-milliseconds
	memoryTime, diskTime                        float64 // MiB-milliseconds
	wait, maxWait, response                     float64 // milliseconds
	slowdown, bounded, maxSlowdown              float64
	slowed                                      int64   // jobs in slowdown
	hops, maxHops                               float64 // sums over started jobs of more than one node
	pairs, spread, apart, maxApart              float64
	talked                                      int64   // ended jobs that communicate, not killed
	delay                                       float64 // sum over them of run time over that at full speed
}

type span struct{ submit, start simtime.Time }

// NewMeter returns a meter that has read nothing. Cost: O(jobs + nodes).
func NewMeter(m *cluster.Machine, jobs []workload.Job) *Meter {
	meter := &Meter{machine: m, jobs: jobs, times: make([]span, len(jobs)), nodes: int64(m.NumNodes()), first: simtime.Never}
	meter.cores = m.TotalCores()
	all := cluster.Placement{{First: 0, Last: topology.NodeID(m.NumNodes() - 1), Tasks: 1}}
	meter.memoryAll, meter.diskAll = m.Sum(all, workload.Memory), m.Sum(all, workload.Disk)
	return meter
}

// Read takes in the next event.
func (m *Meter) Read(e *trace.Event) {
	m.advance(e.Time)
	if e.Job == workload.NoJob {
		return
	}
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
		m.busy += m.held(e, workload.Cores)
		m.memory += m.held(e, workload.Memory)
		m.disk += m.held(e, workload.Disk)
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
		m.busy -= m.held(e, workload.Cores)
		m.memory -= m.held(e, workload.Memory)
		m.disk -= m.held(e, workload.Disk)
		m.readEnd(t, e)
	case trace.Reject:
		m.rejected++
	}
}

// advance adds up what lasted until now.
func (m *Meter) advance(now simtime.Time) {
	d := float64(now - m.now)
	m.now = now
	m.busyTime += float64(d * float64(m.busy))
	m.memoryTime += float64(d * float64(m.memory))
	m.diskTime += float64(d * float64(m.disk))
	if m.waiting > 0 {
		m.coresWaiting += float64(d * float64(m.cores))
		m.idleWaiting += float64(d * float64(m.cores-m.busy))
	}
}

func (m *Meter) readEnd(t *span, e *trace.Event) {
	response, run := float64(e.Time-t.submit), float64(e.Time-t.start)
	m.response += response
	if run > 0 { // the slowdown of a job that did not run says nothing
		m.slowdown += response / run
		m.slowed++
	}
	bounded := max(1, response/max(run, float64(Tau)))
	m.bounded += bounded
	m.maxSlowdown = max(m.maxSlowdown, bounded)
	j := &m.jobs[e.Job]
	if full := m.machine.RunTime(j.Runtime, e.Placement); j.Comm != nil && full > 0 && e.Kind == trace.End {
		m.talked++
		m.delay += run / float64(full)
	}
}

func (m *Meter) readSpread(e *trace.Event) {
	s := cluster.Spread(m.machine, e.Placement)
	m.hops += float64(s.PairHops)
	m.maxHops += float64(s.MaxHops)
	if n := float64(e.Placement.Nodes()); n > 1 {
		m.pairs++
		m.spread += float64(s.PairHops) / float64(n*(n-1)/2)
		m.apart += float64(s.PairDistance) / float64(n*(n-1)/2)
		m.maxApart += float64(s.MaxDistance)
	}
}

// held is what an event's placement holds of a resource: all of whole nodes,
// what the tasks need otherwise.
func (m *Meter) held(e *trace.Event, k workload.Resource) int64 {
	j := &m.jobs[e.Job]
	if !j.Whole() {
		return int64(j.Tasks) * j.PerTask[k]
	}
	return m.machine.Sum(e.Placement, k)
}

package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Tau is the lower limit for run times in the bounded slowdown. Without this limit,
// very short jobs would have huge slowdowns. Source: SOURCES.md METRIC.1.
const Tau = 10 * simtime.Second

// Meter reads a trace event by event and can return the figures at any time. A copy
// of a Meter (by plain assignment) serves as a bookmark: a caller can later
// continue from the copy and gets the same figures again. Copies share some data.
// They can do so because this data is recorded by event number and never changes.
type Meter struct {
	machine   *cluster.Machine
	jobs      []workload.Job
	times     []span // times of each job; copies of the Meter share them
	standings map[workload.JobID][]jobHistory
	read      int32  // number of events read
	room             // resources in use now, and the sums of their use so far
	window    window // part of the run that is counted
	power     power

	now     simtime.Time
	first   simtime.Time // time of the first submission
	last    simtime.Time // time of the last end of a job
	waiting int64
	running int64

	submitted, started, ended, killed, failed, rejected, cancelled int64

	wait, maxWait, response        float64 // sums in milliseconds
	slowdown, bounded, maxSlowdown float64
	slowed                         int64   // number of jobs in the sum of the field slowdown
	ranBefore, endedBefore         int64   // number of started and of ended jobs that ran already when they were submitted; sums of waits, responses and slowdowns leave them out
	lostTime                       float64 // core-milliseconds held for work that was lost
	hops, maxHops                  float64 // sums over the started jobs; the next line has sums over the started jobs with more than one node
	pairs, spread, apart, maxApart float64
	talked                         int64   // number of completed jobs that communicate and were never stopped or resized
	delay                          float64 // sum over these jobs of the run time divided by the run time at full speed
}

type span struct {
	submit, start simtime.Time
	cores         int64 // cores that the job held at its start
	before        bool  // whether the job ran already when it was submitted
}

// jobHistory is the history of a job after an event that stopped, restarted or
// resized it. Jobs without such events have no jobHistory.
type jobHistory struct {
	event  int32
	joined simtime.Time     // time at which the job last joined the queue
	start  simtime.Time     // time at which the job last started or resumed
	waited simtime.Duration // total time in the queue up to the last start
	ran    simtime.Duration // total run time before the last start or resumption
	frozen cluster.Placement
	since  simtime.Time // time since which the job has held its present cores
	cores  int64        // number of cores that the job holds now
	done   *stretch     // earlier time spans whose work is not lost

	suspended bool
}

// NewMeter returns a meter that has read no events. Cost: O(jobs + nodes).
func NewMeter(m *cluster.Machine, jobs []workload.Job) *Meter {
	all := cluster.Placement{{First: 0, Last: topology.NodeID(m.NumNodes() - 1), Tasks: 1}}
	return &Meter{
		machine: m, jobs: jobs, times: make([]span, len(jobs)), standings: map[workload.JobID][]jobHistory{}, first: simtime.Never,
		room: room{all: sum(m, all)}, power: newPower(m, all),
	}
}

// cut limits the figures to a window. The caller must call it before the first
// event.
func (m *Meter) cut(w window) {
	m.window = w
	if w.on {
		m.first = w.from
	}
}

// Read processes the next event. Cost: O(node ranges of the event's placement); for
// a start also the cost of cluster.Spread.
func (m *Meter) Read(e *trace.Event) {
	m.advance(e.Time)
	m.read++
	if m.power.on {
		m.readPower(e)
	}
	if e.Job == workload.NoJob {
		m.room.change(m.machine, e)
		return
	}
	s := &m.times[e.Job]
	switch e.Kind {
	case trace.Submit:
		s.submit = e.Time
		if m.window.has(e.Job) {
			m.first = min(m.first, e.Time)
			m.submitted++
		}
		m.waiting++
	case trace.Start:
		m.readStart(s, e)
	case trace.End, trace.Kill, trace.Fail:
		m.readEnd(s, e)
	case trace.Requeue:
		t := m.standing(e.Job)
		m.running--
		m.waiting++
		m.held.less(m.holds(e, e.Placement))
		m.frozen.less(m.holds(e, t.frozen))
		m.lose(&t, e)
		m.set(e.Job, jobHistory{joined: e.Time, start: t.start, waited: t.waited, ran: t.ranBy(e.Time), done: t.done})
	case trace.Freeze, trace.Grow, trace.Rollback, trace.Shrink:
		m.readGrowth(e)
	case trace.Suspend, trace.Resume:
		m.readSuspension(e)
	case trace.Reject:
		m.readReject(e)
	}
}

// readReject counts a job that was refused, or cancelled or removed while it waited.
func (m *Meter) readReject(e *trace.Event) {
	withdrawn := e.Why.Withdraws()
	if withdrawn {
		m.waiting--
	}
	switch {
	case !m.window.has(e.Job):
	case withdrawn:
		m.cancelled++
	default:
		m.rejected++
	}
}

// advance adds the use of resources between the previous event and the given time
// to the sums.
func (m *Meter) advance(now simtime.Time) {
	if d := m.window.overlap(m.now, now); d > 0 && m.first != simtime.Never {
		m.room.pass(d, m.waiting > 0)
		if m.power.on {
			from := max(m.now, m.window.from)
			m.power.pass(from, from.Add(simtime.Duration(d)))
		}
	}
	m.now = now
}

func (m *Meter) readStart(s *span, e *trace.Event) {
	m.waiting--
	m.running++
	held := m.holds(e, e.Placement)
	m.held.more(held)
	if t := m.standing(e.Job); t.event > 0 {
		wait := e.Time.Sub(t.joined)
		t.waited += wait
		t.start, t.frozen = e.Time, nil
		t.hold(e.Time, held[workload.Cores])
		if m.window.has(e.Job) && !s.before {
			m.wait += float64(wait)
			m.maxWait = max(m.maxWait, float64(t.waited))
		}
		m.set(e.Job, t)
		return
	}
	s.start, s.cores, s.before = e.Time, held[workload.Cores], e.Why.Code == why.RanBefore
	if !m.window.has(e.Job) {
		return
	}
	m.started++
	m.readSpread(e)
	if s.before {
		m.ranBefore++
		return
	}
	m.wait += float64(s.start - s.submit)
	m.maxWait = max(m.maxWait, float64(s.start-s.submit))
}

// readGrowth processes an event that changes the size of a running job.
func (m *Meter) readGrowth(e *trace.Event) {
	t := m.standing(e.Job)
	switch e.Kind {
	case trace.Freeze:
		t.frozen = e.Placement
		m.frozen.more(m.holds(e, t.frozen))
	case trace.Grow:
		m.frozen.less(m.holds(e, t.frozen))
		m.held.more(m.holds(e, t.frozen))
		t.frozen = nil
		t.hold(e.Time, m.coresOf(e))
	case trace.Rollback:
		m.frozen.less(m.holds(e, t.frozen))
		t.frozen = nil
	case trace.Shrink:
		m.held.less(m.holds(e, e.Placement))
		t.hold(e.Time, t.cores-m.coresOf(e))
	}
	m.set(e.Job, t)
}

// readSuspension processes a suspension or its end. While a job is suspended, it holds
// nothing and does not run.
func (m *Meter) readSuspension(e *trace.Event) {
	t := m.standing(e.Job)
	if e.Kind == trace.Suspend {
		m.held.less(m.holds(e, e.Placement))
		t.ran, t.suspended = t.ran+e.Time.Sub(t.start), true
		t.hold(e.Time, 0)
	} else {
		m.held.more(m.holds(e, e.Placement))
		t.start, t.suspended = e.Time, false
		t.hold(e.Time, m.coresOf(e))
	}
	m.set(e.Job, t)
}

// ranBy returns how long a job has run by now, without suspensions.
func (t *jobHistory) ranBy(now simtime.Time) simtime.Duration {
	if t.suspended {
		return t.ran
	}
	return t.ran + now.Sub(t.start)
}

func (m *Meter) readEnd(s *span, e *trace.Event) {
	t := m.standing(e.Job)
	m.running--
	if e.Kind == trace.Fail {
		m.lose(&t, e)
	}
	m.held.less(m.holds(e, e.Placement))
	m.frozen.less(m.holds(e, t.frozen))
	m.goneLast, m.power.last = m.goneTime, m.power.sums()
	if !m.window.has(e.Job) {
		return
	}
	m.last = e.Time
	m.ended++
	switch e.Kind {
	case trace.Kill:
		m.killed++
	case trace.Fail:
		switch e.Why.Code {
		case why.Cancelled:
			m.cancelled++
		case why.Preempted:
		default:
			m.failed++
		}
	}
	response, run := float64(e.Time-s.submit), float64(t.ranBy(e.Time))
	m.readDelay(e, run, t.event == 0)
	if s.before {
		m.endedBefore++
		return
	}
	m.response += response
	if run > 0 { // a job that did not run does not count in the mean slowdown
		m.slowdown += response / run
		m.slowed++
	}
	bounded := max(1, response/max(run, float64(Tau)))
	m.bounded += bounded
	m.maxSlowdown = max(m.maxSlowdown, bounded)
}

// readDelay counts how much longer a job ran because of its communication.
func (m *Meter) readDelay(e *trace.Event, run float64, steady bool) {
	j := &m.jobs[e.Job]
	if full := m.machine.RunTime(j.Runtime, e.Placement); j.Comm != nil && full > 0 && e.Kind == trace.End && steady {
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

// standing returns the history of a job before the current event. Its event number
// is 0 if no earlier event stopped, restarted or resized the job.
func (m *Meter) standing(id workload.JobID) jobHistory {
	if len(m.standings) > 0 {
		list := m.standings[id]
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].event < m.read {
				return list[i]
			}
		}
	}
	s := &m.times[id]
	return jobHistory{joined: s.submit, start: s.start, since: s.start, cores: s.cores}
}

// set records the history of a job as it is after the current event.
func (m *Meter) set(id workload.JobID, t jobHistory) {
	list := m.standings[id]
	if n := len(list); n == 0 || list[n-1].event < m.read {
		t.event = m.read
		m.standings[id] = append(list, t)
	}
}

// holds returns the resources that the job of an event holds on a placement.
func (m *Meter) holds(e *trace.Event, p cluster.Placement) workload.Resources {
	if len(p) == 0 {
		return workload.Resources{}
	}
	return holds(m.machine, &m.jobs[e.Job], p)
}

// holds returns the resources that a job holds on a placement. A job that asks for
// whole nodes holds all resources of the nodes, and other jobs hold what their
// tasks need. Cost: that of cluster.Machine.Sum.
func holds(m *cluster.Machine, j *workload.Job, p cluster.Placement) workload.Resources {
	if j.Whole() {
		return sum(m, p)
	}
	var all workload.Resources
	tasks := int64(p.Tasks())
	for k, need := range j.PerTask {
		all[k] = tasks * need
	}
	return all
}

// sum returns the total resources of the nodes of a placement.
func sum(m *cluster.Machine, p cluster.Placement) workload.Resources {
	var all workload.Resources
	if m.Uniform() {
		nodes := int64(p.Nodes())
		for k, have := range m.Spec(0).Resources {
			all[k] = nodes * have
		}
		return all
	}
	for k := range all {
		all[k] = m.Sum(p, workload.Resource(k))
	}
	return all
}

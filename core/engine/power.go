package engine

import (
	"fmt"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Sleep lets idle nodes be powered down. A job may be given sleeping nodes: it holds
// them from then on, but runs, and uses its walltime, only once all of them are up.
//
// Source: Slurm's power saving (SOURCES.md POWER.3): After is SuspendTime, Shut is
// SuspendTimeout, Wake is ResumeTimeout and Keep is SuspendExcNodes. INFERRED: a node
// takes all of Shut and Wake; a job may be given a node that is still being powered
// down, which is completed first. Slurm gives no job such a node.
type Sleep struct {
	After, Shut, Wake simtime.Duration
	Keep              cluster.Placement // nodes that are never powered down
}

// span is a set of nodes whose state may change at a time.
type span struct {
	at    simtime.Time
	nodes cluster.Placement
}

// sleep is the state of the power of the nodes, besides what cluster.State knows.
type sleep struct {
	keep   topology.NodeSet
	idle   []simtime.Time // of each node: since when no job uses it
	due    []span         // idle nodes, by the time at which they may be powered down
	shut   []span         // nodes that are being powered down, by the time at which that is done
	waking []waking
}

// waking is a running job that waits until its nodes are up.
type waking struct {
	ready simtime.Time
	job   workload.JobID
	slot  cluster.Slot
}

func newSleep(s *Sleep, nodes int) *sleep {
	all := cluster.Placement{{First: 0, Last: topology.NodeID(nodes - 1), Tasks: 1}}
	x := &sleep{keep: topology.NewNodeSet(nodes), idle: make([]simtime.Time, nodes), due: []span{{simtime.Time(s.After), all}}}
	for _, run := range s.Keep {
		x.keep.AddRange(run.First, run.Last)
	}
	return x
}

func (x *sleep) clone() *sleep {
	return &sleep{x.keep, slices.Clone(x.idle), slices.Clone(x.due), slices.Clone(x.shut), slices.Clone(x.waking)}
}

// powers reports whether the run has a power cap or lets nodes sleep.
func (p *plan) powers() bool {
	_, capped := p.Machine.Cap()
	return capped || p.Sleep != nil
}

// powered returns an allocator that heeds the power cap and sleeping nodes.
func (p *plan) powered(a alloc.Allocator) alloc.Allocator {
	if !p.powers() {
		return a
	}
	return alloc.Powered(a)
}

// checkPower returns an error if the run has a power cap or lets nodes sleep, and
// something that cannot be combined with that.
func (p *plan) checkPower() error {
	problem, fix := "", ""
	_, plans := p.Queue.(queue.UnpoweredPlan)
	switch {
	case plans:
		problem, fix = "the discipline plans without counting power", "use another queue, such as easy or conservative"
	case p.Faults != nil:
		problem, fix = "nodes or links may fail", "leave out faults"
	case p.Elastic != nil || p.malleable:
		problem, fix = "jobs may change their size", "leave out elastic"
	default:
		return p.checkCap()
	}
	return fmt.Errorf("%w: a power cap and sleeping nodes do not work where %s; %s", workload.ErrWorkload, problem, fix)
}

// checkCap finds jobs that the power cap never lets start.
func (p *plan) checkCap() error {
	if id, need, spare, above := p.AboveCap(); above {
		if id == workload.NoJob {
			return fmt.Errorf("%w: the idle machine draws %d W more than its power cap; raise the cap", workload.ErrWorkload, need)
		}
		return fmt.Errorf("job %d: %w: would draw %d W more than the idle machine, and the power cap leaves %d W; ask for less, or raise the cap", p.Jobs[id].Number, workload.ErrWorkload, need, spare)
	}
	return nil
}

// AboveCap returns the first job that the power cap never lets start, with the watts
// that it adds to an idle machine, and those that the cap leaves there. If the idle
// machine itself draws more, the job is workload.NoJob, and need is how much more. It
// returns false if there is no such job. Cost: O(jobs), and that of the allocator for
// each job that may be too large.
func (c *Config) AboveCap() (id workload.JobID, need, spare int64, above bool) {
	if _, capped := c.Machine.Cap(); !capped {
		return workload.NoJob, 0, 0, false
	}
	empty := cluster.NewFree(c.Machine)
	left := empty.SpareWatts()
	if left < 0 {
		return workload.NoJob, (999 - left) / 1000, 0, true
	}
	for i := range c.Jobs {
		r := &c.Jobs[i].Request
		if c.Jobs[i].Reject != nil || c.Running[r.ID] != nil || c.Machine.MostWatts(r) <= left {
			continue
		}
		where, reason := c.Allocator.Allocate(r, empty, nil)
		if more := c.Machine.JobWatts(r, where); reason.OK() && more > left {
			return r.ID, (more + 999) / 1000, left / 1000, true
		}
	}
	return workload.NoJob, 0, 0, false
}

// sleepAt returns the time at which nodes next fall asleep or the nodes of a job are
// up, or simtime.Never.
func (e *Engine) sleepAt() simtime.Time {
	if e.sleep == nil || e.over() {
		return simtime.Never
	}
	return e.sleep.next()
}

// next returns the time of the next change of the nodes' power.
func (x *sleep) next() simtime.Time {
	at := simtime.Never
	if len(x.due) > 0 {
		at = x.due[0].at
	}
	if len(x.shut) > 0 {
		at = min(at, x.shut[0].at)
	}
	for i := range x.waking {
		at = min(at, x.waking[i].ready)
	}
	return at
}

// startReady lets the jobs run whose nodes are up now, by JobID.
func (e *Engine) startReady() {
	for {
		next := -1
		for i, w := range e.sleep.waking {
			if w.ready <= e.now && (next < 0 || w.job < e.sleep.waking[next].job) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		w := e.sleep.waking[next]
		e.sleep.waking = append(e.sleep.waking[:next], e.sleep.waking[next+1:]...)
		e.log(trace.Event{Kind: trace.Ready, Job: w.job, Placement: e.state.Job(w.slot).Placement})
		e.compute(w.slot, e.progress[w.slot].left)
	}
}

// turnSleep powers down the nodes that have been idle long enough, or notes that nodes
// are powered down. It reports whether there were such nodes. It comes last at an
// instant, so that a node that gets a job now stays up.
func (e *Engine) turnSleep() bool {
	x := e.sleep
	if x == nil || e.sleepAt() > e.now || e.queue.Wake() <= e.now {
		return false
	}
	if len(x.shut) > 0 && x.shut[0].at <= e.now {
		nodes := e.state.PowerOff(x.shut[0].nodes, x.shut[0].at)
		if x.shut = x.shut[1:]; len(nodes) > 0 {
			e.log(trace.Event{Kind: trace.PowerOff, Job: workload.NoJob, Placement: nodes})
			return true
		}
	}
	var set topology.NodeSet
	for ; len(x.due) > 0 && x.due[0].at <= e.now; x.due = x.due[1:] {
		for n := range x.due[0].nodes.All {
			if x.idle[n] >= 0 && x.idle[n].Add(e.cfg.Sleep.After) <= e.now && !x.keep.Has(n) && (set.Len() == 0 || !set.Has(n)) {
				if set.Len() == 0 {
					set = topology.NewNodeSet(len(x.idle))
				}
				set.AddRange(n, n)
				x.idle[n] = -1
			}
		}
	}
	if set.Len() == 0 {
		return false
	}
	nodes := cluster.Placement(nil).AppendIdle(&set, 0, int32(set.Len()))
	down := e.now.Add(e.cfg.Sleep.Shut)
	e.state.PowerDown(nodes, down)
	if down == e.now {
		e.state.PowerOff(nodes, down)
		e.log(trace.Event{Kind: trace.PowerOff, Job: workload.NoJob, Placement: nodes})
		return true
	}
	x.shut = append(x.shut, span{down, nodes})
	e.log(trace.Event{Kind: trace.PowerDown, Job: workload.NoJob, Placement: nodes})
	return true
}

// await lets the job that has just started in a slot wait until its nodes are up. It
// returns false if they are up.
func (e *Engine) await(slot cluster.Slot) bool {
	job, c := e.state.Job(slot), &e.progress[slot]
	for n := range job.Placement.All {
		e.sleep.idle[n] = -1
	}
	if job.Ready == e.now {
		return false
	}
	c.left, c.paused = e.work(slot), true
	e.sleep.waking = append(e.sleep.waking, waking{job.Ready, job.Request.ID, slot})
	e.halt(slot)
	return true
}

// logWake logs which nodes are powered up for a job: nodes that were off, and nodes
// that were about to be.
func (e *Engine) logWake(id workload.JobID, off, falling cluster.Placement) {
	for i, nodes := range [...]cluster.Placement{off, falling} {
		if len(nodes) > 0 {
			e.log(trace.Event{Kind: trace.Wake, Job: id, Of: int32(i), Placement: nodes})
		}
	}
}

// takeOff takes a job off the machine and returns it and what it gives back, which is
// nothing if it is suspended. It reports whether the job was still waiting until its
// nodes were up (1, otherwise 0). Its nodes may be powered down when they have been idle
// for long enough.
func (e *Engine) takeOff(slot cluster.Slot) (job *cluster.Running, back cluster.Placement, waits int32) {
	suspended := e.state.IsSuspended(slot)
	if job = e.state.End(slot); !suspended {
		back = job.Placement
	}
	if e.sleep == nil {
		return job, back, 0
	}
	return job, back, e.leaveNodes(slot, job)
}

// leaveNodes notes that the nodes of a job that has ended are idle, and reports
// whether it was still waiting for them (1, otherwise 0).
func (e *Engine) leaveNodes(slot cluster.Slot, job *cluster.Running) (waits int32) {
	x := e.sleep
	for i := range x.waking {
		if x.waking[i].slot == slot {
			x.waking, waits = append(x.waking[:i], x.waking[i+1:]...), 1
			break
		}
	}
	for n := range job.Placement.All {
		if e.state.Idle().Has(n) {
			x.idle[n] = e.now
		}
	}
	x.due = append(x.due, span{e.now.Add(e.cfg.Sleep.After), job.Placement})
	return waits
}

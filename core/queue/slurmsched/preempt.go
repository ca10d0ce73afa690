package slurmsched

import (
	"cmp"
	"maps"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Preemption is the part of the configuration that says which running jobs may be
// stopped to make room for waiting ones.
//
// Source: Slurm, preempt/partition_prio and preempt/qos (SOURCES.md SLURM.8).
type Preemption struct {
	By            PreemptBy
	Mode          StopMode         // what happens to jobs of partitions, or of qualities of service, without a mode of their own
	Exempt        simtime.Duration // PreemptExemptTime: time after its start in which a job is not stopped
	YoungestFirst bool             // preempt_youngest_first: jobs that started last are stopped first
	StrictOrder   bool             // preempt_strict_order: a job that turned out to be needed goes to the front of the list
	Reorder       int32            // preempt_reorder_count: how often the list is sorted again to spare jobs
}

// PreemptBy is the rule by which jobs may be stopped for others.
type PreemptBy uint8

// The rules.
const (
	PreemptNever       PreemptBy = iota
	PreemptByPartition           // jobs of partitions with a lower tier
	PreemptByQOS                 // jobs of the qualities of service that the waiting job's one lists
)

// StopMode is the outcome for jobs that make room for others, unless their partition or QOS has another.
type StopMode uint8

// The modes of a whole configuration.
const (
	StopRequeue StopMode = iota // it waits again
	StopCancel                  // it ends
	StopSuspend                 // it stands still, and continues later (PreemptMode=SUSPEND,GANG)
)

// PreemptMode is an outcome for jobs that make room: they wait again, end, or stand still.
type PreemptMode uint8

// The modes.
const (
	ModeDefault PreemptMode = iota // that of the whole configuration
	ModeRequeue                    // the job waits again
	ModeCancel                     // the job ends
	ModeSuspend                    // the job stands still, and continues later
	ModeOff                        // the job is not stopped
)

// preemptPause is the time after which a job may stop further jobs, if it has not
// started by then: the defaults of Slurm's KillWait and MessageTimeout.
const preemptPause = 40 * simtime.Second

// preemption holds what lasts from pass to pass.
type preemption struct {
	began  map[workload.JobID]simtime.Time   // waiting jobs that stopped others: when they did so last
	warned map[workload.JobID]workload.JobID // running jobs that are about to be stopped, and the jobs that they are stopped for
	ended  map[workload.JobID]simtime.Time   // jobs that were stopped: when
	listen func(queue.Preemption)            // nil: nobody listens
}

func (x *preemption) clone() preemption {
	return preemption{began: maps.Clone(x.began), warned: maps.Clone(x.warned), ended: maps.Clone(x.ended)}
}

// qosClass is a QOS with what follows from the configuration.
type qosClass struct {
	QOS
	stops []bool // by index: whether its jobs may stop those of the other
	level int    // the number of qualities of service in its longest chain of lists
}

// classes returns the qualities of service, whose lists must have no cycle.
func classes(all []QOS) []qosClass {
	out := make([]qosClass, len(all))
	for i, q := range all {
		out[i] = qosClass{QOS: q, stops: make([]bool, len(all))}
		for k, other := range all {
			out[i].stops[k] = i != k && slices.Contains(q.Preempt, other.Name)
		}
	}
	for range all { // the longest chain has at most as many members
		for i := range out {
			for k, stops := range out[i].stops {
				if stops {
					out[i].level = min(max(out[i].level, out[k].level+1), len(all))
				}
			}
		}
	}
	return out
}

// preemptee is a running job that may be stopped.
type preemptee struct {
	slot   cluster.Slot
	job    *cluster.Running
	mode   PreemptMode
	first  int64 // those with smaller values are stopped first
	usable int   // Slurm's count of usable nodes: the sort key of a second attempt
}

// preempts reports whether the pass may stop running jobs by the rule of requeue and
// cancel. Where jobs are suspended, startNow makes room.
func (p *pass) preempts() bool {
	return !p.gangs() && p.config.Preemption.By != PreemptNever && !p.Asking()
}

// makeRoom stops running jobs so that a waiting one fits on the given nodes, as far
// as it may stop them. It reports whether any were stopped at once.
//
// Source: SOURCES.md SLURM.8.
func (p *pass) makeRoom(w *queue.Waiting, open *topology.NodeSet) (stopped bool) {
	if at, did := p.began[w.ID]; did && p.Now() < at.Add(preemptPause) {
		return false
	}
	list := p.candidates(w)
	order, victims := p.needed(w, list, open)
	if len(victims) == 0 {
		return false
	}
	p.began[w.ID] = p.Now()
	p.report(w, order, victims)
	for _, x := range victims {
		if _, soon := p.warned[x.job.Request.ID]; soon {
			continue
		}
		p.warned[x.job.Request.ID] = w.ID
		until := min(p.Now().Add(p.grace(x.job.Request)), max(x.job.Limit, p.Now()))
		stopped = stopped || until == p.Now()
		p.Preempt(x.slot, until, x.mode != ModeCancel, why.Reason{Code: why.Preempted, Need: w.Size(), Have: held(x.job), Blocker: w.ID})
	}
	return stopped
}

// held returns the number of nodes that a running job holds.
func held(x *cluster.Running) int32 { return int32(x.Placement.Nodes()) }

// candidates returns the running jobs that may be stopped for a waiting one, in
// order.
func (p *pass) candidates(w *queue.Waiting) (list []*preemptee) {
	for _, end := range p.Cluster().Limits() {
		x := p.Cluster().Job(end.Slot)
		if kind, _ := p.judge(w, x); kind == queue.Unneeded {
			list = append(list, &preemptee{slot: end.Slot, job: x, mode: p.mode(x.Request), first: p.precedence(x)})
		}
	}
	slices.SortFunc(list, func(a, b *preemptee) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.job.Request.ID, b.job.Request.ID))
	})
	return list
}

// judge returns Unneeded for a running job that may be stopped for a waiting one, or
// else why not, and until when.
func (p *pass) judge(w *queue.Waiting, x *cluster.Running) (queue.VerdictKind, simtime.Time) {
	if p.mode(x.Request) == ModeOff {
		return queue.NeverStop, 0
	}
	if !p.stops(w.Request, x.Request) {
		return queue.Protected, 0
	}
	if until := x.Start.Add(p.exempt(x.Request)); p.Now() < until {
		return queue.Exempt, until
	}
	if !overlaps(x.Placement, &p.partitions[factorsIn(w).partition].set) {
		return queue.Elsewhere, 0
	}
	return queue.Unneeded, 0
}

// stops reports whether a job may stop another one by its tier or its QOS.
func (s *setup) stops(r, other *workload.Request) bool {
	if s.config.Preemption.By == PreemptByPartition {
		return s.partitions[s.partitionOf(r)].Tier > s.partitions[s.partitionOf(other)].Tier
	}
	mine, others := s.qosOf(r), s.qosOf(other)
	return mine >= 0 && others >= 0 && s.classes[mine].stops[others]
}

// qosOf returns the index of a job's QOS, or -1.
func (s *setup) qosOf(r *workload.Request) int {
	return slices.IndexFunc(s.classes, func(q qosClass) bool { return q.Name == r.QOS })
}

// mode returns what happens to a job that is stopped.
func (s *setup) mode(r *workload.Request) PreemptMode {
	mode := ModeDefault
	if s.config.Preemption.By == PreemptByPartition {
		mode = s.partitions[s.partitionOf(r)].Preempt
	} else if i := s.qosOf(r); i >= 0 {
		mode = s.classes[i].Mode
	}
	if mode == ModeDefault {
		return [...]PreemptMode{StopRequeue: ModeRequeue, StopCancel: ModeCancel, StopSuspend: ModeSuspend}[s.config.Preemption.Mode]
	}
	return mode
}

// grace returns how long a job may run on after the decision to stop it.
func (s *setup) grace(r *workload.Request) simtime.Duration {
	if s.config.Preemption.By == PreemptByPartition {
		return s.partitions[s.partitionOf(r)].Grace
	}
	if i := s.qosOf(r); i >= 0 {
		return s.classes[i].Grace
	}
	return 0
}

// exempt returns how long a job runs before it may be stopped.
func (s *setup) exempt(r *workload.Request) simtime.Duration {
	if i := s.qosOf(r); i >= 0 && s.classes[i].Exempt > 0 {
		return s.classes[i].Exempt
	}
	return s.config.Preemption.Exempt
}

// precedence returns a number that is smaller for jobs to be stopped first: those
// that started last, or those of the lowest tier or QOS, and of them the smallest.
func (s *setup) precedence(x *cluster.Running) int64 {
	if s.config.Preemption.YoungestFirst {
		return -int64(x.Start / simtime.Time(simtime.Second))
	}
	const most = 0xffff
	rank := int64(0)
	if s.config.Preemption.By == PreemptByPartition {
		rank = s.partitions[s.partitionOf(x.Request)].Tier
	} else if i := s.qosOf(x.Request); i >= 0 {
		rank = min(s.classes[i].Priority, most)
	}
	return rank<<16 + min(int64(held(x)), most)
}

// needed returns which of the candidates must be stopped so that a waiting job fits
// on the given nodes, and all candidates in the order of the last attempt. An attempt
// takes candidates off the machine in order, until the allocator accepts the job. If
// the job then uses few nodes of some of them, these move back in the list, and a
// further attempt may find that others suffice.
func (p *pass) needed(w *queue.Waiting, list []*preemptee, open *topology.NodeSet) (order, victims []*preemptee) {
	list = slices.Clone(list)
	if !p.mayFit(w, list, open) {
		return list, nil
	}
	for attempt := 1; ; attempt++ {
		last, where := p.attempt(w, list, open)
		if last < 0 {
			return list, nil
		}
		used := topology.NewNodeSet(int(p.nodes))
		for _, run := range where {
			used.AddRange(run.First, run.Last)
		}
		if attempt > int(p.config.Preemption.Reorder)+1 || attempt >= len(list) {
			for _, x := range list[:last+1] {
				if overlaps(x.job.Placement, &used) {
					victims = append(victims, x)
				}
			}
			return list, victims
		}
		if p.config.Preemption.StrictOrder {
			x := list[last]
			copy(list[1:last+1], list[:last])
			list[0] = x
			continue
		}
		for i, x := range list {
			x.usable = 0
			for _, run := range x.job.Placement {
				if i < last {
					x.usable += used.CountRange(run.First, run.Last)
				}
			}
		}
		list[last].usable = int(p.nodes) + 1
		slices.SortStableFunc(list, func(a, b *preemptee) int { return cmp.Compare(b.usable, a.usable) })
	}
}

// mayFit reports whether a job might fit if all candidates were gone. A
// shape-constrained allocator may accept the job only while some of them run.
func (p *pass) mayFit(w *queue.Waiting, list []*preemptee, open *topology.NodeSet) bool {
	if len(list) == 0 || p.Constrained() != nil {
		return len(list) > 0
	}
	free := p.Cluster().Free.Clone()
	for _, x := range list {
		x.job.GiveTo(free)
	}
	free.BarOutside(open)
	return free.Fits(w.Request)
}

// attempt takes candidates off a copy of the machine in order, until the allocator
// accepts a job on the given nodes. It returns the index of the last candidate that
// it took off, and the nodes of the job, or -1.
func (p *pass) attempt(w *queue.Waiting, list []*preemptee, open *topology.NodeSet) (int, cluster.Placement) {
	gone := p.Cluster().Free.Clone()
	free := gone.Clone()
	for i, x := range list {
		if !overlaps(x.job.Placement, open) {
			continue
		}
		x.job.GiveTo(gone)
		free.CopyFrom(gone)
		free.BarOutside(open)
		if !free.Fits(w.Request) {
			continue
		}
		if where, verdict := p.Allocator().Allocate(w.Request, free, nil); verdict.OK() {
			return i, where
		}
	}
	return -1, nil
}

// report calls the listener with a decision and its verdicts.
func (p *pass) report(w *queue.Waiting, order, victims []*preemptee) {
	if p.listen == nil {
		return
	}
	out := queue.Preemption{Job: w.ID, Need: w.Size()}
	for i, x := range order {
		v := queue.PreemptionVerdict{Job: x.job.Request.ID, Kind: queue.Unneeded, Place: int32(i + 1)}
		if slices.Contains(victims, x) {
			v.Kind = queue.Stopped
			if grace := p.grace(x.job.Request); grace > 0 {
				v.Kind, v.Until = queue.Warned, min(p.Now().Add(grace), x.job.Limit)
			}
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	var slots []cluster.Slot
	for _, end := range p.Cluster().Limits() {
		slots = append(slots, end.Slot)
	}
	slices.SortFunc(slots, func(a, b cluster.Slot) int {
		return cmp.Compare(p.Cluster().Job(a).Request.ID, p.Cluster().Job(b).Request.ID)
	})
	for _, slot := range slots {
		x := p.Cluster().Job(slot)
		if kind, until := p.judge(w, x); kind != queue.Unneeded {
			out.Verdicts = append(out.Verdicts, queue.PreemptionVerdict{Job: x.Request.ID, Kind: kind, Until: until})
		}
	}
	p.listen(out)
}

// ListenPreemptions implements queue.PreemptionReporter.
func (s *state) ListenPreemptions(f func(queue.Preemption)) bool {
	s.listen = f
	return s.config.Preemption.By != PreemptNever
}

// wakeToStop asks for a pass at the next time at which a waiting job may stop
// others: when a job is no longer exempt, or when the pause of a job is over that
// stopped others before.
func (p *pass) wakeToStop() {
	c := &p.config.Preemption
	if c.By == PreemptNever || p.gangs() {
		return
	}
	exempt := c.Exempt > 0 || slices.ContainsFunc(p.config.QOS, func(q QOS) bool { return q.Exempt > 0 })
	seen := map[[2]string]bool{} // partitions and qualities of service of the jobs looked at
	for w := range p.Waiting() {
		if at, did := p.began[w.ID]; did && at.Add(preemptPause) > p.Now() {
			p.WakeAt(at.Add(preemptPause))
		}
		class := [2]string{w.Queue, w.QOS}
		if !exempt || seen[class] {
			continue
		}
		seen[class] = true
		for _, end := range p.Cluster().Limits() {
			if kind, until := p.judge(w, p.Cluster().Job(end.Slot)); kind == queue.Exempt {
				p.WakeAt(until)
			}
		}
	}
}

// whyStopping returns the reason why a job waits, if other jobs are in their grace
// time for its sake.
func (p *pass) whyStopping(w *queue.Waiting, reason why.Reason) why.Reason {
	jobs, last := int32(0), simtime.Time(0)
	if len(p.warned) > 0 {
		for _, end := range p.Cluster().Limits() {
			if by, soon := p.warned[p.Cluster().Job(end.Slot).Request.ID]; soon && by == w.ID {
				jobs, last = jobs+1, end.At
			}
		}
	}
	if jobs == 0 {
		return reason
	}
	return why.Reason{Code: why.Preempting, Need: w.Size(), Have: jobs, Blocker: workload.NoJob, At: last}
}

// stoppable reports whether jobs like this one may be stopped for any other.
func (s *setup) stoppable(r *workload.Request) bool {
	return s.config.Preemption.By != PreemptNever && s.mode(r) != ModeOff
}

// takeStoppable takes the jobs that may be stopped for a waiting one out of the
// running jobs of the forecast.
func (x *outlook) takeStoppable(w *queue.Waiting) {
	if x.config.Preemption.By == PreemptNever || x.gangs() {
		return
	}
	x.gone = x.candidates(w)
	x.ends = slices.DeleteFunc(slices.Clone(x.ends), func(end cluster.WalltimeEnd) bool {
		return slices.ContainsFunc(x.gone, func(y *preemptee) bool { return y.slot == end.Slot })
	})
	for _, y := range x.gone {
		for _, run := range y.job.Placement {
			x.nodes.AddRange(run.First, run.Last)
		}
	}
}

// ready makes room for a job whose planned start is now, and reports whether it can
// start at once. If it cannot, its nodes are kept for it.
//
// INFERRED: it starts when the jobs that are stopped for it have ended, in the same
// run of the scheduler. In Slurm it takes a later run.
func (x *outlook) ready(w *queue.Waiting, start *plannedStart) bool {
	if start.stops == nil {
		return true
	}
	if !x.makeRoom(w, start.stops) {
		return false
	}
	x.gone, x.stopped = nil, true
	where, verdict := x.Allocator().Allocate(w.Request, x.future(start.stops, 0), nil)
	if verdict.OK() {
		start.where, start.verdict = where, verdict
	}
	return verdict.OK()
}

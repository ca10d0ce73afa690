package slurmsched

import (
	"cmp"
	"math/bits"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// This file is Slurm's gang scheduler, as far as it preempts: PreemptMode=SUSPEND,GANG.
//
// A job may be placed on cores of jobs of lower tiers. In every pass, a job runs if no
// running job of a higher tier holds one of its cores; otherwise it is suspended. So cores
// have numbers here: a job of tasks gets the lowest ones that are free for it on each node.
//
// Source: SOURCES.md SLURM.18.

// coreSet is a set of cores of a node, by number.
type coreSet []uint64

// add adds the cores of other.
func (c coreSet) add(other coreSet) {
	for i, x := range other {
		c[i] |= x
	}
}

// meets reports whether the sets have a core in common.
func (c coreSet) meets(other coreSet) bool {
	for i, x := range other {
		if c[i]&x != 0 {
			return true
		}
	}
	return false
}

// has reports whether a core is in the set.
func (c coreSet) has(core int64) bool { return c[core/64]>>(core%64)&1 != 0 }

// put adds a core.
func (c coreSet) put(core int64) { c[core/64] |= 1 << (core % 64) }

// coresOn is a set of cores of several nodes.
type coresOn map[topology.NodeID]coreSet

// add adds the cores of another group.
func (c coresOn) add(other coresOn) {
	for n, x := range other {
		if c[n] == nil {
			c[n] = make(coreSet, len(x))
		}
		c[n].add(x)
	}
}

// meets reports whether the groups have a core in common.
func (c coresOn) meets(other coresOn) bool {
	for n, x := range other {
		if mine := c[n]; mine != nil && mine.meets(x) {
			return true
		}
	}
	return false
}

// placed is a placement found for a job, with its cores.
type placed struct {
	job   workload.JobID
	where cluster.Placement
	cores coresOn
	lacks bool // memory: jobs on its nodes that can be requeued or cancelled must go
}

// gang is the state of suspension. Its maps are nil if no job is ever suspended.
type gang struct {
	cores map[workload.JobID]coresOn // of the jobs that run or are suspended
	next  placed                     // the last placement found
}

// suspends reports whether the configuration suspends jobs.
func (c *SlurmConfig) suspends() bool {
	p := &c.Preemption
	suspends := p.Mode == StopSuspend
	for i := range c.Partitions {
		suspends = suspends || p.By == PreemptByPartition && c.Partitions[i].Preempt == ModeSuspend
	}
	for i := range c.QOS {
		suspends = suspends || p.By == PreemptByQOS && c.QOS[i].Mode == ModeSuspend
	}
	return suspends && p.By != PreemptNever
}

// Suspends implements queue.Suspender.
func (p SlurmPolicy) Suspends() bool { return p.Config.suspends() }

// Yields implements queue.Suspender: a job yields to jobs of higher tiers.
func (p SlurmPolicy) Yields(r, to *workload.Request) bool {
	return p.tier(r) < p.tier(to)
}

// tier returns the tier of a job's partition. Cost: O(partitions).
func (p SlurmPolicy) tier(r *workload.Request) int64 {
	for i := range p.Config.Partitions {
		if x := &p.Config.Partitions[i]; x.Name == r.Queue || r.Queue == "" && x.Default {
			return x.Tier
		}
	}
	return 0
}

// MakeRoom implements queue.RoomMaker. The job gets the lowest cores that no job of its
// tier or of a higher one holds.
func (s *state) MakeRoom(q *queue.Pass, w *queue.Waiting, where cluster.Placement) {
	if !s.gangs() {
		return
	}
	p, taken := &pass{Pass: q, state: s}, coresOn{}
	for _, x := range p.holders() {
		if p.keepsCores(w.Request, x) {
			taken.add(x.cores)
		}
	}
	s.gang.next = placed{w.ID, where, s.pickCores(w.Request, where, taken), false}
	p.settle(w)
}

// gangs reports whether jobs are placed on cores of lower tiers.
func (s *state) gangs() bool { return s.gang.cores != nil }

// numCores returns how many cores a node has. A node without cores counts as one core, for
// jobs of whole nodes.
func (s *setup) numCores(n topology.NodeID) int64 {
	return max(1, s.machine.Spec(n).Resources[workload.Cores])
}

// pickCores returns the lowest cores of a placement's nodes that are not taken. A job of
// whole nodes has all cores.
func (s *setup) pickCores(r *workload.Request, where cluster.Placement, taken coresOn) coresOn {
	out := coresOn{}
	for n, tasks := range where.All {
		all := s.numCores(n)
		left := int64(tasks) * r.PerTask[workload.Cores]
		if r.Whole() {
			left = all
		}
		mine := make(coreSet, (all+63)/64)
		for core := int64(0); core < all && left > 0; core++ {
			if r.Whole() || taken[n] == nil || !taken[n].has(core) {
				mine.put(core)
				left--
			}
		}
		out[n] = mine
	}
	return out
}

// coreHolder is a job that runs or is suspended.
type coreHolder struct {
	*cluster.Running
	slot      cluster.Slot
	suspended bool
	partition int
	tier      int64
	cores     coresOn
}

// holders returns the jobs that run or are suspended. Those of higher tiers come first,
// then those of earlier partitions, and then those that started first.
func (p *pass) holders() (all []*coreHolder) {
	add := func(slot cluster.Slot, suspended bool) {
		x := p.Cluster().Job(slot)
		part := p.partitionOf(x.Request)
		all = append(all, &coreHolder{x, slot, suspended, part, p.partitions[part].Tier, p.gang.cores[x.Request.ID]})
	}
	for _, end := range p.Cluster().Limits() {
		add(end.Slot, false)
	}
	for _, slot := range p.Cluster().Suspended() {
		add(slot, true)
	}
	slices.SortFunc(all, func(a, b *coreHolder) int {
		return cmp.Or(cmp.Compare(b.tier, a.tier), cmp.Compare(a.partition, b.partition), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Request.ID, b.Request.ID))
	})
	return all
}

// takeCores records which cores a job has that starts now. Those of a job that ran before
// are the lowest ones that no other running job holds.
func (s *state) takeCores(r *workload.Request, where cluster.Placement) {
	switch {
	case !s.gangs():
	case s.gang.next.job == r.ID && slices.Equal(s.gang.next.where, where):
		s.gang.cores[r.ID] = s.gang.next.cores
	default:
		taken := coresOn{}
		for _, x := range s.gang.cores {
			taken.add(x)
		}
		s.gang.cores[r.ID] = s.pickCores(r, where, taken)
	}
}

// startNow starts a job on nodes that allocate has found. Jobs of lower tiers that hold
// one of its cores make room first.
func (p *pass) startNow(w *queue.Waiting, where cluster.Placement, verdict why.Reason) {
	if p.gangs() {
		if p.gang.next.job != w.ID || !slices.Equal(p.gang.next.where, where) {
			panic("slurmsched: other nodes than found")
		}
		p.settle(w)
		verdict.Have = p.Cluster().Room(w.Request) // the allocator has also counted what stays with jobs of lower tiers
		p.StartAt(w, where, verdict)
		p.settle(nil)
		return
	}
	p.StartAt(w, where, verdict)
}

// settle suspends each running job that shares a core with a running job of a higher
// tier, or with w, which is about to start on the placement found last. If w is nil, it
// resumes the suspended jobs that share none.
func (p *pass) settle(w *queue.Waiting) {
	if !p.gangs() || p.Asking() {
		return
	}
	taken, all := coresOn{}, p.holders()
	var tier []*coreHolder // running jobs of the tier, which do not keep each other from running
	var victims, resumed []*coreHolder
	for i, x := range all {
		if i > 0 && all[i-1].tier > x.tier {
			for _, y := range tier {
				taken.add(y.cores)
			}
			tier = tier[:0]
		}
		above := w != nil && p.yields(w, x)
		switch blocked := above || taken.meets(x.cores); {
		case !blocked && x.suspended && w == nil && !meetsAny(tier, x):
			resumed, tier = append(resumed, x), append(tier, x)
		case !blocked && !x.suspended:
			tier = append(tier, x)
		case blocked && !x.suspended:
			victims = append(victims, x)
		}
	}
	if w != nil && len(victims) > 0 {
		p.reportSuspensions(w, all, victims)
	}
	for _, x := range victims {
		p.giveWay(w, x, all)
	}
	for _, x := range resumed {
		p.Resume(x.slot)
	}
}

// yields reports whether a job makes room for w, which is about to start on the placement
// found last.
func (p *pass) yields(w *queue.Waiting, x *coreHolder) bool {
	next := &p.gang.next
	return !p.keepsCores(w.Request, x) && (next.cores.meets(x.cores) || next.lacks && p.stopped(x) && next.where.Common(x.Placement) > 0)
}

// stopped reports whether a job is requeued or cancelled when it makes room.
func (p *pass) stopped(x *coreHolder) bool {
	mode := p.mode(x.Request)
	return mode == ModeRequeue || mode == ModeCancel
}

// meetsAny reports whether a running job of the same tier holds a core of a job.
func meetsAny(tier []*coreHolder, x *coreHolder) bool {
	return slices.ContainsFunc(tier, func(y *coreHolder) bool { return y.cores.meets(x.cores) })
}

// giveWay suspends or stops a job for w, or for a job that resumes.
func (p *pass) giveWay(w *queue.Waiting, x *coreHolder, all []*coreHolder) {
	reason := why.Reason{Code: why.Preempted, Have: held(x.Running), Blocker: workload.NoJob}
	if w != nil {
		reason.Need, reason.Blocker = w.Size(), w.ID
	} else {
		for _, y := range all {
			if y.tier > x.tier && y.cores.meets(x.cores) {
				reason.Need, reason.Blocker = y.Request.Size(), y.Request.ID
			}
		}
	}
	switch mode := p.mode(x.Request); mode {
	case ModeRequeue, ModeCancel:
		p.warned[x.Request.ID] = reason.Blocker
		p.Preempt(x.slot, p.Now(), mode == ModeRequeue, reason)
	default:
		p.Suspend(x.slot, reason)
	}
}

// reportSuspensions calls the listener with the verdicts on all running jobs.
func (p *pass) reportSuspensions(w *queue.Waiting, all, victims []*coreHolder) {
	if p.listen == nil {
		return
	}
	out := queue.Preemption{Job: w.ID, Need: w.Size()}
	for _, x := range all {
		if x.suspended {
			continue
		}
		v := queue.PreemptionVerdict{Job: x.Request.ID, Kind: queue.OtherCores}
		switch {
		case slices.Contains(victims, x) && p.stopped(x):
			v.Kind = queue.Stopped
		case slices.Contains(victims, x):
			v.Kind = queue.Suspended
		case p.keepsCores(w.Request, x) && x.tier >= p.partitions[factorsIn(w).partition].Tier:
			v.Kind = queue.Protected
		case p.keepsCores(w.Request, x):
			v.Kind = queue.NeverStop
		case !overlaps(x.Placement, &p.partitions[factorsIn(w).partition].set):
			v.Kind = queue.Elsewhere
		}
		if v.Kind == queue.Stopped {
			v.Place = int32(slices.Index(victims, x) + 1)
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	p.listen(out)
}

// keepsCores reports whether a job holds its cores against another one.
func (p *pass) keepsCores(r *workload.Request, x *coreHolder) bool {
	return x.tier >= p.partitions[p.partitionOf(r)].Tier || p.mode(x.Request) == ModeOff
}

// view is the machine as a job may use it: the free resources, and the cores that are taken.
type view struct {
	free  *cluster.Free
	taken coresOn
}

// view returns what is free alongside the given jobs. The jobs for which keeps is true keep
// their cores. All of them keep their memory and other resources, except those for which
// goes is true, which keep nothing.
func (p *pass) view(all []*coreHolder, keeps, goes func(*coreHolder) bool) view {
	v := view{p.Cluster().Free.Clone(), coresOn{}}
	for _, end := range p.Cluster().Limits() {
		p.Cluster().Job(end.Slot).GiveTo(v.free)
	}
	others := map[topology.NodeID]*workload.Resources{}
	whole := topology.NewNodeSet(int(p.nodes))
	for _, x := range all {
		if goes(x) {
			continue
		}
		keep := keeps(x)
		if keep {
			v.taken.add(x.cores)
		}
		for n, tasks := range x.Placement.All {
			if keep && x.Request.Whole() {
				whole.AddRange(n, n)
			}
			if others[n] == nil {
				others[n] = &workload.Resources{}
			}
			for k, need := range x.Request.PerTask {
				if k != int(workload.Cores) {
					others[n][k] += need * int64(tasks)
				}
			}
		}
	}
	for n := range others {
		if !v.free.Idle().Has(n) { // it is down
			continue
		}
		have := p.Machine().Spec(n).Resources
		idle := true
		for k := range have {
			take := others[n][k]
			if k == int(workload.Cores) {
				take = v.taken[n].count()
			}
			have[k], idle = max(0, have[k]-take), idle && take == 0
		}
		if whole.Has(n) {
			have, idle = workload.Resources{}, false
		}
		if !idle {
			v.free.Put(n, have, false)
		}
	}
	return v
}

// count returns the number of cores in the set.
func (c coreSet) count() (n int64) {
	for _, x := range c {
		n += int64(bits.OnesCount64(x))
	}
	return n
}

// overlay finds a placement of a job on the given nodes, alongside the given jobs. It
// first tries cores that no running or suspended job holds, and then those of jobs of
// lower tiers. Then it spares whole partitions of lower tiers, the highest tier first, as
// long as the job still fits.
//
// If memory is short, jobs of lower tiers that would be requeued or cancelled give it up;
// a suspended job does not.
func (p *pass) overlay(r *workload.Request, all []*coreHolder, open *topology.NodeSet) (cluster.Placement, why.Reason) {
	try := func(keeps, goes func(*coreHolder) bool) (cluster.Placement, why.Reason, coresOn) {
		v := p.view(all, keeps, goes)
		v.free.BarOutside(open)
		where, verdict := p.Allocator().Allocate(r, v.free, nil)
		return where, verdict, v.taken
	}
	every, none := func(*coreHolder) bool { return true }, func(*coreHolder) bool { return false }
	lacks := false
	where, verdict, taken := try(every, none)
	if !verdict.OK() {
		keeps, goes := func(x *coreHolder) bool { return p.keepsCores(r, x) }, none
		if where, verdict, taken = try(keeps, goes); !verdict.OK() {
			goes, lacks = func(x *coreHolder) bool { return !keeps(x) && p.stopped(x) }, true
			if where, verdict, taken = try(keeps, goes); !verdict.OK() {
				return nil, verdict
			}
		}
		spared := map[int]bool{}
		for _, part := range p.below(r) {
			spared[part] = true
			w, reason, t := try(func(x *coreHolder) bool { return keeps(x) || spared[x.partition] }, goes)
			if !reason.OK() {
				break
			}
			where, verdict, taken = w, reason, t
		}
	}
	p.gang.next = placed{r.ID, where, p.pickCores(r, where, taken), lacks}
	return where, verdict
}

// below returns the partitions of lower tiers than that of a job, the highest tier first,
// then in the order of the configuration.
func (s *setup) below(r *workload.Request) (list []int) {
	for i := range s.partitions {
		if s.partitions[i].Tier < s.partitions[s.partitionOf(r)].Tier {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(s.partitions[b].Tier, s.partitions[a].Tier) })
	return list
}

// countFor returns how much of what a waiting job asks for is free for it. Suspended jobs
// may keep cores, too.
func (p *pass) countFor(w *queue.Waiting) int32 {
	if !p.gangs() {
		return p.Count(w)
	}
	v := p.view(p.holders(), func(x *coreHolder) bool { return p.keepsCores(w.Request, x) }, func(*coreHolder) bool { return false })
	return v.free.Count(w.Request)
}

// endsWithSuspended returns the ends of the walltimes of the jobs whose cores a job cannot
// take, as the backfill scheduler expects them. It plans as if suspended jobs ran.
func (p *pass) endsWithSuspended(w *queue.Waiting) (ends []cluster.WalltimeEnd) {
	for _, x := range p.holders() {
		if p.keepsCores(w.Request, x) {
			ends = append(ends, cluster.WalltimeEnd{At: x.Limit, Size: held(x.Running), Slot: x.slot})
		}
	}
	slices.SortStableFunc(ends, func(a, b cluster.WalltimeEnd) int { return cmp.Compare(a.At, b.At) })
	return ends
}

// overlayLater finds a placement of a job on the given nodes once the first jobs of
// x.ends have ended.
func (x *outlook) overlayLater(w *queue.Waiting, open *topology.NodeSet, ended int) (cluster.Placement, why.Reason) {
	all := slices.DeleteFunc(x.holders(), func(h *coreHolder) bool {
		return slices.ContainsFunc(x.ends[:ended], func(end cluster.WalltimeEnd) bool { return end.Slot == h.slot })
	})
	if inside := x.preferred(w, open); inside != nil {
		if where, verdict := x.overlay(w.Request, all, inside); verdict.OK() {
			return where, verdict
		}
	}
	return x.overlay(w.Request, all, open)
}

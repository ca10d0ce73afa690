// Package slurmsched implements the scheduling of jobs as Slurm's controller does it.
// It uses only exported names of package queue.
//
// Jobs are submitted to [Partition]s, which may share nodes. Waiting jobs are sorted
// by the tier of their partition, and then by a multifactor [Priority]. [SlurmPolicy]
// is the queue.Policy. Two schedulers take turns:
//
//   - The main scheduler runs at every event. It starts jobs in order. At the first
//     job of a partition that does not fit, it leaves that partition and all of its
//     nodes alone, so that no later job delays that job.
//   - The [Backfill] scheduler runs at intervals. It plans the start of every job in
//     order, on the nodes that it would get, beside the jobs planned before. Those
//     that can start now are started.
//
// Limits of QOS, accounts and users hold jobs; such a job holds no others. Both
// schedulers may stop running jobs to make room ([Preemption]).
//
// priority.go computes priorities, fairtree.go the fair-share factors of users,
// limits.go compares jobs with limits, deadlines.go removes jobs that are too late,
// het.go starts the parts of heterogeneous jobs together,
// preempt.go chooses the jobs that are stopped, and state.go keeps what lasts from pass to pass. Three files save work without
// changing a decision, where there are no licences, no preemption and no deadlines: rooms.go records
// which nodes have room, lines.go keeps the jobs of each partition apart, and hopes.go
// ends a run of the backfill scheduler once no job can start any more. [JobWatch] follows
// a few jobs of a long queue.
package slurmsched

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SlurmConfig is the part of slurm.conf and of the accounting database that concerns
// scheduling.
type SlurmConfig struct {
	Partitions []Partition // empty: one partition with all nodes, for all jobs
	QOS        []QOS
	Accounts   []Account
	Licenses   []queue.Named // how many there are of each licence
	// Reservations are the reservations that administrators make.
	Reservations []AdvanceReservation
	Priority     Priority
	Backfill     Backfill
	Preemption   Preemption
	// Deadlines removes jobs that could no longer end by their deadlines, as Slurm removes
	// those with sbatch --deadline.
	Deadlines bool
}

// Partition is a group of nodes with a queue of its own. A node may be in several.
type Partition struct {
	Name     string
	Nodes    cluster.Placement // nil: all nodes
	Default  bool              // jobs without a queue are submitted to it
	Tier     int64             // PriorityTier, from 0 to 65,533: jobs of a higher tier come first
	Priority int64             // PriorityJobFactor, for the partition factor of priorities
	MaxNodes int32             // 0: no limit
	MaxTime  simtime.Duration  // 0: no limit
	QOS      string            // its limits apply to the partition's jobs, before those of their own QOS
	Preempt  PreemptMode       // PreemptMode, under PreemptByPartition
	Grace    simtime.Duration  // GraceTime: how long its jobs run on after the decision to stop them
}

// QOS is a quality of service, which a job may ask for.
type QOS struct {
	Name     string
	Priority int64            // for the QOS factor of priorities
	Preempt  []string         // under PreemptByQOS: those whose jobs may be stopped for its own; the lists must have no cycle
	Mode     PreemptMode      // PreemptMode, under PreemptByQOS
	Grace    simtime.Duration // GraceTime: how long its jobs run on after the decision to stop them
	Exempt   simtime.Duration // PreemptExemptTime; 0: that of Preemption
	Limits   JobLimits
	// DenyOnLimit refuses jobs that could never keep to its limits and those of their
	// associations. Without it they wait.
	DenyOnLimit bool
}

// Backfill is the configuration of the backfill scheduler.
type Backfill struct {
	Off        bool             // sched/builtin: there is no backfill scheduler
	Interval   simtime.Duration // bf_interval: time between two runs
	Window     simtime.Duration // bf_window: how far it plans ahead
	Resolution simtime.Duration // bf_resolution: planned times are multiples of it
	MaxTest    int32            // bf_max_job_test: number of jobs that a run considers
	MaxUser    int32            // bf_max_job_user: number of jobs of each user that a run considers; 0: no limit

	HetPriority HetPriority // bf_hetjob_prio: which priority the parts of a heterogeneous job have
	HetNow      bool        // bf_hetjob_immediate: such a job starts in the course of a run, not at its end
	// HetRetry is the time after which parts are looked at again that had nodes when the
	// start of another part failed. Slurm takes the nodes back, and waits until the
	// credentials of these parts have expired (cred_expire) and a second more.
	HetRetry simtime.Duration
}

// UsualConfig returns Slurm's defaults: one partition, jobs in order of submission,
// and a run of the backfill scheduler every 30 seconds.
func UsualConfig() SlurmConfig {
	return SlurmConfig{
		Priority:   Priority{MaxAge: 7 * 24 * simtime.Hour, HalfLife: 7 * 24 * simtime.Hour, Period: 5 * simtime.Minute},
		Backfill:   Backfill{Interval: 30 * simtime.Second, Window: 24 * simtime.Hour, Resolution: simtime.Minute, MaxTest: 500, HetRetry: 121 * simtime.Second},
		Preemption: Preemption{Reorder: 1},
	}
}

// SlurmPolicy schedules jobs as Slurm does.
//
// Cost: O(started jobs · partitions) a pass for the main scheduler, besides the
// allocator. A run of the backfill scheduler costs, for each job that it plans, at most
// Backfill.MaxTest, O(running jobs + planned jobs + nodes/64) a few times, and a few
// questions to the allocator. It plans no more jobs once none can start.
//
// Source: Slurm (SOURCES.md SLURM.1 to SLURM.4, SLURM.7 to SLURM.10, and SLURM.16 to SLURM.19). INFERRED: the
// main scheduler runs at every event and considers all jobs, and both schedulers take no
// time. LIMITATIONS: a job names one partition; jobs do not change their size.
type SlurmPolicy struct{ Config SlurmConfig }

// PlainPolicy is SlurmPolicy without shortcuts: it considers every job in every run. It
// makes the same decisions, and tests compare them.
type PlainPolicy struct{ SlurmPolicy }

// NewState implements queue.Stateful.
func (p PlainPolicy) NewState(c *queue.Config) queue.PolicyState {
	s := p.SlurmPolicy.NewState(c).(*state)
	s.plain = true
	return s
}

// Schedule implements queue.Policy.
func (s SlurmPolicy) Schedule(q *queue.Pass) { s.schedule(q, nil) }

func (SlurmPolicy) schedule(q *queue.Pass, watch *JobWatch) {
	p := &pass{Pass: q, state: q.Own().(*state), watch: watch}
	p.choose()
	p.recalculate(q)
	p.turnReservations()
	if p.settle(nil); p.Len() == 0 {
		p.wakeForReservations()
		return
	}
	for again := true; again; {
		p.reopen()
		again = p.main() && (p.Constrained() != nil || p.ledger.limitSetup != nil) // the allocator may now accept a job that it refused, or choose nodes on which no limit holds it
		if p.due() && p.backfill() {
			again = true // the job that closed a partition may have started
		}
	}
	p.wake()
}

// pass is a scheduling pass together with the policy's state.
type pass struct {
	*queue.Pass
	*state
	blocker []workload.JobID // of each partition: the job at which the main scheduler left it
	failed  []workload.JobID // of each reservation: the job of it that did not fit

	onLowest alloc.LowestFirst // the allocator, if shortcuts for such allocators may be taken; else nil
	watch    *JobWatch         // nil if nobody watches
}

// sets is memory that passes reuse.
type sets struct {
	opened         topology.NodeSet // nodes that are in none of the partitions that the main scheduler has left
	inside, result topology.NodeSet // results of pass.open and pass.allocate
}

// choose finds out whether shortcuts may be taken.
func (p *pass) choose() {
	if _, blocks := p.Machine().Topology.(topology.Blocked); !blocks && !p.plain {
		p.onLowest, _ = p.Allocator().(alloc.LowestFirst)
	}
}

// reopen prepares a run of the main scheduler.
func (p *pass) reopen() {
	if p.blocker == nil {
		p.blocker, p.failed = make([]workload.JobID, len(p.partitions)), make([]workload.JobID, len(p.reservations))
	}
	for i := range p.blocker {
		p.blocker[i] = workload.NoJob
	}
	for i := range p.failed {
		p.failed[i] = workload.NoJob
	}
	p.opened.CopyFrom(&p.all)
}

// main starts jobs in order. It reports whether it started any.
//
// Source: SOURCES.md SLURM.1.
func (p *pass) main() (started bool) {
	open := len(p.partitions)
	for w := range p.heads {
		if open == 0 && !p.reserved() && !p.Asking() {
			break
		}
		part := factorsIn(w).partition
		if p.outsideReservation(w) || p.tooWide(w) {
			continue
		}
		if w.IsHet() {
			if p.mainTurnOfPart(w, part) {
				open--
			}
			continue
		}
		if behind := p.blockedBy(w); behind != workload.NoJob {
			p.holdBehind(w, behind)
			continue
		}
		if p.role(w) != Present {
			p.mainTurn(w)
			continue
		}
		if p.dropLate(w) || p.heldBefore(w) || p.lacksLicenses(w, true) {
			continue
		}
		a := p.within(w, p.Now(), false)
		if a.none && !p.crowdedOut(w) && p.crowdedOutOf(w, &a) || p.heldByNodes(w, true) {
			continue
		}
		where, verdict := p.allocateNow(w, &a, p.Room())
		if (verdict.OK() || !p.crowdedOut(w)) && p.heldOn(w, where, verdict.OK()) {
			continue
		}
		switch {
		case !verdict.OK() && p.preempts() && p.makeRoom(w, p.openTo(w, &a)):
			p.reopen() // a job tested before may now fit, too
			p.main()
			return true
		case !verdict.OK() && p.crowdedOut(w):
			p.Hold(w, p.whyStopping(w, verdict))
			if p.blocker[part] == workload.NoJob {
				p.close(part, w.ID)
				open--
			}
		case !verdict.OK() && p.crowdedOutOf(w, &a):
		case !verdict.OK() && p.lacksOnlyReserved(w, &a):
			p.Hold(w, p.whyLacking(w, &a, verdict))
		case !verdict.OK() && factorsIn(w).reserved:
			p.Hold(w, p.whyStopping(w, verdict))
			p.fail(w)
		case !verdict.OK():
			p.Hold(w, p.whyStopping(w, verdict))
			p.close(part, w.ID)
			open--
		case !p.Asking():
			if verdict.Code = why.InPriority; a.by != nil {
				verdict.Have = p.countFor(w) // the allocator has not counted reserved nodes
			}
			longer := p.timeLeft(w)
			p.startNow(w, where, verdict)
			longer()
			started = true
		}
	}
	return started
}

// holdBehind records that a job waits behind the one that closed its partition.
func (p *pass) holdBehind(w *queue.Waiting, behind workload.JobID) {
	if !p.explains(w) || p.heldAlone(w) {
		return
	}
	reason := why.Reason{Code: why.BehindHead, Need: w.Size(), Have: p.countFor(w), Blocker: behind}
	if reason.Have < reason.Need {
		reason.Code = why.TooFewFree
	}
	p.Hold(w, reason)
}

// close leaves a partition alone: no later job gets any of its nodes.
func (p *pass) close(part int, behind workload.JobID) {
	p.blocker[part] = behind
	p.opened.Subtract(&p.partitions[part].set)
}

// open returns the nodes of a partition that no partition left alone by the main
// scheduler has. The set is valid until the next call.
func (p *pass) open(part int) *topology.NodeSet {
	p.inside.CopyFrom(&p.partitions[part].set)
	p.inside.Intersect(&p.opened)
	return &p.inside
}

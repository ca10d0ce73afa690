package queue

import (
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Preempt ends a running job to make room for a waiting one, the Blocker of the
// reason. If until is later than now, the job runs on until then, at the longest.
// If requeue is set, the job waits again, and may start after this run of Schedule;
// otherwise it has ended. Schedule runs again after a pass that stopped jobs which
// wait again. It must not be called in a query pass.
func (p *Pass) Preempt(slot cluster.Slot, until simtime.Time, requeue bool, reason why.Reason) {
	r, at := p.starter.StopJob(slot, until, requeue, reason)
	if r != nil {
		p.returning = append(p.returning, stopped{r, at})
	}
}

// Suspend takes a running job off its nodes to make room, possibly for the Blocker of the
// reason. The job does no work and its walltime stands still until Resume. It must not be
// called in a query pass that changes nothing.
func (p *Pass) Suspend(slot cluster.Slot, reason why.Reason) {
	p.starter.SuspendJob(slot, reason)
	p.queue.disturbed = true
}

// Resume lets a suspended job continue on its nodes, which must be free.
func (p *Pass) Resume(slot cluster.Slot) { p.starter.ResumeJob(slot) }

// stopped is a job that a pass has stopped, and the place at which it waits again.
type stopped struct {
	request *workload.Request
	at      QueuePlace
}

// returnStopped puts the jobs that the pass has stopped back into the queue. It
// reports whether there were any. They are not put back before, because a policy
// goes through the waiting jobs while it stops others.
func (p *Pass) returnStopped() bool {
	if len(p.returning) == 0 {
		return false
	}
	q := p.queue
	q.line.sweep(p.dirtyFrom, p.dirtyUntil)
	for _, x := range p.returning {
		q.Return(x.request, x.at)
	}
	p.returning = p.returning[:0]
	p.dirtyFrom, p.dirtyUntil = len(q.line.blocks), 0
	return true
}

// StopOn stops a job on a copy of the machine state, for the Starters of passes
// whose decisions are discarded. The job does not wait again.
func (q *Queue) StopOn(state *cluster.State, slot cluster.Slot, until, now simtime.Time) {
	if until > now {
		state.Extend(slot, until)
		return
	}
	q.Ended(state.End(slot), now)
}

// StopJob implements Starter.
func (r rehearsed) StopJob(slot cluster.Slot, until simtime.Time, _ bool, _ why.Reason) (*workload.Request, QueuePlace) {
	r.p.queue.StopOn(r.p.state, slot, until, r.p.now)
	return nil, QueuePlace{}
}

// StopJob implements Starter.
func (s *startRecorder) StopJob(slot cluster.Slot, until simtime.Time, _ bool, _ why.Reason) (*workload.Request, QueuePlace) {
	s.p.queue.StopOn(s.p.state, slot, until, s.p.now)
	return nil, QueuePlace{}
}

// StopJob implements Starter.
func (f *forecast) StopJob(slot cluster.Slot, until simtime.Time, _ bool, _ why.Reason) (*workload.Request, QueuePlace) {
	f.queue.StopOn(f.state, slot, until, f.now)
	return nil, QueuePlace{}
}

// SuspendJob implements Starter.
func (r rehearsed) SuspendJob(slot cluster.Slot, _ why.Reason) { r.p.state.Suspend(slot, r.p.now) }

// ResumeJob implements Starter.
func (r rehearsed) ResumeJob(slot cluster.Slot) { r.p.state.Resume(slot, r.p.now) }

// SuspendJob implements Starter.
func (s *startRecorder) SuspendJob(slot cluster.Slot, _ why.Reason) { s.p.state.Suspend(slot, s.p.now) }

// ResumeJob implements Starter.
func (s *startRecorder) ResumeJob(slot cluster.Slot) { s.p.state.Resume(slot, s.p.now) }

// SuspendJob implements Starter.
func (f *forecast) SuspendJob(slot cluster.Slot, _ why.Reason) { f.state.Suspend(slot, f.now) }

// ResumeJob implements Starter.
func (f *forecast) ResumeJob(slot cluster.Slot) { f.state.Resume(slot, f.now) }

// Preemption is a decision to stop running jobs for a waiting one, with the verdict
// on every running job.
type Preemption struct {
	Job      workload.JobID // the waiting job
	Need     int32          // its size, in nodes or tasks
	Verdicts []PreemptionVerdict
}

// PreemptionVerdict is the decision about a running job. The jobs that may be
// stopped come first, in the order in which the discipline considered them at last.
type PreemptionVerdict struct {
	Job   workload.JobID
	Kind  VerdictKind
	Place int32        // for a job that may be stopped: its place in the order in which they were considered, from 1; otherwise 0
	Until simtime.Time // Warned: when it is stopped; Exempt: when it may be stopped
}

// VerdictKind is the kind of a decision about a running job.
type VerdictKind uint8

// The kinds of verdicts.
const (
	Stopped   VerdictKind = iota // stopped at once
	Warned                       // stopped at Until, when its grace time is over
	Unneeded                     // spared: the waiting job fits without its nodes
	Protected                    // spared: the waiting job may not stop it, by tier or by quality of service
	Exempt                       // spared: it may not be stopped before Until, because it started only recently
	NeverStop                    // spared: its partition or quality of service says that its jobs are not stopped
	Elsewhere                    // spared: it runs on none of the nodes that the waiting job may use

	// Of Kueue.
	NotAllowed     // spared: the waiting job's queue stops no jobs of its queue
	Outranked      // spared: the waiting job does not come before it, by priority or age
	OtherQuota     // spared: it uses nothing of what the waiting job lacks
	WithinQuota    // spared: its queue, or the cohort of its queue, uses no more than its own quota
	WhileBorrowing // spared: the waiting job's queue must borrow, and may then not stop it, by its priority

	// Of suspension in Slurm.
	Suspended  // suspended at once
	OtherCores // spared: the waiting job uses none of its cores
	NumVerdicts
)

// String returns the stable name of the kind.
func (k VerdictKind) String() string {
	return [...]string{"stopped", "warned", "unneeded", "protected", "exempt", "never-stop", "elsewhere", "not-allowed", "outranked", "other-quota", "within-quota", "while-borrowing", "suspended", "other-cores"}[k]
}

// English returns the verdict of a decision as an English sentence without a full
// stop.
func (v *PreemptionVerdict) English(p *Preemption, n why.Names) string {
	name := func(id workload.JobID) string {
		if n.Job == nil {
			return fmt.Sprintf("job %d", id)
		}
		return n.Job(id)
	}
	job, other := name(v.Job), name(p.Job)
	switch v.Kind {
	case Stopped:
		return fmt.Sprintf("%s is stopped because %s needs what it uses (number %d of the jobs that may be stopped for it)", job, other, v.Place)
	case Warned:
		return fmt.Sprintf("%s is to be stopped because %s needs what it uses (number %d of the jobs that may be stopped for it); its grace time ends at %v", job, other, v.Place, v.Until)
	case Unneeded:
		return fmt.Sprintf("%s is spared because %s fits beside it (number %d of the jobs that may be stopped for it)", job, other, v.Place)
	case Exempt:
		return fmt.Sprintf("%s is spared because it started only recently; it may be stopped for %s from %v on", job, other, v.Until)
	case NeverStop:
		return fmt.Sprintf("%s is spared because the jobs of its partition are not stopped", job)
	case Elsewhere:
		return fmt.Sprintf("%s is spared because it runs on none of the nodes of the partition of %s", job, other)
	case NotAllowed:
		return fmt.Sprintf("%s is spared because the queue of %s stops no jobs of its queue", job, other)
	case Outranked:
		return fmt.Sprintf("%s is spared because %s does not come before it, by priority or age", job, other)
	case OtherQuota:
		return fmt.Sprintf("%s is spared because it uses nothing of what %s lacks", job, other)
	case WithinQuota:
		return fmt.Sprintf("%s is spared because its queue, or the cohort of its queue, uses no more than its own quota", job)
	case WhileBorrowing:
		return fmt.Sprintf("%s is spared because the queue of %s must borrow, and may not stop it then", job, other)
	case Suspended:
		return fmt.Sprintf("%s is suspended because %s uses cores of it", job, other)
	case OtherCores:
		return fmt.Sprintf("%s is spared because %s uses none of its cores", job, other)
	}
	return fmt.Sprintf("%s is spared because %s may not stop it, by tier or by QOS", job, other)
}

// PreemptionReporter is a PolicyState that reports its decisions to stop jobs.
type PreemptionReporter interface {
	PolicyState
	// ListenPreemptions registers the function f, which is called at every later
	// decision. If f is nil, no function is called any more. It reports whether the
	// policy may stop jobs at all.
	ListenPreemptions(f func(Preemption)) bool
}

// ListenPreemptions registers the function f, which is called at every later
// decision to stop jobs. It reports whether the policy may stop jobs. A clone of the
// queue calls no function.
func (q *Queue) ListenPreemptions(f func(Preemption)) bool {
	r, ok := q.own.(PreemptionReporter)
	return ok && r.ListenPreemptions(f)
}

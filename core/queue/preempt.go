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
	NumVerdicts
)

// String returns the stable name of the kind.
func (k VerdictKind) String() string {
	return [...]string{"stopped", "warned", "unneeded", "protected", "exempt", "never-stop", "elsewhere"}[k]
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
		return fmt.Sprintf("%s is stopped because %s needs its nodes (number %d of the jobs that may be stopped for it)", job, other, v.Place)
	case Warned:
		return fmt.Sprintf("%s is to be stopped because %s needs its nodes (number %d of the jobs that may be stopped for it); its grace time ends at %v", job, other, v.Place, v.Until)
	case Unneeded:
		return fmt.Sprintf("%s is spared because %s fits without its nodes (number %d of the jobs that may be stopped for it)", job, other, v.Place)
	case Exempt:
		return fmt.Sprintf("%s is spared because it started only recently; it may be stopped for %s from %v on", job, other, v.Until)
	case NeverStop:
		return fmt.Sprintf("%s is spared because the jobs of its partition are not stopped", job)
	case Elsewhere:
		return fmt.Sprintf("%s is spared because it runs on none of the nodes of the partition of %s", job, other)
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

// Package manual starts jobs according to a list of decisions made by a person:
// which job, when and on which nodes. It makes no decisions of its own.
//
// [ManualPolicy] is the queue.Policy; its list of [Decision] values comes from the
// scenario or from a player on the page. At the instant of a decision, a scheduling
// pass carries out the decision or refuses it. The policy's state implements
// queue.Decider: it keeps the outcome of every decision, including the promise that
// the decision broke by delaying another job.
package manual

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Decision is a person's decision to start a job.
type Decision struct {
	At    simtime.Time
	Job   int64             // the job's number in the scenario
	Nodes cluster.Placement // the named nodes, as one task on each; nil if the allocator chooses
}

// ManualPolicy carries out a list of decisions and nothing else: a job without a
// decision waits. A decision is carried out after all other events of its instant,
// so it applies to the machine as the person saw it when deciding. A decision that
// is impossible at that moment is refused and not tried again. A job of tasks fills
// the named nodes in their order.
//
// Cost: O(waiting jobs) a decision, and that of queue.Pass.HeadPromises twice for a
// decision that is carried out.
//
// Source: our own (SOURCES.md QUEUE.2). LIMITATIONS: a moldable job starts with the
// size that it asks for; a job cannot start on nodes that a job with run time 0
// gives back at the same instant.
type ManualPolicy struct {
	Decisions []Decision // ascending by At; decisions of the same instant are in the order of execution
	// Rest starts the remaining jobs by a simple rule when no decisions are left:
	// after the last decision, each pass goes through the queue and starts every
	// job that fits.
	Rest bool
}

// ReservesNodes implements queue.Reserver. To compute the promises that EASY would
// make, the policy must ask the allocator about jobs that do not start.
func (ManualPolicy) ReservesNodes() {}

// Schedule implements queue.Policy.
func (x ManualPolicy) Schedule(p *queue.Pass) {
	s := p.Own().(*state)
	if p.Asking() {
		s.tell(p)
		return
	}
	s.refuseMissed(p.Now())
	for p.Trigger() == queue.Alarm && len(s.left) > 0 && s.left[0].At <= p.Now() {
		s.keep(s.carryOut(p, &s.left[0]))
	}
	if len(s.left) > 0 {
		p.WakeAt(s.left[0].At)
		return
	}
	for w := range p.Waiting() {
		if !x.Rest {
			break
		}
		p.Start(w, why.FitsNow)
	}
}

// tell records for each waiting job whether it fits, and the instant of the
// decision about it, if any.
func (s *state) tell(p *queue.Pass) {
	next := make(map[int64]int, len(s.left)) // index of the first decision of each job
	for i := len(s.left) - 1; i >= 0; i-- {
		next[s.left[i].Job] = i
	}
	for w := range p.Waiting() {
		reason := why.Reason{Code: why.Undecided, Need: w.Size(), Have: p.Count(w), Blocker: workload.NoJob, At: simtime.Never}
		if i, decided := next[w.Number]; decided {
			reason.At = s.left[i].At
		} else if reason.Have < reason.Need {
			reason.Code = why.TooFewFree
		}
		p.Hold(w, reason)
	}
}

// carryOut carries out the next decision and returns its outcome.
func (s *state) carryOut(p *queue.Pass, d *Decision) queue.DecisionOutcome {
	var w *queue.Waiting
	for v := range p.Waiting() {
		if v.Number == d.Job {
			w = v
			break
		}
	}
	if w == nil {
		return s.absent(d)
	}
	out, where := find(p, w, d.Nodes)
	if out.Refusal != queue.Done {
		return out
	}
	before := p.HeadPromises()
	p.StartAt(w, where, why.Reason{Code: why.ByHand, Need: out.Need, Have: out.Have, Blocker: workload.NoJob})
	return broken(out, before, p.HeadPromises())
}

// broken completes the outcome with the first job whose promise moved later. The
// promises before and after the decision are those that EASY makes to the first
// jobs of the queue, up to the first job that must wait. If there are fewer
// promises after the decision than before, some job among them has been delayed.
func broken(out queue.DecisionOutcome, before, after []queue.ReservedStart) queue.DecisionOutcome {
	is := make(map[workload.JobID]simtime.Time, len(after))
	for _, x := range after {
		is[x.Job] = x.At
	}
	for _, was := range before {
		if now, told := is[was.Job]; told && now > was.At {
			out.Broken, out.Was, out.Is = was.Job, was.At, now
			break
		}
	}
	return out
}

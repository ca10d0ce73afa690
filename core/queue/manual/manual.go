// Package manual starts jobs as a person has decided: which, when and on which
// nodes. It decides nothing by itself.
package manual

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Decision is one thing that a person has decided: to start a job.
type Decision struct {
	At    simtime.Time
	Job   int64             // as people call it
	Nodes cluster.Placement // one task a node; nil: the allocator chooses
}

// ManualPolicy does what was decided, and nothing else: jobs that nobody has decided
// about wait. A decision is carried out when all else that happens at its
// instant has happened, so that it finds the machine as a person sees it who
// decides then; what is impossible at that moment is refused, and not tried
// again. A job of tasks fills the named nodes in their order.
//
// Cost: O(waiting jobs) a decision, and that of Pass.HeadPromises twice for one
// that is carried out.
//
// Source: ours (SOURCES.md QUEUE.2). LIMITATIONS: a moldable
// job starts with the size that it asks for; a job cannot follow at the same
// instant on nodes that a job of run time 0 gives back then.
type ManualPolicy struct {
	Decisions []Decision // ascending by At; those of one instant in the order in which they are carried out
	// Rest starts the others when all is done that was decided: after the last
	// decision each pass goes through the queue, and starts what fits.
	Rest bool
}

// ReservesNodes implements queue.Reserver: for what EASY would promise the
// allocator is asked about jobs that do not start.
func (ManualPolicy) ReservesNodes() {}

// Schedule implements queue.Policy.
func (x ManualPolicy) Schedule(p *queue.Pass) {
	s := p.Own().(*state)
	if p.Asking() {
		s.tell(p)
		return
	}
	s.miss(p.Now())
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

// tell says of each waiting job whether it fits, and when its decision comes.
func (s *state) tell(p *queue.Pass) {
	next := make(map[int64]int, len(s.left)) // the first decision of each job
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

// carryOut does the next decision, or says why it cannot be done.
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

// broken notes the first job whose promise became later. EASY's promises are to
// the first jobs of the queue, and end with one that must wait: where the later
// list is shorter, a job before its end has become late.
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

package hybrid

import (
	"math"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// finding is the result of a query pass for a job: the promised time at, which may
// be simtime.Never. If the job would exceed a limit, the field over is that limit
// and the field need is the amount that the job would reach.
type finding struct {
	at     simtime.Time
	starts bool // the job starts in the simulated pass, which is still in the future
	hard   bool // hard limits apply instead of soft ones
	over   *rule
	need   int64
}

// explain records why w waits. The reason is the obstacle at the instant of the
// question. If there is none at that instant, the reason is the obstacle in the
// next pass.
func (p pass) explain(w *queue.Waiting, x finding) {
	if !p.Asking() {
		return
	}
	now, held, own := p.Asked()
	if r, need := own.(*state).ledger.over(factsOf(w), now, x.hard); r != nil {
		x.over, x.need = r, need
	}
	if x.over != nil {
		p.Hold(w, overLimit(x.over, x.over.bound(x.hard), x.need, x.at))
		return
	}
	if better, ok := p.WindowReason(w); ok && better.Code == why.BetterWindow {
		p.Hold(w, better)
		return
	}
	reason := why.Reason{Code: why.Reserved, Need: w.Need(), Have: held.Count(w.Request), Blocker: workload.NoJob, At: x.at}
	switch a := &p.d.table; {
	case reason.Have < reason.Need:
		reason.Code = why.TooFewFree
	case x.starts:
		reason.Code = why.NextCycle
	case x.at == simtime.Never && len(a.held) > 0: // the job has no reservation
		reason.Code, reason.Blocker, reason.At = why.WouldDelay, a.held[0].job, a.spans[0].from
	default:
		reason.Blocker = a.blocker
	}
	p.Hold(w, reason)
}

func overLimit(r *rule, bound, need int64, at simtime.Time) why.Reason {
	if r.measure == queue.NodeSeconds {
		need, bound = (need+999)/1000, bound/1000
	}
	return why.Reason{Code: why.OverLimit, Need: narrow(need), Have: narrow(bound), Blocker: workload.NoJob, At: at, Which: int16(min(r.which, math.MaxInt16))}
}

func narrow(x int64) int32 { return int32(min(x, math.MaxInt32)) }

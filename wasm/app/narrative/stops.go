package narrative

import (
	"hopyard/core/queue"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// maxVerdicts is the number of running jobs about which the sentences of a step say
// why they were not stopped.
const maxVerdicts = 5

var verdictTexts = map[queue.VerdictKind]i18n.Text{
	queue.Warned: i18n.VerdictWarned, queue.Unneeded: i18n.VerdictUnneeded, queue.Protected: i18n.VerdictProtected,
	queue.Exempt: i18n.VerdictExempt, queue.NeverStop: i18n.VerdictNever, queue.Elsewhere: i18n.VerdictElsewhere,
	queue.NotAllowed: i18n.VerdictNotAllowed, queue.Outranked: i18n.VerdictOutranked, queue.OtherQuota: i18n.VerdictOtherQuota,
	queue.OtherCores: i18n.VerdictOtherCores, queue.WithinQuota: i18n.VerdictWithinQuota, queue.WhileBorrowing: i18n.VerdictBorrowing,
}

// stopTexts holds the texts about jobs that were stopped and wait again, by the rule of
// Kueue, or 0.
var stopTexts = map[int16]i18n.Text{
	0: i18n.StoppedFor, why.InClusterQueue: i18n.StoppedInQueue, why.InCohortReclamation: i18n.StoppedReclaimed, why.InCohortReclaimWhileBorrowing: i18n.StoppedBorrowing,
}

// verdicts returns sentences about the running jobs that the scheduling pass of the
// step decided to stop later, or not to stop. Those that it stopped at once have
// events.
func (m Sentences) verdicts() (all []html.HTML) {
	if m.Middle() {
		return nil
	}
	for i := range m.State.Stops {
		p, more := &m.State.Stops[i], int64(0)
		for k := range p.Verdicts {
			v := &p.Verdicts[k]
			switch {
			case v.Kind == queue.Stopped || v.Kind == queue.Suspended:
			case len(all) >= maxVerdicts && v.Kind != queue.Warned:
				more++
			default:
				all = append(all, m.verdict(p, v))
			}
		}
		if more > 0 {
			all = append(all, m.Words.HTML(i18n.VerdictMore, m.Words.N("n", more)))
		}
	}
	return all
}

func (m Sentences) verdict(p *queue.Preemption, v *queue.PreemptionVerdict) html.HTML {
	return m.Words.HTML(verdictTexts[v.Kind], m.Job(v.Job), m.BlockerWord(p.Job), m.At("at", v.Until))
}

// stoppedPlace returns the place of a job, which the pass has just stopped, among
// those that could be stopped.
func (m Sentences) stoppedPlace(id workload.JobID) html.HTML {
	for i := range m.State.Stops {
		for _, v := range m.State.Stops[i].Verdicts {
			if v.Job == id && v.Kind == queue.Stopped {
				return m.Words.HTML(i18n.StoppedPlace, m.Words.N("n", int64(v.Place)))
			}
		}
	}
	return ""
}

// stoppedBy returns why a job that ended in a step was stopped: one of the values of
// message.Event.Of, or 0.
func (m Sentences) stoppedBy(id workload.JobID, step int32) int32 {
	for _, e := range m.Run.StepEvents(int(step)) {
		if e.Job == id && e.Kind == trace.Fail {
			return e.Of
		}
	}
	return 0
}

package quiz

import (
	"slices"

	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// next asks which event comes next, given the state before the step. Depending on
// the step, it asks which stage of a growth ends, what happens to a job whose nodes
// are found dead, or which job's walltime ends first.
func (m *moment) next() *Question {
	switch {
	case m.mark.Trigger == queue.Staging:
		return m.nextStage()
	case m.mark.Trigger == queue.Change:
		return m.nextOfLost()
	case m.mark.Trigger == queue.Ending:
		return m.nextEnd()
	}
	return nil
}

// nextStage asks which stage of a growth (S2) ends next.
func (m *moment) nextStage() *Question {
	before := m.prior
	i := slices.IndexFunc(before.Growths(), func(g engine.Growth) bool { return g.Job == m.mark.Job })
	if i < 0 {
		return nil
	}
	g := before.Growths()[i]
	q := m.question(Next, m.mark.Job)
	q.Before = true
	for s := int32(1); s <= elastic.NumStages; s++ {
		o := AnswerOption{Event: trace.Stage, Job: g.Job, Number: int64(s)}
		switch {
		case s == g.Stage:
			q.Right = []Answer{{Choice: len(q.Options)}}
		case s < g.Stage:
			o.Slip = Slip{Code: Earlier, Job: g.Job, Other: workload.NoJob, Need: int64(s), Have: int64(g.Stage)}
		default:
			o.Slip = Slip{Code: Later, Job: g.Job, Other: workload.NoJob, Need: int64(s), Have: int64(g.Stage)}
		}
		q.Options = append(q.Options, o)
	}
	for _, x := range m.quiz.run.Events(m.step) { // if the growth is given up, its stage does not end
		if x.Kind == trace.Rollback && x.Job == g.Job {
			return nil
		}
	}
	return q
}

// lossOutcomes lists what may happen to a job whose nodes are found dead.
var lossOutcomes = []trace.EventKind{trace.Requeue, trace.Fail, trace.Kill, trace.End}

// nextOfLost asks what happens to a job that runs on nodes which are found dead.
func (m *moment) nextOfLost() *Question {
	dead := false
	for _, x := range m.quiz.run.Events(m.step) {
		dead = dead || x.Kind == trace.Notice
		if !dead || x.Kind != trace.Requeue && x.Kind != trace.Fail {
			continue
		}
		q := m.question(Next, x.Job)
		q.Before = true
		q.Facts = []Fact{{Job: x.Job, Reason: x.Why}}
		for _, k := range lossOutcomes {
			o := AnswerOption{Event: k, Job: x.Job}
			if k == x.Kind {
				q.Right = []Answer{{Choice: len(q.Options)}}
			} else {
				o.Slip = Slip{Code: Never, Job: x.Job, Other: workload.NoJob, Facts: q.Facts}
			}
			q.Options = append(q.Options, o)
		}
		return q
	}
	return nil
}

// maxEnds is the largest number of running jobs for which nextEnd asks its
// question.
const maxEnds = 6

// nextEnd asks which running job's walltime ends first. Schedulers plan with the
// ends of walltimes, although another job may in fact end first.
func (m *moment) nextEnd() *Question {
	state := m.prior.State()
	limits := state.Limits()
	if len(limits) < 2 || len(limits) > maxEnds || limits[0].At == limits[1].At {
		return nil
	}
	first := state.Job(limits[0].Slot)
	q := m.question(Next, workload.NoJob)
	q.Before = true
	started, shortest := first.Start, first.Request.Walltime
	for _, r := range state.AppendRunning(nil) {
		if started = min(started, r.Start); r.Request.Walltime < shortest {
			shortest = r.Request.Walltime
		}
	}
	tempting := false
	for _, r := range state.AppendRunning(nil) {
		o := AnswerOption{Event: trace.End, Job: r.Request.ID}
		s := Slip{Job: r.Request.ID, Other: first.Request.ID, At: first.Limit, Until: r.Limit}
		switch {
		case r.Request.ID == first.Request.ID:
			q.Right = []Answer{{Choice: len(q.Options)}}
		case r.Start == started:
			o.Slip, tempting = s, true
			o.Slip.Code = FirstStarted
		case r.Request.Walltime == shortest:
			o.Slip, tempting = s, true
			o.Slip.Code = ShortestEnds
		default:
			o.Slip = s
			o.Slip.Code = Later
		}
		q.Options = append(q.Options, o)
	}
	if !tempting {
		return nil
	}
	return q
}

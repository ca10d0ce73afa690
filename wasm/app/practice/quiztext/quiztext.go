// Package quiztext writes questions, answers and mistakes (core/quiz) as sentences
// in the language of a catalog. The page uses it, and so do the command-line tools
// that make question banks.
//
// A [RunTexts] knows the names in one run. Prompt writes a question, Option and
// Answer write its answers, Slip explains a mistake, and Because explains the right
// answer. Situation describes the state of the run for question banks, which have
// no pictures.
package quiztext

import (
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// RunTexts writes sentences about the questions of one run, as HTML. html.Plain
// returns their text.
type RunTexts struct {
	Words *i18n.Catalog
	// Number returns the number of a job in the trace or scenario.
	Number func(workload.JobID) int64
	At     func(simtime.Time) string
	// Why returns the reason for a decision about a job, as a clause without a full
	// stop.
	Why func(workload.JobID, why.Reason) html.HTML
	// Nodes returns a list of nodes as text.
	Nodes func(cluster.Placement) string
	// Limit returns a description of a limit of the scenario, as it applies to the
	// given job. Limits are numbered from 1.
	Limit func(int32, workload.JobID) string
	// Ends returns the names of the devices at the start and at the end of a link.
	Ends func(topology.LinkID) (from, to string)
	// Device returns the name of a device of the machine as readers see it.
	Device func(name string) string
	// Called returns the title of a discipline.
	Called func(string) string
	// Allocator is the title of the run's allocator.
	Allocator string
	// Cost is the name of the costs that the run's allocator compares. CostOf
	// formats such a cost.
	Cost   i18n.Text
	CostOf func(int64) string
}

// Job returns the name of a job, such as "job 4".
func (t *RunTexts) Job(id workload.JobID) string {
	if id == workload.NoJob {
		return "?"
	}
	return t.Words.Say(i18n.JobName, i18n.S("n", strconv.FormatInt(t.Number(id), 10)))
}

// prompts holds the text of the question for each kind of question. For some
// questions, promptOf chooses a more specific text.
var prompts = [quiz.NumKinds]i18n.Text{
	quiz.Start: i18n.AskStart, quiz.Place: i18n.AskPlace, quiz.Promise: i18n.AskPromise, quiz.Extra: i18n.AskExtra,
	quiz.Check: i18n.AskCheck, quiz.Cost: i18n.AskCost, quiz.Next: i18n.AskNext, quiz.Share: i18n.AskShare,
	quiz.Link: i18n.AskLink, quiz.Policy: i18n.AskPolicy, quiz.Figure: i18n.AskFigure,
}

func promptOf(q *quiz.Question) i18n.Text {
	switch {
	case q.Unit == quiz.OfLargest:
		return i18n.AskReach
	case q.Unit == quiz.OfReserve:
		return i18n.AskReserve
	case q.Unit == quiz.OfLimit:
		return i18n.AskLimit
	case q.Unit == quiz.OfPoints:
		return i18n.AskPriority
	case q.Unit == quiz.OfPercent:
		return i18n.AskSpeed
	case q.Kind == quiz.Next && q.Options[0].Event == trace.Stage:
		return i18n.AskStage
	case q.Kind == quiz.Next && q.Job != workload.NoJob:
		return i18n.AskLost
	}
	return prompts[q.Kind]
}

// Prompt returns the text of a question.
func (t *RunTexts) Prompt(q *quiz.Question) html.HTML {
	var nodes html.HTML
	limit := ""
	if len(q.Nodes) > 0 {
		nodes = t.nodes(q.Nodes)
	}
	if q.Limit > 0 {
		limit = t.Limit(q.Limit, q.Job)
	}
	return t.Words.HTML(promptOf(q), i18n.S("job", t.Job(q.Job)), i18n.H("nodes", nodes), i18n.B("user", q.Name), i18n.S("device", t.Device(q.Name)), i18n.S("at", t.At(q.At)), i18n.S("limit", limit))
}

// Situation returns several lines about the state that a reader may see when the
// question is asked: running jobs, waiting jobs and free nodes. Question banks need
// it because they have no pictures. The function size returns the resources that a
// job requests.
func (t *RunTexts) Situation(s *quiz.Situation, discipline string, size func(workload.JobID) string) []html.HTML {
	c := t.Words
	lines := []html.HTML{c.HTML(i18n.SituationNow, i18n.S("at", t.At(s.At)), c.N("free", int64(s.Free)), c.N("n", int64(s.Nodes)), i18n.S("name", t.Called(discipline)))}
	for _, r := range s.Running {
		text := i18n.SituationRuns
		if s.Ends { // the question asks for the times at which jobs end
			text = i18n.SituationSince
		}
		lines = append(lines, c.HTML(text, i18n.S("job", t.Job(r.Job)), i18n.H("nodes", t.nodes(r.Where)),
			i18n.S("until", t.At(r.Until)), i18n.S("since", t.At(r.Since)), i18n.S("wall", c.Exact(r.Until.Sub(r.Since)))))
	}
	for _, w := range s.Waiting {
		line := c.HTML(i18n.SituationWaits, i18n.S("job", t.Job(w.Job)), i18n.S("need", size(w.Job)), i18n.S("wall", c.Exact(w.Walltime)))
		if w.Promised != simtime.Never {
			line += "; " + c.HTML(i18n.SituationPromised, i18n.S("at", t.At(w.Promised)))
		}
		lines = append(lines, line)
	}
	return lines
}

// Answer returns the text of an answer, such as "job 5, job 7", "1:00" or "4".
func (t *RunTexts) Answer(q *quiz.Question, a *quiz.Answer) html.HTML {
	switch q.Form {
	case quiz.Jobs:
		names := make([]string, len(a.Jobs))
		for i, id := range a.Jobs {
			names[i] = t.Job(id)
		}
		if len(names) == 0 {
			return t.Words.HTML(i18n.NoJobs)
		}
		return html.Escape(i18n.List(t.Words, names...))
	case quiz.Nodes:
		return t.nodes(a.Nodes)
	case quiz.Time:
		return html.Escape(t.At(a.Time))
	case quiz.Number:
		return html.Escape(t.Words.Int(a.Number))
	}
	return t.Option(q, a.Choice)
}

// Option returns the text of the question's option with index i.
func (t *RunTexts) Option(q *quiz.Question, i int) html.HTML {
	switch o := &q.Options[i]; q.Kind {
	case quiz.Place:
		return t.nodes(o.Nodes)
	case quiz.Check:
		return t.Words.HTML(checks[o.Reason.Code])
	case quiz.Policy, quiz.Figure:
		return html.Escape(t.Called(o.Policy))
	case quiz.Link:
		from, to := t.Ends(o.Link)
		return t.Words.HTML(i18n.LinkText, i18n.S("from", from), i18n.S("to", to))
	default:
		switch o.Event {
		case trace.Stage:
			return t.Words.HTML(i18n.StageText, t.Words.N("n", o.Number))
		case trace.Requeue:
			return t.Words.HTML(i18n.FateRequeue)
		case trace.Fail:
			return t.Words.HTML(i18n.FateFail)
		case trace.Kill:
			return t.Words.HTML(i18n.FateKill)
		}
		if q.Job != workload.NoJob {
			return t.Words.HTML(i18n.FateEnd)
		}
		return html.Escape(t.Job(o.Job))
	}
}

// checks holds a short text without numbers for each condition that can prevent the
// start of a job.
var checks = map[why.Code]i18n.Text{
	why.TooFewFree: i18n.CheckFree, why.BehindHead: i18n.CheckBehind, why.WouldDelay: i18n.CheckDelay, why.Reserved: i18n.CheckDelay, why.NodePromised: i18n.CheckDelay,
	why.NotPlaceable: i18n.CheckShape, why.OverLimit: i18n.CheckLimit, why.UsedUp: i18n.CheckLimit, why.UnderLimit: i18n.CheckLimit, why.OverQuota: i18n.CheckQuota, why.OverShare: i18n.CheckShare, why.BehindUser: i18n.CheckUser,
	why.AtRisk: i18n.CheckRisk, why.TooFewUnits: i18n.CheckUnits, why.OutsideBatch: i18n.CheckOutside, why.NextBatch: i18n.CheckNext,
	why.CountedOut: i18n.CheckCounted, why.BatchTooLarge: i18n.CheckBatch, why.QueueStopped: i18n.CheckStopped, why.NextCycle: i18n.CheckCycle,
	why.Dependency: i18n.CheckDepends, why.DependencyNever: i18n.CheckDepends, why.BeginTime: i18n.CheckDepends, why.ArrayLimit: i18n.CheckDepends, why.JobHeld: i18n.CheckHeld,
	why.BeforeReservation: i18n.CheckDepends, why.ReservationOver: i18n.CheckDepends, why.NodesReserved: i18n.CheckReserved, why.DeadlinePassed: i18n.CheckDeadline, why.OtherPart: i18n.CheckOtherPart, why.StopsInVain: i18n.CheckStops,
}

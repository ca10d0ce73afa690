// Package tell puts questions, answers and mistakes (core/quiz) into sentences, in
// the language of a catalog: for the page, and for the command line's question
// banks.
package tell

import (
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// Teller is who tells of one run. Names that come from outside are escaped, since
// sentences may be shown as HTML; words.Plain undoes that.
type Teller struct {
	Words *words.Catalog
	// Number is what people call a job.
	Number func(workload.JobID) int64
	At     func(simtime.Time) string
	// Why is a reason as a clause, without a full stop.
	Why func(workload.JobID, why.Reason) string
	// Nodes is a list of nodes.
	Nodes func(cluster.Placement) string
	// Limit is a limit of the scenario, from 1, for a job that it concerns.
	Limit func(int32, workload.JobID) string
	// Ends are the devices that a link leads from and to.
	Ends func(topology.LinkID) (from, to string)
	// Device is what people call a device that the machine calls so.
	Device func(name string) string
	// Called is what a discipline is called, by its name.
	Called func(string) string
	// Allocator is what the run's allocator is called.
	Allocator string
	// Cost names what the run's allocator weighs, and CostOf writes an amount of it.
	Cost   words.Text
	CostOf func(int64) string
}

// Job is a job's name: "job 4".
func (t *Teller) Job(id workload.JobID) string {
	if id == workload.NoJob {
		return "?"
	}
	return t.Words.Say(words.JobName, words.S("n", strconv.FormatInt(t.Number(id), 10)))
}

// prompts are what questions of a kind ask; promptOf knows more of some.
var prompts = [quiz.NumKinds]words.Text{
	quiz.Start: words.AskStart, quiz.Place: words.AskPlace, quiz.Promise: words.AskPromise, quiz.Extra: words.AskExtra,
	quiz.Check: words.AskCheck, quiz.Cost: words.AskCost, quiz.Next: words.AskNext, quiz.Share: words.AskShare,
	quiz.Link: words.AskLink, quiz.Policy: words.AskPolicy, quiz.Figure: words.AskFigure,
}

func promptOf(q *quiz.Question) words.Text {
	switch {
	case q.Unit == quiz.OfLargest:
		return words.AskReach
	case q.Unit == quiz.OfReserve:
		return words.AskReserve
	case q.Unit == quiz.OfLimit:
		return words.AskLimit
	case q.Unit == quiz.OfPoints:
		return words.AskPriority
	case q.Unit == quiz.OfPercent:
		return words.AskSpeed
	case q.Kind == quiz.Next && q.Options[0].Event == trace.Stage:
		return words.AskStage
	case q.Kind == quiz.Next && q.Job != workload.NoJob:
		return words.AskLost
	}
	return prompts[q.Kind]
}

// Prompt is what a question asks.
func (t *Teller) Prompt(q *quiz.Question) string {
	nodes, limit := "", ""
	if len(q.Nodes) > 0 {
		nodes = t.nodes(q.Nodes)
	}
	if q.Limit > 0 {
		limit = t.Limit(q.Limit, q.Job)
	}
	return t.Words.Say(promptOf(q), words.S("job", t.Job(q.Job)), words.S("nodes", nodes), words.S("user", words.Bold(q.Name)), words.S("device", t.Device(q.Name)), words.S("at", t.At(q.At)), words.S("limit", limit))
}

// Situation is what may be seen when a question is asked, a line for each thing:
// for question banks that have no pictures. size says what a job asks for.
func (t *Teller) Situation(s *quiz.Situation, discipline string, size func(workload.JobID) string) []string {
	c := t.Words
	lines := []string{c.Say(words.SituationNow, words.S("at", t.At(s.At)), c.N("free", int64(s.Free)), c.N("n", int64(s.Nodes)), words.S("name", t.Called(discipline)))}
	for _, r := range s.Running {
		text := words.SituationRuns
		if s.Ends { // asked for
			text = words.SituationSince
		}
		lines = append(lines, c.Say(text, words.S("job", t.Job(r.Job)), words.S("nodes", t.nodes(r.Where)),
			words.S("until", t.At(r.Until)), words.S("since", t.At(r.Since)), words.S("wall", c.Exact(r.Until.Sub(r.Since)))))
	}
	for _, w := range s.Waiting {
		line := c.Say(words.SituationWaits, words.S("job", t.Job(w.Job)), words.S("need", size(w.Job)), words.S("wall", c.Exact(w.Walltime)))
		if w.Promised != simtime.Never {
			line += "; " + c.Say(words.SituationPromised, words.S("at", t.At(w.Promised)))
		}
		lines = append(lines, line)
	}
	return lines
}

// Answer is an answer as text: "job 5, job 7", "1:00", "4".
func (t *Teller) Answer(q *quiz.Question, a *quiz.Answer) string {
	switch q.Form {
	case quiz.Jobs:
		names := make([]string, len(a.Jobs))
		for i, id := range a.Jobs {
			names[i] = t.Job(id)
		}
		if len(names) == 0 {
			return t.Words.Say(words.NoJobs)
		}
		return t.Words.List(names...)
	case quiz.Nodes:
		return t.nodes(a.Nodes)
	case quiz.Time:
		return t.At(a.Time)
	case quiz.Number:
		return t.Words.Int(a.Number)
	}
	return t.Option(q, a.Choice)
}

// Option is one of the answers to choose from.
func (t *Teller) Option(q *quiz.Question, i int) string {
	switch o := &q.Options[i]; q.Kind {
	case quiz.Place:
		return t.nodes(o.Nodes)
	case quiz.Check:
		return t.Words.Say(checks[o.Reason.Code])
	case quiz.Policy, quiz.Figure:
		return t.Called(o.Policy)
	case quiz.Link:
		from, to := t.Ends(o.Link)
		return t.Words.Say(words.LinkText, words.S("from", from), words.S("to", to))
	default:
		switch o.Event {
		case trace.Stage:
			return t.Words.Say(words.StageText, t.Words.N("n", o.Number))
		case trace.Requeue:
			return t.Words.Say(words.FateRequeue)
		case trace.Fail:
			return t.Words.Say(words.FateFail)
		case trace.Kill:
			return t.Words.Say(words.FateKill)
		}
		if q.Job != workload.NoJob {
			return t.Words.Say(words.FateEnd)
		}
		return t.Job(o.Job)
	}
}

// checks are the conditions that fail, without numbers.
var checks = map[why.Code]words.Text{
	why.TooFewFree: words.CheckFree, why.BehindHead: words.CheckBehind, why.WouldDelay: words.CheckDelay, why.Reserved: words.CheckDelay,
	why.NotPlaceable: words.CheckShape, why.OverLimit: words.CheckLimit, why.OverShare: words.CheckShare, why.BehindUser: words.CheckUser,
	why.AtRisk: words.CheckRisk, why.TooFewUnits: words.CheckUnits, why.OutsideBatch: words.CheckOutside, why.NextBatch: words.CheckNext,
	why.CountedOut: words.CheckCounted, why.BatchTooLarge: words.CheckBatch, why.QueueStopped: words.CheckStopped, why.NextCycle: words.CheckCycle,
}

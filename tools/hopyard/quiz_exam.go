package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice/quiztext"
)

// exam is a quiz about a run of a scenario. It includes the functions that write
// the questions as text.
type exam struct {
	*subject
	run  *engine.Recording
	quiz *quiz.Quiz
	tell quiztext.RunTexts
}

func newExam(s *subject, run *engine.Recording, z *quiz.Quiz) *exam {
	x := &exam{subject: s, run: run, quiz: z}
	clock := i18n.NewClock(i18n.English, simtime.Second)
	names := why.Names{
		Job:  func(id workload.JobID) string { return fmt.Sprintf("job %d", s.config.Jobs[id].Number) },
		Time: clock.At,
	}
	limit := func(which int32, id workload.JobID) string { return (&question{s: s, id: id}).limit(which) }
	devices, _ := s.config.Machine.Topology.(topology.Routed)
	x.tell = quiztext.RunTexts{
		Words:  i18n.English,
		Number: func(id workload.JobID) int64 { return s.config.Jobs[id].Number },
		At:     clock.At,
		Why: func(id workload.JobID, r why.Reason) string {
			names.Limit = func(which int32) string { return limit(which, id) }
			return r.English(names)
		},
		Limit: limit,
		Ends: func(l topology.LinkID) (from, to string) {
			link := devices.Link(l)
			return devices.DeviceName(link.From), devices.DeviceName(link.To)
		},
		Nodes:     func(p cluster.Placement) string { return p.String() },
		Device:    func(name string) string { return name },
		Called:    func(name string) string { return policies.DisciplineOf(name).Title },
		Allocator: policies.PlacementOf(s.scenario.Policy().Allocator).Title,
		Cost:      narrative.CostText(s.scenario.Policy().Allocator),
		CostOf:    func(n int64) string { return narrative.CostFigure(i18n.English, s.scenario.Policy().Allocator, n) },
	}
	return x
}

// asked is a question in the JSON output. The section "Questions" of
// scenarios/teaching.md describes the format.
type asked struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"`
	At      float64  `json:"at"`
	Ordinal int32    `json:"ordinal"`
	Job     *int64   `json:"job"`
	Prompt  string   `json:"prompt"`
	Choices []option `json:"choices"`
	Answer  any      `json:"answer"`
	Why     string   `json:"why"`
	Link    string   `json:"link"`
	Any     string   `json:"any,omitempty"`  // if "cost", every placement whose cost is in the list of costs in the field answer is right
	Item    int      `json:"item,omitempty"` // number of the item in the worksheet, counted from 1
}

type option struct {
	Text          string `json:"text"`
	Right         bool   `json:"right"`
	Misconception string `json:"misconception,omitempty"`
	Because       string `json:"because,omitempty"`
}

func (x *exam) asked(q *quiz.Question) (asked, error) {
	a := asked{
		ID: q.ID(x.config.Jobs), Kind: q.Kind.String(), At: q.At.Seconds(), Ordinal: q.Ordinal,
		Prompt: i18n.Plain(x.tell.Prompt(q)), Why: i18n.Plain(x.tell.Because(q)), Answer: x.answer(q), Choices: x.choices(q),
	}
	if q.Any {
		a.Any = "cost"
	}
	if q.Job != workload.NoJob {
		a.Job = &x.config.Jobs[q.Job].Number
	}
	if x.scenario != nil && x.trace == nil {
		l := scenario.SharedLink{Scenario: x.scenario, Predict: true}
		if q.Step > 0 {
			m := x.run.Mark(q.Step - 1)
			l.At = &scenario.Moment{Time: m.Time, Ordinal: int(m.Ordinal)}
		}
		link, err := scenario.EncodeLink(l)
		if err != nil {
			return a, err
		}
		a.Link = link
	}
	return a, nil
}

// answer returns the right answer in its JSON form. If several answers are right,
// it returns a list of them.
func (x *exam) answer(q *quiz.Question) any {
	one := func(a *quiz.Answer) any {
		switch q.Form {
		case quiz.Jobs:
			ids := []int64{}
			for _, id := range a.Jobs {
				ids = append(ids, x.config.Jobs[id].Number)
			}
			return ids
		case quiz.Nodes:
			return a.Nodes.String()
		case quiz.Time:
			return a.Time.Seconds()
		case quiz.Number:
			return a.Number
		}
		return i18n.Plain(x.tell.Option(q, a.Choice))
	}
	switch {
	case q.Any:
		return []int64{q.Cost}
	case len(q.Right) == 1 && q.Form != quiz.Nodes:
		return one(&q.Right[0])
	}
	all := make([]any, len(q.Right))
	for i := range q.Right {
		all[i] = one(&q.Right[i])
	}
	return all
}

// situation describes, as lines of text, what a student may see when answering the
// question. For a question about the whole run, it returns the schedule.
func (x *exam) situation(q *quiz.Question) []string {
	name := x.scenario.Scheduler.Queue
	if q.Kind == quiz.Policy || q.Kind == quiz.Figure {
		return x.schedule(q)
	}
	s := x.quiz.Situation(q)
	lines := x.tell.Situation(&s, name, x.size)
	for i := range lines {
		lines[i] = i18n.Plain(lines[i])
	}
	return append(lines, x.facts(q, &s)...)
}

// size describes the size that a job requests in words.
func (x *exam) size(id workload.JobID) string {
	r := &x.config.Jobs[id].Request
	each := ""
	if of := x.amounts(&r.PerTask, r.Whole()); of != "" {
		each = x.tell.Words.Say(i18n.OfEach, i18n.S("list", of))
	}
	if r.Whole() {
		return x.tell.Words.Say(i18n.NodeSize, x.tell.Words.N("n", int64(r.Nodes))) + each
	}
	return x.tell.Words.Say(i18n.TaskSize, x.tell.Words.N("n", int64(r.Tasks)), i18n.S("each", each))
}

// amounts formats amounts of resources, for example "2 cores + 1 GPUs". It omits
// the default of one core per task.
func (x *exam) amounts(of *workload.Resources, whole bool) string {
	var list []string
	for k, n := range of {
		if n > 0 && (whole || k != int(workload.Cores) || n != 1) {
			list = append(list, amountOf(n, x.config.Machine.NameOf(workload.Resource(k)), workload.Resource(k)))
		}
	}
	return strings.Join(list, " + ")
}

// schedule lists the jobs of a run. If the question is which discipline made the
// schedule, the list includes the start times.
func (x *exam) schedule(q *quiz.Question) []string {
	started := map[workload.JobID]simtime.Time{}
	for _, e := range x.run.Log() {
		if _, again := started[e.Job]; e.Kind == trace.Start && !again {
			started[e.Job] = e.Time
		}
	}
	lines := []string{fmt.Sprintf("The machine has %d nodes.", x.config.Machine.NumNodes())}
	for i := range x.config.Jobs {
		j := &x.config.Jobs[i]
		line := fmt.Sprintf("job %d is submitted at %s: %s, walltime %s", j.Number, x.tell.At(j.Submit), x.size(j.ID), x.tell.Words.Exact(j.Walltime))
		if at, ok := started[j.ID]; ok && q.Kind == quiz.Policy {
			line += fmt.Sprintf("; it started at %s", x.tell.At(at))
		} else if q.Kind == quiz.Figure { // walltimes alone do not determine the answer, so the run times are listed too
			line += fmt.Sprintf("; it runs for %s", x.tell.Words.Exact(j.Runtime))
		}
		lines = append(lines, line)
	}
	return lines
}

// choices returns the options of a multiple-choice question. For other questions,
// it returns the right answer and the answers that result from known mistakes.
// Their order does not reveal the right answer.
func (x *exam) choices(q *quiz.Question) []option {
	var all []option
	if q.Form == quiz.Choice {
		for i := range q.Options {
			c := option{Text: i18n.Plain(x.tell.Option(q, i)), Right: slices.ContainsFunc(q.Right, func(a quiz.Answer) bool { return a.Choice == i })}
			if !c.Right {
				c.Misconception = q.Options[i].Slip.Code.String()
				c.Because = i18n.Plain(x.tell.Slip(q, &q.Options[i].Slip))
			}
			all = append(all, c)
		}
		return all
	}
	all = append(all, option{Text: i18n.Plain(x.tell.Answer(q, &q.Right[0])), Right: true})
	for i := range q.Wrong {
		w := &q.Wrong[i]
		all = append(all, option{i18n.Plain(x.tell.Answer(q, &w.Answer)), false, w.Slip.Code.String(), i18n.Plain(x.tell.Slip(q, &w.Slip))})
	}
	r := rand.New(rand.NewPCG(uint64(q.Step), uint64(q.Kind)))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

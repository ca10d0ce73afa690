package papers

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
	"hopyard/tools/hopyard/input"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice/quiztext"
	"hopyard/wasm/html"
)

// exam is a quiz about a run of a scenario. It includes the functions that write
// the questions as text.
type exam struct {
	*input.Subject
	Run  *engine.Recording
	Quiz *quiz.Quiz
	Tell quiztext.RunTexts
}

func newExam(s *input.Subject, run *engine.Recording, z *quiz.Quiz) *exam {
	x := &exam{Subject: s, Run: run, Quiz: z}
	clock := i18n.NewClock(i18n.English, simtime.Second)
	names := why.Names{
		Job:  s.JobName,
		Time: clock.At,
	}
	devices, _ := s.Config.Machine.Topology.(topology.Routed)
	x.Tell = quiztext.RunTexts{
		Words:  i18n.English,
		Number: func(id workload.JobID) int64 { return s.Config.Jobs[id].Number },
		At:     clock.At,
		Why: func(id workload.JobID, r why.Reason) html.HTML {
			names.Limit = func(which int32) string { return s.LimitName(which, id) }
			return html.Escape(r.English(names))
		},
		Limit: s.LimitName,
		Ends: func(l topology.LinkID) (from, to string) {
			link := devices.Link(l)
			return devices.DeviceName(link.From), devices.DeviceName(link.To)
		},
		Nodes:     func(p cluster.Placement) string { return p.String() },
		Device:    func(name string) string { return name },
		Called:    func(name string) string { return policies.DisciplineOf(name).Title },
		Allocator: policies.PlacementOf(s.Scenario.Policy().Allocator).Title,
		Cost:      narrative.CostText(s.Scenario.Policy().Allocator),
		CostOf:    func(n int64) string { return narrative.CostFigure(i18n.English, s.Scenario.Policy().Allocator, n) },
	}
	return x
}

// AskedQuestion is a question in the JSON output. The section "Questions" of
// scenarios/teaching.md describes the format.
type AskedQuestion struct {
	ID      string         `json:"id"`
	Kind    string         `json:"kind"`
	At      float64        `json:"at"`
	Ordinal int32          `json:"ordinal"`
	Job     *int64         `json:"job"`
	Prompt  string         `json:"prompt"`
	Choices []AnswerChoice `json:"choices"`
	Answer  any            `json:"answer"`
	Why     string         `json:"why"`
	Link    string         `json:"link"`
	Any     string         `json:"any,omitempty"`  // if "cost", every placement whose cost is in the list of costs in the field answer is right
	Item    int            `json:"item,omitempty"` // number of the item in the worksheet, counted from 1
}

// AnswerChoice is one choice of a question in the JSON output.
type AnswerChoice struct {
	Text          string `json:"text"`
	Right         bool   `json:"right"`
	Misconception string `json:"misconception,omitempty"`
	Because       string `json:"because,omitempty"`
}

// Asked returns a question as it appears in the JSON output.
func (x *exam) Asked(q *quiz.Question) (AskedQuestion, error) {
	a := AskedQuestion{
		ID: q.ID(x.Config.Jobs), Kind: q.Kind.String(), At: q.At.Seconds(), Ordinal: q.Ordinal,
		Prompt: html.Plain(x.Tell.Prompt(q)), Why: html.Plain(x.Tell.Because(q)), Answer: x.answer(q), Choices: x.Choices(q),
	}
	if q.Any {
		a.Any = "cost"
	}
	if q.Job != workload.NoJob {
		a.Job = &x.Config.Jobs[q.Job].Number
	}
	if x.Scenario != nil && x.Trace == nil {
		l := scenario.SharedLink{Scenario: x.Scenario, Predict: true}
		if q.Step > 0 {
			m := x.Run.Mark(q.Step - 1)
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
				ids = append(ids, x.Config.Jobs[id].Number)
			}
			return ids
		case quiz.Nodes:
			return a.Nodes.String()
		case quiz.Time:
			return a.Time.Seconds()
		case quiz.Number:
			return a.Number
		}
		return html.Plain(x.Tell.Option(q, a.Choice))
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

// Situation describes, as lines of text, what a student may see when answering the
// question. For a question about the whole run, it returns the schedule.
func (x *exam) Situation(q *quiz.Question) []string {
	name := x.Scenario.Scheduler.Queue
	if q.Kind == quiz.Policy || q.Kind == quiz.Figure {
		return x.schedule(q)
	}
	s := x.Quiz.Situation(q)
	var lines []string
	for _, line := range x.Tell.Situation(&s, name, x.size) {
		lines = append(lines, html.Plain(line))
	}
	return append(lines, x.facts(q, &s)...)
}

// size describes the size that a job requests in words.
func (x *exam) size(id workload.JobID) string {
	r := &x.Config.Jobs[id].Request
	each := ""
	if of := x.amounts(&r.PerTask, r.Whole()); of != "" {
		each = x.Tell.Words.Say(i18n.OfEach, i18n.S("list", of))
	}
	if r.Whole() {
		return x.Tell.Words.Say(i18n.NodeSize, x.Tell.Words.N("n", int64(r.Nodes))) + each
	}
	return x.Tell.Words.Say(i18n.TaskSize, x.Tell.Words.N("n", int64(r.Tasks)), i18n.S("each", each))
}

// amounts formats amounts of resources, for example "2 cores + 1 GPUs". It omits
// the default of one core per task.
func (x *exam) amounts(of *workload.Resources, whole bool) string {
	var list []string
	for k, n := range of {
		if n > 0 && (whole || k != int(workload.Cores) || n != 1) {
			list = append(list, amountOf(n, x.Config.Machine.NameOf(workload.Resource(k)), workload.Resource(k)))
		}
	}
	return strings.Join(list, " + ")
}

// schedule lists the jobs of a run. If the question is which discipline made the
// schedule, the list includes the start times.
func (x *exam) schedule(q *quiz.Question) []string {
	started := map[workload.JobID]simtime.Time{}
	for _, e := range x.Run.Log() {
		if _, again := started[e.Job]; e.Kind == trace.Start && !again {
			started[e.Job] = e.Time
		}
	}
	lines := []string{fmt.Sprintf("The machine has %d nodes.", x.Config.Machine.NumNodes())}
	for i := range x.Config.Jobs {
		j := &x.Config.Jobs[i]
		line := fmt.Sprintf("job %d is submitted at %s: %s, walltime %s", j.Number, x.Tell.At(j.Submit), x.size(j.ID), x.Tell.Words.Exact(j.Walltime))
		if at, ok := started[j.ID]; ok && q.Kind == quiz.Policy {
			line += fmt.Sprintf("; it started at %s", x.Tell.At(at))
		} else if q.Kind == quiz.Figure { // walltimes alone do not determine the answer, so the run times are listed too
			line += fmt.Sprintf("; it runs for %s", x.Tell.Words.Exact(j.Runtime))
		}
		lines = append(lines, line)
	}
	return lines
}

// Choices returns the options of a multiple-choice question. For other questions,
// it returns the right answer and the answers that result from known mistakes.
// Their order does not reveal the right answer.
func (x *exam) Choices(q *quiz.Question) []AnswerChoice {
	var all []AnswerChoice
	if q.Form == quiz.Choice {
		for i := range q.Options {
			c := AnswerChoice{Text: html.Plain(x.Tell.Option(q, i)), Right: slices.ContainsFunc(q.Right, func(a quiz.Answer) bool { return a.Choice == i })}
			if !c.Right {
				c.Misconception = q.Options[i].Slip.Code.String()
				c.Because = html.Plain(x.Tell.Slip(q, &q.Options[i].Slip))
			}
			all = append(all, c)
		}
		return all
	}
	all = append(all, AnswerChoice{Text: html.Plain(x.Tell.Answer(q, &q.Right[0])), Right: true})
	for i := range q.Wrong {
		w := &q.Wrong[i]
		all = append(all, AnswerChoice{html.Plain(x.Tell.Answer(q, &w.Answer)), false, w.Slip.Code.String(), html.Plain(x.Tell.Slip(q, &w.Slip))})
	}
	r := rand.New(rand.NewPCG(uint64(q.Step), uint64(q.Kind)))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

package scenario

import (
	"slices"

	"hopyard/core/jsondoc"
	"hopyard/core/metrics"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/why"
)

// Goal is a task for the reader of a lesson: to find something out, or to change
// the scenario. It has a text. It may also have either a question, or conditions
// that package goal checks against every run.
type Goal struct {
	Text  string
	Ask   *Ask            // question of the goal; nil if there is none
	Build []GoalCondition // conditions to fulfil; nil if there are none
}

// Ask selects the first question of a kind at or after an instant. If it names a
// job, the question must be about that job.
type Ask struct {
	Kind string // a name from QuestionKinds
	At   simtime.Time
	Job  int64 // number of the job, or -1 for any job
}

// Texts returns the texts of goals.
func Texts(all []Goal) []string {
	var texts []string
	for i := range all {
		texts = append(texts, all[i].Text)
	}
	return texts
}

// ConditionKind is the kind of a condition.
type ConditionKind uint8

// The kinds of conditions.
const (
	StartsBefore  ConditionKind = iota // the job in the field Job starts before the job in the field Other
	StartsBy                           // the job starts no later than the time in the field By
	StartsBecause                      // the job starts for the reason in the field Why
	FigureBelow                        // the metric in the field Figure is less than the field Bound
	FigureAbove                        // the metric in the field Figure is more than the field Bound
	KeepsJobs                          // the scenario has at least as many jobs as the field Jobs requires
)

// GoalCondition is one condition of a Goal. Fields that its kind does not use are
// zero.
type GoalCondition struct {
	Is         ConditionKind
	Job, Other int64 // numbers of the jobs
	By         simtime.Time
	Why        string // code of the reason for which Job starts
	Figure     string // a key of metrics.Figures
	Bound      int64  // in thousandths
	Jobs       int64
}

// Limits on the conditions of a goal. The error for a value beyond a limit names
// the limit.
const (
	MaxConditions = 10
	maxBound      = 1_000_000_000_000 // largest bound, in thousandths
)

// noNumber is the value of a job number if no job is named.
const noNumber = -1

// QuestionKinds returns the names of the kinds of questions, in the order of
// quiz.QuestionKind.
func QuestionKinds() []string {
	return []string{"start", "place", "promise", "extra", "check", "cost", "next", "share", "link", "policy", "figure"}
}

// startReasons returns the codes of all reasons for which a job may start.
func startReasons() []string {
	var names []string
	for c := why.FitsNow; c < why.NumCodes; c++ {
		if name := c.String(); name != "" && (why.Reason{Code: c}).OK() {
			names = append(names, name)
		}
	}
	return names
}

// figureKeys returns the keys of all figures.
func figureKeys() []string {
	var keys []string
	for _, f := range (&metrics.Figures{}).List() {
		keys = append(keys, f.Key)
	}
	return keys
}

func goalTable(x *Goal) *table {
	t := newTable("a goal", 3)
	t.Add("text", schema.Text, &x.Text, 0, MaxGoal).Always().Needs(`write what to find out or to make, as in "text": "Which jobs start now?"`)
	t.Add("ask", schema.Other, nil, 0, 0).
		Reads(func(p *parser, v jsondoc.Ref) { p.ask(v, x) }).
		When(func() bool { return x.Ask != nil }).
		Writes(func(w *writer, _ any) { askTable(x.Ask).Write(w, askTable(&Ask{Job: noNumber})) })
	t.List("build", schema.List, nil, 0, 0, MaxConditions, "conditions").
		Reads(func(p *parser, v jsondoc.Ref) { p.build(v, x) }).
		When(func() bool { return x.Build != nil }).
		Writes(func(w *writer, _ any) {
			w.List(len(x.Build), func(i int) {
				conditionTable(&x.Build[i]).Write(w, conditionTable(&GoalCondition{}))
			})
		})
	return t
}

// insideLesson returns the table of fields for the objects at the given path inside
// the blocks "goals" and "notes". The table leads to an object with default values.
func insideLesson(path string) *table {
	switch path {
	case "notes":
		return noteTable(&Note{At: BeforeAll})
	case "goals.ask":
		return askTable(&Ask{Job: noNumber})
	case "goals.build":
		return conditionTable(&GoalCondition{})
	}
	return goalTable(&Goal{})
}

func askTable(x *Ask) *table {
	t := newTable("a question", 3)
	t.Add("kind", schema.Other, &x.Kind, 0, 0).Always().Needs(`write the kind of the question, as in "kind": "start"`).
		Reads(func(p *parser, v jsondoc.Ref) { p.oneOf(v, QuestionKinds(), &x.Kind) })
	t.Seconds("at", (*int64)(&x.At), 0).Always().Needs(`write the time from which it is asked, in seconds, as in "at": 600`)
	t.Integer("job", &x.Job, 0, MaxNumber)
	return t
}

func conditionTable(x *GoalCondition) *table {
	t := newTable("a condition", 9)
	is := func(kinds ...ConditionKind) func() bool {
		return func() bool {
			return slices.Contains(kinds, x.Is)
		}
	}
	t.Integer("job", &x.Job, 0, MaxNumber).When(is(StartsBefore, StartsBy, StartsBecause))
	t.Integer("before", &x.Other, 0, MaxNumber).When(is(StartsBefore))
	t.Seconds("by", (*int64)(&x.By), 0).When(is(StartsBy))
	t.Add("why", schema.Other, &x.Why, 0, 0).When(is(StartsBecause)).Reads(func(p *parser, v jsondoc.Ref) { p.oneOf(v, startReasons(), &x.Why) })
	t.Add("figure", schema.Other, &x.Figure, 0, 0).When(is(FigureBelow, FigureAbove)).Reads(func(p *parser, v jsondoc.Ref) { p.oneOf(v, figureKeys(), &x.Figure) })
	t.Number("below", &x.Bound, 0, maxBound, "the figure").When(is(FigureBelow))
	t.Number("above", &x.Bound, 0, maxBound, "the figure").When(is(FigureAbove))
	t.Integer("jobs", &x.Jobs, 1, MaxJobs).When(is(KeepsJobs))
	t.Whole = func(p *parser, v jsondoc.Ref, g given) { p.condition(v, g, x) }
	return t
}

// goals reads the list of goals.
func (p *parser) goals(v jsondoc.Ref) {
	if !p.List(v, MaxGoals, "goals") {
		return
	}
	p.s.Goals = []Goal{}
	for _, e := range p.Elements(v) {
		var x Goal
		if p.Kind(e) == '"' {
			x.Text, _ = p.Words(e, MaxGoal)
		} else if g := goalTable(&x).Read(p, e); g.At("ask") != 0 && g.At("build") != 0 {
			p.Wrong(e, "has both ask and build", "", "make it two goals")
		}
		p.s.Goals = append(p.s.Goals, x)
	}
}

func (p *parser) ask(v jsondoc.Ref, x *Goal) {
	x.Ask = &Ask{Job: noNumber}
	askTable(x.Ask).Read(p, v)
}

func (p *parser) build(v jsondoc.Ref, x *Goal) {
	if !p.List(v, MaxConditions, "conditions") {
		return
	}
	x.Build = []GoalCondition{}
	for _, e := range p.Elements(v) {
		var c GoalCondition
		conditionTable(&c).Read(p, e)
		x.Build = append(x.Build, c)
	}
	if len(x.Build) == 0 {
		p.Wrong(v, "is empty", "1", `write a condition, as in [{"job": 2, "before": 1}]`)
	}
}

// condition determines the kind of a condition from its fields. It notes an error
// if the given fields are not exactly the fields of one kind.
func (p *parser) condition(v jsondoc.Ref, g given, x *GoalCondition) {
	if !g.OK || p.Count() > g.Before {
		return
	}
	for _, k := range conditionKinds {
		if g.At(k.subject) != 0 && (k.says == "" || g.At(k.says) != 0) && g.Count() == k.fields() {
			x.Is = k.is
			return
		}
	}
	p.Wrong(v, "is not exactly one condition", "", `write {"job": 2, "before": 1}, {"job": 2, "by": 600}, {"job": 2, "why": "fits-now"}, {"figure": "mean_wait", "below": 600}, the same with "above", or {"jobs": 5}`)
}

// conditionKind lists the fields of a kind of condition.
type conditionKind struct {
	is            ConditionKind
	subject, says string
}

var conditionKinds = [...]conditionKind{
	{StartsBefore, "job", "before"},
	{StartsBy, "job", "by"},
	{StartsBecause, "job", "why"},
	{FigureBelow, "figure", "below"},
	{FigureAbove, "figure", "above"},
	{KeepsJobs, "jobs", ""},
}

func (k *conditionKind) fields() int {
	if k.says == "" {
		return 1
	}
	return 2
}

// writeGoals writes goals, each on a line of its own. A goal that has neither a
// question nor conditions is written as a plain text.
func (w *writer) writeGoals(all []Goal) {
	w.Lines('[', ']', len(all), func(i int) {
		if x := &all[i]; x.Ask == nil && x.Build == nil {
			w.Text(x.Text)
		} else {
			goalTable(x).Write(w, goalTable(&Goal{}))
		}
	})
}

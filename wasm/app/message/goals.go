package message

import (
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Goal is a task of the scenario: a question to answer or a condition to bring
// about, with the state of each condition in the run.
type Goal struct {
	Text string
	Asks bool // the goal is a question: the first one of Kind at or after At, and about Job unless that is NoJob
	Kind quiz.QuestionKind
	At   simtime.Time
	Job  workload.JobID
	Made []Condition // conditions to bring about; nil: none
}

// Condition is one condition of a goal, and its state in the run.
type Condition struct {
	Is     scenario.ConditionKind
	Met    bool
	Job    int64 // number of the job as people see it, like Other
	Other  int64
	There  bool // whether the job exists
	At     simtime.Time
	Then   simtime.Time // start of Other, as At is the start of Job; each is Never if that job does not start
	By     simtime.Time
	Figure string // key of the figure
	Value  float64
	Bound  float64
	Jobs   int64 // least number of jobs that the scenario must have
	Have   int64
}

func (g *Goal) code(c *coder) {
	c.text(&g.Text)
	c.bool(&g.Asks)
	code(c, &g.Kind)
	code(c, &g.At)
	code(c, &g.Job)
	list(c, &g.Made, func(c *coder, x *Condition) {
		code(c, &x.Is)
		c.bool(&x.Met)
		code(c, &x.Job)
		code(c, &x.Other)
		c.bool(&x.There)
		code(c, &x.At)
		code(c, &x.Then)
		code(c, &x.By)
		c.text(&x.Figure)
		c.float(&x.Value)
		c.float(&x.Bound)
		code(c, &x.Jobs)
		code(c, &x.Have)
	})
}

// Builds reports whether the goal has conditions to bring about.
func (g *Goal) Builds() bool { return len(g.Made) > 0 }

// Met reports whether all conditions of the goal are met.
func (g *Goal) Met() bool {
	for i := range g.Made {
		if !g.Made[i].Met {
			return false
		}
	}
	return g.Builds()
}

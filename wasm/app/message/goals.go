package message

import (
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Goal is a task that the scenario sets the reader. It has a text, and either a
// question to answer, or conditions that the reader must bring about by changing
// the scenario, or neither.
type Goal struct {
	Text string
	Asks bool // whether the goal is a question: the first question of Kind at or after At; unless Job is NoJob, the question must be about Job
	Kind quiz.QuestionKind
	At   simtime.Time
	Job  workload.JobID
	Made []Condition // conditions that the reader must bring about; nil if there are none
}

// Condition is a condition of a goal, and whether the run meets it.
type Condition struct {
	Is     scenario.ConditionKind
	Met    bool
	Job    int64 // number of the job that is shown to people; Other is such a number, too
	Other  int64
	There  bool // whether Job exists
	At     simtime.Time
	Then   simtime.Time // At is the start of Job, and Then is the start of Other; Never if the job does not start
	By     simtime.Time
	Figure string // key of the figure that is compared with Bound
	Value  float64
	Bound  float64
	Jobs   int64 // number of jobs that the scenario must have at least
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

// Builds reports whether the goal has conditions that the reader must bring about.
func (g *Goal) Builds() bool { return len(g.Made) > 0 }

// Met reports whether the goal has conditions, and the run meets all of them.
func (g *Goal) Met() bool {
	for i := range g.Made {
		if !g.Made[i].Met {
			return false
		}
	}
	return g.Builds()
}

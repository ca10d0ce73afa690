package message

import (
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Goal is a task that the scenario sets the reader. It has a text. It can also have
// a question to answer, or conditions that the reader must bring about by changing
// the scenario.
type Goal struct {
	Text string
	Asks bool // whether the goal is a question: the first question of the given Kind at or after the time At; if Job is not NoJob, only questions about this job count
	Kind quiz.QuestionKind
	At   simtime.Time
	Job  workload.JobID
	Made []Condition // conditions that the reader must bring about; nil if there are none
}

// Condition is a condition of a goal, and whether the run meets it.
type Condition struct {
	Is     scenario.ConditionKind
	Met    bool
	Job    int64 // number of the job, as shown to people; the field Other is the number of a second job
	Other  int64
	There  bool // whether Job exists
	At     simtime.Time
	Then   simtime.Time // start of the job Other, while the field At is the start of the job Job; Never if the job does not start
	By     simtime.Time
	Figure string // key of the figure that is compared with Bound
	Value  float64
	Bound  float64
	Jobs   int64 // minimum number of jobs that the scenario must have
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

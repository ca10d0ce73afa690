package message

import (
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Goal is something to find out or to make, and how far the run has come to it.
type Goal struct {
	Text string
	Asks bool // a question: the first of Kind at or after At, about Job if that is one
	Kind quiz.QuestionKind
	At   simtime.Time
	Job  workload.JobID
	Made []Condition // what is to be made; nil: nothing
}

// Condition is one condition of what is to be made, and what the run says of it.
type Condition struct {
	Is     scenario.ConditionKind
	Met    bool
	Job    int64 // as people call it, as is Other
	Other  int64
	There  bool // such a job is there
	At     simtime.Time
	Then   simtime.Time // when Other starts; both Never if they do not
	By     simtime.Time
	Figure string // its key
	Value  float64
	Bound  float64
	Jobs   int64 // that are to be there at least
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

// Builds reports whether the goal is to be made.
func (g *Goal) Builds() bool { return len(g.Made) > 0 }

// Met reports whether what is to be made is there.
func (g *Goal) Met() bool {
	for i := range g.Made {
		if !g.Made[i].Met {
			return false
		}
	}
	return g.Builds()
}

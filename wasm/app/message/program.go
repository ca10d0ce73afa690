package message

import (
	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Program is what a run has of policies that people wrote as programs.
type Program struct {
	Sources [policies.NumRoles]string // by role; "" where there is none
	Said    []Said                    // in the order of the steps
	Failed  *Problem                  // that ended the run; nil if it went to its end
}

// Source is the program of the first role that has one, "" for none.
func (p *Program) Source() string {
	if p == nil {
		return ""
	}
	for _, source := range p.Sources {
		if source != "" {
			return source
		}
	}
	return ""
}

// Said is what a program said: a line that it printed, or why it started Job.
type Said struct {
	Step int32          // from 0
	Job  workload.JobID // NoJob for a line that it printed
	Line int32          // of the program; 0 if that is not known
	Text string
}

// Spot is a place within a program, and what is wrong there.
type Spot struct {
	Line, Col int32 // from 1, in characters; 0 where it is the whole program
	Problem   string
	Stack     []string     // the calls that led there, outermost first
	At        simtime.Time // when it failed; Never: it was not run
}

func codeProgram(c *coder, p *Program) {
	for i := range p.Sources {
		c.text(&p.Sources[i])
	}
	step := int32(0)
	list(c, &p.Said, func(c *coder, s *Said) {
		ascending(c, &s.Step, &step)
		code(c, &s.Job)
		code(c, &s.Line)
		c.text(&s.Text)
	})
	optional(c, &p.Failed, codeFault)
}

func codeSpot(c *coder, s *Spot) {
	code(c, &s.Line)
	code(c, &s.Col)
	c.text(&s.Problem)
	list(c, &s.Stack, (*coder).text)
	code(c, &s.At)
}

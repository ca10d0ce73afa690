package message

import (
	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Program describes the policies of a run that are programs.
type Program struct {
	Sources [policies.NumRoles]string // sources by role; "" if the role has none
	Said    []ProgramMessage          // messages in the order of the steps
	Failed  *Problem                  // error that ended the run; nil if the run is complete
}

// Source returns the program of the first role that has one, or "".
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

// ProgramMessage is a message of a program: a line that it printed, or its reason for
// starting Job.
type ProgramMessage struct {
	Step int32          // index of the step, from 0
	Job  workload.JobID // NoJob for a printed line
	Line int32          // line of the program; 0 if it is not known
	Text string
}

// ProgramPosition is a place in a program, and the error there.
type ProgramPosition struct {
	Line, Col int32 // from 1, Col in characters; 0 if the error concerns the whole program
	Problem   string
	Stack     []string     // call stack, outermost call first
	At        simtime.Time // time of the failure; Never: the program did not run
}

func codeProgram(c *coder, p *Program) {
	for i := range p.Sources {
		c.text(&p.Sources[i])
	}
	step := int32(0)
	list(c, &p.Said, func(c *coder, s *ProgramMessage) {
		ascending(c, &s.Step, &step)
		code(c, &s.Job)
		code(c, &s.Line)
		c.text(&s.Text)
	})
	optional(c, &p.Failed, codeFault)
}

func codeSpot(c *coder, s *ProgramPosition) {
	code(c, &s.Line)
	code(c, &s.Col)
	c.text(&s.Problem)
	list(c, &s.Stack, (*coder).text)
	code(c, &s.At)
}

package message

import (
	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Program describes the policy programs of a run.
type Program struct {
	Sources [policies.NumRoles]string // source of the program in each role, or ""
	Said    []ProgramMessage          // messages of the programs, in the order of the steps
	Failed  *Problem                  // error that ended the run early, or nil
}

// Source returns the source of the first role that has a program, or "" if there is
// none.
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

// ProgramMessage is a message of a policy program: a line that it printed, or the
// reason that it gave for starting Job.
type ProgramMessage struct {
	Step int32          // index of the step, from 0
	Job  workload.JobID // NoJob for a printed line
	Line int32          // line of the program, or 0 if unknown
	Text string
}

// ProgramPosition is an error in a policy program, with its position.
type ProgramPosition struct {
	Line, Col int32 // position from 1, with Col in characters; 0 if the error concerns the whole program
	Problem   string
	Stack     []string     // call stack, outermost call first
	At        simtime.Time // simulated time of the error; Never if the program did not run
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

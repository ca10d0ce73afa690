package policycheck

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/workload"
)

// finding returns the Finding for the problem s, which was seen in a run of w.
func (t *Check) finding(w *world, s *sighting) *Finding {
	f := &Finding{Kind: s.kind, Jobs: len(w.jobs), At: s.at}
	var err error
	if f.Scenario, err = w.scenario(); err != nil {
		return f
	}
	c, err := t.policy(f.Scenario)
	if err == nil && s.job != workload.NoJob {
		f.Job = c.Jobs[s.job].Number
	}
	if s.fault != nil {
		f.Line, f.Column, f.Stack = s.fault.Line, s.fault.Col, s.fault.Stack
	}
	f.Title = title(f, s, len(c.Jobs))
	f.Scenario.Title = heading(f)
	return f
}

// title returns one sentence that describes the problem.
func title(f *Finding, s *sighting, jobs int) string {
	switch s.kind {
	case Error:
		return sentence(s.fault.Error())
	case Differs:
		return fmt.Sprintf("Two runs of the same %s are not the same from %v s on.", number(jobs, "job"), s.at.Time)
	case NeverStarts:
		return fmt.Sprintf("Job %d never starts: at %v s nothing runs any more, and nobody decides again.", f.Job, s.at.Time)
	case NotIdempotent:
		return fmt.Sprintf("A second pass at %v s would start job %d: the first one left it waiting though it could start.", s.at.Time, f.Job)
	case Broken:
		return fmt.Sprintf("Job %d was promised to start by %v s and starts at %v s.", f.Job, s.told, s.came)
	case HeadLate:
		return fmt.Sprintf("Job %d is the first of the queue, and starts at %v s; EASY would have it start by %v s.", f.Job, s.came, s.told)
	case Idle:
		free := "is"
		if s.have != 1 {
			free = "are"
		}
		return fmt.Sprintf("Job %d asks for %s, %d %s free at %v s, nobody would start later for it, and yet it waits.", f.Job, number(int(s.need), f.unit()), s.have, free, s.at.Time)
	}
	return ""
}

// unit returns the unit in which the finding's job states its size: "task" or
// "node".
func (f *Finding) unit() string {
	for i := range f.Scenario.Jobs {
		if j := &f.Scenario.Jobs[i]; j.Number == f.Job && !j.Whole() {
			return "task"
		}
	}
	return "node"
}

// title returns one sentence that describes the starvation in a stream.
func (s *stream) title(overtaken int) string {
	return fmt.Sprintf("A %s job is overtaken by %d of %d jobs that come after it, and by %d of %d of a shorter stream: the more come, the longer it waits.",
		s.what, overtaken, longStream, s.shortOnes, shortStream)
}

// heading returns the title for the scenario of a finding.
func heading(f *Finding) string { return "A case of " + f.Kind.String() }

// sentence returns a text that begins with a capital letter and ends with a full
// stop.
func sentence(text string) string {
	if text = strings.TrimRight(text, ". \n"); text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

func number(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// short formats a number with about three digits.
func short(x float64) string {
	if x >= 100 || x <= -100 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

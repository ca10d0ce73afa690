package quiz_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/internal/goldentest"
	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/scenarios"
)

// TestMistakes checks the grades of answers of all forms: jobs, nodes, a time, a
// number, one of several options. The cases are in testdata/mistakes.txt, with
// prose between them. A case names a lesson or contains a scenario; each of its
// other lines holds the name of a question and an answer. The expected output is
// the mistake with its numbers, in which jobs have the numbers of the scenario.
func TestMistakes(t *testing.T) {
	named := map[string]bool{}
	goldentest.Run(t, "testdata/mistakes.txt", func(t *testing.T, input string) string {
		source, lines, _ := strings.Cut(input, "\n")
		if name, is := strings.CutPrefix(source, "lesson "); is {
			lesson, ok := scenarios.Find(name)
			if !ok {
				t.Fatalf("there is no lesson %s", name)
			}
			source = string(lesson.Source)
		} else {
			source, lines, _ = strings.Cut(input, "ask\n")
		}
		c := newClass(t, source)
		var out strings.Builder
		for line := range strings.Lines(lines) {
			v := c.grade(t, strings.Fields(line))
			named[v.Slip.Code.String()] = true
			fmt.Fprintf(&out, "%s: %s\n", strings.TrimSpace(line), c.told(v))
		}
		return out.String()
	})
	for m := quiz.FirstCome; m < quiz.NumMisconceptions; m++ {
		if !named[m.String()] {
			t.Errorf("no answer is recognized as %v", m)
		}
	}
}

// class is a run together with its questions, which are indexed by name
// (Question.ID).
type class struct {
	z         *quiz.Quiz
	jobs      []workload.Job
	questions map[string]quiz.Question
}

func newClass(t *testing.T, source string) *class {
	t.Helper()
	run, z := record(t, source)
	c := &class{z: z, jobs: run.Jobs(), questions: map[string]quiz.Question{}}
	for q := range z.All(quiz.AllKinds) {
		c.questions[q.ID(c.jobs)] = q
	}
	return c
}

// called returns the job with the given number.
func (c *class) called(t *testing.T, name string) workload.JobID {
	t.Helper()
	i := slices.IndexFunc(c.jobs, func(j workload.Job) bool { return fmt.Sprint(j.Number) == name })
	if i < 0 {
		t.Fatalf("there is no job %s", name)
	}
	return workload.JobID(i)
}

// grade grades the answer on a line. The fields of the line are the name of the
// question, the form of the answer, and the answer itself.
func (c *class) grade(t *testing.T, line []string) quiz.Verdict {
	t.Helper()
	q, there := c.questions[line[0]]
	if !there {
		t.Fatalf("%s is not asked", line[0])
	}
	var a quiz.Answer
	number := func(s string) int64 {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	switch clicks := line[2:]; line[1] {
	case "jobs":
		for _, name := range clicks {
			a.Jobs = append(a.Jobs, c.called(t, name))
		}
	case "nodes":
		for _, run := range clicks {
			first, last, is := strings.Cut(run, "-")
			if !is {
				last = first
			}
			a.Nodes = a.Nodes.Append(topology.NodeID(number(first)), topology.NodeID(number(last)), 1)
		}
	case "at":
		a.Time = simtime.Time(number(clicks[0]) * 1000)
	case "number":
		a.Number = number(clicks[0])
	case "choice":
		a.Choice = int(number(clicks[0]))
	default:
		t.Fatalf("%s is no form of answer", line[1])
	}
	return c.z.Grade(&q, a)
}

// told returns a verdict as text.
func (c *class) told(v quiz.Verdict) string {
	if v.Right {
		return "right"
	}
	s := v.Slip
	told := s.Code.String()
	if s.Code == quiz.None {
		told = "wrong"
	}
	say := func(what string, is bool, value any) {
		if is {
			told += fmt.Sprintf(", %s %v", what, value)
		}
	}
	if s.Job != workload.NoJob {
		say("job", true, c.jobs[s.Job].Number)
	}
	if s.Other != workload.NoJob {
		say("other", true, c.jobs[s.Other].Number)
	}
	say("need", s.Need != 0, s.Need)
	say("have", s.Have != 0 || s.Need != 0, s.Have)
	say("at", s.At != 0, s.At)
	say("until", s.Until != 0, s.Until)
	for i := range s.Facts {
		if f := &s.Facts[i]; len(f.Sum) > 0 && s.Code != quiz.EqualCost {
			var terms []string
			for _, t := range f.Sum {
				terms = append(terms, fmt.Sprint(t.Number))
			}
			told += fmt.Sprintf("; at %v %s = %d", f.At, strings.Join(terms, "+"), f.Total())
		} else {
			told += "; " + f.Reason.Code.String()
		}
	}
	return told
}

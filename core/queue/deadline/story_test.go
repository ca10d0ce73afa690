package deadline_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/internal/goldentest"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestDeadlineStory runs the script testdata/deadline.txt and compares what it
// prints with the expected text.
func TestDeadlineStory(t *testing.T) {
	s := &story{}
	goldentest.Run(t, "testdata/deadline.txt", func(t *testing.T, input string) string {
		s.t = t
		var out strings.Builder
		for line := range strings.Lines(input) {
			s.line(&out, strings.TrimSpace(line))
		}
		return out.String()
	})
}

// story is a test script. Each line has one of the following forms and applies to
// all later lines:
//
//	machine NODES                                       (and forgets all previous lines)
//	user NAME K USABLE
//	allot NAME@AT K USABLE
//	past USER APPLICATION AMOUNT SECONDS
//	job NUMBER@SUBMIT USER NODES WALLTIME[:RUNTIME] [prio=N] [due=T] [APPLICATION=AMOUNT]
//	run [fcfs | priority]                               prints the events
//	wait T | table T | accounts T                       prints, at T, which jobs wait and why, the job table, or the accounts
type story struct {
	t *testing.T
	d deadline.DeadlinePolicy
	c engine.Config
}

// plan parses a script whose lines print nothing, and returns it as a story.
func plan(t *testing.T, text string) *story {
	s := &story{t: t}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			s.line(nil, line)
		}
	}
	return s
}

func (s *story) line(out *strings.Builder, line string) {
	w := strings.Fields(line)
	switch w[0] {
	case "machine":
		flat, _ := topology.NewFlat(s.int(w[1]))
		s.d = deadline.DeadlinePolicy{}
		s.c = engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}), Allocator: alloc.FirstFit{}}
	case "user":
		s.d.Allotments.Users = append(s.d.Allotments.Users, deadline.Allotment{User: w[1], Nodes: int32(s.int(w[2])), Usable: int32(s.int(w[3]))})
	case "allot":
		name, at, _ := strings.Cut(w[1], "@")
		user := slices.IndexFunc(s.d.Allotments.Users, func(a deadline.Allotment) bool { return a.User == name })
		s.d.Allotments.Changes = append(s.d.Allotments.Changes, queue.ShareChange{At: simtime.Time(s.span(at)), User: int32(user), Nodes: int32(s.int(w[2])), Usable: int32(s.int(w[3]))})
	case "past":
		s.d.Allotments.History = append(s.d.Allotments.History, deadline.FinishedJob{User: w[1], Application: w[2], Amount: int64(s.int(w[3])), Time: s.span(w[4])})
	case "job":
		s.job(w[1:])
	case "run":
		for _, e := range s.tape(w[1:]...).Log() {
			if e.Kind != trace.Submit {
				fmt.Fprintln(out, e.Text(s.c.Jobs))
			}
		}
	case "wait", "table", "accounts":
		s.ask(out, w[0], simtime.Time(s.span(w[1])))
	default:
		s.t.Fatalf("no such word: %q", w[0])
	}
}

func (s *story) job(w []string) {
	number, submit, _ := strings.Cut(w[0], "@")
	wall, run, early := strings.Cut(w[3], ":")
	if !early {
		run = wall
	}
	j := workload.Job{Runtime: s.span(run), After: workload.NoJob}
	j.ID, j.Number, j.Submit = workload.JobID(len(s.c.Jobs)), int64(s.int(number)), simtime.Time(s.span(submit))
	j.User, j.Nodes, j.Walltime = w[1], int32(s.int(w[2])), s.span(wall)
	for _, more := range w[4:] {
		switch name, value, _ := strings.Cut(more, "="); name {
		case "prio":
			j.Priority = int64(s.int(value))
		case "due":
			j.Deadline = simtime.Time(s.span(value))
		default:
			j.Application, j.Amount = name, int64(s.int(value))
		}
	}
	s.c.Jobs = append(s.c.Jobs, j)
}

func (s *story) int(w string) int {
	n, err := strconv.Atoi(w)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

func (s *story) span(w string) simtime.Duration { return simtime.Duration(s.int(w)) * simtime.Second }

// tape returns the recording of a run under the policy of the script. If a
// discipline is named, the run is under that discipline.
func (s *story) tape(under ...string) *engine.Recording {
	c := s.c
	c.Queue = s.d
	if len(under) > 0 {
		c.Queue = queue.FCFS{}
		if under[0] == "priority" {
			c.Order = queue.PriorityFirst
		}
	}
	tape, err := engine.Record(c)
	if err != nil {
		s.t.Fatal(err)
	}
	return tape
}

// at returns the engine of a run under the policy of the script, after the last
// event at the given second.
func (s *story) at(seconds int) *engine.Engine {
	tape := s.tape()
	return tape.Seek(tape.Find(simtime.Time(seconds)*1000, math.MaxInt32))
}

func (s *story) ask(out *strings.Builder, what string, at simtime.Time) {
	e := s.at(int(at / 1000))
	number := func(id workload.JobID) int64 { return s.c.Jobs[id].Number }
	switch what {
	case "wait":
		for _, d := range e.Pending() {
			x := trace.Event{Kind: trace.Start, Job: d.Job, Why: d.Why}
			_, reason, _ := strings.Cut(x.Text(s.c.Jobs), ": ")
			fmt.Fprintf(out, "%v job %d waits: %s\n", at, number(d.Job), reason)
		}
	case "table":
		for _, r := range e.Table() {
			fmt.Fprintf(out, "%s job %d needs %d, holds %d (%d+%d+%d)", r.User, number(r.Job), r.Need, r.Holding, r.Usable, r.Reserve, r.System)
			if fmt.Fprintf(out, ", takes %v", r.Estimate); r.Due > 0 {
				fmt.Fprintf(out, ", due %v, must start by %v", r.Due, r.Latest)
			}
			if r.State == queue.RowDone {
				fmt.Fprintf(out, ", done at %v", r.Ended)
			}
			if r.AtRisk {
				out.WriteString(", at risk")
			}
			out.WriteString("\n")
		}
	case "accounts":
		for _, a := range e.Accounts() {
			fmt.Fprintf(out, "%s %s %d of %d\n", [...]string{"", "usable", "reserve", "system"}[a.Kind], a.Name, a.Used, a.Hard)
		}
	}
}

// starts returns the second at which each job starts, by job number.
func starts(tape *engine.Recording, jobs []workload.Job) map[int]int {
	at := map[int]int{}
	for _, e := range tape.Log() {
		if e.Kind == trace.Start {
			at[int(jobs[e.Job].Number)] = int(e.Time / 1000)
		}
	}
	return at
}

// kept returns how many jobs end by their deadline (in), and how many jobs with a
// deadline have ended (of).
func kept(tape *engine.Recording, jobs []workload.Job) (in, of int) {
	for _, e := range tape.Log() {
		if due := jobs[e.Job].Deadline; e.Kind == trace.End && due > 0 {
			if of++; e.Time <= due {
				in++
			}
		}
	}
	return in, of
}

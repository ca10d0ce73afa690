package papers

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	draws "hopyard/core/variant"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/tools/hopyard/input"
	"hopyard/wasm/html/htmltest"
)

// TestWhatIsSaidIsTrue asks every question about every lesson and about variants of
// each lesson (5 variants, or 500 with HOPYARD_SOAK). It answers each question with
// every wrong answer that is offered and with some others. It checks the feedback
// against facts that it derives independently from the trace: which jobs run, when
// their walltimes end, which jobs start, and which jobs wait.
func TestWhatIsSaidIsTrue(t *testing.T) {
	said := map[quiz.Misconception]int{}
	sums, reasons := 0, 0
	for _, l := range scenarios.All() {
		s, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(soaktest.Part(501, 100)) + 1 {
			v, err := draws.Draw(s, seed, nil)
			if err != nil {
				continue // the lesson has no variants
			}
			c := &claims{t: t, about: l.Name, seed: seed, r: rand.New(rand.NewPCG(seed, 9)), said: said, sums: &sums, reasons: &reasons}
			c.exam = newExam(&input.Subject{Name: l.Name, Scenario: v.Scenario, Config: *v.Run.Seek(0).Config()}, v.Run, quiz.New(v.Run, v.Scenario.Scheduler.Queue))
			c.books = booksOf(v.Run)
			for q := range c.exam.Quiz.All(quiz.AllKinds) {
				c.check(&q)
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d sums and %d reasons", sums, reasons)
	for code := quiz.FirstCome; code < quiz.NumMisconceptions; code++ {
		t.Logf("%6d %v", said[code], code)
	}
}

// claims checks whether the feedback on the questions about a run is true.
type claims struct {
	t       *testing.T
	about   string
	seed    uint64
	exam    *exam
	books   []book
	r       *rand.Rand
	said    map[quiz.Misconception]int
	sums    *int
	reasons *int
}

// book is the state of the simulation at a step, derived from the trace. It
// contains the jobs that hold nodes before the scheduling pass of the step, and the
// jobs that this pass starts.
type book struct {
	held   map[workload.JobID]holding
	starts map[workload.JobID]int64
	waits  map[workload.JobID]bool // jobs that wait after the pass
	plain  bool                    // whether, up to this step, no nodes have been frozen or lost and no job has changed its size
}

type holding struct {
	size  int64
	limit simtime.Time
}

// booksOf returns the state at each step of a run, derived from the trace.
func booksOf(run *engine.Recording) []book {
	held, waits, plain := map[workload.JobID]holding{}, map[workload.JobID]bool{}, true
	var out []book
	for i := range run.Len() {
		b := book{held: map[workload.JobID]holding{}, starts: map[workload.JobID]int64{}, waits: map[workload.JobID]bool{}}
		now := run.Mark(i).Time
		var starts []trace.Event
		for _, e := range run.Events(i) {
			switch e.Kind {
			case trace.Submit:
				waits[e.Job] = true
			case trace.Start:
				starts = append(starts, e)
			case trace.End, trace.Kill:
				delete(held, e.Job)
			case trace.Reject:
				delete(waits, e.Job)
			case trace.AtRisk, trace.QueueOpen, trace.QueueClose, trace.QueueStart, trace.QueueStop, trace.Allot:
			default:
				plain = false
			}
		}
		for id, h := range held {
			if h.limit > now { // at this time, a job whose walltime has ended has already released its nodes
				b.held[id] = h
			}
		}
		for _, e := range starts {
			b.starts[e.Job] = int64(e.Placement.Tasks())
			plain = plain && e.Placement.Tasks() == int(run.Jobs()[e.Job].Size()) // if the size of a job differs from its request, its walltime differs too
			held[e.Job] = holding{int64(e.Placement.Tasks()), now.Add(run.Jobs()[e.Job].Walltime)}
			delete(waits, e.Job)
		}
		for id := range waits {
			b.waits[id] = true
		}
		b.plain = plain
		out = append(out, b)
	}
	return out
}

// check answers a question with wrong answers and checks the feedback on each of
// them.
func (c *claims) check(q *quiz.Question) {
	for _, a := range c.answers(q) {
		v := c.exam.Quiz.Grade(q, a)
		if v.Right {
			continue
		}
		c.said[v.Slip.Code]++
		text := htmltest.Plain(c.exam.Tell.Slip(q, &v.Slip))
		bad := c.wrongIn(q, &a, &v.Slip)
		switch {
		case bad != "":
		case v.Slip.Code == quiz.None:
			bad = "the mistake has no name"
		case !digit.MatchString(text):
			bad = "no number, job or node is named"
		case strings.Contains(text, "?") || strings.Contains(text, "−1 "):
			bad = "a number is missing"
		case strings.Contains(text, "  ") || strings.Contains(text, ".."):
			bad = "it is no sentence"
		}
		if bad != "" {
			c.t.Errorf("%s, seed %d: %s %q: to %q it says %q: %s", c.about, c.seed, q.ID(c.exam.Config.Jobs), htmltest.Plain(c.exam.Tell.Prompt(q)), htmltest.Plain(c.exam.Tell.Answer(q, &a)), text, bad)
		}
	}
	if because := htmltest.Plain(c.exam.Tell.Because(q)); because == "" || strings.Contains(because, "?") {
		c.t.Errorf("%s, seed %d: %s: the answer is explained by %q", c.about, c.seed, q.ID(c.exam.Config.Jobs), because)
	}
	for i := range q.Facts {
		if bad := c.wrongFact(q, &q.Facts[i]); bad != "" {
			c.t.Errorf("%s, seed %d: %s: %s in %q", c.about, c.seed, q.ID(c.exam.Config.Jobs), bad, htmltest.Plain(c.exam.Tell.Because(q)))
		}
	}
}

var digit = regexp.MustCompile(`[0-9]`)

// answers returns answers to try: all options, the answers that result from known
// mistakes, and some other answers.
func (c *claims) answers(q *quiz.Question) (all []quiz.Answer) {
	for _, w := range q.Wrong {
		all = append(all, w.Answer)
	}
	for i := range q.Options {
		all = append(all, quiz.Answer{Choice: i, Nodes: q.Options[i].Nodes})
	}
	switch q.Form {
	case quiz.Jobs:
		var waiting []workload.JobID
		b := &c.books[q.Step]
		for id := range b.waits {
			waiting = append(waiting, id)
		}
		for id := range b.starts {
			waiting = append(waiting, id)
		}
		slices.Sort(waiting)
		for range 6 {
			var a quiz.Answer
			for _, id := range waiting {
				if c.r.IntN(3) == 0 {
					a.Jobs = append(a.Jobs, id)
				}
			}
			all = append(all, a)
		}
	case quiz.Time:
		right := q.Right[0].Time
		for _, off := range []simtime.Duration{-simtime.Hour, -simtime.Minute, simtime.Minute, simtime.Hour} {
			if at := right.Add(off); at >= q.At {
				all = append(all, quiz.Answer{Time: at})
			}
		}
		all = append(all, quiz.Answer{Time: q.At})
		for _, h := range c.books[q.Step].held {
			all = append(all, quiz.Answer{Time: h.limit})
		}
	case quiz.Number:
		all = append(all, quiz.Answer{Number: q.Right[0].Number + 3}, quiz.Answer{Number: q.Right[0].Number - 2})
	}
	return all
}

// wrongIn describes what is false in the feedback on a wrong answer. If the
// feedback is true, it returns "".
func (c *claims) wrongIn(q *quiz.Question, a *quiz.Answer, s *quiz.Slip) string {
	b := &c.books[q.Step]
	for i := range s.Facts {
		if bad := c.wrongFact(q, &s.Facts[i]); bad != "" {
			return bad
		}
	}
	switch q.Kind {
	case quiz.Start:
		if len(s.Facts) == 0 {
			return "nothing is said of a job"
		}
		f := &s.Facts[0]
		_, starts := b.starts[f.Job]
		switch {
		case starts && (!f.Reason.OK() || slices.Contains(a.Jobs, f.Job)):
			return "a job that starts was left out, or is said to wait"
		case !starts && (f.Reason.OK() || !slices.Contains(a.Jobs, f.Job)):
			return "a job that waits was not chosen, or is said to start"
		case !starts && len(f.Sum) > 0 && f.Total() >= f.Need:
			return "there is enough"
		}
	case quiz.Promise:
		for i := range s.Facts {
			f, right := &s.Facts[i], q.Right[0].Time
			wall := c.exam.Config.Jobs[q.Job].Walltime
			switch {
			case len(f.Sum) == 0:
			case a.Time < right && f.At != right && (f.Total() >= f.Need || f.At < a.Time || f.At >= a.Time.Add(wall)):
				return "it is too early, and there is enough, or it is about another time"
			case a.Time > right && (f.Total() < f.Need || f.At != right):
				return "it is too late, and there is too little then"
			}
		}
	}
	return ""
}

// wrongFact describes what is false in a fact that the feedback states. If the fact
// is true, it returns "".
func (c *claims) wrongFact(q *quiz.Question, f *quiz.Fact) string {
	b := &c.books[q.Step]
	if len(f.Sum) == 0 {
		*c.reasons++
		_, starts := b.starts[f.Job]
		if starts != f.Reason.OK() && q.Kind != quiz.Next {
			return "a job starts that is said to wait, or waits that is said to start"
		}
		return ""
	}
	*c.sums++
	switch f.Sum[0].Kind {
	case quiz.FreeTerm:
		if b.plain {
			return c.wrongRoom(q, f)
		}
	case quiz.PartTerm:
		if f.Total() != 1000*q.Right[0].Number {
			return "the parts do not add up"
		}
	case quiz.PairsTerm, quiz.FarTerm, quiz.WholeTerm:
		if f.Total() != q.Right[0].Number {
			return "the sum is not the answer"
		}
	}
	return ""
}

// wrongRoom describes what is false in a calculation of free nodes in the feedback.
// If the calculation is true, it returns "".
func (c *claims) wrongRoom(q *quiz.Question, f *quiz.Fact) string {
	b := &c.books[q.Step]
	if q.Kind == quiz.Extra && f.Total() != q.Right[0].Number {
		return "the sum is not the answer"
	}
	if f.At < q.At {
		return "it is about the past"
	}
	free, ends := int64(c.exam.Run.Capacity()), map[workload.JobID]bool{}
	for id, h := range b.held {
		free -= h.size
		if h.limit <= f.At {
			ends[id] = true
		}
	}
	for _, x := range f.Sum {
		switch x.Kind {
		case quiz.FreeTerm:
			if x.Number != free {
				return "another number is free"
			}
		case quiz.EndsTerm:
			if !ends[x.Job] || b.held[x.Job].size != x.Number {
				return "a job does not give that back by then"
			}
			delete(ends, x.Job)
		case quiz.StartsTerm:
			if b.starts[x.Job] != -x.Number || q.At.Add(c.exam.Config.Jobs[x.Job].Walltime) <= f.At {
				return "a job does not take that"
			}
		case quiz.HeldTerm:
			if !b.waits[x.Job] || x.At > f.At || x.At.Add(c.exam.Config.Jobs[x.Job].Walltime) <= f.At {
				return "a job holds nothing then"
			}
		default:
			return "a term is about something else"
		}
	}
	if len(ends) > 0 {
		return "what a job gives back is not counted"
	}
	return ""
}

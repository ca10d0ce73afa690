package quiz_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

var (
	shopQueues = []string{"fcfs", "easy", "easy", "easy 2", "easy 3", "easy 4", "conservative", "conservative", "conservative-rebuild", "mpfs-scan"}
	shopOrders = []string{"submit", "submit", "shortest", "longest", "smallest", "largest", "priority"}
)

// drawShop draws a machine, a queue discipline and a few jobs. The numbers are
// small, so that many events coincide, sizes are often equal, and many jobs end at
// their walltimes.
func drawShop(seed uint64) *shop {
	r := rand.New(rand.NewPCG(seed, 18))
	s := &shop{nodes: 4 + r.IntN(37), order: shopOrders[r.IntN(len(shopOrders))], depth: 1}
	fmt.Sscan(shopQueues[r.IntN(len(shopQueues))], &s.queue, &s.depth)
	grain, last := 1+r.IntN(5), 1+r.IntN(30)
	if r.IntN(3) == 0 { // the jobs need most of a small machine
		s.nodes = 4 + r.IntN(5)
	}
	for range 3 + r.IntN(12) {
		c := chore{submit: r.IntN(last) / grain * grain, nodes: 1 + r.IntN(s.nodes), wall: grain * (1 + r.IntN(8)), prio: r.IntN(3)}
		if r.IntN(2) == 0 {
			c.nodes = 1 + r.IntN(1+s.nodes/2)
		}
		switch c.run = c.wall; r.IntN(5) {
		case 0:
			c.run += grain // the job is killed at its walltime
		case 1, 2:
			c.run = grain * r.IntN(c.wall/grain+1) // the job may end at the time at which it starts
		}
		s.jobs = append(s.jobs, c)
		if r.IntN(6) == 0 { // add a second job that cannot be distinguished from the first
			s.jobs = append(s.jobs, c)
		}
	}
	slices.SortStableFunc(s.jobs, func(a, b chore) int { return a.submit - b.submit })
	return s
}

// text returns the drawn simulation as a scenario.
func (s *shop) text() string {
	var jobs []string
	for _, c := range s.jobs {
		jobs = append(jobs, fmt.Sprintf(`{"submit": %d, "nodes": %d, "walltime": %d, "runtime": %d, "priority": %d}`, c.submit, c.nodes, c.wall, c.run, c.prio))
	}
	depth := ""
	if s.depth > 1 {
		depth = fmt.Sprintf(`, "depth": %d`, s.depth)
	}
	return fmt.Sprintf(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": %d}},
 "jobs": [%s],
 "scheduler": {"queue": "%s", "order": "%s"%s}}`, s.nodes, strings.Join(jobs, ",\n  "), s.queue, s.order, depth)
}

// record runs a scenario to its end and returns the recording with a quiz about it.
func record(t testing.TB, text string) (*engine.Recording, *quiz.Quiz) {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	run, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	return run, quiz.New(run, s.Scheduler.Queue)
}

// moment is the position of a question in a run: a time, and an index among the
// steps at that time that change something.
type moment struct{ at, ordinal int }

// scene is the state of the reference scheduler at a moment, after the event and
// before the scheduling pass. It also holds the decision of the discipline in this
// pass.
type scene struct {
	*world
	job       int
	submitted bool
	right     pass
	asked     []quiz.QuestionKind
}

// scenes runs the reference scheduler to the end. It returns a scene for each
// moment.
func (s *shop) scenes() map[moment]*scene {
	out, w := map[moment]*scene{}, open(s)
	for at := (moment{}); ; {
		job, submitted, ok := w.happen()
		if !ok {
			return out
		}
		c := &scene{world: w.copied(), job: job, submitted: submitted}
		c.right = w.decide(job, submitted)
		if w.now > at.at {
			at = moment{at: w.now}
		}
		if w.changed || len(c.right.starts) > 0 {
			out[at] = c
			at.ordinal++
		}
		w.follow(c.right)
	}
}

func seconds(t simtime.Time) int { return int(int64(t) / 1000) }

func numbers(jobs []workload.JobID) []int {
	out := []int{}
	for _, j := range jobs {
		out = append(out, int(j))
	}
	return out
}

// likes returns a set of jobs as text, with the properties of each job instead of
// its index. Sets that differ only by indistinguishable jobs therefore have the
// same text.
func (s *shop) likes(jobs []int) string {
	var rows []string
	for _, j := range jobs {
		rows = append(rows, fmt.Sprint(s.jobs[j]))
	}
	slices.Sort(rows)
	return strings.Join(rows, " ")
}

// TestTwin asks every question about starts, promises and extra nodes of random
// runs. The right and wrong answers, and those of some misconceptions, must agree
// with the reference scheduler.
func TestTwin(t *testing.T) {
	asked, named := map[string]int{}, map[quiz.Misconception]int{}
	for seed := range uint64(soaktest.Part(2000, 8)) {
		s := drawShop(seed)
		run, z := record(t, s.text())
		scenes := s.scenes()
		checkRun(t, s, run, scenes)
		for q := range z.All(quiz.Of(quiz.Start, quiz.Promise, quiz.Extra)) {
			c := scenes[moment{seconds(q.At), int(q.Ordinal)}]
			if c == nil {
				t.Errorf("nothing happens at %v.%d", q.At, q.Ordinal)
				break
			}
			asked[q.Kind.String()+" "+s.queue]++
			c.checkRight(t, &q)
			c.checkWrong(t, &q, named)
			c.checkNoneMissing(t, &q)
			c.asked = append(c.asked, q.Kind)
			if t.Failed() {
				break
			}
		}
		for at, c := range scenes {
			if !t.Failed() && c.tempting() && !slices.Contains(c.asked, quiz.Start) {
				t.Errorf("at %v nobody asks who starts", at)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, s.text())
		}
	}
	for _, what := range slices.Sorted(maps.Keys(asked)) {
		t.Logf("%5d of %s", asked[what], what)
	}
	for _, m := range slices.Sorted(maps.Keys(named)) {
		t.Logf("%5d answers by %v", named[m], m)
	}
}

// checkRun checks step by step that the engine's run equals the reference run. If
// the runs differ, comparing the questions is pointless.
func checkRun(t *testing.T, s *shop, run *engine.Recording, scenes map[moment]*scene) {
	t.Helper()
	if run.Len() != len(scenes) {
		t.Errorf("%d steps, want %d", run.Len(), len(scenes))
	}
	for i := range run.Len() {
		m := run.Mark(i)
		c := scenes[moment{seconds(m.Time), int(m.Ordinal)}]
		if c == nil || c.job != int(m.Job) {
			t.Errorf("step %d at %v.%d of job %d: on paper %v", i, m.Time, m.Ordinal, m.Job, c)
			return
		}
		starts := []int{}
		for _, e := range run.Events(i) {
			if e.Kind == trace.Start {
				starts = append(starts, int(e.Job))
			}
		}
		slices.Sort(starts)
		if !slices.Equal(starts, c.right.set()) {
			t.Errorf("at %v.%d the engine starts %v, want %v", m.Time, m.Ordinal, starts, c.right.set())
			return
		}
	}
}

// checkRight checks that the right answers of a question follow from the reference
// scheduler's decision.
func (c *scene) checkRight(t *testing.T, q *quiz.Question) {
	t.Helper()
	if len(q.Right) == 0 {
		t.Errorf("%v at %v.%d: nothing is right", q.Kind, q.At, q.Ordinal)
	}
	for _, a := range q.Right {
		if is, want, ok := c.isRight(q, a); !ok {
			t.Errorf("%v at %v.%d of job %d: %v is right, on paper %v", q.Kind, q.At, q.Ordinal, q.Job, is, want)
		}
	}
	if q.Kind == quiz.Start && !slices.ContainsFunc(q.Right, func(a quiz.Answer) bool { return slices.Equal(numbers(a.Jobs), c.right.set()) }) {
		t.Errorf("start at %v.%d: %v is not among %v", q.At, q.Ordinal, c.right.set(), q.Right)
	}
	if q.Kind != quiz.Start && len(q.Right) != 1 {
		t.Errorf("%v at %v.%d: %d answers are right", q.Kind, q.At, q.Ordinal, len(q.Right))
	}
}

// isRight reports whether an answer is right according to the reference scheduler.
// It also returns the answer and the right answer, for error messages.
func (c *scene) isRight(q *quiz.Question, a quiz.Answer) (is, want any, ok bool) {
	switch q.Kind {
	case quiz.Start:
		jobs := numbers(a.Jobs)
		return jobs, c.right.set(), c.likes(jobs) == c.likes(c.right.set())
	case quiz.Promise:
		at, promised := c.right.promised[int(q.Job)]
		return a.Time, at, promised && a.Time == simtime.Time(at*1000)
	default:
		// Extra nodes are counted when the head's reservation is made, before other
		// jobs overtake the head.
		return a.Number, c.right.extra, int(q.Job) == c.right.head && a.Number == int64(c.right.extra)
	}
}

// checkWrong checks that none of a question's wrong answers is right according to
// the reference scheduler. If the reference scheduler implements the wrong rule
// behind a wrong answer, this rule must give the same answer.
func (c *scene) checkWrong(t *testing.T, q *quiz.Question, named map[quiz.Misconception]int) {
	t.Helper()
	for _, m := range q.Wrong {
		is, right, ok := c.isRight(q, m.Answer)
		if ok {
			t.Errorf("%v at %v.%d: %v (%v) is wrong, on paper %v is right", q.Kind, q.At, q.Ordinal, is, m.Slip.Code, right)
		}
		want := c.mistaken(q, m.Slip.Code)
		if len(want) == 0 {
			continue
		}
		named[m.Slip.Code]++
		given := c.said(q, m.Answer)
		if !slices.Contains(want, given) {
			t.Errorf("%v at %v.%d of job %d: who thinks %v answers %q, on paper %q; right %v", q.Kind, q.At, q.Ordinal, q.Job, m.Slip.Code, given, want, right)
		}
	}
}

// checkNoneMissing checks that no usual mistake is missing from a question. For
// each usual mistake, the answer of its wrong rule must be among the wrong or the
// right answers.
func (c *scene) checkNoneMissing(t *testing.T, q *quiz.Question) {
	t.Helper()
	usualMistakes := map[quiz.QuestionKind][]quiz.Misconception{
		quiz.Start:   {quiz.FirstCome, quiz.NoExtra, quiz.AllPromised, quiz.DelaysHead, quiz.WalltimeIsRuntime},
		quiz.Promise: {quiz.WalltimeIsRuntime, quiz.FirstEnd, quiz.LastEnd},
		quiz.Extra:   {quiz.FreeNowIsExtra, quiz.HeadNotCounted},
	}
	if c.queue != "easy" || c.depth > 1 {
		usualMistakes[quiz.Start], usualMistakes[quiz.Promise] = nil, nil
	}
	for _, code := range usualMistakes[q.Kind] {
		for i, want := range c.mistaken(q, code) {
			if code == quiz.DelaysHead && i > 0 {
				break
			}
			if q.Kind == quiz.Promise && want == fmt.Sprint(c.now) {
				continue // in this case the answer of the rule is that the job starts now, and the quiz need not offer this answer
			}
			as := func(a quiz.Answer) bool { return c.said(q, a) == want }
			if !slices.ContainsFunc(q.Right, as) && !slices.ContainsFunc(q.Wrong, func(m quiz.Mistake) bool { return as(m.Answer) }) {
				t.Errorf("%v at %v.%d: nobody who thinks %v answers %q", q.Kind, q.At, q.Ordinal, code, want)
			}
		}
	}
}

// said returns an answer as text, in the same form as the results of mistaken.
func (c *scene) said(q *quiz.Question, a quiz.Answer) string {
	switch q.Kind {
	case quiz.Start:
		return c.likes(numbers(a.Jobs))
	case quiz.Promise:
		return fmt.Sprint(seconds(a.Time))
	default:
		return fmt.Sprint(a.Number)
	}
}

// tempting reports whether the quiz must ask which jobs start. This is the case if
// three conditions hold: all waiting jobs look different, the discipline allows
// jobs to overtake, and some job does overtake.
func (c *scene) tempting() bool {
	rows := map[chore]bool{}
	for _, j := range c.waiting {
		seen := c.jobs[j]
		seen.run = 0
		rows[seen] = true
	}
	return len(rows) == len(c.waiting) && c.queue != "fcfs" && c.likes(c.right.set()) != c.likes(c.inOrder(c.order).strictly().set())
}

package quiz_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/quiz"
	"hopyard/core/soaktest"
	"hopyard/core/workload"
)

// clicked returns the answer of a student who clicks the given jobs.
func clicked(jobs ...int) quiz.Answer {
	var a quiz.Answer
	for _, j := range jobs {
		a.Jobs = append(a.Jobs, workload.JobID(j))
	}
	return a
}

// history forces a decision on the reference scheduler and lets it continue with
// its own discipline. It returns the resulting run as text. For each job, the text
// holds the properties of the job, its start time, and the scheduling pass at that
// time. Indistinguishable jobs have equal properties, so exchanging them does not
// change the text.
func (c *scene) history(forced []int) string {
	w := c.copied()
	size := 0
	for _, j := range forced {
		if !slices.Contains(w.waiting, j) {
			return "impossible"
		}
		size += w.jobs[j].nodes
	}
	if size > w.free() {
		return "impossible"
	}
	var rows []string
	told := func(jobs []int, pass int) {
		for _, j := range jobs {
			rows = append(rows, fmt.Sprint(w.jobs[j], w.now, pass))
		}
	}
	told(forced, 0)
	p := c.right
	p.starts = forced
	p.promised = c.promisesAfter(forced)
	w.forced = true
	w.follow(p)
	for pass, last := 1, w.now; ; pass++ {
		job, submitted, ok := w.happen()
		if !ok {
			break
		}
		if w.now > last {
			pass, last = 0, w.now
		}
		p := w.decide(job, submitted)
		told(p.starts, pass)
		w.follow(p)
	}
	slices.Sort(rows)
	return strings.Join(rows, "\n")
}

// promisesAfter returns the promises of the waiting jobs if the given jobs start,
// instead of those that the discipline chose. A chosen job that does not start gets
// the promise of the indistinguishable job that starts in its place. If there is no
// such job, it is promised the current time.
func (c *scene) promisesAfter(forced []int) map[int]int {
	promised := map[int]int{}
	maps.Copy(promised, c.right.promised)
	for _, left := range c.right.starts {
		if slices.Contains(forced, left) {
			continue
		}
		promised[left] = c.now
		for _, twin := range forced {
			at, has := promised[twin]
			if has && c.jobs[twin] == c.jobs[left] {
				promised[left] = at
				delete(promised, twin)
				break
			}
		}
	}
	for _, j := range forced {
		delete(promised, j)
	}
	return promised
}

// TestForced forces answers on the reference scheduler. A right answer must lead to
// the same history as the discipline's own decision, even if it names an
// indistinguishable job instead of the right job. A wrong answer must lead to
// another history. The exception is a wrong answer that starts an indistinguishable
// job from behind other jobs: it breaks the order of the queue, but may change
// nothing.
func TestForced(t *testing.T) {
	right, swapped, wrong := 0, 0, 0
	for seed := range soaktest.Seeds(400) {
		s := drawShop(seed + 100_000)
		r := rand.New(rand.NewPCG(seed, 5))
		_, z := record(t, s.text())
		scenes := s.scenes()
		for _, q := range quiz.Draw(z.All(quiz.Of(quiz.Start)), 6, seed) {
			c := scenes[moment{seconds(q.At), int(q.Ordinal)}]
			want := c.history(c.right.set())
			try := func(jobs []int) {
				v := z.Grade(&q, clicked(jobs...))
				same, twins := c.history(jobs) == want, c.likes(jobs) == c.likes(c.right.set())
				if v.Right != same && !(twins && same) {
					t.Errorf("seed %d, at %v.%d: %v is graded %+v; forced, it leads to the rule's schedule: %v\n%s", seed, q.At, q.Ordinal, jobs, v, same, s.text())
				}
				switch {
				case !v.Right:
					wrong++
					if v.Slip.Code == quiz.None {
						t.Errorf("seed %d, at %v.%d: nothing is said of %v\n%s", seed, q.At, q.Ordinal, jobs, s.text())
					}
				case slices.Equal(jobs, c.right.set()):
					right++
				default:
					swapped++
				}
			}
			for _, a := range q.Right {
				try(numbers(a.Jobs))
			}
			for _, m := range q.Wrong {
				try(numbers(m.Answer.Jobs))
			}
			for _, jobs := range c.subsets(r) {
				try(jobs)
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("right %d, with twins %d, wrong %d", right, swapped, wrong)
	if swapped == 0 {
		t.Error("no twins were drawn")
	}
}

// subsets returns all sets of waiting jobs if there are few waiting jobs. Otherwise
// it returns some random sets, and sets that differ from the right set by one or
// two jobs.
func (c *scene) subsets(r *rand.Rand) (sets [][]int) {
	pick := func(bits int) {
		set := []int{}
		for i, j := range c.waiting {
			if bits>>i&1 != 0 {
				set = append(set, j)
			}
		}
		slices.Sort(set)
		sets = append(sets, set)
	}
	if len(c.waiting) <= 4 {
		for bits := range 1 << len(c.waiting) {
			pick(bits)
		}
		return sets
	}
	right := 0
	for i, j := range c.waiting {
		if slices.Contains(c.right.starts, j) {
			right |= 1 << i
		}
	}
	for i := range c.waiting {
		pick(right ^ 1<<i)
		pick(right ^ 1<<i ^ 1<<r.IntN(len(c.waiting)))
	}
	for range 4 {
		pick(r.IntN(1 << len(c.waiting)))
	}
	return sets
}

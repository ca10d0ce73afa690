package quiz_test

import (
	"fmt"
	"slices"

	"hopyard/core/quiz"
)

// mistaken returns the answers that a wrong rule gives, computed with the reference
// scheduler. It returns several answers if the rule can be understood in several
// ways, and none if the rule is not implemented here.
func (c *scene) mistaken(q *quiz.Question, code quiz.Misconception) []string {
	starts := func(p pass) []string { return []string{c.likes(p.set())} }
	number := func(n ...int) (all []string) {
		for _, n := range n {
			all = append(all, fmt.Sprint(n))
		}
		return all
	}
	switch q.Kind {
	case quiz.Start:
		switch code {
		case quiz.FirstCome:
			return starts(c.inOrder(c.order).strictly())
		case quiz.Overtakes, quiz.OnlyHeadPromised:
			return starts(c.easy(usual))
		case quiz.DelaysHead:
			// For the answers of some other rules, the quiz may name this mistake
			// too. One reason is that a rule that makes too many jobs wait may also
			// start a job that must wait; the quiz then names this second mistake.
			// Another is that no running job will end before its walltime; the quiz
			// then does not name the mistake of a student who knows run times, or
			// uses another order.
			return slices.Concat(starts(c.knowingAll()), starts(c.reordered("submit")), starts(c.reordered("shortest")), starts(c.scan()), starts(c.inOrder(c.order).strictly()), starts(c.deep(len(c.jobs))),
				starts(c.easy(reading{length: usual.length, noExtra: true})))
		case quiz.NoExtra:
			return starts(c.easy(reading{length: usual.length, noExtra: true}))
		case quiz.AllPromised:
			return starts(c.deep(len(c.jobs)))
		case quiz.WalltimeIsRuntime:
			if c.vanishing() {
				return nil
			}
			return starts(c.knowingAll())
		case quiz.IgnoresOrder:
			return starts(c.reordered("submit"))
		case quiz.ShortestFirst:
			return starts(c.reordered("shortest"))
		}
	case quiz.Promise:
		switch code {
		case quiz.WalltimeIsRuntime:
			if c.vanishing() {
				return nil
			}
			return number(c.knowingAll().promised[int(q.Job)])
		case quiz.FirstEnd:
			return number(slices.Min(c.walltimeEnds()))
		case quiz.LastEnd:
			return number(slices.Max(c.walltimeEnds()))
		}
	case quiz.Extra:
		switch code {
		case quiz.FreeNowIsExtra:
			then := c.copied()
			then.start(c.right.starts)
			return number(c.free(), then.free())
		case quiz.HeadNotCounted:
			return number(c.right.extra + c.jobs[c.right.head].nodes)
		case quiz.WalltimeIsRuntime:
			return number(c.easy(knowing).extra)
		}
	}
	return nil
}

// reordered returns the decision of the discipline with the queue in another order.
// The discipline mpfs-scan without its own order is a plain scan. Conservative
// backfilling makes all promises again.
func (c *scene) reordered(order string) pass {
	w := c.inOrder(order)
	if c.queue == "mpfs-scan" {
		return w.scan()
	}
	if c.queue == "conservative" {
		return w.deep(len(c.jobs))
	}
	return w.decide(c.job, c.submitted)
}

// knowingAll returns the decision of the discipline if it knew all run times.
func (c *scene) knowingAll() pass {
	switch {
	case c.queue == "easy" && c.depth == 1:
		return c.easy(knowing)
	case c.queue == "easy":
		return c.deepAs(c.depth, knowing)
	default:
		return c.deepAs(len(c.jobs), knowing)
	}
}

// vanishing reports whether the scheduler plans with a job that ends at the time at
// which it starts. Such a job takes no nodes, so no plausible wrong rule would plan
// with it.
func (c *scene) vanishing() bool {
	brief := func(j int) bool { return c.jobs[j].run == 0 }
	return (c.queue != "easy" || c.depth > 1) &&
		(slices.ContainsFunc(c.waiting, brief) || slices.ContainsFunc(c.running, func(p place) bool { return brief(p.job) }))
}

// walltimeEnds returns the ends of the walltimes of the running jobs, including the
// jobs that start now.
func (c *scene) walltimeEnds() (ends []int) {
	then := c.copied()
	then.start(c.right.starts)
	for _, p := range then.running {
		if !p.gone {
			ends = append(ends, p.since+c.jobs[p.job].wall)
		}
	}
	return ends
}

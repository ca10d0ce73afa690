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
			// The quiz may also name this mistake for the answers of other rules. A
			// rule that makes too many jobs wait may also start a job that must
			// wait, and then the quiz names this second mistake. The same holds for
			// a student who knows run times, or uses another order, if no running
			// job will end before its walltime.
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

// reordered decides by the shop's discipline with the queue in another order.
// mpfs-scan without its own order is a plain scan. Conservative backfilling makes
// all promises anew.
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

// knowingAll decides by the shop's rule, but with knowledge of all run times.
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

// vanishing reports whether the scheduler plans with a job that ends in the instant
// in which it starts. Such a job takes no room, so no plausible wrong rule would
// plan with it.
func (c *scene) vanishing() bool {
	brief := func(j int) bool { return c.jobs[j].run == 0 }
	return (c.queue != "easy" || c.depth > 1) &&
		(slices.ContainsFunc(c.waiting, brief) || slices.ContainsFunc(c.running, func(p place) bool { return brief(p.job) }))
}

// walltimeEnds returns the walltime ends of the running jobs, including those that
// start now.
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

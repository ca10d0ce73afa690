package main

import (
	"fmt"
	"io"
	"slices"

	"hopyard/core/lowerbound"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/scoreboard"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// reportManualRun reports the outcome of a run in which the user made the
// scheduling decisions by hand. It also compares the resulting schedule with the
// schedules of other disciplines. If the queue is not the manual queue, it does
// nothing.
func reportManualRun(w io.Writer, s *subject) error {
	if s.scenario.Scheduler.Queue != "manual" {
		return nil
	}
	t, err := scoreboard.Of(s.scenario)
	if err != nil {
		return err
	}
	names := why.Names{Job: func(id workload.JobID) string { return fmt.Sprintf("job %d", s.config.Jobs[id].Number) }}
	decisions := s.scenario.Scheduler.Decisions
	line := func(x *queue.DecisionOutcome) string {
		return fmt.Sprintf("  decision %d at %v, job %d: ", x.Decision+1, x.At, decisions[x.Decision].Job)
	}
	refused, broken := scoreboard.Refused(t.Outcomes), scoreboard.Broken(t.Outcomes)
	if fmt.Fprintf(w, "\n%s, %d of them refused\n", count(len(decisions), "decision"), len(refused)); len(refused) > 0 {
		for i := range refused {
			fmt.Fprintln(w, line(&refused[i])+refused[i].English(names))
		}
	}
	fmt.Fprintf(w, "%s of EASY broken\n", count(len(broken), "promise"))
	for i := range broken {
		x := &broken[i]
		fmt.Fprintln(w, line(x)+x.EnglishBroken(names, x.At.Add(s.config.Jobs[x.Job].Walltime)))
	}
	if len(t.Rows) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nYour schedule compared with other disciplines. Jobs without a decision start after the last decision as soon as they fit, in queue order\n")
	fmt.Fprintf(w, "  %-26s %16s  %12s  %6s\n", "", "mean wait, s", "ends", "broken")
	for _, r := range t.Rows {
		title, count := "You", fmt.Sprint(r.Broken)
		if d := policies.DisciplineOf(r.Queue); r.Queue != "manual" {
			title = d.Name.Title
		}
		if r.Broken < 0 {
			count = "-"
		}
		fmt.Fprintf(w, "  %-26s %16.3f  %12v  %6s\n", title, r.MeanWait, r.End, count)
	}
	if !t.Bounded {
		fmt.Fprintln(w, "  No bound is known: jobs communicate, grow, depend on others or are not submitted, or the machine changes.")
		return nil
	}
	b := &t.Bounds
	fmt.Fprintf(w, "  %-26s %16.3f  %12v\n", "Best possible (proven)", float64(b.Wait)/float64(b.Jobs)/1000, b.End)
	fmt.Fprintf(w, "  Mean wait: %s. End: %s.\n", proof(b, b.WaitBy, s), proof(b, b.EndBy, s))
	return nil
}

// count formats a number followed by a noun. It appends an s to the noun unless the
// number is 1.
func count(n int, of string) string {
	if n != 1 {
		of += "s"
	}
	return fmt.Sprintf("%d %s", n, of)
}

// named reports whether one of the user's manual decisions starts the job on
// exactly the given nodes.
func (q *question) named(nodes string) bool {
	if q.s.scenario.Scheduler.Queue != "manual" {
		return false
	}
	return slices.ContainsFunc(q.s.scenario.Scheduler.Decisions, func(d manual.Decision) bool {
		return d.Job == q.s.config.Jobs[q.id].Number && d.Nodes.String() == nodes
	})
}

// proof describes how a lower bound on the mean wait or on the end of the schedule
// was proven.
func proof(b *lowerbound.Bounds, by lowerbound.Proof, s *subject) string {
	switch by {
	case lowerbound.Area:
		return "the total work of all jobs, spread over the whole machine"
	case lowerbound.Longest:
		j := &s.config.Jobs[b.Last]
		return fmt.Sprintf("job %d arrives at %v and takes at least %v", j.Number, j.Submit, b.End.Sub(j.Submit))
	case lowerbound.Exact:
		return fmt.Sprintf("a search of all orders of the %d jobs, with the future known", b.Jobs)
	}
	return "no bound above 0 is proven"
}

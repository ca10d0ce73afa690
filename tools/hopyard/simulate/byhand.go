package simulate

import (
	"fmt"
	"io"

	"hopyard/core/lowerbound"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scoreboard"
	"hopyard/core/why"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// reportManualRun reports the outcome of a run in which the user made the
// scheduling decisions by hand. It also compares the resulting schedule with the
// schedules of other disciplines. If the queue is not the manual queue, it does
// nothing.
func reportManualRun(w io.Writer, s *input.Subject) error {
	if s.Scenario.Scheduler.Queue != "manual" {
		return nil
	}
	t, err := scoreboard.Of(s.Scenario)
	if err != nil {
		return err
	}
	names := why.Names{Job: s.JobName}
	decisions := s.Scenario.Scheduler.Decisions
	line := func(x *queue.DecisionOutcome) string {
		return fmt.Sprintf("  decision %d at %v, job %d: ", x.Decision+1, x.At, decisions[x.Decision].Job)
	}
	refused, broken := scoreboard.Refused(t.Outcomes), scoreboard.Broken(t.Outcomes)
	if fmt.Fprintf(w, "\n%s, %d of them refused\n", cli.Count(len(decisions), "decision"), len(refused)); len(refused) > 0 {
		for i := range refused {
			fmt.Fprintln(w, line(&refused[i])+refused[i].English(names))
		}
	}
	fmt.Fprintf(w, "%s of EASY broken\n", cli.Count(len(broken), "promise"))
	for i := range broken {
		x := &broken[i]
		fmt.Fprintln(w, line(x)+x.EnglishBroken(names, x.At.Add(s.Config.Jobs[x.Job].Walltime)))
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

// proof describes how a lower bound on the mean wait or on the end of the schedule
// was proven.
func proof(b *lowerbound.Bounds, by lowerbound.Proof, s *input.Subject) string {
	switch by {
	case lowerbound.Area:
		return "the total work of all jobs, spread over the whole machine"
	case lowerbound.Longest:
		j := &s.Config.Jobs[b.Last]
		return fmt.Sprintf("job %d arrives at %v and takes at least %v", j.Number, j.Submit, b.End.Sub(j.Submit))
	case lowerbound.Exact:
		return fmt.Sprintf("a search of all orders of the %d jobs, with the future known", b.Jobs)
	}
	return "no bound above 0 is proven"
}

// Package explain has the commands that explain a decision or show the state at an
// instant: why, place, table and units. All but place record the run and then ask
// the recording, as the page does.
package explain

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology/slurm"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Why is the command why.
var Why = cli.Command{Name: "why", Args: "FILE --job N [--at T]", Does: "explain why a job started where and when it did, or why it still waits", Run: whyCommand}

// whyCommand explains why a job started when and where it did, or why the job is
// still waiting.
func whyCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	number := f.Int64("job", -1, "the job's `NUMBER`")
	at := f.String("at", "", "explain the state at this `TIME` in seconds (default: when the job started)")
	n := f.Int("candidates", 5, "list the best `N` candidate placements")
	combinations := f.Int("combinations", 0, "for min-hop-units: list the best `N` combinations of free units, and the number of combinations with each sum of hops")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	if *number < 0 {
		return cli.BadUsage("--job is missing; give the number of a job")
	}
	until := simtime.Never
	if *at != "" {
		var err error
		if until, err = instant(*at); err != nil {
			return err
		}
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	id := slices.IndexFunc(s.Config.Jobs, func(j workload.Job) bool { return j.Number == *number })
	if id < 0 {
		return input.Prefixed(s.Name, fmt.Errorf("--job %d: no job has that number", *number))
	}
	tape, err := input.Record(t, s.Config)
	if failed := (*queue.Failure)(nil); err != nil && !errors.As(err, &failed) {
		return input.Prefixed(s.Name, err)
	}
	q := question{t: t, s: s, tape: tape, id: workload.JobID(id), n: *n, combinations: *combinations}
	q.names = why.Names{
		Job:   s.JobName,
		Limit: func(which int32) string { return s.LimitName(which, q.id) },
	}
	q.answer(until)
	if err != nil {
		return s.Failed(err)
	}
	return nil
}

// instant parses the value of an option --at.
func instant(text string) (simtime.Time, error) {
	d, err := simtime.Parse(text)
	if err != nil {
		return 0, cli.BadUsage("--at %v; give seconds with at most three decimals", err)
	}
	return simtime.Time(d), nil
}

// question is a question of the command why about a job of a recorded run.
type question struct {
	t     *cli.Terminal
	s     *input.Subject
	tape  *engine.Recording
	id    workload.JobID
	n     int
	names why.Names

	combinations int // number of combinations of units to list
}

// logUntil returns the events of a run up to the given time, including events at
// exactly that time.
func logUntil(tape *engine.Recording, at simtime.Time) []trace.Event {
	log := tape.Log()
	for len(log) > 0 && log[len(log)-1].Time > at {
		log = log[:len(log)-1]
	}
	return log
}

func (q *question) answer(until simtime.Time) {
	log := logUntil(q.tape, until)
	o := metrics.Outcomes(q.s.Config.Jobs, log)[q.id]
	j := &q.s.Config.Jobs[q.id]
	switch o.State {
	case metrics.Unseen:
		fmt.Fprintf(q.t.Out, "job %d is not submitted yet: its submit time is %v\n", j.Number, j.Submit)
	case metrics.Rejected, metrics.Cancelled:
		for i := range log {
			if log[i].Job == q.id && (log[i].Kind == trace.Reject || log[i].Kind == trace.Fail) {
				fmt.Fprintln(q.t.Out, log[i].Text(q.s.Config.Jobs))
			}
		}
	case metrics.Waiting:
		q.waiting(until, &o)
	default:
		q.started(until, &o)
	}
}

func (q *question) waiting(until simtime.Time, o *metrics.Outcome) {
	e := q.tape.At(until)
	for _, d := range e.Pending() {
		if d.Job == q.id {
			fmt.Fprintf(q.t.Out, "job %d, submitted at %v, waits at %v: %s%s\n", q.s.Config.Jobs[q.id].Number, o.Submit, e.Now(), d.Why.English(q.names),
				roomText(q.s, d.Why, &q.s.Config.Jobs[q.id].Request, &e.State().Free))
		}
	}
	if places := e.Places([]workload.JobID{q.id}, len(q.s.Config.Jobs)); len(places.Where[0]) > 0 {
		text := "it would then run on %v%s if jobs use their full walltimes and no other job is submitted; %s\n"
		if places.Hold {
			text = "its reservation holds %v%s; %s\n"
		}
		fmt.Fprintf(q.t.Out, text, places.Where[0], q.hosts(places.Where[0]), q.picks())
	}
	q.windows(e)
	q.round(q.tape.Find(until, 1<<30) - 1)
	q.preemptions(until)
	q.printEvents(until)
	q.circumstances(e)
}

func (q *question) started(until simtime.Time, o *metrics.Outcome) {
	step, chosen, names := -1, "", ""
	for i := range q.tape.Len() {
		for _, e := range q.tape.Events(i) {
			if e.Kind == trace.Start && e.Job == q.id && e.Time <= until {
				step, chosen, names = i, e.Placement.String(), q.hosts(e.Placement)
				if o.Starts == 1 {
					fmt.Fprintf(q.t.Out, "%s\n", e.Text(q.s.Config.Jobs))
				}
				q.printReason(i)
			}
		}
	}
	if step >= 0 {
		q.windows(q.tape.Seek(step + 1))
	}
	q.printEvents(until)
	if o.RanBefore {
		fmt.Fprintln(q.t.Out, "it ran already at 0; when it was submitted is not known")
	} else {
		fmt.Fprintf(q.t.Out, "it was submitted at %v and waited %v s\n", o.Submit, simtime.Time(o.Waited))
	}
	q.tasks(o)
	if step >= 0 {
		if q.named(chosen) {
			fmt.Fprintf(q.t.Out, "on %s%s, as the decision specifies\n", chosen, names)
			return
		}
		fmt.Fprintf(q.t.Out, "on %s%s: %s\n", chosen, names, q.picks())
		q.blocked(q.tape.Seek(step+1), q.id)
		q.round(step)
		q.preemptions(until)
		q.candidates(step, chosen)
	}
}

// hosts returns the names of nodes in parentheses, or "" if nodes are only numbered.
func (q *question) hosts(p cluster.Placement) string {
	if names := slurm.HostList(q.s.Config.Machine.Topology, p.All); names != "" {
		return " (" + names + ")"
	}
	return ""
}

// printReason prints the reasons that the policy program gave for its decision on
// the job in the given step.
func (q *question) printReason(step int) {
	for _, s := range q.tape.Said(step) {
		if s.Job == q.id {
			fmt.Fprintf(q.t.Out, "the policy says, in line %d: %s\n", s.Line, s.Text)
		}
	}
}

// picks returns a sentence that describes how the allocator chooses nodes.
func (q *question) picks() string {
	name := q.s.Scenario.Policy().Allocator
	for _, x := range scenario.Allocators() {
		if x.Name == name {
			return name + " picks nodes as follows: " + strings.TrimSuffix(strings.ToLower(x.About[:1])+x.About[1:], ".")
		}
	}
	return name + " picks nodes"
}

// candidates lists the placements that the allocator considered for the job.
func (q *question) candidates(step int, chosen string) {
	choice := q.tape.Explain(step, q.id, q.n)
	all := choice.Candidates
	if _, units := q.s.Config.Allocator.(alloc.MinHopUnits); len(all) == 0 || len(all) == 1 && all[0].Cost == 0 && !units {
		return
	}
	pairs, speeds := false, false
	for _, c := range all {
		pairs, speeds = pairs || c.Tie != 0, speeds || c.Speed != all[0].Speed
	}
	fmt.Fprintf(q.t.Out, "placements that %s considered, best first:\n", q.s.Scenario.Policy().Allocator)
	for _, c := range all {
		mark := " "
		if c.Placement.String() == chosen {
			mark = "*"
		}
		figures := fmt.Sprintf("cost %-6d", c.Cost)
		if pairs {
			figures += fmt.Sprintf(" pairs %-6d", c.Tie)
		}
		if speeds {
			figures += fmt.Sprintf(" speed %-6s", strconv.FormatFloat(float64(c.Speed)/1000, 'f', -1, 64))
		}
		fmt.Fprintf(q.t.Out, "%s %s nodes %-24s %s\n", mark, figures, c.Placement, deviceName(q.s, c.Device))
	}
	if len(all) > 1 && all[0].Cost == all[1].Cost && all[0].Speed > 0 {
		fmt.Fprintln(q.t.Out, "  "+tieBreakText(&all[0], &all[1]))
	}
	switch a := q.s.Config.Allocator.(type) {
	case alloc.MinHopUnits:
		q.printCombinations(a, &choice)
	case alloc.MDM:
		q.levels(a, &choice)
	}
}

// printCombinations prints how many combinations of units could hold the job. If
// the option --combinations is given, it also lists some of them.
func (q *question) printCombinations(a alloc.MinHopUnits, choice *engine.PlacementChoice) {
	count := a.CountCombinations(choice.Request, choice.Free)
	if count == 0 {
		return
	}
	fmt.Fprintf(q.t.Out, "%d combinations of free units could hold it\n", count)
	if q.combinations < 1 {
		return
	}
	all := a.Combinations(choice.Request, choice.Free, alloc.MaxCombinations)
	if all == nil {
		fmt.Fprintf(q.t.Out, "  more than %d are not listed\n", alloc.MaxCombinations)
		return
	}
	for i := range all[:min(q.combinations, len(all))] {
		fmt.Fprintf(q.t.Out, "  sum %-6d nodes %-24s under %s\n", all[i].Cost, all[i].Placement, deviceName(q.s, all[i].Device))
	}
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].Cost == all[from].Cost {
			to++
		}
		fmt.Fprintf(q.t.Out, "  with the sum %d: %d\n", all[from].Cost, to-from)
		from = to
	}
}

// levels lists the steps of MDM's search that led to the chosen placement.
func (q *question) levels(a alloc.MDM, choice *engine.PlacementChoice) {
	if len(choice.Candidates) == 0 {
		return
	}
	best, sum := &choice.Candidates[0], 0
	for i, l := range a.Levels(choice.Request, choice.Free, best.Device) {
		if i == 0 {
			fmt.Fprintf(q.t.Out, "the search from %s outwards, level by level:\n", deviceName(q.s, best.Device))
		}
		sum += l.Taken.Tasks()
		fmt.Fprintf(q.t.Out, "  distance %-4d nodes %-24s takes %d of %d; %d of %d so far\n", l.Distance, l.Reached, l.Taken.Tasks(), l.Reached.Tasks(), sum, best.Placement.Tasks())
	}
}

// tieBreakText describes the criterion that decided between two candidate
// placements of equal cost.
func tieBreakText(best, next *alloc.Candidate) string {
	switch {
	case best.Tie != next.Tie:
		return fmt.Sprintf("equal costs: the smaller sum of pairwise distances decided, %d against %d", best.Tie, next.Tie)
	case best.Speed != next.Speed:
		return fmt.Sprintf("equal costs: the higher total speed decided, %v against %v", float64(best.Speed)/1000, float64(next.Speed)/1000)
	}
	return "equal in all that is weighed: the first in order was taken"
}

// round prints how S0's algorithm chose the size of a batch. The algorithm starts
// with a number of jobs, Njob, and decreases it until the jobs fit; this is called
// a round. If a scheduling pass has several rounds, the function prints the last
// round that considered the job. The pass is given by its step, counted from 0.
func (q *question) round(step int) {
	if step < 0 {
		return
	}
	rounds := q.tape.Rounds(step)
	for i := len(rounds) - 1; i >= 0; i-- {
		r := &rounds[i]
		if !slices.Contains(r.Jobs, q.id) {
			continue
		}
		fmt.Fprintf(q.t.Out, "batches are made %s\n", roundsText[q.s.Scenario.Scheduler.Settings.Choice("batch.rounds")])
		fmt.Fprintf(q.t.Out, "its round began with %s from the front of the queue, and N_node was %d:", cli.Count(len(r.Jobs), "job"), r.Have)
		for k, need := range r.Needs {
			sign := "<="
			if need > r.Have {
				sign = ">"
			}
			fmt.Fprintf(q.t.Out, " Njob %d, P_job %d %s %d;", len(r.Jobs)-k, need, sign, r.Have)
		}
		if r.Size == 0 {
			fmt.Fprintln(q.t.Out, " no batch")
			return
		}
		fmt.Fprintf(q.t.Out, " the batch:")
		for _, id := range r.Jobs[:r.Size] {
			fmt.Fprintf(q.t.Out, " %s", q.names.Job(id))
		}
		fmt.Fprintln(q.t.Out)
		return
	}
}

// preemptions prints the decisions to stop running jobs that concern the job: those
// that were made for it, with all verdicts, and the verdicts on it. Of equal verdicts
// in a row, it prints only the first.
func (q *question) preemptions(until simtime.Time) {
	e, last := q.tape.Seek(0), ""
	var made []queue.Preemption
	if !e.ListenPreemptions(func(p queue.Preemption) { made = append(made, p) }) {
		return
	}
	for s, ok := e.Step(); ok && s.Time <= until; s, ok = e.Step() {
		for i := range made {
			p := &made[i]
			for _, v := range p.Verdicts {
				if p.Job != q.id && v.Job != q.id {
					continue
				}
				if text := v.English(p, q.names); p.Job == q.id || text != last {
					fmt.Fprintf(q.t.Out, "%v %s\n", s.Time, text)
					last = text
				}
			}
		}
		made = made[:0]
	}
}

// roundsText describes when the discipline makes batches. S0's text can be read in
// two ways; the keys are the names of the two settings.
var roundsText = map[string]string{
	"one":    "one for each submission and each end of a job, as S0 has it (rounds: one)",
	"repeat": "one after another until nothing starts; S0 leaves that open (rounds: repeat)",
}

// printEvents lists the events of a job, such as preemptions and changes of size.
// It also lists the results of the tests that decide whether the job grows. It
// omits the submission and the end, and it omits the start if there is only one.
func (q *question) printEvents(until simtime.Time) {
	starts := 0
	log := q.tape.Log()
	for i := range log {
		if log[i].Job == q.id && log[i].Kind == trace.Start && log[i].Time <= until {
			starts++
		}
	}
	tests := q.tests(until)
	told := func(at simtime.Time, all bool) {
		for len(tests) > 0 && (tests[0].Time < at || all && tests[0].Time == at) {
			fmt.Fprintln(q.t.Out, tests[0].Text(q.names))
			tests = tests[1:]
		}
	}
	for i := range log {
		e := &log[i]
		if e.Job != q.id || e.Time > until {
			continue
		}
		told(e.Time, e.Kind == trace.Freeze || e.Kind == trace.Requeue && e.Why.Code == why.Outgrown)
		switch e.Kind {
		case trace.Start:
			if starts < 2 {
				continue
			}
		case trace.Submit, trace.End, trace.Kill:
			continue
		}
		fmt.Fprintln(q.t.Out, e.Text(q.s.Config.Jobs))
	}
	told(until, true)
}

// tests returns the results of the tests that decide whether the job grows, up to
// the given time. Of several equal results in a row, it returns only the first. A
// result that makes the job grow is always returned.
func (q *question) tests(until simtime.Time) (out []engine.Test) {
	if q.s.Config.Elastic == nil || q.s.Config.Jobs[q.id].Elastic == nil {
		return nil
	}
	e := q.tape.Seek(0)
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		for _, t := range e.Tests() {
			if k := len(out) - 1; t.Job == q.id && t.Time <= until && (k < 0 || t.Verdict.Grows() || out[k].From != t.From || out[k].To != t.To || out[k].Verdict != t.Verdict) {
				out = append(out, t)
			}
		}
		if s.Time > until {
			break
		}
	}
	return out
}

// windows lists the time windows that the discipline compared for the job's
// reservation. It lists nothing if the discipline chose the earliest window.
func (q *question) windows(e *engine.Engine) {
	all, best := e.Windows(q.id)
	for i, w := range all {
		chosen := ""
		if i == best {
			chosen = ", which it chose"
		}
		fmt.Fprintf(q.t.Out, "window at %v: on %v, cost %d%s\n", w.At, w.Where, w.Worth.Cost, chosen)
	}
}

// circumstances prints further facts about a waiting job: its row in S1's job
// table, the terms of its priority, and the nodes it may not use. It also prints
// the nodes that are frozen for growing jobs.
func (q *question) circumstances(e *engine.Engine) {
	for _, r := range e.Table() {
		if r.Job != q.id {
			continue
		}
		fmt.Fprintf(q.t.Out, "its user %s asks for %d nodes; estimated to run %v s", r.User, r.Need, simtime.Time(r.Estimate))
		if r.Due != 0 {
			fmt.Fprintf(q.t.Out, ", required by %v: its slack ends at %v", r.Due, r.Latest)
		}
		fmt.Fprintln(q.t.Out)
	}
	for at, p := range e.Priorities() {
		if p.Job != q.id {
			continue
		}
		fmt.Fprintf(q.t.Out, "its priority is %s, place %d of the queue:", thousandths(p.Sum), at+1)
		for k, x := range p.Parts {
			if x != 0 {
				fmt.Fprintf(q.t.Out, " %v %s", queue.PartKind(k), thousandths(x))
			}
		}
		fmt.Fprintln(q.t.Out)
	}
	for i, x := range e.Filters(q.id) {
		if i == 0 {
			fmt.Fprint(q.t.Out, "nodes excluded:")
		}
		fmt.Fprintf(q.t.Out, " %d %s", x.Nodes, x.What.NameIn(e.State().Machine()))
	}
	if len(e.Filters(q.id)) > 0 {
		fmt.Fprintln(q.t.Out)
	}
	q.blocked(e, workload.NoJob)
	for _, g := range e.Growths() {
		if len(g.Frozen) > 0 {
			fmt.Fprintf(q.t.Out, "nodes %v are frozen for %s, which grows from %d to %d\n", g.Frozen, q.names.Job(g.Job), g.From, g.To)
		}
	}
}

// blocked prints which nodes a running exclusive job, or each of them if only is
// workload.NoJob, keeps free of other jobs.
func (q *question) blocked(e *engine.Engine, only workload.JobID) {
	for _, job := range e.State().AppendRunning(nil) {
		rest := e.State().BlockedBy(job.Request, job.Placement)
		if len(rest) > 0 && (only == workload.NoJob || only == job.Request.ID) {
			fmt.Fprintf(q.t.Out, "nodes %v%s are blocked: %s has its blocks to itself\n", rest, q.hosts(rest), q.names.Job(job.Request.ID))
		}
	}
}

// tasks lists when each task of a started job runs and on how many of the job's
// nodes. If the job is still running, the times are predictions. They assume that
// the job is not stopped or slowed down.
func (q *question) tasks(o *metrics.Outcome) {
	j := &q.s.Config.Jobs[q.id]
	if j.Parts == nil || o.Starts == 0 {
		return
	}
	run := q.s.Config.Machine.RunTime(j.Runtime, o.Placement)
	if o.State == metrics.Completed {
		run = o.End.Sub(o.Start)
	}
	size := int32(o.Placement.Tasks())
	for k, s := range j.Parts.AppendSpans(nil, size, run) {
		on, kind := "", "tasks"
		if j.Whole() {
			on, kind = " ("+o.Placement.Part(s.First, s.Size).String()+")", "nodes"
		}
		from, to := o.Start.Add(s.Start), o.Start.Add(s.End)
		switch stopped := o.State == metrics.Killed || o.State == metrics.Failed; {
		case stopped && from >= o.End:
			fmt.Fprintf(q.t.Out, "task %d: never begins; the job ends at %v\n", k+1, o.End)
		case stopped && to > o.End:
			fmt.Fprintf(q.t.Out, "task %d: %v to %v, cut short, on %d of %d %s%s\n", k+1, from, o.End, s.Size, size, kind, on)
		default:
			fmt.Fprintf(q.t.Out, "task %d: %v to %v on %d of %d %s%s\n", k+1, from, to, s.Size, size, kind, on)
		}
	}
}

// thousandths formats a number of thousandths as a decimal number. It writes only
// as many decimals as necessary.
func thousandths(n int64) string { return simtime.Time(n).String() }

// named reports whether one of the user's manual decisions starts the job on
// exactly the given nodes.
func (q *question) named(nodes string) bool {
	if q.s.Scenario.Scheduler.Queue != "manual" {
		return false
	}
	return slices.ContainsFunc(q.s.Scenario.Scheduler.Decisions, func(d manual.Decision) bool {
		return d.Job == q.s.Config.Jobs[q.id].Number && d.Nodes.String() == nodes
	})
}

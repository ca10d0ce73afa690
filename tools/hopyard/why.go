package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// whyCommand explains why a job started when and where it did, or why the job is
// still waiting.
func whyCommand(t *terminal, args []string) error {
	f := newFlags("why")
	in := f.input()
	number := f.Int64("job", -1, "the job's `NUMBER`")
	at := f.String("at", "", "explain the state at this `TIME` in seconds (default: when the job started)")
	n := f.Int("candidates", 5, "list the best `N` candidate placements")
	combinations := f.Int("combinations", 0, "for min-hop-units: list the best `N` combinations of free units, and the number of combinations with each sum of hops")
	if err := f.parse(t, args, 1, 1); err != nil {
		return err
	}
	if *number < 0 {
		return badUsage("--job is missing; give the number of a job")
	}
	until := simtime.Never
	if *at != "" {
		d, err := simtime.Parse(*at)
		if err != nil {
			return badUsage("--at %v; give seconds with at most three decimals", err)
		}
		until = simtime.Time(d)
	}
	s, err := in.load(t, f.words[0])
	if err != nil {
		return err
	}
	id := slices.IndexFunc(s.config.Jobs, func(j workload.Job) bool { return j.Number == *number })
	if id < 0 {
		return prefixed(s.name, fmt.Errorf("--job %d: no job has that number", *number))
	}
	tape, err := engine.Record(s.config)
	if failed := (*queue.Failure)(nil); err != nil && !errors.As(err, &failed) {
		return prefixed(s.name, err)
	}
	q := question{t: t, s: s, tape: tape, id: workload.JobID(id), n: *n, combinations: *combinations}
	q.names = why.Names{
		Job:   func(id workload.JobID) string { return fmt.Sprintf("job %d", s.config.Jobs[id].Number) },
		Limit: q.limit,
	}
	q.answer(until)
	if err != nil {
		return s.failed(err)
	}
	return nil
}

// question is a question of the command why about a job of a recorded run.
type question struct {
	t     *terminal
	s     *subject
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
	o := metrics.Outcomes(q.s.config.Jobs, log)[q.id]
	j := &q.s.config.Jobs[q.id]
	switch o.State {
	case metrics.Unseen:
		fmt.Fprintf(q.t.out, "job %d is not submitted yet: its submit time is %v\n", j.Number, j.Submit)
	case metrics.Rejected:
		for i := range log {
			if log[i].Job == q.id && log[i].Kind == trace.Reject {
				fmt.Fprintln(q.t.out, log[i].Text(q.s.config.Jobs))
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
			fmt.Fprintf(q.t.out, "job %d, submitted at %v, waits at %v: %s\n", q.s.config.Jobs[q.id].Number, o.Submit, e.Now(), d.Why.English(q.names))
		}
	}
	if places := e.Places([]workload.JobID{q.id}, len(q.s.config.Jobs)); len(places.Where[0]) > 0 {
		text := "it would then run on %v if jobs use their full walltimes and no other job is submitted; %s\n"
		if places.Hold {
			text = "its reservation holds %v; %s\n"
		}
		fmt.Fprintf(q.t.out, text, places.Where[0], q.picks())
	}
	q.windows(e)
	q.round(q.tape.Find(until, 1<<30) - 1)
	q.printEvents(until)
	q.circumstances(e)
}

func (q *question) started(until simtime.Time, o *metrics.Outcome) {
	step, chosen := -1, ""
	for i := range q.tape.Len() {
		for _, e := range q.tape.Events(i) {
			if e.Kind == trace.Start && e.Job == q.id && e.Time <= until {
				step, chosen = i, e.Placement.String()
				if o.Starts == 1 {
					fmt.Fprintf(q.t.out, "%s\n", e.Text(q.s.config.Jobs))
				}
				q.printReason(i)
			}
		}
	}
	if step >= 0 {
		q.windows(q.tape.Seek(step + 1))
	}
	q.printEvents(until)
	fmt.Fprintf(q.t.out, "it was submitted at %v and waited %v s\n", o.Submit, simtime.Time(o.Waited))
	q.tasks(o)
	if step >= 0 {
		if q.named(chosen) {
			fmt.Fprintf(q.t.out, "on %s, as the decision specifies\n", chosen)
			return
		}
		fmt.Fprintf(q.t.out, "on %s: %s\n", chosen, q.picks())
		q.round(step)
		q.candidates(step, chosen)
	}
}

// printReason prints the reasons that the policy program gave for its decision on
// the job in the given step.
func (q *question) printReason(step int) {
	for _, s := range q.tape.Said(step) {
		if s.Job == q.id {
			fmt.Fprintf(q.t.out, "the policy says, in line %d: %s\n", s.Line, s.Text)
		}
	}
}

// picks returns a sentence that describes how the allocator chooses nodes.
func (q *question) picks() string {
	name := q.s.scenario.Policy().Allocator
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
	if _, units := q.s.config.Allocator.(alloc.MinHopUnits); len(all) == 0 || len(all) == 1 && all[0].Cost == 0 && !units {
		return
	}
	pairs, speeds := false, false
	for _, c := range all {
		pairs, speeds = pairs || c.Tie != 0, speeds || c.Speed != all[0].Speed
	}
	fmt.Fprintf(q.t.out, "placements that %s considered, best first:\n", q.s.scenario.Policy().Allocator)
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
		fmt.Fprintf(q.t.out, "%s %s nodes %-24s %s\n", mark, figures, c.Placement, deviceName(q.s, c.Device))
	}
	if len(all) > 1 && all[0].Cost == all[1].Cost && all[0].Speed > 0 {
		fmt.Fprintln(q.t.out, "  "+tieBreakText(&all[0], &all[1]))
	}
	switch a := q.s.config.Allocator.(type) {
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
	fmt.Fprintf(q.t.out, "%d combinations of free units could hold it\n", count)
	if q.combinations < 1 {
		return
	}
	all := a.Combinations(choice.Request, choice.Free, alloc.MaxCombinations)
	if all == nil {
		fmt.Fprintf(q.t.out, "  more than %d are not listed\n", alloc.MaxCombinations)
		return
	}
	for i := range all[:min(q.combinations, len(all))] {
		fmt.Fprintf(q.t.out, "  sum %-6d nodes %-24s under %s\n", all[i].Cost, all[i].Placement, deviceName(q.s, all[i].Device))
	}
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].Cost == all[from].Cost {
			to++
		}
		fmt.Fprintf(q.t.out, "  with the sum %d: %d\n", all[from].Cost, to-from)
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
			fmt.Fprintf(q.t.out, "the search from %s outwards, level by level:\n", deviceName(q.s, best.Device))
		}
		sum += l.Taken.Tasks()
		fmt.Fprintf(q.t.out, "  distance %-4d nodes %-24s takes %d of %d; %d of %d so far\n", l.Distance, l.Reached, l.Taken.Tasks(), l.Reached.Tasks(), sum, best.Placement.Tasks())
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

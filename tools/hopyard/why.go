package main

import (
	"fmt"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// whyCommand says why a job started where and when it did, or still waits.
func whyCommand(t *terminal, args []string) error {
	f := newFlags("why")
	in := f.input()
	number := f.Int64("job", -1, "the job's `NUMBER`")
	at := f.String("at", "", "what was so at this `TIME` in seconds (default: when it started)")
	n := f.Int("candidates", 5, "list the best `N` candidate placements")
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
	if err != nil {
		return prefixed(s.name, err)
	}
	q := question{t: t, s: s, tape: tape, id: workload.JobID(id), n: *n}
	q.names = why.Names{
		Job:   func(id workload.JobID) string { return fmt.Sprintf("job %d", s.config.Jobs[id].Number) },
		Limit: q.limit,
	}
	q.answer(until)
	return nil
}

// question is one call of why.
type question struct {
	t     *terminal
	s     *subject
	tape  *engine.Tape
	id    workload.JobID
	n     int
	names why.Names
}

func (q *question) answer(until simtime.Time) {
	log := q.tape.Log()
	for len(log) > 0 && log[len(log)-1].Time > until {
		log = log[:len(log)-1]
	}
	o := metrics.Outcomes(q.s.config.Jobs, log)[q.id]
	j := &q.s.config.Jobs[q.id]
	switch o.State {
	case metrics.Unseen:
		fmt.Fprintf(q.t.out, "job %d is not submitted yet: its submit time is %v\n", j.Number, j.Submit)
	case metrics.Rejected:
		fmt.Fprintf(q.t.out, "job %d is rejected at %v: %v\n", j.Number, o.Submit, j.Reject)
	case metrics.Waiting:
		q.waiting(until, &o)
	default:
		q.started(until, &o)
	}
}

func (q *question) waiting(until simtime.Time, o *metrics.Outcome) {
	e := q.tape.Seek(q.tape.Find(until, 1<<30))
	for _, d := range e.Pending() {
		if d.Job == q.id {
			fmt.Fprintf(q.t.out, "job %d, submitted at %v, waits at %v: %s\n", q.s.config.Jobs[q.id].Number, o.Submit, min(until, e.Now()), d.Why.English(q.names))
		}
	}
	q.course(until)
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
			}
		}
	}
	q.course(until)
	fmt.Fprintf(q.t.out, "it was submitted at %v and waited %v s\n", o.Submit, simtime.Time(o.Waited))
	if step >= 0 {
		q.candidates(step, chosen)
	}
}

// candidates lists what the allocator chose from.
func (q *question) candidates(step int, chosen string) {
	all := q.tape.Explain(step, q.id, q.n).Candidates
	if len(all) < 2 {
		return
	}
	fmt.Fprintf(q.t.out, "placements that %s considered, best first:\n", q.s.scenario.Policy().Allocator)
	for _, c := range all {
		mark := " "
		if c.Placement.String() == chosen {
			mark = "*"
		}
		fmt.Fprintf(q.t.out, "%s cost %-6d nodes %-24s %s\n", mark, c.Cost, c.Placement, deviceName(q.s, c.Device))
	}
}

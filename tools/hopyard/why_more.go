package main

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
)

// limit returns a readable name of a limit that blocks the job. The number of the
// limit is given, counted from 1.
func (q *question) limit(which int32) string {
	limits := q.s.scenario.Limits
	if int(which) > len(limits) || which < 1 {
		return fmt.Sprintf("limit %d", which)
	}
	l, j := &limits[which-1], &q.s.config.Jobs[q.id]
	name := l.Name
	if name == "*" {
		name = [...]string{j.User, j.Group, j.Queue}[l.Owner]
	}
	return fmt.Sprintf("the %s of the %s %s", strings.ReplaceAll(l.Measure.NameIn(q.s.config.Machine), "_", "-"), strings.TrimSuffix(l.Owner.String(), "s"), name)
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
		fmt.Fprintf(q.t.out, "batches are made %s\n", roundsText[q.s.scenario.Scheduler.Settings.Choice("batch.rounds")])
		fmt.Fprintf(q.t.out, "its round began with %s from the front of the queue, and N_node was %d:", count(len(r.Jobs), "job"), r.Have)
		for k, need := range r.Needs {
			sign := "<="
			if need > r.Have {
				sign = ">"
			}
			fmt.Fprintf(q.t.out, " Njob %d, P_job %d %s %d;", len(r.Jobs)-k, need, sign, r.Have)
		}
		if r.Size == 0 {
			fmt.Fprintln(q.t.out, " no batch")
			return
		}
		fmt.Fprintf(q.t.out, " the batch:")
		for _, id := range r.Jobs[:r.Size] {
			fmt.Fprintf(q.t.out, " %s", q.names.Job(id))
		}
		fmt.Fprintln(q.t.out)
		return
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
			fmt.Fprintln(q.t.out, tests[0].Text(q.names))
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
		fmt.Fprintln(q.t.out, e.Text(q.s.config.Jobs))
	}
	told(until, true)
}

// tests returns the results of the tests that decide whether the job grows, up to
// the given time. Of several equal results in a row, it returns only the first. A
// result that makes the job grow is always returned.
func (q *question) tests(until simtime.Time) (out []engine.Test) {
	if q.s.config.Elastic == nil || q.s.config.Jobs[q.id].Elastic == nil {
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
		fmt.Fprintf(q.t.out, "window at %v: on %v, cost %d%s\n", w.At, w.Where, w.Worth.Cost, chosen)
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
		fmt.Fprintf(q.t.out, "its user %s asks for %d nodes; estimated to run %v s", r.User, r.Need, simtime.Time(r.Estimate))
		if r.Due != 0 {
			fmt.Fprintf(q.t.out, ", required by %v: its slack ends at %v", r.Due, r.Latest)
		}
		fmt.Fprintln(q.t.out)
	}
	for at, p := range e.Priorities() {
		if p.Job != q.id {
			continue
		}
		fmt.Fprintf(q.t.out, "its priority is %s, place %d of the queue:", thousandths(p.Sum), at+1)
		for k, x := range p.Parts {
			if x != 0 {
				fmt.Fprintf(q.t.out, " %v %s", queue.PartKind(k), thousandths(x))
			}
		}
		fmt.Fprintln(q.t.out)
	}
	for i, x := range e.Filters(q.id) {
		if i == 0 {
			fmt.Fprint(q.t.out, "nodes excluded:")
		}
		fmt.Fprintf(q.t.out, " %d %s", x.Nodes, x.What.NameIn(e.State().Machine()))
	}
	if len(e.Filters(q.id)) > 0 {
		fmt.Fprintln(q.t.out)
	}
	for _, g := range e.Growths() {
		if len(g.Frozen) > 0 {
			fmt.Fprintf(q.t.out, "nodes %v are frozen for %s, which grows from %d to %d\n", g.Frozen, q.names.Job(g.Job), g.From, g.To)
		}
	}
}

// tasks lists when each task of a started job runs and on how many of the job's
// nodes. If the job is still running, the times are predictions. They assume that
// the job is not stopped or slowed down.
func (q *question) tasks(o *metrics.Outcome) {
	j := &q.s.config.Jobs[q.id]
	if j.Parts == nil || o.Starts == 0 {
		return
	}
	run := q.s.config.Machine.RunTime(j.Runtime, o.Placement)
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
			fmt.Fprintf(q.t.out, "task %d: never begins; the job ends at %v\n", k+1, o.End)
		case stopped && to > o.End:
			fmt.Fprintf(q.t.out, "task %d: %v to %v, cut short, on %d of %d %s%s\n", k+1, from, o.End, s.Size, size, kind, on)
		default:
			fmt.Fprintf(q.t.out, "task %d: %v to %v on %d of %d %s%s\n", k+1, from, to, s.Size, size, kind, on)
		}
	}
}

// thousandths formats a number of thousandths as a decimal number. It writes only
// as many decimals as necessary.
func thousandths(n int64) string { return simtime.Time(n).String() }

package main

import (
	"fmt"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
)

// limit is what people call a limit that holds the job up.
func (q *question) limit(which int32) string {
	h, ok := q.s.config.Queue.(queue.Hybrid)
	if !ok || int(which) > len(h.Limits) || which < 1 {
		return fmt.Sprintf("limit %d", which)
	}
	l, j := &h.Limits[which-1], &q.s.config.Jobs[q.id]
	name := l.Name
	if name == "*" {
		name = [...]string{j.User, j.Group, j.Queue}[l.Owner]
	}
	return fmt.Sprintf("the %s of the %s %s", strings.ReplaceAll(l.Measure.String(), "_", "-"), strings.TrimSuffix(l.Owner.String(), "s"), name)
}

// course lists what happened to a job beside one start and one end: it was
// stopped, or changed its size.
func (q *question) course(until simtime.Time) {
	starts := 0
	log := q.tape.Log()
	for i := range log {
		if log[i].Job == q.id && log[i].Kind == trace.Start && log[i].Time <= until {
			starts++
		}
	}
	for i := range log {
		e := &log[i]
		if e.Job != q.id || e.Time > until {
			continue
		}
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
}

// circumstances are what decides about a waiting job beside the reason: its
// row in S1's table, the parts of its priority, and the nodes it may not have.
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
		fmt.Fprintf(q.t.out, " %d %v", x.Nodes, x.What)
	}
	if len(e.Filters(q.id)) > 0 {
		fmt.Fprintln(q.t.out)
	}
}

// thousandths is a number of thousandths with what decimals it needs.
func thousandths(n int64) string { return simtime.Time(n).String() }

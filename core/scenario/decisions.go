package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
	"hopyard/core/queue/manual"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
)

// MaxDecisions is the maximum number of decisions of a scenario. The error for a
// longer list names this limit.
const MaxDecisions = 10_000

// decisions adds the field "decisions" to the table. A decision is a start of a job
// that a person has chosen by hand.
func decisions(t *table, all *[]manual.Decision) {
	t.List("decisions", schema.List, nil, 0, 0, MaxDecisions, "decisions").
		Reads(func(p *parser, v jsondoc.Ref) { *all = p.decisions(v) }).
		When(func() bool { return len(*all) > 0 }).
		Writes(func(w *writer, _ any) {
			var d manual.Decision
			fields, usual := decisionTable(&d), decisionTable(&manual.Decision{})
			w.Lines('[', ']', len(*all), func(i int) {
				d = (*all)[i]
				fields.Write(w, usual)
			})
		})
}

func decisionTable(d *manual.Decision) *table {
	t := newTable("a decision", 3)
	t.Seconds("at", (*int64)(&d.At), 0).Always().Needs(`write "at": 60, in seconds`)
	t.Integer("job", &d.Job, 0, MaxNumber).Always().Needs(`write the id of the job that starts, as in "job": 4`)
	t.Add("nodes", schema.Nodes, (*nodesValue)(&d.Nodes), 0, 0)
	return t
}

// decisions reads the decisions that a person has made. Decisions must be ordered
// by time.
func (p *parser) decisions(v jsondoc.Ref) []manual.Decision {
	if !p.List(v, MaxDecisions, "decisions") {
		return nil
	}
	var all []manual.Decision
	last := simtime.Time(0)
	for _, e := range p.Elements(v) {
		d := manual.Decision{Job: noNumber}
		g := decisionTable(&d).Read(p, e)
		if at := g.At("at"); at != 0 && d.At < last {
			p.Wrong(at, fmt.Sprintf("is earlier than the decision before it (%v)", last), last.String(), "sort decisions by time")
		}
		last = max(last, d.At)
		all = append(all, d)
	}
	return all
}

// checkDecisions finds decisions about jobs that do not exist. It does not check
// the decisions of a scenario with a trace.
func (p *parser) checkDecisions() {
	all := p.s.Scheduler.Decisions
	if len(all) == 0 || p.s.SWF != "" {
		return
	}
	known := make(map[int64]int, len(p.s.Jobs))
	for i := range p.s.Jobs {
		known[p.s.Jobs[i].Number] = i
	}
	for i := range all {
		id := all[i].Job
		_, there := known[id]
		fix := "use the id of a job in the list"
		if p.s.Model != nil {
			there, fix = 1 <= id && id <= int64(p.s.Model.Jobs), fmt.Sprintf("the model draws the jobs 1 to %d", p.s.Model.Jobs)
		}
		if !there && id != noNumber {
			p.Add(jsondoc.Error{Place: fmt.Sprintf("scheduler.decisions[%d].job", i), Value: fmt.Sprint(id), Problem: fmt.Sprintf("job %d is not the id of a job", id), Fix: fix})
		}
	}
}

// DecisionsText returns decisions in the canonical form, as a value for Edit at the
// path "scheduler.decisions". It returns "null" if there are no decisions. Cost:
// O(decisions).
func DecisionsText(all []manual.Decision) string {
	if len(all) == 0 {
		return "null"
	}
	w := &writer{}
	t := newTable("a scheduler", 1)
	decisions(t, &all)
	t.Rows[0].Put(w, &t.Rows[0])
	return string(w.Out)
}

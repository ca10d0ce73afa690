package whypanel

import (
	"errors"
	"strings"

	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// MoreHTML returns buttons that show more detail, and buttons that change the
// scenario.
func (m WhyPanel) MoreHTML() html.HTML {
	if m.State == nil {
		return ""
	}
	var list []html.HTML
	more := func(what string, text i18n.Text, fillings ...i18n.Filling) {
		list = append(list, html.Button(html.Class("link"), html.Attr{"data-more", what}, m.Words.HTML(text, fillings...)))
	}
	if m.State.Step > 0 {
		text := i18n.ShowRecord
		if m.Record {
			text = i18n.HideRecord
		}
		more("record", text)
	}
	if m.HasUnits() {
		more("units", i18n.UnitsOpen)
	}
	if m.RivalsToAsk() != nil {
		more("rivals", i18n.CombinationsAll)
	}
	if !m.ReadOnly {
		if id := m.Subject(); id != workload.NoJob {
			more("change", i18n.MoreChange, i18n.S("job", m.JobText(id)))
		}
		more("add", i18n.MoreAdd)
	}
	return i18n.Join(" ", list)
}

// RecordText returns the raw record of the step. It contains the step's lines of
// the trace in the format of the command line, the record of how S0's batches were
// formed, and the tests of whether jobs should grow.
func (m WhyPanel) RecordText() string {
	if m.State == nil || m.State.Step == 0 {
		return ""
	}
	// The trace writer finds jobs by their index. The jobs of this step are
	// therefore collected and renumbered.
	var jobs []workload.Job
	place := map[workload.JobID]workload.JobID{workload.NoJob: workload.NoJob}
	of := func(id workload.JobID) workload.JobID {
		at, known := place[id]
		if !known {
			at = workload.JobID(len(jobs))
			place[id] = at
			j := &m.Run.Jobs[id]
			job := workload.Job{Request: workload.Request{Number: j.Number, Nodes: j.Nodes, Tasks: j.Tasks}}
			if j.Refused != "" {
				job.Reject = errors.New(j.Refused)
			}
			jobs = append(jobs, job)
		}
		return at
	}
	i := int(m.State.Step) - 1
	var log []trace.Event
	for k, e := range m.Run.StepEvents(i) {
		x := trace.Event{Time: m.Run.StepTime(int32(i)), Kind: e.Kind, Job: of(e.Job), Of: e.Of, Placement: e.Placement, Why: m.Reason(k).Reason}
		switch e.Kind {
		case trace.End, trace.Kill:
			x.Placement = m.Held(i, &e)
		case trace.LinkDown, trace.LinkUp:
			x.Of = m.Reason(k).Of
		}
		if x.Why.Code == why.None {
			x.Why.Blocker = workload.NoJob
		}
		x.Why.Blocker = of(x.Why.Blocker)
		log = append(log, x)
	}
	var out strings.Builder
	_ = trace.WriteLines(&out, jobs, log) // writing to a strings.Builder never fails
	for k := range m.State.Rounds {
		out.WriteString(m.roundRecord(&m.State.Rounds[k]))
	}
	for i := range m.State.Tests {
		if t := &m.State.Tests[i]; t.From < t.To || t.Job == m.Subject() {
			out.WriteString(t.Line(m.Run.Jobs[t.Job].Number))
		}
	}
	return out.String()
}

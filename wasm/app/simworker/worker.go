// Package simworker is the worker without the browser: it runs what the page asks
// for, piece by piece, and answers the page's questions about it.
package simworker

import (
	"hopyard/core/engine"
	"hopyard/core/longrun"
	"hopyard/core/metrics"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// Replay is one run, recorded piece by piece, that can be wound to any step.
type Replay struct {
	asked    message.Load
	scenario *scenario.Scenario
	own      message.PolicyChoice
	set      [][2]string // what was chosen instead of what the scenario says
	config   engine.Config
	warnings []string
	odd      int
	tape     *engine.Recording
	summary  *metrics.Summary
	steps    int             // that it has read
	marks    []metrics.Meter // its meter before step i*apart
	whole    []float64       // figures of the whole run, once it is at its end
	apart    int             // steps between two of them
	ended    int32
	links    *links // nil where running jobs do not share any
	counted  bool
	prints   trace.Prints         // of the whole run
	link     *scenario.SharedLink // that it came by; nil if it came otherwise
	cabling  []int32              // by link: its way in the picture, once a link has failed
	quiz     *quiz.Quiz           // nil until a question was asked for
	choices  *message.Choices

	// Of a run too long for the page, what it is told of; see large.
	sketch   *longrun.Survey // as it is recorded; nil for others
	window   *window
	overview longrun.Overview
	table    *longrun.JobTable // nil until it is made
}

// bookmark is how many steps lie between two kept meters at first: so many are
// read again at most to know the figures of a step. Of more than maxMarks meters
// every second one is dropped.
const (
	bookmark = 8
	maxMarks = 8192
)

// open checks what was asked for and starts recording.
func open(l *message.Load, d *described) (*Replay, error) {
	r := &Replay{asked: *l, scenario: d.scenario, own: d.own, set: d.set, warnings: d.warnings, odd: d.odd, link: d.link, apart: bookmark}
	var err error
	if d.jobs != nil {
		r.config, err = d.scenario.ConfigOf(d.jobs)
	} else {
		r.config, err = d.scenario.Config()
	}
	if err != nil {
		return nil, err
	}
	config := r.config
	if r.tape, err = engine.NewRecording(config); err != nil {
		return nil, err
	}
	about := scenario.Subject(&r.config)
	r.summary = metrics.NewSummary(&about)
	r.counted = r.tape.Counted()
	r.links = newLinks(&r.config)
	if n := len(config.Jobs); r.large() {
		r.sketch = longrun.NewSurvey(config.Machine, config.Jobs, config.Jobs[0].Submit, config.Jobs[n-1].Submit, sketchBins)
	}
	return r, nil
}

// Extend records up to n more steps and reports whether the run is at its end.
func (r *Replay) Extend(n int) bool {
	done := r.tape.Extend(n)
	for ; r.steps < r.tape.Len(); r.steps++ {
		if r.steps%r.apart == 0 {
			r.marks = append(r.marks, *r.summary.Meter())
			r.thin()
		}
		events := r.tape.Events(r.steps)
		r.summary.Read(events)
		if r.sketch != nil {
			r.sketch.Read(events)
		}
		for i := range events {
			switch events[i].Kind {
			case trace.End, trace.Kill, trace.Reject, trace.Fail:
				r.ended++
			}
		}
	}
	if done && r.whole == nil {
		f := r.summary.Figures()
		r.whole = valuesOf(&f)
	}
	return done
}

// thin drops every second kept meter when there are too many.
func (r *Replay) thin() {
	if len(r.marks) <= maxMarks {
		return
	}
	r.apart *= 2
	for i := 0; 2*i < len(r.marks); i++ {
		r.marks[i] = r.marks[2*i]
	}
	r.marks = r.marks[:(len(r.marks)+1)/2]
}

// Progress is how far the recording is.
func (r *Replay) Progress() *message.Progress {
	p := &message.Progress{Serial: r.asked.Serial, Ended: r.ended, Jobs: int32(len(r.config.Jobs))}
	if log := r.tape.Log(); len(log) > 0 {
		p.Time = log[len(log)-1].Time
	}
	if r.sketch != nil {
		r.addSketch(p)
	}
	return p
}

// figures are those of the first n steps.
func (r *Replay) figures(n int) []float64 {
	meter := r.meterAfter(n)
	return values(&meter)
}

// meterAfter is the meter after the first n steps.
func (r *Replay) meterAfter(n int) metrics.Meter {
	if len(r.marks) == 0 {
		return *r.summary.Meter()
	}
	k := min(n/r.apart, len(r.marks)-1)
	meter := r.marks[k]
	for i := k * r.apart; i < n; i++ {
		for _, e := range r.tape.Events(i) {
			meter.Read(&e)
		}
	}
	return meter
}

func values(m *metrics.Meter) []float64 {
	f := m.Figures()
	return valuesOf(&f)
}

func valuesOf(f *metrics.Figures) []float64 {
	list := f.List()
	out := make([]float64, len(list))
	for i := range list {
		out[i] = list[i].Value
	}
	return out
}

// schedule is the mark of what was decided so far.
func (r *Replay) schedule() message.Schedule {
	var s message.Schedule
	for _, e := range r.tape.Log() {
		s.Add(e.Time, e.Kind, e.Job, e.Placement)
	}
	return s
}

// place is where to arrive: at the moment that was asked for, or at the step
// that says most.
func (r *Replay) place() int32 {
	if !r.asked.Telling {
		return int32(r.tape.Find(r.asked.At, r.asked.Ordinal))
	}
	best := 0
	for i := range r.tape.Len() {
		for _, e := range r.tape.Events(i) {
			if e.Kind != trace.Start || e.Time == 0 {
				continue
			}
			if e.Why.Blocker != workload.NoJob && e.Why.At != simtime.Never {
				return int32(i + 1)
			}
			if best == 0 {
				best = i + 1
			}
		}
		if i > 2000 && best > 0 {
			break
		}
	}
	return int32(best)
}

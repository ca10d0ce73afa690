// Package simworker answers the messages of the page. It contains the web worker's
// code except for the part that needs a browser, so tests can run it natively.
// Package message defines the messages.
//
// A [Dispatcher] receives the messages. For a Load it reads the scenario, applies
// the overrides, and opens a [Replay], which records the run piece by piece. The
// caller uses three methods of the dispatcher:
//
//	d.Handle(wire)              // process a message
//	for d.Busy() {
//		d.Work(n)               // do a piece of work
//		send(d.Answers())       // send the answers
//	}
//
// When the recording is complete, the Dispatcher sends a Loaded and the State of
// the step to show first, and the Replay becomes the run on screen. The Dispatcher
// answers further queries by seeking in the Replay's engine.Recording.
//
// A trace of more than 2,000 jobs stays in the worker. The page then receives only
// a window, which has its own job and step numbers. It asks the worker for rows of
// the job table, search results and distributions. Other files of this package
// answer queries about quiz questions, worksheets, scheduling by hand, routes and
// exported files.
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
	"math"
)

// Replay is a run that is recorded piece by piece. After the recording it can seek
// to any step.
type Replay struct {
	asked    message.Load
	scenario *scenario.Scenario
	own      message.PolicyChoice
	set      [][2]string // overrides as pairs of path and new value
	config   engine.Config
	warnings []string
	odd      int
	tape     *engine.Recording
	summary  *metrics.Summary
	steps    int             // number of steps that have been added to summary
	marks    []metrics.Meter // copies of summary's meter: marks[i] is the meter before step i*apart
	whole    []float64       // figures of the whole run; nil until the run is complete
	apart    int             // number of steps between two copies in marks
	ended    int32
	links    *links // nil if jobs do not share links
	counted  bool
	prints   trace.StepHashes     // fingerprint of the run after each step
	link     *scenario.SharedLink // link from which the run was opened, or nil
	cabling  []int32              // by link: its number in the drawing (see LinkLoad.Way); nil until needed
	quiz     *quiz.Quiz           // nil until the first question is requested
	choices  *message.Choices

	// The remaining fields are used if the run is too long for the page (see
	// large): its overview and the current window.
	sketch   *longrun.Survey // overview during the recording; nil for shorter runs
	window   *window
	overview longrun.Overview
	table    *longrun.JobTable // nil until it is needed
}

// A meter holds the figures of the run up to a step. Meters are stored at regular
// distances. bookmark is the initial distance in steps; computing the figures after
// a step means reading at most that many steps. When there are more than maxMarks
// meters, every second meter is dropped and the distance doubles.
const (
	bookmark = 8
	maxMarks = 8192
)

// open checks the scenario and prepares to record its run.
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

// Extend records up to n more steps and reports whether the run is complete.
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
			if events[i].Kind.Final() {
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

// thin drops every second stored meter if there are more than maxMarks.
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

// Progress returns how far the recording has come.
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

// figures returns the figures after the first n steps.
func (r *Replay) figures(n int) []float64 {
	meter := r.meterAfter(n)
	return values(&meter)
}

// meterAfter returns the meter with the figures of the first n steps.
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

// schedule returns the fingerprint of the schedule of the steps recorded so far.
func (r *Replay) schedule() message.Schedule {
	var s message.Schedule
	for _, e := range r.tape.Log() {
		s.Add(e.Time, e.Kind, e.Job, e.Placement)
	}
	return s
}

// place returns the number of steps after which the page shows the run first. That
// is at the requested moment or, if Load.Telling is set, after the most instructive
// step: the first backfill, or else the first start after time 0. A scenario with jobs
// that run already is shown first after everything that happens at 0, when these jobs
// run and the others wait.
func (r *Replay) place() int32 {
	switch {
	case !r.asked.Telling && r.asked.At < 0 && len(r.config.Running) > 0:
		return int32(r.tape.Find(0, math.MaxInt32))
	case !r.asked.Telling:
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

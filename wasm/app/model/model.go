// Package model holds the state that all panels of the page share: the run, the
// step on screen, what the reader has selected, and what is under the pointer. It
// also provides the names of jobs, nodes, switches and machines.
//
// A [Model] holds a run (recording.RecordedRun) and the state after one of its
// steps (message.State). Panels embed the Model and read it. Package app changes
// it: it calls Load with a request for the worker, Take with the run that the
// worker sends, and Show with the state after a step. The field Step is the number
// of steps that the reader wants to see. The field State follows when the worker
// has answered, so the two may differ for a moment. This package does not depend on
// any panel.
//
//	l := m.Load(request)    // send l to the worker
//	m.Take(run)             // its answer
//	m.Show(state)
//	text := m.JobText(m.Subject())
//
// In a comparison, each column has a separate Model.
package model

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Model holds the run and the step on screen, and the reader's selection and
// settings.
type Model struct {
	Words *i18n.Catalog

	Run   *recording.RecordedRun // nil until the first run is loaded
	State *message.State         // state of the step on screen; not nil if Run is not nil
	Step  int                    // number of steps that the reader wants to see; State follows
	Want  workload.JobID         // job for which the reason to wait is requested; State.Chosen follows

	Selected workload.JobID // job that the reader selected
	Pointed  Region         // what is under the pointer, or has the focus in a grid
	Weighed  *message.PlacementList
	Shown    int // index of the candidate placement under the pointer, or -1; the levels of MDM's search have the indices after the candidates
	Route    ChosenRoute

	Window   draw.TimeWindow // time window of the timeline
	View     draw.View       // zoom and position of the machine's picture
	Playing  bool
	Walk     Walk
	Predict  Predict
	Hand     Hand
	Looks    Looks
	Speed    int     // index of the selected speed in the list that consists of Speeds followed by Rates; see Tempo
	Flow     Flow    // state of playing at a rate of simulated time
	Glide    float64 // position between this step and the next during playback, from 0 to 1
	Holding  bool    // the reader is dragging a handle, so the timeline must not move
	Record   bool    // whether the raw trace record is shown
	ReadOnly bool    // whether editing is disabled, as on some embedded pages

	Compared Comparison // comparison on the page, or nil if the page shows a single run
	Beside   Comparison // comparison to which this run belongs and whose clock it uses, or nil

	Source  message.Load // request that led to Run
	Asked   message.Load // latest request
	Request RequestState // how Asked relates to the run on screen
	Loading *message.Progress
	Faults  []message.Problem // errors of the latest request, if it failed; Run is then the run before it
	Failed  *message.Failed
	Note    string // short message, for example after something was copied

	Changed  html.HTML // text that describes the effect of the latest edit, or ""
	Announce string    // text that screen readers announce
}

// NewModel returns a model without a run.
func NewModel(c *i18n.Catalog) *Model {
	m := &Model{Words: c, Speed: usualSpeed}
	m.Clear()
	return m
}

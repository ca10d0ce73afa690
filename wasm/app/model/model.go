// Package model holds the state that all panels of the page share: the run, the
// step on screen, and what the reader selected and points at. It also has the names
// of things: of jobs, nodes, switches and machines.
//
// A [Model] holds a run (recording.RecordedRun) and the state of one step of it
// (message.State). Panels embed the Model and read it. Package app changes it: it
// calls Load with a request for the worker, Take with the run that comes back, and
// Show with the state of a step. Step is the wanted number of steps, and State
// follows when the worker has answered, so the two may differ for a moment. This
// package knows no panel.
//
//	l := m.Load(request)    // send l to the worker
//	m.Take(run)             // its answer
//	m.Show(state)
//	text := m.JobText(m.Subject())
//
// Each column of a comparison has a Model of its own.
package model

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// Model is the run on screen, the step, and what the reader chose.
type Model struct {
	Words *i18n.Catalog

	Run   *recording.RecordedRun // nil until the first run is loaded
	State *message.State         // state of the step on screen; not nil if Run is not nil
	Step  int                    // the wanted number of steps; State follows
	Want  workload.JobID         // job whose reason is wanted; State.Chosen follows

	Selected workload.JobID // job that the reader selected
	Pointed  Region         // place under the pointer, or under the focus of a grid
	Weighed  *message.PlacementList
	Shown    int // index of the candidate that is pointed at; the levels of the search follow the candidates; -1: none
	Route    ChosenRoute

	Window   draw.TimeWindow // of the timeline
	View     draw.View       // of the machine
	Playing  bool
	Walk     Walk
	Predict  Predict
	Hand     Hand
	Looks    Looks
	Speed    int     // index into Speeds, or beyond them into Rates; see Tempo
	Flow     Flow    // while playing by simulated time
	Glide    float64 // fraction of the way to the next step, while playing
	Holding  bool    // a handle is being dragged: the timeline does not move
	Record   bool    // the raw record is shown
	ReadOnly bool    // nothing can be edited, as in some embedded pages

	Compared Comparison // the comparison on the page, with its moment; nil: the page shows one run
	Beside   Comparison // comparison whose clock this run follows; nil: it follows its own

	Source  message.Load // request that Run came from; Overrides change it
	Asked   message.Load // latest request
	Request RequestState // relation of Asked to the run on screen
	Loading *message.Progress
	Faults  []message.Problem // errors of the latest request, if it failed; Run is then out of date
	Failed  *message.Failed
	Note    string // short note, for example after copying

	Changed  string // HTML of what the latest edit changed; "" after anything else
	Announce string // text of the live region for screen readers
}

// NewModel returns a model without a run.
func NewModel(c *i18n.Catalog) *Model {
	m := &Model{Words: c, Speed: usualSpeed}
	m.Clear()
	return m
}

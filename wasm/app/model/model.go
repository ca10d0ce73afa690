// Package model is the small model under all panels of the page: what is loaded,
// the step on screen, what the reader chose and points at, and what things are
// called. State goes up from here: a panel embeds the model and reads it; what
// is done to it comes down, from wasm/app, and nothing here knows of a panel.
//
// Each column of a comparison is a Model of its own.
package model

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// Model is what is loaded, time and selection.
type Model struct {
	Words *i18n.Catalog

	Run   *recording.RecordedRun // nil before the first
	State *message.State         // of the step on screen; never nil when Run is not
	Step  int                    // the steps taken that are wanted; State follows
	Want  workload.JobID         // whose reason is wanted; State.Chosen follows

	Selected workload.JobID // the job that the reader chose
	Pointed  Region         // what is under the pointer or the focus of a grid
	Weighed  *message.Weighed
	Shown    int // the candidate that is pointed at, behind them a level of the search; -1 none
	Route    ChosenRoute

	Window   draw.TimeWindow // of the timeline
	View     draw.View       // of the machine
	Playing  bool
	Walk     Walk
	Predict  Predict
	Hand     Hand
	Looks    Looks
	Speed    int     // in Speeds, or behind them in Rates; see Tempo
	Flow     Flow    // while playing by simulated time
	Glide    float64 // part of the way to the next step, while playing
	Holding  bool    // a grip is in a hand: the timeline stays as it is
	Record   bool    // the raw record is shown
	ReadOnly bool    // nothing can be edited, as in some embeds

	Compared Comparison // the page shows it, and its place in time; nil: it shows one run
	Beside   Comparison // whose clock the run goes by; nil: by its own

	Source  message.Load // what Run came from, as it was asked for; what Overrides change
	Asked   message.Load // the latest that was asked for
	Request RequestState // how Asked stands to what is on screen
	Loading *message.Progress
	Faults  []message.Problem // of the latest, if it failed: Run is stale then
	Failed  *message.Failed
	Note    string // a passing remark, as after copying

	Changed  string // what the latest edit changed, as HTML; "" after anything else
	Announce string // what the live line says
}

// NewModel is a model in which nothing is loaded yet.
func NewModel(c *i18n.Catalog) *Model {
	m := &Model{Words: c, Speed: usualSpeed}
	m.Clear()
	return m
}

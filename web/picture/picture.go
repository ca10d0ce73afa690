// Package picture draws what a short link shows where it is pasted: machine and
// timeline of its scenario at its place in time, as a PNG, by the page's own code
// run natively. Only the binary draws (web/serve): a picture takes more than the
// edge gives a request.
//
// A picture says no more than the page does at that place; with predict=1 the run
// ends there, and nothing later is in what is drawn.
package picture

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"time"

	"hopyard/core/scenario"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/simworker"
)

// Bounds on the work of one picture. What is larger has none.
const (
	MostJobs  = 1000
	MostNodes = 1024
	MostWork  = 1 << 18 // jobs times nodes
	MostSteps = 10_000  // of the run
	MostTime  = time.Second
)

// ErrLarge says that a scenario is more work than a picture is worth.
var ErrLarge = errors.New("the scenario is too large for a picture")

// Fits reports whether a scenario is small enough to be tried: whether its run is,
// too, only drawing it tells. What programs of strangers decide is not run here.
func Fits(s *scenario.Scenario) bool {
	if s.Programmed() {
		return false
	}
	jobs, nodes := s.NumJobs(), s.Cluster.Topology.NumNodes()
	return jobs <= MostJobs && nodes <= MostNodes && jobs*nodes <= MostWork
}

// Draw is the picture of a scenario's canonical form at a place, which is written as
// behind # of a short link: "at=1860.3&job=5". Without a moment it shows the step
// that tells most. Equal arguments give equal bytes. Errors: [ErrLarge], that of a
// context that has ended, and what is wrong with scenario or place.
func Draw(ctx context.Context, text []byte, place string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, MostTime, ErrLarge)
	defer cancel()
	m, err := still(ctx, text, place)
	if err != nil {
		return nil, err
	}
	p := newCanvas(Width, Height, scale)
	p.compose(m)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := encoder.Encode(&out, p.image); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// piece is how many steps are recorded between two looks at the clock.
const piece = 20

// still is the page at a place of a run.
func still(ctx context.Context, text []byte, place string) (*app.App, error) {
	m := app.NewModel(i18n.English)
	linked := share.LinkedOf(place)
	m.Predict.On = linked.Predict
	load := message.Load{Form: message.Shared, Text: string(text), View: place, At: -1, Job: -1, Telling: linked.At == nil}
	var desk simworker.Dispatcher
	desk.Handle(m.Load(load).Pack())
	for steps := 0; desk.Busy(); steps += piece {
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case steps > MostSteps:
			return nil, ErrLarge
		}
		desk.Work(piece)
	}
	if err := heard(m, &desk); err != nil {
		return nil, err
	}
	if m.Run == nil {
		return nil, errors.New(problem(m))
	}
	if linked.At == nil && !linked.Predict && m.Step == 0 { // no step tells most: all that happens at first
		for m.Step < m.Run.Len() && m.Run.Time(m.Step+1) == m.Run.Time(1) {
			m.Step++
		}
	}
	if m.State == nil || int(m.State.Step) != m.Step { // it begins elsewhere where the reader predicts
		desk.Handle((&message.Seek{Serial: m.Run.Serial, Step: int32(m.Step), Job: m.Want}).Pack())
		if err := heard(m, &desk); err != nil {
			return nil, err
		}
	}
	if m.State == nil {
		return nil, errors.New("the run has no such step")
	}
	return m, nil
}

// heard gives the desk's answers to the model.
func heard(m *app.App, desk *simworker.Dispatcher) error {
	for _, wire := range desk.Answers() {
		if err := m.Hear(wire); err != nil {
			return err
		}
	}
	return nil
}

// problem is what is wrong with what could not be loaded.
func problem(m *app.App) string {
	if len(m.Faults) > 0 {
		return m.Faults[0].Place + ": " + m.Faults[0].Problem
	}
	return "the scenario does not run"
}

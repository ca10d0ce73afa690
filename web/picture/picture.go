// Package picture draws the pictures of link previews: a PNG that shows the machine
// and the timeline of a scenario at a place in its run. Of the servers, only the binary
// (web/serve) draws pictures, because one takes more processor time than the edge gives a
// request.
//
// [Draw] runs the code of the page natively. wasm/app simulates the scenario and
// seeks to the place, wasm/draw turns machine and timeline into drawing commands,
// and a canvas paints these commands into an image. [Pictures] adds a cache and a
// limit on concurrent work for the share API (web/api).
//
//	png, err := picture.Draw(ctx, text, "at=1860.3&job=5")
//
// The command line draws with the same code: [Play] runs a scenario without limits, and [Of]
// and [Framed] draw it.
//
// A picture shows no more than the page does at that place. With predict=1 the run
// ends there, and the picture contains nothing that happens later.
package picture

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"math"
	"slices"
	"time"

	"hopyard/core/scenario"
	"hopyard/wasm/app"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/draw"
)

// Limits on the work for one picture. No picture is drawn of a larger scenario.
const (
	MostJobs  = 1000
	MostNodes = 1024
	MostWork  = 1 << 18 // number of jobs times number of nodes
	MostSteps = 10_000  // number of steps of the run
	MostTime  = time.Second
)

// ErrLarge is the error for a scenario that takes too much work to draw.
var ErrLarge = errors.New("the scenario is too large for a picture")

// Fits reports whether a scenario is small enough to try drawing it. During
// drawing, the run may still turn out to have too many steps. Fits returns false
// for scenarios that contain a policy program, because programs of other people are
// not run here.
func Fits(s *scenario.Scenario) bool {
	if s.Programmed() {
		return false
	}
	jobs, nodes := s.NumJobs(), s.Cluster.Topology.NumNodes()
	return jobs <= MostJobs && nodes <= MostNodes && jobs*nodes <= MostWork
}

// Draw returns a picture of the scenario in text, which must be in canonical form.
// The parameter place gives the time and the job to show, as behind # in a short
// link, for example "at=1860.3&job=5". If it contains no time, the picture shows
// the most instructive step of the run. Equal arguments give equal bytes. Draw
// returns [ErrLarge], the error of a context that has ended, or an error that
// describes what is wrong with the scenario or the place.
func Draw(ctx context.Context, text []byte, place string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, MostTime, ErrLarge)
	defer cancel()
	m, err := modelAt(ctx, text, place)
	if err != nil {
		return nil, err
	}
	p := newCanvas(Width, Height, scale)
	p.compose(m, export.OfBoth)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return p.png()
}

// png returns the image as a PNG.
func (p *canvas) png() ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := encoder.Encode(&out, p.image); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Of returns a picture of the machine that a model shows, of its timeline, or of both, as
// Draw does.
func Of(m *app.App, of export.PictureOf) ([]byte, error) {
	p := newCanvas(Width, Height, scale)
	p.compose(m, of)
	return p.png()
}

// Framed returns a picture of a scene below the title and the caption of a model. The
// function fill draws the scene at the given size.
func Framed(m *app.App, fill func(b *draw.Buffer, size draw.Size)) ([]byte, error) {
	p := newCanvas(Width, Height, scale)
	p.framed(m, fill)
	return p.png()
}

// Palette returns the colours of the page's light theme, in the order of [draw.Tokens].
func Palette() []string { return slices.Clone(light[:]) }

// piece is the number of steps that are simulated between two checks of the clock.
const piece = 20

// modelAt runs a scenario and returns a model of the page that shows it. The
// parameter place is the fragment of a share link: it determines the time that the
// model shows and the job that is selected.
func modelAt(ctx context.Context, text []byte, place string) (*app.App, error) {
	m := app.NewModel(i18n.English)
	linked := share.LinkedOf(place)
	m.Predict.On = linked.Predict
	return play(ctx, m, message.Load{Form: message.Shared, Text: string(text), View: place, At: -1, Job: -1, Telling: linked.At == nil}, MostSteps, nil)
}

// Play runs a scenario without limits and returns a model of the page that shows it as the
// request says. Now and then it calls progress with the number of jobs that have ended.
// Errors: the error of a context that has ended, or one that says what is wrong with the
// scenario.
func Play(ctx context.Context, load message.Load, progress func(ended int)) (*app.App, error) {
	return play(ctx, app.NewModel(i18n.English), load, math.MaxInt, progress)
}

// reported is the number of pieces between two reports of progress.
const reported = 100

// play runs a scenario of at most the given number of steps in a model. The function
// progress may be nil.
func play(ctx context.Context, m *app.App, load message.Load, most int, progress func(ended int)) (*app.App, error) {
	var desk simworker.Dispatcher
	desk.Handle(m.Load(load).Pack())
	for steps := 0; desk.Busy(); steps += piece {
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case steps > most:
			return nil, ErrLarge
		}
		desk.Work(piece)
		if progress != nil && desk.Busy() && steps/piece%reported == 0 {
			report(&desk, progress)
		}
	}
	if err := deliverAnswers(m, &desk); err != nil {
		return nil, err
	}
	if m.Run == nil {
		return nil, errors.New(problem(m))
	}
	if load.Telling && !m.Predict.On && m.Step == 0 { // no step is especially instructive, so show everything that happens at the time of the first step
		for m.Step < m.Run.Len() && m.Run.Time(m.Step+1) == m.Run.Time(1) {
			m.Step++
		}
	}
	if m.State == nil || int(m.State.Step) != m.Step { // in predict mode the model starts at another step
		desk.Handle((&message.Seek{Serial: m.Run.Serial, Step: int32(m.Step), Job: m.Want}).Pack())
		if err := deliverAnswers(m, &desk); err != nil {
			return nil, err
		}
	}
	if m.State == nil {
		return nil, errors.New("the run has no such step")
	}
	return m, nil
}

// report calls progress with the progress of a recording, which sends no other answers
// before its end.
func report(desk *simworker.Dispatcher, progress func(ended int)) {
	desk.Report()
	for _, wire := range desk.Answers() {
		var p message.Progress
		if p.Unpack(wire) == nil {
			progress(int(p.Ended))
		}
	}
}

// deliverAnswers passes the messages that the simulator has sent to the model.
func deliverAnswers(m *app.App, desk *simworker.Dispatcher) error {
	for _, wire := range desk.Answers() {
		if err := m.Hear(wire); err != nil {
			return err
		}
	}
	return nil
}

// problem returns what is wrong with a scenario that could not be loaded.
func problem(m *app.App) string {
	if len(m.Faults) > 0 {
		return m.Faults[0].Place + ": " + m.Faults[0].Problem
	}
	return "the scenario does not run"
}

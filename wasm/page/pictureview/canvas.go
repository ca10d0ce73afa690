//go:build js && wasm

// Package pictureview shows the pictures of a run: the machine, the timeline and the
// strip behind the step slider. It handles the pointer on them, and the buttons of
// the playback.
package pictureview

import (
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// PictureView shows the pictures of the run on screen.
type PictureView struct {
	*host.Host
	RunPicture
	Scrub   document.Canvas
	Strip   draw.Scrub
	Hovered Hovered
	paces   string // language and length of the list of playback speeds that is shown

	Answers       func(draw.Hit) bool                  // uses a click as an answer, and reports whether it did
	ColumnPointer func(id, kind string, g Gesture)     // handles the pointer on a canvas of a comparison
	ColumnSize    func(id string, size draw.Size) bool // handles a new size of a canvas of a comparison; false for any other canvas
}

// New returns the pictures of the page, and listens to the pointer.
func New(h *host.Host) *PictureView {
	p := &PictureView{Host: h}
	p.Machine, p.Timeline, p.Scrub = p.NewCanvas("machine-canvas"), p.NewCanvas("timeline-canvas"), p.NewCanvas("scrub-canvas")
	view := p.App.View
	h.OnActed(func(a keys.Action) {
		if p.App.View != view {
			view, p.Layout = p.App.View, nil
		}
		if a == keys.Out {
			p.ForgetPointer()
		}
	})
	p.listenToPointer()
	return p
}

// RunPicture holds the canvases of a run's machine and timeline, and the scenes drawn
// on them.
type RunPicture struct {
	Machine  document.Canvas
	Timeline document.Canvas
	Layout   *draw.Layout // positions of the machine's parts; nil: must be computed again
	Scene    draw.MachineScene
	Times    draw.Timeline
}

// PaintMachineOf draws a run's machine at the step on screen.
func (p *PictureView) PaintMachineOf(m machinepanel.MachinePanel, v *RunPicture) {
	c := &v.Machine
	if !c.Visible() {
		return
	}
	if v.Layout == nil {
		v.Layout = draw.NewLayout(m.Run.Machine.Drawn, c.Size, m.View)
	}
	m.FillMachine(&v.Scene)
	v.Scene.Outline, v.Scene.Patterns = p.Scene.Outline, p.Scene.Patterns
	c.Buffer.Reset(c.Size)
	v.Layout.Draw(&c.Buffer, &v.Scene)
	p.Show(c)
}

// PaintTimelineOf draws a run's timeline at the step on screen.
func (p *PictureView) PaintTimelineOf(m timeline.TimelinePanel, v *RunPicture) {
	c := &v.Timeline
	if !c.Visible() {
		return
	}
	v.Times.Size, v.Times.Outline, v.Times.Patterns = c.Size, p.Times.Outline, p.Times.Patterns
	m.FillTimeline(&v.Times)
	c.Buffer.Reset(c.Size)
	v.Times.Draw(&c.Buffer)
	p.Show(c)
}

// PaintStrip draws the strip behind the step slider. Its positions are the steps of
// the run or, in a comparison, the moments of all runs.
func (p *PictureView) PaintStrip() {
	c, compare := &p.Scrub, p.App.Compare
	if !c.Visible() {
		return
	}
	p.Strip.Size = c.Size
	if p.Strip.Density == nil {
		kinds := p.App.Run.Kinds[p.App.Run.Head():]
		if compare != nil {
			kinds = compare.Kinds()
		}
		p.Strip.Density = draw.NewDensity(kinds, c.Size.W)
	}
	if compare != nil {
		p.Strip.Step = compare.At
	} else {
		p.Strip.Step = int(p.App.State.Step) - p.App.Run.Head()
	}
	c.Buffer.Reset(c.Size)
	p.Strip.Draw(&c.Buffer)
	p.Show(c)
}

// resized handles a new size of a canvas.
func (p *PictureView) resized(id string, w, h, scale float64) {
	size := draw.Size{W: w, H: h, Scale: scale}
	if p.ColumnSize(id, size) {
		return
	}
	switch id {
	case "machine-canvas":
		p.Machine.Size, p.Layout = size, nil
	case "timeline-canvas":
		p.Timeline.Size = size
	case "scrub-canvas":
		p.Scrub.Size, p.Strip.Density = size, nil
	}
	p.Redraw()
}

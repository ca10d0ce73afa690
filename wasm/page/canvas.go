//go:build js && wasm

package page

import (
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
)

// pictures holds the canvases of a run's machine and timeline, and the scenes drawn
// on them.
type pictures struct {
	machine  document.Canvas
	timeline document.Canvas
	layout   *draw.Layout // positions of the machine's parts; nil: must be computed again
	scene    draw.MachineScene
	times    draw.Timeline
}

// paintMachineOf draws a run's machine at the step on screen.
func (p *page) paintMachineOf(m machinepanel.MachinePanel, v *pictures) {
	c := &v.machine
	if !c.Visible() {
		return
	}
	if v.layout == nil {
		v.layout = draw.NewLayout(m.Run.Machine.Drawn, c.Size, m.View)
	}
	m.FillMachine(&v.scene)
	v.scene.Outline, v.scene.Patterns = p.scene.Outline, p.scene.Patterns
	c.Buffer.Reset(c.Size)
	v.layout.Draw(&c.Buffer, &v.scene)
	p.Show(c)
}

// paintTimelineOf draws a run's timeline at the step on screen.
func (p *page) paintTimelineOf(m timeline.TimelinePanel, v *pictures) {
	c := &v.timeline
	if !c.Visible() {
		return
	}
	v.times.Size, v.times.Outline, v.times.Patterns = c.Size, p.times.Outline, p.times.Patterns
	m.FillTimeline(&v.times)
	c.Buffer.Reset(c.Size)
	v.times.Draw(&c.Buffer)
	p.Show(c)
}

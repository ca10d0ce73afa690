//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/draw"
)

// canvas is a picture of wasm/draw and the element that shows it.
type canvas struct {
	element element
	size    draw.Size
	buffer  draw.Buffer
	bytes   js.Value // JavaScript copy of the buffer; replaced by a larger one when needed
	room    int
}

func (p *page) newCanvas(id string) canvas {
	c := canvas{element: p.el(id)}
	e := c.element.Underlying()
	c.size = draw.Size{W: e.Get("clientWidth").Float(), H: e.Get("clientHeight").Float(), Scale: ratio()}
	return c
}

func ratio() float64 { return js.Global().Get("devicePixelRatio").Float() }

// show draws the commands in the canvas's buffer. It needs one copy and one call
// into JavaScript, whatever the buffer's length.
func (p *page) show(c *canvas) {
	data := c.buffer.Bytes()
	if len(data) > c.room {
		c.room = len(data) + len(data)/2
		c.bytes = js.Global().Get("Uint8Array").New(c.room)
	}
	js.CopyBytesToJS(c.bytes, data)
	p.glue.Call("paint", c.element.Underlying(), c.bytes.Call("subarray", 0, len(data)), c.buffer.Texts(), p.palette)
}

// pictures holds the canvases of a run's machine and timeline, and the scenes drawn
// on them.
type pictures struct {
	machine  canvas
	timeline canvas
	layout   *draw.Layout // positions of the machine's parts; nil: must be computed again
	scene    draw.MachineScene
	times    draw.Timeline
}

// paintMachineOf draws a run's machine at the step on screen.
func (p *page) paintMachineOf(m machinepanel.MachinePanel, v *pictures) {
	c := &v.machine
	if !c.visible() {
		return
	}
	if v.layout == nil {
		v.layout = draw.NewLayout(m.Run.Machine.Drawn, c.size, m.View)
	}
	m.FillMachine(&v.scene)
	v.scene.Outline, v.scene.Patterns = p.scene.Outline, p.scene.Patterns
	c.buffer.Reset(c.size)
	v.layout.Draw(&c.buffer, &v.scene)
	p.show(c)
}

// paintTimelineOf draws a run's timeline at the step on screen.
func (p *page) paintTimelineOf(m timeline.TimelinePanel, v *pictures) {
	c := &v.timeline
	if !c.visible() {
		return
	}
	v.times.Size, v.times.Outline, v.times.Patterns = c.size, p.times.Outline, p.times.Patterns
	m.FillTimeline(&v.times)
	c.buffer.Reset(c.size)
	v.times.Draw(&c.buffer)
	p.show(c)
}

// visible reports whether the canvas is large enough to draw in.
func (c *canvas) visible() bool { return c.size.W >= 8 && c.size.H >= 8 }

//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/draw"
)

// canvas is a picture of wasm/draw and where it is shown.
type canvas struct {
	element element
	size    draw.Size
	buffer  draw.Buffer
	bytes   js.Value // as JavaScript sees the buffer; grows
	room    int
}

func (p *page) newCanvas(id string) canvas {
	c := canvas{element: p.el(id)}
	e := c.element.Underlying()
	c.size = draw.Size{W: e.Get("clientWidth").Float(), H: e.Get("clientHeight").Float(), Scale: ratio()}
	return c
}

func ratio() float64 { return js.Global().Get("devicePixelRatio").Float() }

// show replays the buffer: one copy and one call, however much is in it.
func (p *page) show(c *canvas) {
	data := c.buffer.Bytes()
	if len(data) > c.room {
		c.room = len(data) + len(data)/2
		c.bytes = js.Global().Get("Uint8Array").New(c.room)
	}
	js.CopyBytesToJS(c.bytes, data)
	p.glue.Call("paint", c.element.Underlying(), c.bytes.Call("subarray", 0, len(data)), c.buffer.Texts(), p.palette)
}

// visible reports whether there is room to draw in.
func (c *canvas) visible() bool { return c.size.W >= 8 && c.size.H >= 8 }

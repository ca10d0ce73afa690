//go:build js && wasm

package document

import (
	"syscall/js"

	"hopyard/wasm/draw"
)

// Canvas is a picture of wasm/draw and the element that shows it.
type Canvas struct {
	Element Element
	Size    draw.Size
	Buffer  draw.Buffer
	bytes   js.Value // JavaScript copy of the buffer; replaced by a larger one when needed
	room    int
}

// NewCanvas returns the canvas with the given id, in its size on screen.
func (d *Document) NewCanvas(id string) Canvas {
	c := Canvas{Element: d.El(id)}
	e := c.Element.Underlying()
	c.Size = draw.Size{W: e.Get("clientWidth").Float(), H: e.Get("clientHeight").Float(), Scale: ratio()}
	return c
}

func ratio() float64 { return js.Global().Get("devicePixelRatio").Float() }

// Show draws the commands in the canvas's buffer. It needs one copy and one call
// into JavaScript, whatever the buffer's length.
func (d *Document) Show(c *Canvas) {
	data := c.Buffer.Bytes()
	if len(data) > c.room {
		c.room = len(data) + len(data)/2
		c.bytes = js.Global().Get("Uint8Array").New(c.room)
	}
	js.CopyBytesToJS(c.bytes, data)
	d.Glue.Call("paint", c.Element.Underlying(), c.bytes.Call("subarray", 0, len(data)), c.Buffer.Texts(), d.Palette)
}

// Visible reports whether the canvas is large enough to draw in.
func (c *Canvas) Visible() bool { return c.Size.W >= 8 && c.Size.H >= 8 }

// CSSColours returns the theme's colours as the canvas uses them, in CSS notation.
func (d *Document) CSSColours() []string {
	out := make([]string, draw.NumColours)
	for i := range out {
		out[i] = d.Palette.Index(i).String()
	}
	return out
}

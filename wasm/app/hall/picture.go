package hall

import (
	"hopyard/wasm/app/machine"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/draw"
)

// MaxPicture is how long a picture may be that phones are sent, in bytes; a larger
// one is left out. With the texts, and with two themes, it is to fit into what a
// room's state may have (64 KiB).
const MaxPicture = 24 << 10

// Measures of the pictures, in pixels of a phone.
const (
	width          = 380
	machineHeight  = 150
	timelineHeight = 190
)

// Pictures are the machine and the timeline as SVG, as they are on screen while the
// question stands, in the colours of a palette (draw.Tokens).
func Pictures(p *practice.Panel, palette []string) (of [2]string) {
	var b draw.Buffer
	size := draw.Size{W: width, H: machineHeight, Scale: 1}
	scene := draw.Machine{}
	panel := machine.New(p.Model)
	panel.FillMachine(&scene)
	layout := draw.NewLayout(p.Run.Machine.Drawn, size, p.View)
	b.Reset(size)
	layout.Draw(&b, &scene)
	of[0] = draw.SVG(&b, palette)
	lines := draw.Timeline{Size: draw.Size{W: width, H: timelineHeight, Scale: 1}}
	times := timeline.New(p.Model)
	times.FillTimeline(&lines)
	b.Reset(lines.Size)
	lines.Draw(&b)
	of[1] = draw.SVG(&b, palette)
	for i := range of {
		if len(of[i]) > MaxPicture {
			of[i] = ""
		}
	}
	return of
}

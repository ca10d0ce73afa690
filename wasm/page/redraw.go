//go:build js && wasm

package page

import (
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
)

// paintAll updates everything on screen immediately.
func (p *page) paintAll() {
	if p.App.State == nil {
		if p.Due != 0 {
			p.updateEmpty()
		}
		return
	}
	if p.App.Compare != nil {
		p.paintCompare()
		p.ready()
		return
	}
	if p.App.Flowing() {
		p.paintFlow()
		return
	}
	if p.App.Playing && p.Due == 0 && int(p.App.State.Step) != p.App.Step {
		return // keep the picture until the state of the next step arrives
	}
	if p.App.Glide > 0 && p.Due == 0 { // between two steps only the displayed time changes
		if !p.App.Looks.Still {
			p.paintTimeline()
		}
		return
	}
	p.runChanged()
	p.paintMachineOf(p.App.Machine, &p.pictures)
	p.paintTimeline()
	p.paintStrip()
	p.followPointer()
	if p.Due != 0 {
		p.UpdatePanels()
		p.afterwards()
	}
	if p.landed > 0 {
		p.Report("dropped", document.Now()-p.landed)
		p.landed = 0
	}
	p.ready()
}

// flowPanels is the minimum interval, in milliseconds, between updates of all text
// during playback by simulated time. Readers cannot follow more frequent changes,
// and an update of the text takes longer than drawing the pictures.
const flowPanels = 250

// paintFlow handles a frame during playback by simulated time. It draws the
// timeline in each frame, the machine when a new state has arrived, and all text at
// longer intervals.
func (p *page) paintFlow() {
	if p.Due != 0 { // a new state has arrived
		p.runChanged()
		p.paintMachineOf(p.App.Machine, &p.pictures)
		p.paintStrip()
	}
	if p.Due != 0 || !p.App.Looks.Still {
		p.paintTimeline()
		p.SetText("clock", p.App.ClockText())
		p.followPointer()
	}
	if at := document.Now(); p.Due != 0 && at-p.paneled > flowPanels {
		p.paneled = at
		p.UpdatePanels()
		p.afterwards()
	}
}

// ready records that the first picture is on screen. The first time, it fetches
// everything that the first picture did not need.
func (p *page) ready() {
	if !p.Root().HasAttribute("data-ready") {
		p.Mark("data-ready", true)
		p.Report("first", document.Now())
		rest := p.Glue.Call("complete") // fetches the rest of the program
		rest.Call("then", document.Once(func() {
			p.Whole = true
			p.Describe()
			p.MarkKnown()
			p.beginFirst()
			p.Changed()
		}))
		p.Later("curves", 200, p.showCurves)
		p.Later("lessons", 300, func() { p.WithLessons(func() {}) })
	}
}

func (p *page) paintTimeline() {
	p.paintTimelineOf(p.App.Timeline, &p.pictures)
	if p.timeline.Visible() {
		p.placeGrips()
	}
}

// paintStrip draws the strip behind the step slider. Its positions are the steps of
// the run or, in a comparison, the moments of all runs.
func (p *page) paintStrip() {
	c, compare := &p.scrub, p.App.Compare
	if !c.Visible() {
		return
	}
	p.strip.Size = c.Size
	if p.strip.Density == nil {
		kinds := p.App.Run.Kinds[p.App.Run.Head():]
		if compare != nil {
			kinds = compare.Kinds()
		}
		p.strip.Density = draw.NewDensity(kinds, c.Size.W)
	}
	if compare != nil {
		p.strip.Step = compare.At
	} else {
		p.strip.Step = int(p.App.State.Step) - p.App.Run.Head()
	}
	c.Buffer.Reset(c.Size)
	p.strip.Draw(&c.Buffer)
	p.Show(c)
}

// resized handles a new size of a canvas.
func (p *page) resized(id string, w, h, scale float64) {
	size := draw.Size{W: w, H: h, Scale: scale}
	if p.resizedLane(id, size) {
		return
	}
	switch id {
	case "machine-canvas":
		p.machine.Size, p.layout = size, nil
	case "timeline-canvas":
		p.timeline.Size = size
	case "scrub-canvas":
		p.scrub.Size, p.strip.Density = size, nil
	}
	p.Redraw()
}

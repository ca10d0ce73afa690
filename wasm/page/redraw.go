//go:build js && wasm

package page

import (
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
		p.compare.PaintCompare()
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
	p.pictures.PaintMachineOf(p.App.Machine, &p.pictures.RunPicture)
	p.paintTimeline()
	p.pictures.PaintStrip()
	p.pictures.FollowPointer()
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
		p.pictures.PaintMachineOf(p.App.Machine, &p.pictures.RunPicture)
		p.pictures.PaintStrip()
	}
	if p.Due != 0 || !p.App.Looks.Still {
		p.paintTimeline()
		p.SetText("clock", p.App.ClockText())
		p.pictures.FollowPointer()
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
			p.opening.BeginFirst()
			p.Changed()
			p.listenToNative()
		}))
		p.Later("curves", 200, p.curve.ShowCurves)
		p.Later("lessons", 300, func() { p.WithLessons(func() {}) })
	}
}

func (p *page) paintTimeline() {
	p.pictures.PaintTimelineOf(p.App.Timeline, &p.pictures.RunPicture)
	if p.pictures.Timeline.Visible() {
		p.edit.PlaceGrips()
	}
}

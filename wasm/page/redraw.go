//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/draw"
)

// change is a set of kinds of changes. A panel names the changes after which it must
// be updated.
type change uint8

const (
	pointing change = 1 << iota // what the pointer or the keyboard focus points at
	content                     // anything else
)

// changed requests a frame that updates the pictures and all panels.
func (p *page) changed() { p.changedOnly(pointing | content) }

// changedOnly requests a frame that updates the pictures and the panels that show
// the given changes.
func (p *page) changedOnly(c change) {
	p.due |= c
	p.redraw()
}

// paintNow updates the pictures and all panels immediately.
func (p *page) paintNow() {
	p.due = pointing | content
	p.hooks.paint()
}

// panel updates the text of a part of the page after certain changes.
type panel struct {
	after change
	show  func()
}

// addPanel adds a panel. The panels are updated in the order in which they were
// added.
func (p *page) addPanel(after change, show func()) {
	p.hooks.panels = append(p.hooks.panels, panel{after, show})
}

// updatePanels updates the panels that show what has changed.
func (p *page) updatePanels() {
	due := p.due
	p.due = 0
	for _, panel := range p.hooks.panels {
		if panel.after&due != 0 {
			panel.show()
		}
	}
}

// redraw requests a frame that draws the pictures. It requests no frame while
// another step is being fetched and nothing is playing: the step is drawn as soon
// as its state arrives.
func (p *page) redraw() {
	p.ask()
	each(p.hooks.redraw)
	if p.waiting >= 0 && !p.m.Playing && p.m.Compare == nil {
		return
	}
	if !p.framing {
		p.framing = true
		js.Global().Call("requestAnimationFrame", p.frame)
	}
}

// draw handles one animation frame. During playback it requests the next frame;
// otherwise no frame follows until something changes.
func (p *page) draw(at float64) {
	p.framing = false
	if p.m.Playing {
		step := p.m.Reached()
		if p.last > 0 {
			p.m.Tick(min(at-p.last, 250))
		}
		p.last = at
		if p.m.Compare != nil && p.m.Reached() != step || !p.m.Playing {
			p.due |= content
		}
		p.redraw()
	} else {
		p.last = 0
	}
	p.hooks.paint()
}

// paintAll updates everything on screen immediately.
func (p *page) paintAll() {
	if p.m.State == nil {
		if p.due != 0 {
			p.updateEmpty()
		}
		return
	}
	if p.m.Compare != nil {
		p.paintCompare()
		p.ready()
		return
	}
	if p.m.Flowing() {
		p.paintFlow()
		return
	}
	if p.m.Playing && p.due == 0 && int(p.m.State.Step) != p.m.Step {
		return // keep the picture until the state of the next step arrives
	}
	if p.m.Glide > 0 && p.due == 0 { // between two steps only the displayed time changes
		if !p.m.Looks.Still {
			p.paintTimeline()
		}
		return
	}
	p.runChanged()
	p.paintMachineOf(p.m.Machine, &p.pictures)
	p.paintTimeline()
	p.paintStrip()
	p.followPointer()
	if p.due != 0 {
		p.updatePanels()
		p.afterwards()
	}
	if p.landed > 0 {
		p.report("dropped", now()-p.landed)
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
	if p.due != 0 { // a new state has arrived
		p.runChanged()
		p.paintMachineOf(p.m.Machine, &p.pictures)
		p.paintStrip()
	}
	if p.due != 0 || !p.m.Looks.Still {
		p.paintTimeline()
		p.setText("clock", p.m.ClockText())
		p.followPointer()
	}
	if at := now(); p.due != 0 && at-p.paneled > flowPanels {
		p.paneled = at
		p.updatePanels()
		p.afterwards()
	}
}

// ready records that the first picture is on screen. The first time, it fetches
// everything that the first picture did not need.
func (p *page) ready() {
	if !p.root().HasAttribute("data-ready") {
		p.mark("data-ready", true)
		p.report("first", now())
		rest := p.glue.Call("complete") // fetches the rest of the program
		rest.Call("then", once(func() {
			p.whole = true
			p.describe()
			p.markKnown()
			p.beginFirst()
			p.changed()
		}))
		p.later("curves", 200, p.showCurves)
		p.later("lessons", 300, func() { p.withLessons(func() {}) })
	}
}

func (p *page) paintTimeline() {
	p.paintTimelineOf(p.m.Timeline, &p.pictures)
	if p.timeline.visible() {
		p.placeGrips()
	}
}

// paintStrip draws the strip behind the step slider. Its positions are the steps of
// the run or, in a comparison, the moments of all runs.
func (p *page) paintStrip() {
	c, compare := &p.scrub, p.m.Compare
	if !c.visible() {
		return
	}
	p.strip.Size = c.size
	if p.strip.Density == nil {
		kinds := p.m.Run.Kinds[p.m.Run.Head():]
		if compare != nil {
			kinds = compare.Kinds()
		}
		p.strip.Density = draw.NewDensity(kinds, c.size.W)
	}
	if compare != nil {
		p.strip.Step = compare.At
	} else {
		p.strip.Step = int(p.m.State.Step) - p.m.Run.Head()
	}
	c.buffer.Reset(c.size)
	p.strip.Draw(&c.buffer)
	p.show(c)
}

// resized handles a new size of a canvas.
func (p *page) resized(id string, w, h, scale float64) {
	size := draw.Size{W: w, H: h, Scale: scale}
	if p.resizedLane(id, size) {
		return
	}
	switch id {
	case "machine-canvas":
		p.machine.size, p.layout = size, nil
	case "timeline-canvas":
		p.timeline.size = size
	case "scrub-canvas":
		p.scrub.size, p.strip.Density = size, nil
	}
	p.redraw()
}

// timer identifies a scheduled call. The type is not empty, so that each timer has
// a distinct address.
type timer struct{ _ byte }

// later calls f after some milliseconds. The parameter what names the purpose of
// the call; a later call for the same purpose replaces an earlier one. The
// browser's timer of the replaced call still fires but does nothing. Clearing the
// timer and releasing its callback would be unsafe: the callback might already be
// running, because Go may switch to another goroutine before it has looked up the
// callback.
func (p *page) later(what string, ms int, f func()) {
	t := new(timer)
	p.timers[what] = t
	js.Global().Call("setTimeout", once(func() {
		if p.timers[what] == t {
			delete(p.timers, what)
			f()
		}
	}), ms)
}

// cancelLater cancels the call scheduled for a purpose; see later.
func (p *page) cancelLater(what string) { delete(p.timers, what) }

// report writes a measured duration to an attribute of the document, for tests and
// benchmarks of the page.
func (p *page) report(name string, ms float64) {
	p.root().SetAttribute("data-"+name, strconv.FormatFloat(ms, 'f', 2, 64))
}

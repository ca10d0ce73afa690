//go:build js && wasm

package page

import (
	"math"
	"strings"
	"syscall/js"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
)

// listenToPointer registers handlers for the gestures that static/js/events.js
// recognizes on the canvases.
func (p *page) listenToPointer() {
	p.Glue.Set("pointer", js.FuncOf(func(_ js.Value, a []js.Value) any {
		if p.App.State != nil {
			p.pointer(a[0].String(), a[1].String(), gesture{a[2].Float(), a[3].Float(), a[4].Float(), a[5].Float(), a[6].Int()})
		}
		return nil
	}))
	p.Glue.Set("resized", js.FuncOf(func(_ js.Value, a []js.Value) any {
		p.resized(a[0].String(), a[1].Float(), a[2].Float(), a[3].Float())
		return nil
	}))
}

// gesture is an action of the pointer: its position, the distance moved or the
// amount the wheel turned, and the keys held (1 Shift, 2 Ctrl, 4 Alt).
type gesture struct {
	x, y, dx, dy float64
	held         int
}

// hovered is the place on which the pointer rests. It is remembered so that the
// tooltip can be updated when the picture changes under the pointer.
type hovered struct {
	id    string // id of the canvas; "": none
	at    gesture
	place model.Region
}

// hover records the place on which the pointer rests.
func (p *page) hover(id string, g gesture) { p.hovered = hovered{id, g, p.App.Pointed} }

// followPointer updates the tooltip under a pointer that does not move. What is
// drawn there may have changed with a new run, a new step or a new view. If the
// keyboard focus highlights another place, it hides the tooltip.
func (p *page) followPointer() {
	h := &p.hovered
	switch {
	case h.id == "":
	case strings.HasPrefix(h.id, "compare-") != (p.App.Compare != nil):
		h.id = ""
	case p.App.Pointed == h.place, p.App.Pointed == model.Nowhere():
		p.pointer(h.id, "move", h.at)
	default:
		p.forgetPointer()
	}
}

// forgetPointer hides the tooltip under the pointer until the pointer moves.
func (p *page) forgetPointer() {
	if id := p.hovered.id; id != "" {
		p.hovered.id = ""
		p.Hide(strings.Replace(id, "-canvas", "", 1)+"-tip", true)
	}
}

func (p *page) pointer(id, kind string, g gesture) {
	if p.App.Compare != nil {
		p.comparePointer(id, kind, g)
		return
	}
	c, machine := &p.timeline, id == "machine-canvas"
	if machine {
		c = &p.machine
	}
	switch kind {
	case "move", "click":
		if kind == "click" && p.menuOpen() { // a long touch opened the menu, and this click is the lifting of the finger
			return
		}
		hit := p.hit(machine, g)
		p.PointAt(model.HitPlace(hit))
		p.hover(id, g)
		p.tip(machine, c, g)
		c.Element.Class().Remove("on")
		if hit.Kind != draw.OnNothing && hit.Kind != draw.OnPlot {
			c.Element.Class().Add("on")
		}
		if kind == "click" {
			p.clicked(hit)
		}
	case "leave":
		if !machine && p.overGrip() {
			return
		}
		p.PointAt(model.Nowhere())
		p.hovered.id = ""
		p.tip(machine, c, g)
	case "drag", "wheel":
		p.hovered.at = g
		p.moved(machine, kind, c, g)
	case "drop":
		c.Element.Class().Remove("grabbing")
	}
}

func (p *page) hit(machine bool, g gesture) draw.Hit {
	if machine && p.layout != nil {
		return p.layout.At(g.x, g.y, &p.scene)
	}
	return p.times.At(g.x, g.y)
}

// clicked handles a click on a picture. It uses the click as an answer, selects a
// job or node, or goes to a time of the timeline.
func (p *page) clicked(hit draw.Hit) {
	if p.answeredAt(hit) {
		return
	}
	switch hit.Kind {
	case draw.OnAxis, draw.OnPlot:
		if hit.Time >= 0 && hit.Kind == draw.OnAxis || hit.Job == workload.NoJob {
			p.AskedAt = document.Now()
			p.App.Go(p.App.Run.Find(simtime.Time(hit.Time), math.MaxInt32))
		}
	case draw.OnBar, draw.OnPromise, draw.OnNode:
		p.App.Select(hit.Job)
		if hit.Kind == draw.OnNode {
			p.App.PickEnd(hit.Node)
		}
	}
	p.Changed()
}

// moved zooms or pans a picture.
func (p *page) moved(machine bool, kind string, c *document.Canvas, g gesture) {
	if kind == "drag" {
		c.Element.Class().Add("grabbing")
	}
	pan(&p.App.Model, machine, kind, c, &p.times, g)
	if machine {
		p.layout = nil
	}
	p.Redraw()
}

// pan applies a drag or a turn of the mouse wheel: to the view of the machine, or
// to the time window of the timeline.
func pan(m *model.Model, machine bool, kind string, c *document.Canvas, times *draw.Timeline, g gesture) {
	w, h := c.Size.W, c.Size.H
	switch {
	case kind == "drag" && machine:
		m.View = m.View.Pan(-g.dx/w, -g.dy/h)
	case kind == "drag":
		m.Window = m.Window.Pan(-g.dx/w, m.Whole())
	case machine:
		m.View = m.View.ZoomAt(g.x/w, g.y/h, math.Exp(-g.dy/300))
	case g.held&1 != 0 || math.Abs(g.dx) > math.Abs(g.dy):
		m.Window = m.Window.Pan((g.dx+g.dy)/w, m.Whole())
	default:
		at := float64(times.TimeAt(g.x)-m.Window.From) / float64(m.Window.To-m.Window.From)
		m.Window = m.Window.Zoom(at, math.Exp(-g.dy/300), m.Whole())
	}
}

// tip shows a tooltip beside the pointer with the name of what is under it.
func (p *page) tip(machine bool, c *document.Canvas, g gesture) {
	id := "timeline-tip"
	if machine {
		id = "machine-tip"
	}
	p.showTip(id, p.App.Machine.TipHTML(), c, g)
}

func (p *page) showTip(id, html string, c *document.Canvas, g gesture) {
	p.Hide(id, html == "")
	if html == "" {
		return
	}
	p.SetHTML(id, html)
	// The content security policy forbids style attributes in HTML. It allows
	// setting styles through the DOM.
	style, e := p.El(id).Style(), p.El(id).Underlying()
	left := min(g.x+14, c.Size.W-e.Get("offsetWidth").Float())
	top := g.y + 18
	if top+e.Get("offsetHeight").Float() > c.Size.H {
		top = g.y - e.Get("offsetHeight").Float() - 10
	}
	style.SetProperty("left", document.Px(max(left, 0)), "")
	style.SetProperty("top", document.Px(max(top, 0)), "")
}

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
)

// listenToPointer registers handlers for the gestures that static/js/events.js
// recognizes on the canvases.
func (p *page) listenToPointer() {
	p.glue.Set("pointer", js.FuncOf(func(_ js.Value, a []js.Value) any {
		if p.m.State != nil {
			p.pointer(a[0].String(), a[1].String(), gesture{a[2].Float(), a[3].Float(), a[4].Float(), a[5].Float(), a[6].Int()})
		}
		return nil
	}))
	p.glue.Set("resized", js.FuncOf(func(_ js.Value, a []js.Value) any {
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
func (p *page) hover(id string, g gesture) { p.hovered = hovered{id, g, p.m.Pointed} }

// followPointer updates the tooltip under a pointer that does not move. What is
// drawn there may have changed with a new run, a new step or a new view. If the
// keyboard focus highlights another place, it hides the tooltip.
func (p *page) followPointer() {
	h := &p.hovered
	switch {
	case h.id == "":
	case strings.HasPrefix(h.id, "compare-") != (p.m.Compare != nil):
		h.id = ""
	case p.m.Pointed == h.place, p.m.Pointed == model.Nowhere():
		p.pointer(h.id, "move", h.at)
	default:
		p.forgetPointer()
	}
}

// forgetPointer hides the tooltip under the pointer until the pointer moves.
func (p *page) forgetPointer() {
	if id := p.hovered.id; id != "" {
		p.hovered.id = ""
		p.hide(strings.Replace(id, "-canvas", "", 1)+"-tip", true)
	}
}

func (p *page) pointer(id, kind string, g gesture) {
	if p.m.Compare != nil {
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
		p.pointAt(model.HitPlace(hit))
		p.hover(id, g)
		p.tip(machine, c, g)
		c.element.Class().Remove("on")
		if hit.Kind != draw.OnNothing && hit.Kind != draw.OnPlot {
			c.element.Class().Add("on")
		}
		if kind == "click" {
			p.clicked(hit)
		}
	case "leave":
		if !machine && p.overGrip() {
			return
		}
		p.pointAt(model.Nowhere())
		p.hovered.id = ""
		p.tip(machine, c, g)
	case "drag", "wheel":
		p.hovered.at = g
		p.moved(machine, kind, c, g)
	case "drop":
		c.element.Class().Remove("grabbing")
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
			p.askedAt = now()
			p.m.Go(p.m.Run.Find(simtime.Time(hit.Time), math.MaxInt32))
		}
	case draw.OnBar, draw.OnPromise, draw.OnNode:
		p.m.Select(hit.Job)
		if hit.Kind == draw.OnNode {
			p.m.PickEnd(hit.Node)
		}
	}
	p.changed()
}

// moved zooms or pans a picture.
func (p *page) moved(machine bool, kind string, c *canvas, g gesture) {
	if kind == "drag" {
		c.element.Class().Add("grabbing")
	}
	pan(&p.m.Model, machine, kind, c, &p.times, g)
	if machine {
		p.layout = nil
	}
	p.redraw()
}

// pan applies a drag or a turn of the mouse wheel: to the view of the machine, or
// to the time window of the timeline.
func pan(m *model.Model, machine bool, kind string, c *canvas, times *draw.Timeline, g gesture) {
	w, h := c.size.W, c.size.H
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
func (p *page) tip(machine bool, c *canvas, g gesture) {
	id := "timeline-tip"
	if machine {
		id = "machine-tip"
	}
	p.showTip(id, p.m.Machine.TipHTML(), c, g)
}

func (p *page) showTip(id, html string, c *canvas, g gesture) {
	p.hide(id, html == "")
	if html == "" {
		return
	}
	p.setHTML(id, html)
	// The content security policy forbids style attributes in HTML. It allows
	// setting styles through the DOM.
	style, e := p.el(id).Style(), p.el(id).Underlying()
	left := min(g.x+14, c.size.W-e.Get("offsetWidth").Float())
	top := g.y + 18
	if top+e.Get("offsetHeight").Float() > c.size.H {
		top = g.y - e.Get("offsetHeight").Float() - 10
	}
	style.SetProperty("left", px(max(left, 0)), "")
	style.SetProperty("top", px(max(top, 0)), "")
}

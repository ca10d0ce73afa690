//go:build js && wasm

package pictureview

import (
	"math"
	"strings"
	"syscall/js"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
)

// overGrip reports whether the pointer is on a grip. Such a pointer still counts as
// being on the timeline.
func (p *PictureView) overGrip() bool { return p.Query(".grip:hover") != nil }

// MenuOpen reports whether a menu is on screen.
func (p *PictureView) MenuOpen() bool {
	e := p.Find("menu")
	return e != nil && !e.Underlying().Get("hidden").Bool()
}

// listenToPointer registers handlers for the gestures that static/js/events.js
// recognizes on the canvases.
func (p *PictureView) listenToPointer() {
	p.Glue.Set("pointer", js.FuncOf(func(_ js.Value, a []js.Value) any {
		if p.App.State != nil {
			p.pointer(a[0].String(), a[1].String(), Gesture{a[2].Float(), a[3].Float(), a[4].Float(), a[5].Float(), a[6].Int()})
		}
		return nil
	}))
	p.Glue.Set("resized", js.FuncOf(func(_ js.Value, a []js.Value) any {
		p.resized(a[0].String(), a[1].Float(), a[2].Float(), a[3].Float())
		return nil
	}))
}

// Gesture is an action of the pointer: the position of the pointer, the distance
// moved or the amount the wheel turned, and the keys held, as the sum of 1 (Shift),
// 2 (Ctrl) and 4 (Alt).
type Gesture struct {
	X, Y, dx, dy float64
	held         int
}

// Hovered is the place on which the pointer rests. It is remembered so that the
// tooltip can be updated when the picture changes under the pointer.
type Hovered struct {
	Id    string // id of the canvas; "": none
	At    Gesture
	place model.Region
}

// Hover records the place on which the pointer rests.
func (p *PictureView) Hover(id string, g Gesture) { p.Hovered = Hovered{id, g, p.App.Pointed} }

// FollowPointer updates the tooltip under a pointer that does not move. What is
// drawn there may have changed with a new run, a new step or a new view. If the
// keyboard focus highlights another place, it hides the tooltip.
func (p *PictureView) FollowPointer() {
	h := &p.Hovered
	switch {
	case h.Id == "":
	case strings.HasPrefix(h.Id, "compare-") != (p.App.Compare != nil):
		h.Id = ""
	case p.App.Pointed == h.place, p.App.Pointed == model.Nowhere():
		p.pointer(h.Id, "move", h.At)
	default:
		p.ForgetPointer()
	}
}

// ForgetPointer hides the tooltip under the pointer until the pointer moves.
func (p *PictureView) ForgetPointer() {
	if id := p.Hovered.Id; id != "" {
		p.Hovered.Id = ""
		p.Hide(strings.Replace(id, "-canvas", "", 1)+"-tip", true)
	}
}

func (p *PictureView) pointer(id, kind string, g Gesture) {
	if p.App.Compare != nil {
		p.ColumnPointer(id, kind, g)
		return
	}
	c, machine := &p.Timeline, id == "machine-canvas"
	if machine {
		c = &p.Machine
	}
	switch kind {
	case "move", "click":
		if kind == "click" && p.MenuOpen() { // a long touch opened the menu, and this click is the lifting of the finger
			return
		}
		hit := p.Hit(machine, g)
		p.PointAt(model.HitPlace(hit))
		p.Hover(id, g)
		p.Tip(machine, c, g)
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
		p.Hovered.Id = ""
		p.Tip(machine, c, g)
	case "drag", "wheel":
		p.Hovered.At = g
		p.moved(machine, kind, c, g)
	case "drop":
		c.Element.Class().Remove("grabbing")
	}
}

// Hit returns what lies at a point of the machine's or the timeline's picture.
func (p *PictureView) Hit(machine bool, g Gesture) draw.Hit {
	if machine && p.Layout != nil {
		return p.Layout.At(g.X, g.Y, &p.Scene)
	}
	return p.Times.At(g.X, g.Y)
}

// clicked handles a click on a picture. It uses the click as an answer, selects a
// job or node, or goes to a time of the timeline.
func (p *PictureView) clicked(hit draw.Hit) {
	if p.Answers(hit) {
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
func (p *PictureView) moved(machine bool, kind string, c *document.Canvas, g Gesture) {
	if kind == "drag" {
		c.Element.Class().Add("grabbing")
	}
	Pan(&p.App.Model, machine, kind, c, &p.Times, g)
	if machine {
		p.Layout = nil
	}
	p.Redraw()
}

// Pan applies a drag or a turn of the mouse wheel: to the view of the machine, or
// to the time window of the timeline.
func Pan(m *model.Model, machine bool, kind string, c *document.Canvas, times *draw.Timeline, g Gesture) {
	w, h := c.Size.W, c.Size.H
	switch {
	case kind == "drag" && machine:
		m.View = m.View.Pan(-g.dx/w, -g.dy/h)
	case kind == "drag":
		m.Window = m.Window.Pan(-g.dx/w, m.Whole())
	case machine:
		m.View = m.View.ZoomAt(g.X/w, g.Y/h, math.Exp(-g.dy/300))
	case g.held&1 != 0 || math.Abs(g.dx) > math.Abs(g.dy):
		m.Window = m.Window.Pan((g.dx+g.dy)/w, m.Whole())
	default:
		at := float64(times.TimeAt(g.X)-m.Window.From) / float64(m.Window.To-m.Window.From)
		m.Window = m.Window.Zoom(at, math.Exp(-g.dy/300), m.Whole())
	}
}

// Tip shows a tooltip beside the pointer with the name of what is under it.
func (p *PictureView) Tip(machine bool, c *document.Canvas, g Gesture) {
	id := "timeline-tip"
	if machine {
		id = "machine-tip"
	}
	p.ShowTip(id, p.App.Machine.TipHTML(), c, g)
}

// ShowTip shows a tooltip beside the pointer, or hides it if it has no content.
func (p *PictureView) ShowTip(id string, text html.HTML, c *document.Canvas, g Gesture) {
	p.Hide(id, text == "")
	if text == "" {
		return
	}
	p.SetHTML(id, text)
	// The content security policy forbids style attributes in HTML. It allows
	// setting styles through the DOM.
	style, e := p.El(id).Style(), p.El(id).Underlying()
	left := min(g.X+14, c.Size.W-e.Get("offsetWidth").Float())
	top := g.Y + 18
	if top+e.Get("offsetHeight").Float() > c.Size.H {
		top = g.Y - e.Get("offsetHeight").Float() - 10
	}
	style.SetProperty("left", document.Px(max(left, 0)), "")
	style.SetProperty("top", document.Px(max(top, 0)), "")
}

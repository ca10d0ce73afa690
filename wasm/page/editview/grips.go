//go:build js && wasm

package editview

import (
	"strconv"

	"hopyard/core/workload"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/page/document"
)

// Grips is the state of the grips: the handles with which the reader can drag a job
// on the timeline.
type Grips struct {
	Elements [edit.NumGrips]document.Element // nil until the grip is first shown
	Shown    [edit.NumGrips]*edit.Grip
	drag     *edit.Drag // drag in progress; nil: none
	held     *edit.Grip // the dragged grip, as it was at the start of the drag
	from     [2]float64
	moved    bool
	sent     string // scenario text that was tried last
	wrong    string // fault of the current value; "": none
	waits    bool   // whether a value is waiting to be tried after the run in progress
	scale    float64
	row      float64
	keyed    document.Element // grip whose value the arrow keys change; nil: the arrow keys step through the run
}

// maxLiveSteps is the maximum number of steps of a run that is recomputed during a
// drag. Longer runs are recomputed when the reader releases the grip.
const maxLiveSteps = 5000

// PlaceGrips moves the grips to where the job was drawn in the last frame.
func (p *EditView) PlaceGrips() {
	g := &p.Grips
	if g.drag != nil {
		if g.waits && p.App.Loading == nil {
			g.waits = false
			p.Later("grip", 16, p.tryDrag)
		}
		return
	}
	id := p.App.Edit.GripJob()
	var list [edit.NumGrips]*edit.Grip
	x, y, w, h, whole, ok := p.pictures.Times.Box(id)
	if id != workload.NoJob && ok && p.pictures.Timeline.Visible() {
		list = p.App.Edit.Grips(id)
	} else {
		ok = false
	}
	if !ok && g.Elements[0] == nil {
		return
	}
	px0, py0, pw, ph, row, milli := p.pictures.Times.Plot()
	g.scale, g.row = milli, row
	for kind := range list {
		grip := list[kind]
		at, top := 0.0, y+h/2
		if grip != nil && edit.GripKind(kind) == edit.GripSize {
			at, top = x+w/2, y+h
			if !whole || top > py0+ph+1 {
				grip = nil
			}
		} else if grip != nil {
			at = p.pictures.Times.X(grip.At)
			if at < px0-1 || at > px0+pw+1 {
				grip = nil
			}
		}
		p.placeGrip(edit.GripKind(kind), grip, at, top)
	}
}

// renameGrips makes placeGrips name the grips again, in another language.
func (p *EditView) renameGrips() {
	if p.Grips.drag == nil {
		p.Grips.Shown = [edit.NumGrips]*edit.Grip{}
	}
}

// gripClasses holds the CSS classes of each grip, which determine its look and its
// direction.
var gripClasses = [edit.NumGrips]string{"grip end", "grip end", "grip submit", "grip size"}

// placeGrip shows a grip at a point of the canvas, or hides it if grip is nil.
func (p *EditView) placeGrip(kind edit.GripKind, grip *edit.Grip, x, y float64) {
	g := &p.Grips
	e := g.Elements[kind]
	if grip == nil {
		if e != nil && g.Shown[kind] != nil {
			if active := p.Active(); active != nil && active.Underlying().Equal(e.Underlying()) {
				p.FocusFirst("timeline-grid")
			}
			p.KeyGrip(nil)
			e.Underlying().Set("hidden", true)
		}
		g.Shown[kind] = nil
		return
	}
	if e == nil {
		e = p.makeGrip(kind)
	}
	old := g.Shown[kind]
	g.Shown[kind] = grip
	style := e.Style()
	style.SetProperty("left", document.Px(x), "")
	style.SetProperty("top", document.Px(y), "")
	if old == nil || old.Job != grip.Job || old.Value != grip.Value {
		e.Underlying().Set("hidden", false)
		e.SetAttribute("aria-label", p.App.Edit.GripName(grip))
		e.SetAttribute("aria-description", p.App.Words.Say(i18n.GripHint))
		p.valueGrip(e, grip, grip.Value)
	}
}

func (p *EditView) valueGrip(e document.Element, grip *edit.Grip, value int64) {
	e.SetAttribute("aria-valuemin", strconv.FormatInt(grip.Least, 10))
	e.SetAttribute("aria-valuemax", strconv.FormatInt(grip.Most, 10))
	e.SetAttribute("aria-valuenow", strconv.FormatInt(value, 10))
	e.SetAttribute("aria-valuetext", p.App.Edit.GripValue(grip, value))
}

func (p *EditView) makeGrip(kind edit.GripKind) document.Element {
	e := p.Create("div")
	for _, a := range [][2]string{{"class", gripClasses[kind]}, {"role", "slider"}, {"tabindex", "0"}, {"aria-orientation", "horizontal"}, {"aria-readonly", "true"}} {
		e.SetAttribute(a[0], a[1])
	}
	if kind == edit.GripSize {
		e.SetAttribute("aria-orientation", "vertical")
	}
	document.Put(document.Within(p.El("timeline-canvas"), ".stage"), e)
	p.Grips.Elements[kind] = e
	u := e.Underlying()
	document.On(u, "pointerdown", func(e document.DOMEvent) { p.takeGrip(kind, e) })
	document.On(u, "pointermove", func(e document.DOMEvent) {
		if p.Grips.drag != nil {
			p.moveGrip(e.Underlying().Get("clientX").Float()-p.Grips.from[0], e.Underlying().Get("clientY").Float()-p.Grips.from[1])
		}
	})
	document.On(u, "pointerup", func(document.DOMEvent) { p.dropGrip(true) })
	document.On(u, "pointercancel", func(document.DOMEvent) { p.dropGrip(false) })
	document.On(u, "pointerleave", func(document.DOMEvent) {
		if p.Grips.drag == nil { // if the pointer is then on the canvas, the canvas's own pointer events follow
			p.pictures.ForgetPointer()
			p.PointAt(model.Nowhere())
		}
	})
	document.On(u, "keydown", func(e document.DOMEvent) { p.gripKey(kind, e) })
	document.On(u, "blur", func(document.DOMEvent) { p.KeyGrip(nil) })
	return e
}

// KeyGrip makes the arrow keys change the value of the given grip. If the grip is
// nil, the arrow keys step through the run again. That is the normal mode, because
// a reader who has dragged a bar and presses an arrow key expects the next step.
func (p *EditView) KeyGrip(e document.Element) {
	g := &p.Grips
	if g.keyed != nil {
		g.keyed.Class().Remove("keyed")
		g.keyed.SetAttribute("aria-readonly", "true")
	}
	if g.keyed = e; e != nil {
		e.Class().Add("keyed")
		e.RemoveAttribute("aria-readonly")
		p.Say("status", p.App.Words.Say(i18n.GripKeyed))
	}
}

// takeGrip begins a drag when a grip is pressed.
func (p *EditView) takeGrip(kind edit.GripKind, e document.DOMEvent) {
	g := &p.Grips
	if e.Underlying().Get("button").Int() != 0 || g.Shown[kind] == nil {
		return
	}
	e.PreventDefault()
	if p.beginDrag(g.Shown[kind]) {
		g.from = [2]float64{e.Underlying().Get("clientX").Float(), e.Underlying().Get("clientY").Float()}
		g.Elements[kind].Underlying().Call("setPointerCapture", e.Underlying().Get("pointerId"))
		g.Elements[kind].Class().Add("held")
		g.Elements[kind].Underlying().Call("focus", map[string]any{"preventScroll": true})
	}
}

func (p *EditView) beginDrag(grip *edit.Grip) bool {
	g := &p.Grips
	drag, why := p.App.Edit.TakeGrip(grip)
	if drag == nil {
		p.Say("alert", why)
		return false
	}
	g.drag, g.held, g.moved, g.sent, g.wrong, g.waits = drag, grip, false, "", "", false
	return true
}

// moveGrip sets the value of the drag from the distance, in pixels, that the
// pointer has moved since the start.
func (p *EditView) moveGrip(dx, dy float64) {
	g := &p.Grips
	kind := g.held.Kind
	if !g.moved && max(dx, -dx, dy, -dy) < 3 {
		return
	}
	g.moved = true
	by := dx * g.scale
	if kind == edit.GripSize {
		by = dy / g.row
	}
	p.setDrag(g.held.Moved(by, edit.GripSnap(g.scale)))
}

// setDrag sets and shows the value of the drag.
func (p *EditView) setDrag(value int64) {
	g := &p.Grips
	e := g.Elements[g.held.Kind]
	g.drag.Value = value
	p.valueGrip(e, g.held, value)
	if g.held.Kind != edit.GripSize {
		e.Style().SetProperty("left", document.Px(p.pictures.Times.X(g.held.Place(value))), "")
	} else {
		_, y, _, h, _, ok := p.pictures.Times.Box(g.held.Job)
		if ok && p.App.Loading == nil {
			e.Style().SetProperty("top", document.Px(y+h), "")
		}
	}
	p.dragTip()
	if p.App.Run.Len() <= maxLiveSteps {
		p.Later("grip", 16, p.tryDrag)
	}
}

// dragTip shows the values before and during the drag beside the grip.
func (p *EditView) dragTip() {
	g := &p.Grips
	e := g.Elements[g.held.Kind].Underlying()
	p.SetHTML("timeline-tip", p.App.Edit.DragHTML(g.drag, g.wrong))
	p.Hide("timeline-tip", false)
	tip := p.El("timeline-tip")
	w, h := tip.Underlying().Get("offsetWidth").Float(), tip.Underlying().Get("offsetHeight").Float()
	x, y := e.Get("offsetLeft").Float()+16, e.Get("offsetTop").Float()-h-6
	tip.Style().SetProperty("left", document.Px(max(min(x, p.pictures.Timeline.Size.W-w), 0)), "")
	tip.Style().SetProperty("top", document.Px(max(y, 0)), "")
}

// tryDrag requests the run with the current value of the drag. If another run is
// being computed, the request follows when that run is finished.
func (p *EditView) tryDrag() {
	g := &p.Grips
	if g.drag == nil {
		return
	}
	if p.App.Loading != nil {
		g.waits = true
		return
	}
	text, err := g.drag.Text(p.App.Edit)
	var faults []message.Problem
	if err != nil {
		faults = []message.Problem{{Problem: err.Error()}}
	} else {
		faults = simworker.Check(text)
	}
	g.wrong = ""
	if len(faults) > 0 {
		g.wrong = faults[0].Problem
		p.dragTip()
		return
	}
	if text == g.sent || g.sent == "" && g.drag.Value == g.held.Value {
		return
	}
	g.sent = text
	p.Next = -1
	p.SendLoad(p.App.Edit.Try(g.drag, text))
}

// dropGrip ends a drag. If keep is set, it applies the result; otherwise it
// restores the run from before the drag.
func (p *EditView) dropGrip(keep bool) {
	g := &p.Grips
	drag := g.drag
	if drag == nil {
		return
	}
	g.Elements[g.held.Kind].Class().Remove("held")
	p.CancelLater("grip")
	p.Hide("timeline-tip", true)
	p.App.Edit.Release(drag)
	switch {
	case !keep:
		g.drag = nil
		if p.App.Edit.Tried(drag) {
			p.UndoOrRedo(false)
		} else if p.App.Loading != nil {
			p.SendLoad(p.App.Edit.Again())
		}
	case !g.moved:
		g.drag = nil
		p.Choose(drag.Grip.Job)
	default:
		g.lastTry(p)
		g.drag = nil
	}
	g.Shown = [edit.NumGrips]*edit.Grip{} // placeGrips then sets the values of the grips again
	p.Changed()
}

// lastTry requests the run for the final value of a drag. It does nothing if that
// value was tried last.
func (g *Grips) lastTry(p *EditView) {
	text, err := g.drag.Text(p.App.Edit)
	if err != nil || text == g.sent || g.sent == "" && g.drag.Value == g.held.Value {
		return
	}
	if faults := simworker.Check(text); len(faults) > 0 {
		p.Say("alert", faults[0].Problem)
		return
	}
	p.Next = -1
	p.SendLoad(p.App.Edit.Try(g.drag, text))
}

// gripKey changes the value of a grip with the keys that sliders use, such as the
// arrow keys. Enter begins this mode. Enter, Esc or the loss of the focus ends it.
func (p *EditView) gripKey(kind edit.GripKind, e document.DOMEvent) {
	g := &p.Grips
	grip := g.Shown[kind]
	if g.drag != nil {
		if e.Key() == "Escape" {
			e.StopPropagation()
			e.PreventDefault()
			p.dropGrip(false)
		}
		return
	}
	if grip == nil || e.CtrlKey() || e.AltKey() || e.MetaKey() {
		return
	}
	if e.Key() == "Enter" || e.Key() == "Escape" && g.keyed != nil {
		e.StopPropagation()
		e.PreventDefault()
		on := g.Elements[kind]
		if g.keyed != nil {
			on = nil
		}
		p.KeyGrip(on)
		return
	}
	if g.keyed == nil {
		return
	}
	step := int64(1)
	if kind != edit.GripSize {
		step = edit.GripSnap(g.scale * 4)
	}
	by := int64(0)
	switch e.Key() {
	case "ArrowRight", "ArrowUp":
		by = step
	case "ArrowLeft", "ArrowDown":
		by = -step
	case "PageUp":
		by = 10 * step
	case "PageDown":
		by = -10 * step
	default:
		return
	}
	e.StopPropagation()
	e.PreventDefault()
	if !p.beginDrag(grip) {
		return
	}
	value := (grip.Value + by) / step * step
	g.moved, g.drag.Value = true, min(max(value, grip.Least), grip.Most)
	p.dropGrip(true)
}

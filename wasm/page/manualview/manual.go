//go:build js && wasm

// Package manualview is the browser side of scheduling by hand: the reader drags
// jobs from the queue to the machine, or places them with clicks and keys. Package
// manualpanel (wasm/app) keeps track of the job being placed, and checks with the
// worker whether it fits.
//
// [ManualController] adds its panel to the page and handles the input. A drag, a
// click on the machine or an arrow key chooses nodes. The panel's requests to the
// worker are sent by Post, and the replies arrive in Hear. When the job is started,
// the run is loaded again with this decision added.
package manualview

import (
	"math"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/workload"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/pictureview"
)

// ManualController is the controller of manual scheduling on the page.
type ManualController struct {
	*host.Host
	pictures *pictureview.PictureView
	ghost    document.Element // element that follows the pointer during a drag
	from     [2]float64
	down     workload.JobID // job on which the mouse button was pressed; NoJob: none
	dragging bool
	listed   bool // whether the queue had the focus last
	over     bool // whether the pointer is over nodes
}

// near is the distance, in pixels, that the pointer must move before a drag begins.
const near = 6

// New adds the elements of manual scheduling to the page, and registers the
// handlers.
func New(h *host.Host, pictures *pictureview.PictureView) *ManualController {
	d := &ManualController{Host: h, pictures: pictures, down: workload.NoJob}
	d.AddStyle("manual.css")
	d.Insert(d.El("why-ask"), "before", "section", "hand", "ask hand")
	d.Insert(d.El("queue-list"), "after", "div", "hand-did", "hand-did")
	d.ghost = d.Insert(document.ElementOf(d.Doc.Get("body")), "append", "div", "hand-ghost", "tip hand-ghost")
	d.Hide("hand-ghost", true)
	for _, id := range []string{"hand", "hand-did"} {
		d.OnItem(id, "click", "button[data-act]", func(b document.Element) {
			if b.GetAttribute("aria-disabled") != "true" {
				d.do(b.GetAttribute("data-act"))
			}
		})
	}
	d.OnItem("hand", "change", "#hand-as", func(field document.Element) {
		d.ask(d.App.ManualPanel().PlaceAs(field.Underlying().Get("value").String()))
	})
	on := func(target js.Value, kind string, f func(document.DOMEvent)) {
		document.On(target, kind, func(e document.DOMEvent) {
			if d.App.ByHand() {
				f(e)
			}
		})
	}
	on(d.Doc, "focusin", func(e document.DOMEvent) { _, d.listed = document.Closest(e, "#queue-list") })
	on(d.El("queue-list").Underlying(), "pointerdown", d.press)
	window := js.Global()
	on(window, "pointermove", d.move)
	on(window, "pointerup", func(document.DOMEvent) { d.release(true) })
	on(window, "pointercancel", func(document.DOMEvent) { d.release(false) })
	return d
}

// ask sends a message to the worker. It does nothing if wire is nil.
func (d *ManualController) ask(wire []byte) {
	if wire != nil {
		d.Post(wire)
	}
}

// Ask requests what the placement needs to follow a change of the step on screen.
func (d *ManualController) Ask() { d.ask(d.App.ManualPanel().Follow()) }

// Show updates the panel of manual scheduling.
func (d *ManualController) Show() {
	p := d.App.ManualPanel()
	d.SetHTML("hand", p.CardHTML())
	d.SetHTML("hand-did", p.DidHTML())
	// When a job starts, its row is removed from the queue. If that row had the
	// focus, the focus moves to the row that the Tab key would reach.
	if at := d.Active(); d.listed && at != nil && at.TagName() == "BODY" {
		document.Focus(d.Query(`#queue-list [tabindex="0"]`))
	}
}

// Hear handles a reply of the worker.
func (d *ManualController) Hear(wire []byte) {
	p := d.App.ManualPanel()
	d.ask(p.Hear(wire))
	if p.Dropped() {
		d.start()
	} else if text := p.HandText(); text != "" && message.KindOf(wire) == message.KindTried {
		d.Say("status", text)
	}
	if d.dragging {
		d.mark()
	}
	d.Changed()
}

// do performs the action of a button.
func (d *ManualController) do(what string) {
	p := d.App.ManualPanel()
	what, which, _ := strings.Cut(what, ":")
	switch what {
	case "start":
		d.start()
	case "put":
		p.Put()
		d.Changed()
	case "next":
		d.next()
	case "share":
		d.Act(keys.OpenShare)
	case "again":
		d.load(p.Again())
	case "back":
		if i, err := strconv.Atoi(which); err == nil {
			d.load(p.TakeBack(i))
		}
	}
}

// load requests a run with other decisions. It does nothing if l is nil.
func (d *ManualController) load(l *message.Load) {
	if l != nil {
		d.Next = -1
		d.SendLoad(l)
	}
}

// start starts the job being placed, or shows why it cannot start.
func (d *ManualController) start() {
	p := d.App.ManualPanel()
	if l := p.Start(); l != nil {
		d.load(l)
		return
	}
	d.Say("status", p.HandText())
	d.Changed()
}

func (d *ManualController) next() {
	d.App.Go(d.App.ManualPanel().Next())
	d.Changed()
}

// Hit places the job on the clicked part of the machine. It returns false if no job
// is being placed or no node was clicked.
func (d *ManualController) Hit(hit draw.Hit) bool {
	p := d.App.ManualPanel()
	if hit.Kind != draw.OnNode || p.Held() == workload.NoJob {
		return false
	}
	d.ask(p.Over(hit.Node))
	d.Changed()
	return true
}

// Key handles the keys of manual scheduling, and reports whether it used the key.
func (d *ManualController) Key(event js.Value) bool {
	e := document.EventOf(event)
	if document.Modified(e) || e.ShiftKey() {
		return false
	}
	if _, elsewhere := document.Closest(e, "input, select, textarea, [role=tree], [role=grid], dialog"); elsewhere {
		return false
	}
	_, inside := document.Closest(e, "button, a, summary")
	on, p := d.row(e), d.App.ManualPanel()
	switch key := e.Key(); {
	case (key == "n" || key == "N") && d.App.Looks.Letters != "off":
		d.next()
	case key == "Enter" && on != workload.NoJob && on != p.Held():
		d.ask(p.Take(on))
		p.Drop()
	case p.Held() == workload.NoJob:
		return false
	case key == "Enter" && !inside:
		if p.Busy() {
			p.Drop()
		} else {
			d.start()
		}
	case key == "ArrowRight", key == "ArrowLeft":
		d.ask(p.Move(key == "ArrowRight"))
	case key == "Escape":
		p.Put()
		d.Changed()
	default:
		return false
	}
	return true
}

// press records the job on which the mouse button is pressed. It ignores touches,
// because moving a finger scrolls the page. On a touch screen, the reader taps a
// job and then nodes.
func (d *ManualController) press(e document.DOMEvent) {
	if v := e.Underlying(); v.Get("button").Int() == 0 && v.Get("pointerType").String() != "touch" {
		d.down, d.from = d.row(e), place(e)
	}
}

// row returns the waiting job whose row in the queue contains the target of an
// event. It returns NoJob if there is none.
func (d *ManualController) row(e document.DOMEvent) workload.JobID {
	if row, ok := document.Closest(e, "#queue-list li[data-id]"); ok {
		if id := host.IDOf(row, "data-id"); d.App.Waiting(id) != nil {
			return id
		}
	}
	return workload.NoJob
}

func place(e document.DOMEvent) [2]float64 {
	return [2]float64{e.Underlying().Get("clientX").Float(), e.Underlying().Get("clientY").Float()}
}

// move begins a drag once the pointer has moved far enough. During a drag it
// chooses the nodes under the pointer for the job.
func (d *ManualController) move(e document.DOMEvent) {
	if d.down == workload.NoJob {
		return
	}
	at := place(e)
	if !d.dragging {
		if math.Hypot(at[0]-d.from[0], at[1]-d.from[1]) < near {
			return
		}
		d.dragging = true
		d.Mark("data-dragging", true)
		d.ask(d.App.ManualPanel().Take(d.down))
		d.Hide("hand-ghost", false)
	}
	e.PreventDefault()
	style := d.ghost.Underlying().Get("style")
	style.Set("left", document.Px(at[0]+14))
	style.Set("top", document.Px(at[1]+14))
	box := d.El("machine-canvas").GetBoundingClientRect()
	x, y := at[0]-box.Left(), at[1]-box.Top()
	d.over = false
	if x >= 0 && y >= 0 && x < box.Width() && y < box.Height() {
		if hit := d.pictures.Hit(true, pictureview.Gesture{X: x, Y: y}); hit.Kind == draw.OnNode {
			d.over = true
			d.ask(d.App.ManualPanel().Over(hit.Node))
		}
	}
	d.mark()
	d.Changed()
}

// mark shows, on the element that follows the pointer, whether the job can start on
// the nodes under the pointer.
func (d *ManualController) mark() {
	d.SetHTML("hand-ghost", d.App.ManualPanel().GhostHTML())
	fits := d.over && d.App.ManualPanel().Fits()
	list := d.ghost.Underlying().Get("classList")
	list.Call("toggle", "good", fits)
	list.Call("toggle", "bad", d.over && !fits)
}

// release ends a drag. If drop is set and the pointer is over nodes, it starts the
// job there. Otherwise the job stays selected for placement.
func (d *ManualController) release(drop bool) {
	if d.down == workload.NoJob {
		return
	}
	dragged := d.dragging
	d.down, d.dragging = workload.NoJob, false
	if !dragged {
		return
	}
	d.Hide("hand-ghost", true)
	d.Mark("data-dragging", false)
	p := d.App.ManualPanel()
	switch {
	case !drop || !d.over:
	case p.Busy():
		p.Drop()
	default:
		d.start()
	}
	d.Changed()
}

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
	"hopyard/wasm/app"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// ManualHost is the set of page functions that manual scheduling needs.
type ManualHost struct {
	Model   *app.App
	Post    func(wire []byte) // sends a message to the worker
	Load    func(*message.Load)
	Changed func() // requests an update of the page
	Say     func(id, text string)
	Set     func(id, html string) // sets the content of an element
	Share   func()
	Hit     func(x, y float64) draw.Hit // returns what lies at a point of the machine's picture
}

// ManualController is the controller of manual scheduling on the page.
type ManualController struct {
	ManualHost
	doc, canvas js.Value
	ghost       js.Value // element that follows the pointer during a drag
	from        [2]float64
	down        workload.JobID // job on which the mouse button was pressed; NoJob: none
	dragging    bool
	listed      bool // whether the queue had the focus last
	over        bool // whether the pointer is over nodes
}

// near is the distance, in pixels, that the pointer must move before a drag begins.
const near = 6

// New adds the elements of manual scheduling to the page, and registers the
// handlers.
func New(p ManualHost) *ManualController {
	d := &ManualController{ManualHost: p, doc: js.Global().Get("document"), down: workload.NoJob}
	d.canvas = d.el("machine-canvas")
	style := d.doc.Call("createElement", "link")
	style.Set("rel", "stylesheet")
	style.Set("href", js.Global().Get("JSON").Call("parse", d.el("assets").Get("textContent")).Get("manual.css"))
	d.doc.Get("head").Call("append", style)
	d.add("section", "hand", "ask hand", d.el("why-ask"))
	d.add("div", "hand-did", "hand-did", d.el("queue-list").Get("nextSibling"))
	d.ghost = d.add("div", "hand-ghost", "tip hand-ghost", js.Null())
	d.ghost.Set("hidden", true)
	for _, id := range []string{"hand", "hand-did"} {
		d.on(d.el(id), "click", func(e js.Value) {
			if b := e.Get("target").Call("closest", "button[data-act]"); b.Truthy() && b.Call("getAttribute", "aria-disabled").String() != "true" {
				d.do(b.Call("getAttribute", "data-act").String())
			}
		})
	}
	d.on(d.el("hand"), "change", func(e js.Value) {
		if t := e.Get("target"); t.Get("id").String() == "hand-as" {
			d.ask(d.Model.ManualPanel().PlaceAs(t.Get("value").String()))
		}
	})
	d.on(d.doc, "focusin", func(e js.Value) { d.listed = within(e.Get("target"), "#queue-list").Truthy() })
	d.on(d.el("queue-list"), "pointerdown", d.press)
	window := js.Global()
	d.on(window, "pointermove", d.move)
	d.on(window, "pointerup", func(js.Value) { d.release(true) })
	d.on(window, "pointercancel", func(js.Value) { d.release(false) })
	return d
}

// add inserts a new element before a given element. If the given element is null,
// it appends the new element to the page.
func (d *ManualController) add(kind, id, class string, before js.Value) js.Value {
	e := d.doc.Call("createElement", kind)
	e.Set("id", id)
	e.Set("className", class)
	if before.Truthy() {
		before.Get("parentNode").Call("insertBefore", e, before)
	} else {
		d.doc.Get("body").Call("append", e)
	}
	return e
}

func (d *ManualController) on(target js.Value, kind string, f func(e js.Value)) {
	target.Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if d.Model.ByHand() {
			f(args[0])
		}
		return nil
	}))
}

func (d *ManualController) el(id string) js.Value { return d.doc.Call("getElementById", id) }

// ask sends a message to the worker. It does nothing if wire is nil.
func (d *ManualController) ask(wire []byte) {
	if wire != nil {
		d.Post(wire)
	}
}

// Ask requests what the placement needs to follow a change of the step on screen.
func (d *ManualController) Ask() { d.ask(d.Model.ManualPanel().Follow()) }

// Show updates the panel of manual scheduling.
func (d *ManualController) Show() {
	p := d.Model.ManualPanel()
	d.Set("hand", p.CardHTML())
	d.Set("hand-did", p.DidHTML())
	// When a job starts, its row is removed from the queue. If that row had the
	// focus, the focus moves to the row that the Tab key would reach.
	if d.listed && d.doc.Get("activeElement").Equal(d.doc.Get("body")) {
		if first := d.doc.Call("querySelector", `#queue-list [tabindex="0"]`); first.Truthy() {
			first.Call("focus")
		}
	}
}

// Hear handles a reply of the worker.
func (d *ManualController) Hear(wire []byte) {
	p := d.Model.ManualPanel()
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
	p := d.Model.ManualPanel()
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
		d.Share()
	case "again":
		d.load(p.Again())
	case "back":
		if i, err := strconv.Atoi(which); err == nil {
			d.load(p.TakeBack(i))
		}
	}
}

func (d *ManualController) load(l *message.Load) {
	if l != nil {
		d.Load(l)
	}
}

// start starts the job being placed, or shows why it cannot start.
func (d *ManualController) start() {
	p := d.Model.ManualPanel()
	if l := p.Start(); l != nil {
		d.Load(l)
		return
	}
	d.Say("status", p.HandText())
	d.Changed()
}

func (d *ManualController) next() {
	d.Model.Go(d.Model.ManualPanel().Next())
	d.Changed()
}

// Hit places the job on the clicked part of the machine. It returns false if no job
// is being placed or no node was clicked.
func (d *ManualController) Hit(hit draw.Hit) bool {
	p := d.Model.ManualPanel()
	if hit.Kind != draw.OnNode || p.Held() == workload.NoJob {
		return false
	}
	d.ask(p.Over(hit.Node))
	d.Changed()
	return true
}

// Key handles the keys of manual scheduling, and reports whether it used the key.
func (d *ManualController) Key(e js.Value) bool {
	if e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool() || e.Get("shiftKey").Bool() {
		return false
	}
	target, p := e.Get("target"), d.Model.ManualPanel()
	if within(target, "input, select, textarea, [role=tree], [role=grid], dialog").Truthy() {
		return false
	}
	inside := within(target, "button, a, summary").Truthy()
	on := d.row(target)
	switch key := e.Get("key").String(); {
	case (key == "n" || key == "N") && d.Model.Looks.Letters != "off":
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
func (d *ManualController) press(e js.Value) {
	if e.Get("button").Int() == 0 && e.Get("pointerType").String() != "touch" {
		d.down, d.from = d.row(e.Get("target")), place(e)
	}
}

// within returns the nearest element that matches a selector. It searches target,
// then the target's ancestors. It returns null if target is the document.
func within(target js.Value, selector string) js.Value {
	if !target.Truthy() || target.Get("closest").IsUndefined() {
		return js.Null()
	}
	return target.Call("closest", selector)
}

// row returns the waiting job whose row in the queue contains an element. It
// returns NoJob if there is none.
func (d *ManualController) row(target js.Value) workload.JobID {
	row := within(target, "#queue-list li[data-id]")
	if !row.Truthy() {
		return workload.NoJob
	}
	id, err := strconv.Atoi(row.Call("getAttribute", "data-id").String())
	if err != nil || d.Model.Waiting(workload.JobID(id)) == nil {
		return workload.NoJob
	}
	return workload.JobID(id)
}

func place(e js.Value) [2]float64 {
	return [2]float64{e.Get("clientX").Float(), e.Get("clientY").Float()}
}

// move begins a drag once the pointer has moved far enough. During a drag it
// chooses the nodes under the pointer for the job.
func (d *ManualController) move(e js.Value) {
	if d.down == workload.NoJob {
		return
	}
	at := place(e)
	if !d.dragging {
		if math.Hypot(at[0]-d.from[0], at[1]-d.from[1]) < near {
			return
		}
		d.dragging = true
		d.doc.Get("documentElement").Call("setAttribute", "data-dragging", "")
		d.ask(d.Model.ManualPanel().Take(d.down))
		d.ghost.Set("innerHTML", d.Model.ManualPanel().GhostHTML())
		d.ghost.Set("hidden", false)
	}
	e.Call("preventDefault")
	style := d.ghost.Get("style")
	style.Set("left", strconv.FormatFloat(at[0]+14, 'f', 0, 64)+"px")
	style.Set("top", strconv.FormatFloat(at[1]+14, 'f', 0, 64)+"px")
	box := d.canvas.Call("getBoundingClientRect")
	x, y := at[0]-box.Get("left").Float(), at[1]-box.Get("top").Float()
	d.over = false
	if x >= 0 && y >= 0 && x < box.Get("width").Float() && y < box.Get("height").Float() {
		if hit := d.ManualHost.Hit(x, y); hit.Kind == draw.OnNode {
			d.over = true
			d.ask(d.Model.ManualPanel().Over(hit.Node))
		}
	}
	d.mark()
	d.Changed()
}

// mark shows, on the element that follows the pointer, whether the job can start on
// the nodes under the pointer.
func (d *ManualController) mark() {
	d.ghost.Set("innerHTML", d.Model.ManualPanel().GhostHTML())
	fits := d.over && d.Model.ManualPanel().Fits()
	d.ghost.Get("classList").Call("toggle", "good", fits)
	d.ghost.Get("classList").Call("toggle", "bad", d.over && !fits)
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
	d.ghost.Set("hidden", true)
	d.doc.Get("documentElement").Call("removeAttribute", "data-dragging")
	p := d.Model.ManualPanel()
	switch {
	case !drop || !d.over:
	case p.Busy():
		p.Drop()
	default:
		d.start()
	}
	d.Changed()
}

//go:build js && wasm

package longrunview

import (
	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
)

const overviewHTML html.HTML = `<div class="panel-head"><h2><span id="arc-title"></span> <small id="arc-about"></small></h2>
<span class="arc-key"><i class="busy"></i><span id="arc-busy"></span><i class="waits"></i><span id="arc-waits"></span></span></div>
<div class="arc-over"><div id="arc-picture"></div><div id="arc-track">
<div id="arc-window" role="slider" tabindex="0"></div><div id="arc-from" class="arc-handle" role="slider" tabindex="0"></div><div id="arc-to" class="arc-handle" role="slider" tabindex="0"></div></div></div>`

const jobsHTML html.HTML = `<div class="panel-head"><h2><span id="arc-jobs-title"></span> <small id="arc-rows" role="status"></small></h2>
<div class="tools arc-tools"><button type="button" id="arc-filter" aria-expanded="false" aria-controls="arc-form"></button><button type="button" id="arc-in"></button><button type="button" id="arc-out"></button><button type="button" id="arc-csv"></button><button type="button" id="arc-before" class="icon">‹</button><button type="button" id="arc-after" class="icon">›</button></div></div>
<form id="arc-form" class="arc-form" hidden><label><span id="arc-least-name"></span><input id="arc-least" type="number" min="0" inputmode="numeric"></label><label><span id="arc-most-name"></span><input id="arc-most" type="number" min="0" inputmode="numeric"></label><label><span id="arc-wait-name"></span><select id="arc-wait"></select></label><label><span id="arc-user-name"></span><input id="arc-user" type="text" autocomplete="off" spellcheck="false"></label><label class="check"><input id="arc-killed" type="checkbox"><span id="arc-killed-name"></span></label><button type="button" id="arc-clear"></button></form>
<div class="arc-scroll" tabindex="0" role="group" aria-labelledby="arc-jobs-title"><table id="arc-table" class="arc-table"></table></div>`

const usersHTML html.HTML = `<div class="panel-head"><h2><span id="arc-users-title"></span> <small id="arc-users-rows" role="status"></small></h2>
<div class="tools arc-tools"><button type="button" id="arc-users-before" class="icon">‹</button><button type="button" id="arc-users-after" class="icon">›</button></div></div>
<div class="arc-scroll" tabindex="0" role="group" aria-labelledby="arc-users-title"><table id="arc-users-table" class="arc-table"></table></div>`

const sideHTML html.HTML = `<section class="panel arc-find"><input id="arc-find" type="search" autocomplete="off" spellcheck="false"><ul id="arc-finds"></ul></section>
<section class="panel arc-say"><p id="arc-say" class="say"></p><p id="arc-go" class="more"></p></section>
<section class="panel arc-dist"><div class="panel-head"><h2 id="arc-spreads-title"></h2><span class="arc-key"><i class="of-all"></i><span id="arc-of-all"></span><i class="of-window"></i><span id="arc-of-window"></span></span></div><div id="arc-spreads"></div></section>
<section class="panel arc-cut" aria-labelledby="arc-cut-title"><h2 id="arc-cut-title"></h2><div id="arc-cut" role="radiogroup" aria-labelledby="arc-cut-title"></div>
<p class="buttons"><button type="button" id="arc-cut-open" class="primary"></button> <button type="button" id="arc-cut-copy"></button> <button type="button" id="arc-cut-save"></button></p><p id="arc-cut-note" role="status"></p></section>
<section class="panel arc-change" aria-labelledby="arc-change-title"><h2 id="arc-change-title"></h2><form id="arc-change" class="arc-form"><label><span id="arc-load-name"></span><input id="arc-load" type="text" inputmode="decimal" autocomplete="off" aria-describedby="arc-change-says"></label><label><span id="arc-nodes-name"></span><input id="arc-nodes" type="number" min="1" inputmode="numeric"></label><button type="submit" id="arc-run" class="primary"></button> <button type="button" id="arc-leave"></button></form><p id="arc-change-says"></p><p id="arc-warn" role="status"></p></section>`

// make adds the elements for long runs to the page. Later calls do nothing.
func (d *LongRunController) make() {
	if d.there {
		return
	}
	d.there = true
	d.AddStyle("trace.css")
	add := func(before, tag, id, class string, content html.HTML) {
		document.SetContent(d.Insert(d.El(before), "before", tag, id, class), content)
	}
	add("main", "section", "arc-altered", "", "") // above everything else, even above a comparison
	d.Hide("arc-altered", true)
	add("timeline", "section", "arc-overview", "panel arc", overviewHTML)
	add("why", "div", "arc-see", "arc", `<button type="button" id="arc-see-jobs" data-see="jobs"></button><button type="button" id="arc-see-users" data-see="users"></button><button type="button" id="arc-see-queue" data-see="queue"></button><button type="button" id="arc-see-machine" data-see="machine"></button>`)
	d.El("arc-see").SetAttribute("role", "group")
	add("why", "section", "arc-jobs", "panel arc", jobsHTML)
	add("why", "section", "arc-users", "panel arc", usersHTML)
	add("why", "div", "arc-side", "arc", sideHTML)
	head := document.Query(d.El("timeline"), ".panel-head")
	d.Insert(document.Query(head, "h2"), "after", "p", "arc-legend", "arc legend")
	document.SetContent(d.Insert(head, "after", "p", "arc-rest", "arc"), `<span id="arc-rest-says" role="status"></span> <button type="button" id="arc-rest-go"></button>`)
	for id, title := range map[string]string{"arc-overview": "arc-title", "arc-jobs": "arc-jobs-title", "arc-users": "arc-users-title"} {
		d.El(id).SetAttribute("aria-labelledby", title)
	}
	d.listen()
	d.listenToHandles()
}

func (d *LongRunController) listen() {
	d.OnItem("arc-table", "click", "[data-sort]", func(b document.Element) { d.ask(d.panel.Sort(longrun.Column(document.IntOf(b, "data-sort")))) })
	d.OnItem("arc-table", "click", "[data-row]", func(row document.Element) { d.pick(int64(document.IntOf(row, "data-row"))) })
	d.OnItem("arc-finds", "click", "[data-find]", func(b document.Element) { d.take(document.IntOf(b, "data-find")) })
	d.OnItem("arc-go", "click", "[data-do]", func(b document.Element) { d.act(b.GetAttribute("data-do")) })
	d.OnItem("arc-see", "click", "[data-see]", func(b document.Element) {
		d.view = b.GetAttribute("data-see")
		d.Changed()
	})
	d.Click("arc-in", func() { d.within(true) })
	d.Click("arc-out", func() { d.within(false) })
	d.Click("arc-before", func() { d.ask(d.panel.Turn(-1)) })
	d.Click("arc-after", func() { d.ask(d.panel.Turn(1)) })
	d.listenToCut()
	d.listenToFilter()
	d.listenToChange()
	d.Click("arc-csv", func() { d.ask(d.panel.AskCSV()) })
	d.On("arc-find", "input", func(document.DOMEvent) { d.ask(d.panel.Find(d.Value("arc-find"))) })
	d.On("arc-find", "keydown", func(e document.DOMEvent) {
		switch first := document.Query(d.El("arc-finds"), "button"); {
		case e.Key() == "Enter":
			d.take(0)
		case e.Key() == "ArrowDown" && first != nil:
			e.PreventDefault()
			document.Focus(first)
		}
	})
	d.On("arc-finds", "keydown", func(e document.DOMEvent) {
		li, ok := document.Closest(e, "li")
		next := map[string]string{"ArrowDown": "nextElementSibling", "ArrowUp": "previousElementSibling"}[e.Key()]
		if next == "" || !ok {
			return
		}
		e.PreventDefault()
		if to := document.ElementOf(li.Underlying().Get(next)); to != nil {
			document.Focus(document.Query(to, "button"))
		} else if next == "previousElementSibling" {
			document.Focus(d.El("arc-find"))
		}
	})
}

func (d *LongRunController) within(yes bool) {
	d.panel.Table.Within = yes
	d.ask(d.panel.Turn(0))
}

// take opens the i-th result of the search.
func (d *LongRunController) take(i int) {
	load, rows := d.panel.Take(i)
	if load != nil {
		d.send(load)
	}
	d.ask(rows)
}

// act goes to the time at which the selected job was submitted or started. The
// clicked link determines which of the two.
func (d *LongRunController) act(do string) {
	r := d.panel.Chosen()
	if r == nil {
		return
	}
	at := r.Start
	if do == "submit" {
		at = r.Submit
	}
	a := d.App.Run.Archive
	if at >= a.From && at <= a.To {
		d.App.Go(d.App.Run.Find(at, 1<<30))
		d.Changed()
		return
	}
	from, to := d.panel.Around(at)
	d.send(d.panel.Open(from, to, at, r.Number))
}

// drag describes how the reader drags the window in the overview, or a handle at
// its beginning or end.
type drag struct {
	id       string // id of the dragged element; "": no drag
	x        float64
	from, to simtime.Time // window before the drag
	a, b     simtime.Time // current window
	moved    bool
}

// none is the value of drag when nothing is dragged.
var none drag

var handles = [...]string{"arc-window", "arc-from", "arc-to"}

func (d *LongRunController) listenToHandles() {
	x := func(e document.DOMEvent) float64 { return e.Underlying().Get("clientX").Float() }
	for _, id := range handles {
		d.On(id, "pointerdown", func(e document.DOMEvent) {
			e.PreventDefault()
			document.Focus(d.El(id))
			d.El(id).Underlying().Call("setPointerCapture", e.Underlying().Get("pointerId"))
			a := d.App.Run.Archive
			d.drag = drag{id: id, x: x(e), from: a.From, to: a.To, a: a.From, b: a.To}
		})
		d.On(id, "pointermove", func(e document.DOMEvent) {
			if d.drag.id != id {
				return
			}
			by := (x(e) - d.drag.x) / max(d.El("arc-track").Underlying().Get("clientWidth").Float(), 1)
			d.drag.moved = true
			d.move(id, simtime.Duration(by*float64(d.panel.Instant(1).Sub(d.panel.Instant(0)))))
		})
		for _, kind := range [...]string{"pointerup", "pointercancel"} {
			d.On(id, kind, func(document.DOMEvent) {
				drag := d.drag
				d.drag = none
				if drag.id == id && drag.moved {
					d.send(d.panel.Open(drag.a, drag.b, simtime.Never, d.selectedNumber()))
				}
			})
		}
		d.On(id, "keydown", func(e document.DOMEvent) { d.key(id, e) })
	}
	d.On("arc-track", "click", func(e document.DOMEvent) { // a click outside the window centres the window there
		if document.Target(e).ID() != "arc-track" {
			return
		}
		a, box := d.App.Run.Archive, d.El("arc-track").GetBoundingClientRect()
		at := d.panel.Instant((x(e) - box.Left()) / box.Width())
		half := a.To.Sub(a.From) / 2
		d.send(d.panel.Open(at.Add(-half), at.Add(half), simtime.Never, -1))
	})
}

// move moves the window or one of its handles by a duration, measured from the
// position before the drag.
func (d *LongRunController) move(id string, by simtime.Duration) {
	w := &d.drag
	w.a, w.b = w.from, w.to
	switch id {
	case "arc-from":
		w.a = min(w.from.Add(by), w.to.Add(-d.panel.Least()))
	case "arc-to":
		w.b = max(w.to.Add(by), w.from.Add(d.panel.Least()))
	default:
		w.a, w.b = w.from.Add(by), w.to.Add(by)
	}
	w.a, w.b = d.panel.Within(w.a, w.b)
	d.placeAt(w.a, w.b)
}

// key moves the window or one of its handles when a key is pressed: by a tenth of
// the window's length (arrow keys), by its whole length (Page Up, Page Down), or to
// an end of the run (Home, End).
func (d *LongRunController) key(id string, e document.DOMEvent) {
	a := d.App.Run.Archive
	step := a.To.Sub(a.From) / 10
	by, known := map[string]simtime.Duration{"ArrowLeft": -step, "ArrowRight": step, "ArrowDown": -step, "ArrowUp": step, "PageDown": -10 * step, "PageUp": 10 * step,
		"Home": -simtime.Forever / 4, "End": simtime.Forever / 4}[e.Key()]
	if !known || document.Modified(e) {
		return
	}
	e.PreventDefault()
	e.StopPropagation()
	if d.drag.id == "" { // if keys are pressed in quick succession, their moves add up
		d.drag = drag{id: id + " key", from: a.From, to: a.To}
	} else {
		d.drag.from, d.drag.to = d.drag.a, d.drag.b
	}
	d.move(id, by)
	d.Later("arc-key", 200, func() {
		drag := d.drag
		d.drag = none
		d.send(d.panel.Open(drag.a, drag.b, simtime.Never, d.selectedNumber()))
	})
}

func (d *LongRunController) selectedNumber() int64 {
	if d.App.Selected < 0 {
		return -1
	}
	return d.App.Number(d.App.Selected)
}

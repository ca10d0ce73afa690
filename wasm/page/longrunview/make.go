//go:build js && wasm

package longrunview

import (
	"syscall/js"

	"hopyard/core/simtime"
)

const overviewHTML = `<div class="panel-head"><h2><span id="arc-title"></span> <small id="arc-about"></small></h2>
<span class="arc-key"><i class="busy"></i><span id="arc-busy"></span><i class="waits"></i><span id="arc-waits"></span></span></div>
<div class="arc-over"><div id="arc-picture"></div><div id="arc-track">
<div id="arc-window" role="slider" tabindex="0"></div><div id="arc-from" class="arc-handle" role="slider" tabindex="0"></div><div id="arc-to" class="arc-handle" role="slider" tabindex="0"></div></div></div>`

const jobsHTML = `<div class="panel-head"><h2><span id="arc-jobs-title"></span> <small id="arc-rows" role="status"></small></h2>
<div class="tools arc-tools"><button type="button" id="arc-filter" aria-expanded="false" aria-controls="arc-form"></button><button type="button" id="arc-in"></button><button type="button" id="arc-out"></button><button type="button" id="arc-csv"></button><button type="button" id="arc-before" class="icon">‹</button><button type="button" id="arc-after" class="icon">›</button></div></div>
<form id="arc-form" class="arc-form" hidden><label><span id="arc-least-name"></span><input id="arc-least" type="number" min="0" inputmode="numeric"></label><label><span id="arc-most-name"></span><input id="arc-most" type="number" min="0" inputmode="numeric"></label><label><span id="arc-wait-name"></span><select id="arc-wait"></select></label><label><span id="arc-user-name"></span><input id="arc-user" type="text" autocomplete="off" spellcheck="false"></label><label class="check"><input id="arc-killed" type="checkbox"><span id="arc-killed-name"></span></label><button type="button" id="arc-clear"></button></form>
<div class="arc-scroll" tabindex="0" role="group" aria-labelledby="arc-jobs-title"><table id="arc-table" class="arc-table"></table></div>`

const usersHTML = `<div class="panel-head"><h2><span id="arc-users-title"></span> <small id="arc-users-rows" role="status"></small></h2>
<div class="tools arc-tools"><button type="button" id="arc-users-before" class="icon">‹</button><button type="button" id="arc-users-after" class="icon">›</button></div></div>
<div class="arc-scroll" tabindex="0" role="group" aria-labelledby="arc-users-title"><table id="arc-users-table" class="arc-table"></table></div>`

const sideHTML = `<section class="panel arc-find"><input id="arc-find" type="search" autocomplete="off" spellcheck="false"><ul id="arc-finds"></ul></section>
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
	link := d.doc.Call("createElement", "link")
	link.Set("rel", "stylesheet")
	link.Set("href", js.Global().Get("JSON").Call("parse", d.el("assets").Get("textContent")).Get("trace.css"))
	d.doc.Get("head").Call("append", link)
	main := d.doc.Call("querySelector", "main")
	add := func(tag, id, class, html string, before js.Value) {
		e := d.doc.Call("createElement", tag)
		e.Set("id", id)
		e.Set("className", class)
		e.Set("innerHTML", html)
		main.Call("insertBefore", e, before)
	}
	altered := d.doc.Call("createElement", "section") // placed above everything else, even above a comparison
	altered.Set("id", "arc-altered")
	altered.Set("hidden", true)
	main.Call("before", altered)
	add("section", "arc-overview", "panel arc", overviewHTML, d.el("timeline"))
	add("div", "arc-see", "arc", `<button type="button" id="arc-see-jobs" data-see="jobs"></button><button type="button" id="arc-see-users" data-see="users"></button><button type="button" id="arc-see-queue" data-see="queue"></button><button type="button" id="arc-see-machine" data-see="machine"></button>`, d.el("why"))
	d.el("arc-see").Call("setAttribute", "role", "group")
	add("section", "arc-jobs", "panel arc", jobsHTML, d.el("why"))
	add("section", "arc-users", "panel arc", usersHTML, d.el("why"))
	add("div", "arc-side", "arc", sideHTML, d.el("why"))
	legend := d.doc.Call("createElement", "p")
	legend.Set("id", "arc-legend")
	legend.Set("className", "arc legend")
	rest := d.doc.Call("createElement", "p")
	rest.Set("id", "arc-rest")
	rest.Set("className", "arc")
	rest.Set("innerHTML", `<span id="arc-rest-says" role="status"></span> <button type="button" id="arc-rest-go"></button>`)
	head := d.el("timeline").Get("firstElementChild")
	head.Get("firstElementChild").Call("after", legend)
	head.Call("after", rest)
	for id, title := range map[string]string{"arc-overview": "arc-title", "arc-jobs": "arc-jobs-title", "arc-users": "arc-users-title"} {
		d.el(id).Call("setAttribute", "aria-labelledby", title)
	}
	d.listen()
	d.listenToHandles()
}

func (d *LongRunController) listen() {
	d.onEach("arc-table", "click", "[data-sort]", func(b js.Value) { d.ask(d.Sort(columnOf(b, "data-sort"))) })
	d.onEach("arc-table", "click", "[data-row]", func(row js.Value) { d.pick(numberOf(row, "data-row")) })
	d.onEach("arc-finds", "click", "[data-find]", func(b js.Value) { d.take(int(numberOf(b, "data-find"))) })
	d.onEach("arc-go", "click", "[data-do]", func(b js.Value) { d.act(b.Call("getAttribute", "data-do").String()) })
	d.onEach("arc-see", "click", "[data-see]", func(b js.Value) {
		d.view = b.Call("getAttribute", "data-see").String()
		d.Changed()
	})
	click := func(id string, f func()) { listen(d.el(id), "click", func(js.Value) { f() }) }
	click("arc-in", func() { d.within(true) })
	click("arc-out", func() { d.within(false) })
	click("arc-before", func() { d.ask(d.Turn(-1)) })
	click("arc-after", func() { d.ask(d.Turn(1)) })
	d.listenToCut()
	d.listenToFilter()
	d.listenToChange()
	click("arc-csv", func() { d.ask(d.AskCSV()) })
	listen(d.el("arc-find"), "input", func(js.Value) { d.ask(d.Find(d.el("arc-find").Get("value").String())) })
	listen(d.el("arc-find"), "keydown", func(e js.Value) {
		switch first := d.el("arc-finds").Call("querySelector", "button"); {
		case e.Get("key").String() == "Enter":
			d.take(0)
		case e.Get("key").String() == "ArrowDown" && first.Truthy():
			e.Call("preventDefault")
			first.Call("focus")
		}
	})
	listen(d.el("arc-finds"), "keydown", func(e js.Value) {
		li := e.Get("target").Call("closest", "li")
		next := map[string]string{"ArrowDown": "nextElementSibling", "ArrowUp": "previousElementSibling"}[e.Get("key").String()]
		if next == "" || !li.Truthy() {
			return
		}
		e.Call("preventDefault")
		if to := li.Get(next); to.Truthy() {
			to.Get("firstElementChild").Call("focus")
		} else if next == "previousElementSibling" {
			d.el("arc-find").Call("focus")
		}
	})
}

func (d *LongRunController) within(yes bool) {
	d.Table.Within = yes
	d.ask(d.Turn(0))
}

// take opens the i-th result of the search.
func (d *LongRunController) take(i int) {
	load, rows := d.Take(i)
	if load != nil {
		d.Send(load)
	}
	d.ask(rows)
}

// act goes to the time at which the selected job was submitted or started. The
// clicked link determines which of the two.
func (d *LongRunController) act(do string) {
	r := d.Chosen()
	if r == nil {
		return
	}
	at := r.Start
	if do == "submit" {
		at = r.Submit
	}
	a := d.Run.Archive
	if at >= a.From && at <= a.To {
		d.App.Go(d.Run.Find(at, 1<<30))
		d.Changed()
		return
	}
	from, to := d.Around(at)
	d.Send(d.Open(from, to, at, r.Number))
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
	for _, id := range handles {
		e := d.el(id)
		listen(e, "pointerdown", func(v js.Value) {
			v.Call("preventDefault")
			e.Call("focus")
			e.Call("setPointerCapture", v.Get("pointerId"))
			a := d.Run.Archive
			d.drag = drag{id: id, x: v.Get("clientX").Float(), from: a.From, to: a.To, a: a.From, b: a.To}
		})
		listen(e, "pointermove", func(v js.Value) {
			if d.drag.id != id {
				return
			}
			by := (v.Get("clientX").Float() - d.drag.x) / max(d.el("arc-track").Get("clientWidth").Float(), 1)
			d.drag.moved = true
			d.move(id, simtime.Duration(by*float64(d.Instant(1).Sub(d.Instant(0)))))
		})
		for _, kind := range [...]string{"pointerup", "pointercancel"} {
			listen(e, kind, func(js.Value) {
				drag := d.drag
				d.drag = none
				if drag.id == id && drag.moved {
					d.Send(d.Open(drag.a, drag.b, simtime.Never, d.selectedNumber()))
				}
			})
		}
		listen(e, "keydown", func(v js.Value) { d.key(id, v) })
	}
	listen(d.el("arc-track"), "click", func(v js.Value) { // a click outside the window centres the window there
		if id := v.Get("target").Get("id").String(); id != "arc-track" {
			return
		}
		a, track := d.Run.Archive, d.el("arc-track")
		box := track.Call("getBoundingClientRect")
		at := d.Instant((v.Get("clientX").Float() - box.Get("left").Float()) / box.Get("width").Float())
		half := a.To.Sub(a.From) / 2
		d.Send(d.Open(at.Add(-half), at.Add(half), simtime.Never, -1))
	})
}

// move moves the window or one of its handles by a duration, measured from the
// position before the drag.
func (d *LongRunController) move(id string, by simtime.Duration) {
	w := &d.drag
	w.a, w.b = w.from, w.to
	switch id {
	case "arc-from":
		w.a = min(w.from.Add(by), w.to.Add(-d.Least()))
	case "arc-to":
		w.b = max(w.to.Add(by), w.from.Add(d.Least()))
	default:
		w.a, w.b = w.from.Add(by), w.to.Add(by)
	}
	w.a, w.b = d.Within(w.a, w.b)
	d.placeAt(w.a, w.b)
}

// key moves the window or one of its handles when a key is pressed: by a tenth of
// the window's length (arrow keys), by its whole length (Page Up, Page Down), or to
// an end of the run (Home, End).
func (d *LongRunController) key(id string, v js.Value) {
	a := d.Run.Archive
	step := a.To.Sub(a.From) / 10
	by, known := map[string]simtime.Duration{"ArrowLeft": -step, "ArrowRight": step, "ArrowDown": -step, "ArrowUp": step, "PageDown": -10 * step, "PageUp": 10 * step,
		"Home": -simtime.Forever / 4, "End": simtime.Forever / 4}[v.Get("key").String()]
	if !known || v.Get("ctrlKey").Bool() || v.Get("altKey").Bool() || v.Get("metaKey").Bool() {
		return
	}
	v.Call("preventDefault")
	v.Call("stopPropagation")
	if d.drag.id == "" { // if keys are pressed in quick succession, their moves add up
		d.drag = drag{id: id + " key", from: a.From, to: a.To}
	} else {
		d.drag.from, d.drag.to = d.drag.a, d.drag.b
	}
	d.move(id, by)
	d.Later("arc-key", 200, func() {
		drag := d.drag
		d.drag = none
		d.Send(d.Open(drag.a, drag.b, simtime.Never, d.selectedNumber()))
	})
}

func (d *LongRunController) selectedNumber() int64 {
	if d.Selected < 0 {
		return -1
	}
	return d.Number(d.Selected)
}

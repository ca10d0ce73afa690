//go:build js && wasm

// Package archive is what the browser has to do with runs that are too long for the
// page: the overview with its window, the job table, finding. What they say is
// wasm/app/archive's.
package archive

import (
	"strconv"
	"syscall/js"

	"hopyard/core/archive"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app"
	place "hopyard/wasm/app/archive"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Page is what a window needs of the page.
type Page struct {
	App     *app.Model
	Glue    js.Value
	Post    func(wire []byte)
	Send    func(*message.Load)
	Load    func(message.Load) // something else
	Changed func()
	Say     func(id, text string)
	Later   func(what string, ms int, f func())
}

// Desk is the elements of whole traces on the page.
type Desk struct {
	Page
	*place.Panel
	doc    js.Value
	texts  map[string]string
	there  bool
	on     bool
	serial int32
	spoke  *words.Catalog
	drag   drag
	view   string // "jobs", "users", "queue", "machine"
}

// New is a desk without elements.
func New(p Page) *Desk {
	return &Desk{Page: p, Panel: place.New(&p.App.Model), doc: js.Global().Get("document"), texts: map[string]string{}, view: "jobs"}
}

func (d *Desk) el(id string) js.Value { return d.doc.Call("getElementById", id) }

// fill puts content into an element, unless it is there already. The focus stays on
// what has the same data attribute.
func (d *Desk) fill(id, html string) {
	if old, known := d.texts[id]; known && old == html {
		return
	}
	d.texts[id] = html
	e, key, value := d.el(id), "", ""
	if active := d.doc.Get("activeElement"); active.Truthy() && e.Call("contains", active).Bool() {
		for _, k := range [...]string{"data-sort", "data-number", "data-find", "data-do", "data-cut", "data-only", "data-without", "data-back"} {
			if v := active.Call("getAttribute", k); v.Truthy() {
				key, value = k, v.String()
			}
		}
	}
	e.Set("innerHTML", html)
	styled := e.Call("querySelectorAll", "[data-style]") // the page allows no styles in markup
	for i := range styled.Length() {
		styled.Index(i).Get("style").Set("cssText", styled.Index(i).Get("dataset").Get("style"))
	}
	if key != "" {
		if again := e.Call("querySelector", `[`+key+`="`+value+`"]`); again.Truthy() {
			again.Call("focus")
		}
	}
}

func listen(target js.Value, kind string, f func(js.Value)) {
	target.Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	}))
}

// on calls f with the nearest element that a selector names, at events of a kind.
func (d *Desk) onEach(id, kind, selector string, f func(js.Value)) {
	listen(d.el(id), kind, func(e js.Value) {
		if at := e.Get("target").Call("closest", selector); at.Truthy() {
			f(at)
		}
	})
}

// Show brings everything up to date, or hides it.
func (d *Desk) Show() {
	on := d.Shown() && d.App.Compare == nil
	root := d.doc.Get("documentElement")
	if on != d.on {
		d.on = on
		root.Call("toggleAttribute", "data-archive", on)
	}
	d.showAltered()
	if !on {
		return
	}
	d.make()
	if d.serial != d.Run.Serial || d.spoke != d.Words {
		d.serial, d.spoke = d.Run.Serial, d.Words
		for _, m := range d.Renew() {
			d.Post(m.Pack())
		}
		d.frame()
	}
	root.Call("setAttribute", "data-below", d.view)
	d.fill("arc-say", d.SentenceHTML())
	d.fill("arc-go", d.GoHTML())
	d.fill("arc-table", d.TableHTML())
	d.el("arc-rows").Set("textContent", d.TableNote())
	d.fill("arc-users-table", d.UsersHTML())
	d.el("arc-users-rows").Set("textContent", d.UsersNote())
	d.place()
	d.showCut()
}

// frame brings up to date what stays from step to step.
func (d *Desk) frame() {
	c := d.Words
	for id, t := range map[string]words.Text{
		"arc-title": words.ArcWhole, "arc-jobs-title": words.ArcJobs, "arc-spreads-title": words.ArcSpreads,
		"arc-users-title": words.ArcUsers, "arc-see-users": words.ArcUsers,
		"arc-least-name": words.ArcLeastSize, "arc-most-name": words.ArcMostSize, "arc-wait-name": words.ArcLeastWait, "arc-user-name": words.ArcColUser, "arc-killed-name": words.ArcKilledOnly, "arc-clear": words.ArcClear,
		"arc-change-title": words.ArcChange, "arc-load-name": words.ArcLoad, "arc-nodes-name": words.ArcNodes, "arc-run": words.ArcRun, "arc-leave": words.ArcLeaveOut, "arc-change-says": words.ArcChangeSays,
		"arc-rest-go": words.ArcGoRest, "arc-cut-save": words.ArcCutSave,
		"arc-in": words.ArcWithin, "arc-cut-title": words.ArcCut, "arc-cut-open": words.ArcCutOpen, "arc-cut-copy": words.ArcCutCopy, "arc-out": words.ArcAll, "arc-csv": words.ArcCSV, "arc-busy": words.ArcBusy, "arc-waits": words.ArcWaiting,
		"arc-see-jobs": words.ArcJobs, "arc-see-queue": words.ArcQueue, "arc-see-machine": words.ArcMachine,
		"arc-of-all": words.ArcSpreadAll, "arc-of-window": words.ArcSpreadWindow,
	} {
		d.el(id).Set("textContent", c.Say(t))
	}
	for id, t := range map[string]words.Text{
		"arc-from": words.ArcFrom, "arc-to": words.ArcTo, "arc-window": words.ArcMove, "arc-find": words.ArcFind,
		"arc-before": words.ArcBefore, "arc-after": words.ArcAfter, "arc-users-before": words.ArcBefore, "arc-users-after": words.ArcAfter, "arc-see": words.ArcView,
	} {
		d.el(id).Call("setAttribute", "aria-label", c.Say(t))
	}
	d.el("arc-find").Set("placeholder", c.Say(words.ArcFindHint))
	d.el("arc-about").Set("textContent", d.Title())
	d.fill("arc-picture", d.OverviewHTML())
	d.fill("arc-legend", d.LegendHTML())
	d.fill("arc-wait", d.WaitOptions())
	d.showChange()
	d.pressed()
}

// Hear takes in an answer of the worker.
func (d *Desk) Hear(wire []byte) {
	var m message.Told
	if m.Unpack(wire) != nil || !d.Panel.Hear(&m) {
		return
	}
	switch m.Topic {
	case message.TopicFinds:
		d.fill("arc-finds", d.FindsHTML())
	case message.TopicSpread:
		d.fill("arc-spreads", d.SpreadsHTML())
	case message.TopicFile:
		d.saved(m.Text)
	case message.TopicCSV:
		d.Glue.Call("save", "hopyard-jobs.csv", "text/csv", m.Text)
	}
	d.doc.Get("documentElement").Call("setAttribute", "data-told", strconv.Itoa(int(m.Topic)))
	d.Changed()
}

func (d *Desk) ask(m *message.Inquire) {
	if m != nil {
		d.Post(m.Pack())
		d.pressed()
	}
}

// pressed brings the buttons and the form of the filter up to date.
func (d *Desk) pressed() {
	d.el("arc-in").Call("setAttribute", "aria-pressed", d.Table.Within)
	d.el("arc-out").Call("setAttribute", "aria-pressed", !d.Table.Within)
	d.showFilter()
}

// pick selects a job by its number: in the window, or in one around its start.
func (d *Desk) pick(number int64) {
	if id := d.Run.JobOf(number); id != workload.NoJob {
		if d.Selected == id {
			id = workload.NoJob
		}
		d.App.Select(id)
		d.Changed()
		return
	}
	if r := d.RowOf(number); r != nil {
		at := r.Start
		if at == simtime.Never {
			at = r.Submit
		}
		from, to := d.Around(at)
		d.Send(d.Panel.Open(from, to, at, number))
	}
}

// sort is the column that an element names.
func columnOf(e js.Value, key string) archive.Column {
	n, _ := strconv.Atoi(e.Call("getAttribute", key).String())
	return archive.Column(n)
}

func numberOf(e js.Value, key string) int64 {
	n, _ := strconv.ParseInt(e.Call("getAttribute", key).String(), 10, 64)
	return n
}

// place puts the window and its handles where they are.
func (d *Desk) place() {
	if d.drag.id == "" {
		d.placeAt(d.Run.Archive.From, d.Run.Archive.To)
	}
}

func (d *Desk) placeAt(from, to simtime.Time) {
	percent := func(v float64) string { return strconv.FormatFloat(100*v, 'f', 3, 64) + "%" }
	a, b := d.Place(from), d.Place(to)
	set := func(id, name, value string) { d.el(id).Get("style").Call("setProperty", name, value) }
	set("arc-window", "left", percent(a))
	set("arc-window", "width", percent(b-a))
	set("arc-from", "left", percent(a))
	set("arc-to", "left", percent(b))
	for id, at := range map[string]simtime.Time{"arc-from": from, "arc-to": to, "arc-window": from} {
		e := d.el(id)
		e.Call("setAttribute", "aria-valuemin", 0)
		e.Call("setAttribute", "aria-valuemax", 1000)
		e.Call("setAttribute", "aria-valuenow", int(1000*d.Place(at)))
		e.Call("setAttribute", "aria-valuetext", d.Day(at, false))
	}
}

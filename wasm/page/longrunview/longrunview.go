//go:build js && wasm

// Package longrunview is the browser side of runs that are too long to show as a
// whole, such as traces of a year. The page then shows a window of the run, that
// is, a limited period, in its usual panels. This package adds an overview of the
// whole run on which the window is marked. It also adds a table of jobs, a table of
// users, a search, and a form that changes the load or the machine. A part of the
// run can be extracted as a scenario. Package longrunpanel (wasm/app) produces the
// texts of these elements.
//
// [LongRunController] creates the elements when the first such run is loaded. Show
// updates them on each change of the page. Questions about the whole run go to the
// worker as message.TraceQuery, and the replies arrive in Hear. A new window is
// requested like any other run, by Send.
package longrunview

import (
	"strconv"
	"syscall/js"

	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/longrunpanel"
	"hopyard/wasm/app/message"
)

// LongRunHost is the set of page functions that this package needs.
type LongRunHost struct {
	App     *app.App
	Glue    js.Value
	Post    func(wire []byte)
	Send    func(*message.Load)
	Load    func(message.Load) // loads another scenario
	Changed func()
	Say     func(id, text string)
	Later   func(what string, ms int, f func())
}

// LongRunController is the controller of the elements for long runs.
type LongRunController struct {
	LongRunHost
	*longrunpanel.LongRunPanel
	doc    js.Value
	texts  map[string]string
	there  bool
	on     bool
	serial int32
	spoke  *i18n.Catalog
	drag   drag
	view   string // what is shown below the overview: "jobs", "users", "queue" or "machine"
}

// New returns a controller. Its elements are created when they are first needed.
func New(p LongRunHost) *LongRunController {
	return &LongRunController{LongRunHost: p, LongRunPanel: longrunpanel.New(&p.App.Model), doc: js.Global().Get("document"), texts: map[string]string{}, view: "jobs"}
}

func (d *LongRunController) el(id string) js.Value { return d.doc.Call("getElementById", id) }

// fill puts HTML into an element, unless the element already contains it. The focus
// stays on the item that has the same identifying attribute as before.
func (d *LongRunController) fill(id, html string) {
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
	styled := e.Call("querySelectorAll", "[data-style]") // the content security policy forbids style attributes in HTML
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

// onEach listens for events of the given kind on the element id. For each event, it
// calls f with the closest ancestor of the event's target (or the target itself)
// that matches selector.
func (d *LongRunController) onEach(id, kind, selector string, f func(js.Value)) {
	listen(d.el(id), kind, func(e js.Value) {
		if at := e.Get("target").Call("closest", selector); at.Truthy() {
			f(at)
		}
	})
}

// Show updates all elements for long runs. If no long run is on screen, it hides
// them.
func (d *LongRunController) Show() {
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

// frame updates the elements that depend on the run but not on the step on screen.
func (d *LongRunController) frame() {
	c := d.Words
	for id, t := range map[string]i18n.Text{
		"arc-title": i18n.ArcWhole, "arc-jobs-title": i18n.ArcJobs, "arc-spreads-title": i18n.ArcSpreads,
		"arc-users-title": i18n.ArcUsers, "arc-see-users": i18n.ArcUsers,
		"arc-least-name": i18n.ArcLeastSize, "arc-most-name": i18n.ArcMostSize, "arc-wait-name": i18n.ArcLeastWait, "arc-user-name": i18n.ArcColUser, "arc-killed-name": i18n.ArcKilledOnly, "arc-clear": i18n.ArcClear,
		"arc-change-title": i18n.ArcChange, "arc-load-name": i18n.ArcLoad, "arc-nodes-name": i18n.ArcNodes, "arc-run": i18n.ArcRun, "arc-leave": i18n.ArcLeaveOut, "arc-change-says": i18n.ArcChangeSays,
		"arc-rest-go": i18n.ArcGoRest, "arc-cut-save": i18n.ArcCutSave,
		"arc-in": i18n.ArcWithin, "arc-cut-title": i18n.ArcCut, "arc-cut-open": i18n.ArcCutOpen, "arc-cut-copy": i18n.ArcCutCopy, "arc-out": i18n.ArcAll, "arc-csv": i18n.ArcCSV, "arc-busy": i18n.ArcBusy, "arc-waits": i18n.ArcWaiting,
		"arc-see-jobs": i18n.ArcJobs, "arc-see-queue": i18n.ArcQueue, "arc-see-machine": i18n.ArcMachine,
		"arc-of-all": i18n.ArcSpreadAll, "arc-of-window": i18n.ArcSpreadWindow,
	} {
		d.el(id).Set("textContent", c.Say(t))
	}
	for id, t := range map[string]i18n.Text{
		"arc-from": i18n.ArcFrom, "arc-to": i18n.ArcTo, "arc-window": i18n.ArcMove, "arc-find": i18n.ArcFind,
		"arc-before": i18n.ArcBefore, "arc-after": i18n.ArcAfter, "arc-users-before": i18n.ArcBefore, "arc-users-after": i18n.ArcAfter, "arc-see": i18n.ArcView,
	} {
		d.el(id).Call("setAttribute", "aria-label", c.Say(t))
	}
	d.el("arc-find").Set("placeholder", c.Say(i18n.ArcFindHint))
	d.el("arc-about").Set("textContent", d.Title())
	d.fill("arc-picture", d.OverviewHTML())
	d.fill("arc-legend", d.LegendHTML())
	d.fill("arc-wait", d.WaitOptions())
	d.showChange()
	d.pressed()
}

// Hear handles a reply of the worker.
func (d *LongRunController) Hear(wire []byte) {
	var m message.TraceReply
	if m.Unpack(wire) != nil || !d.LongRunPanel.Hear(&m) {
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

func (d *LongRunController) ask(m *message.TraceQuery) {
	if m != nil {
		d.Post(m.Pack())
		d.pressed()
	}
}

// pressed updates the buttons that limit the table to the window, and the form of
// the filter.
func (d *LongRunController) pressed() {
	d.el("arc-in").Call("setAttribute", "aria-pressed", d.Table.Within)
	d.el("arc-out").Call("setAttribute", "aria-pressed", !d.Table.Within)
	d.showFilter()
}

// pick selects the job with the given number. If the job is not in the current
// window, it opens a window around the job's start.
func (d *LongRunController) pick(number int64) {
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
		d.Send(d.LongRunPanel.Open(from, to, at, number))
	}
}

// columnOf returns the table column that an element's attribute names.
func columnOf(e js.Value, key string) longrun.Column {
	n, _ := strconv.Atoi(e.Call("getAttribute", key).String())
	return longrun.Column(n)
}

func numberOf(e js.Value, key string) int64 {
	n, _ := strconv.ParseInt(e.Call("getAttribute", key).String(), 10, 64)
	return n
}

// place moves the marked window and its handles to their positions in the overview.
// It does nothing during a drag.
func (d *LongRunController) place() {
	if d.drag.id == "" {
		d.placeAt(d.Run.Archive.From, d.Run.Archive.To)
	}
}

func (d *LongRunController) placeAt(from, to simtime.Time) {
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

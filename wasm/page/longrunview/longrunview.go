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

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/longrunpanel"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// LongRunController is the controller of the elements for long runs.
type LongRunController struct {
	*host.Host
	panel  *longrunpanel.LongRunPanel
	there  bool
	on     bool
	serial int32
	spoke  *i18n.Catalog
	drag   drag
	view   string // what is shown below the overview: "jobs", "users", "queue" or "machine"
}

// New returns a controller. Its elements are created when they are first needed.
func New(h *host.Host) *LongRunController {
	return &LongRunController{Host: h, panel: longrunpanel.New(&h.App.Model), view: "jobs"}
}

// fill puts HTML that contains styles into an element. The content security policy
// forbids style attributes in HTML, so that they are called data-style.
func (d *LongRunController) fill(id string, content html.HTML) {
	if d.SetHTML(id, content) {
		for _, e := range document.QueryAll(d.El(id), "[data-style]") {
			e.Underlying().Get("style").Set("cssText", e.GetAttribute("data-style"))
		}
	}
}

// Show updates all elements for long runs. If no long run is on screen, it hides
// them.
func (d *LongRunController) Show() {
	on := d.panel.Shown() && d.App.Compare == nil
	if on != d.on {
		d.on = on
		d.Mark("data-archive", on)
	}
	d.showAltered()
	if !on {
		return
	}
	d.make()
	if d.serial != d.App.Run.Serial || d.spoke != d.App.Words {
		d.serial, d.spoke = d.App.Run.Serial, d.App.Words
		for _, m := range d.panel.Renew() {
			d.Post(m.Pack())
		}
		d.frame()
	}
	d.Root().SetAttribute("data-below", d.view)
	d.SetHTML("arc-say", d.panel.SentenceHTML())
	d.SetHTML("arc-go", d.panel.GoHTML())
	d.SetHTML("arc-table", d.panel.TableHTML())
	d.SetText("arc-rows", d.panel.TableNote())
	d.SetHTML("arc-users-table", d.panel.UsersHTML())
	d.SetText("arc-users-rows", d.panel.UsersNote())
	d.place()
	d.showCut()
}

// frame updates the elements that depend on the run but not on the step on screen.
func (d *LongRunController) frame() {
	c := d.App.Words
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
		d.SetText(id, c.Say(t))
	}
	for id, t := range map[string]i18n.Text{
		"arc-from": i18n.ArcFrom, "arc-to": i18n.ArcTo, "arc-window": i18n.ArcMove, "arc-find": i18n.ArcFind,
		"arc-before": i18n.ArcBefore, "arc-after": i18n.ArcAfter, "arc-users-before": i18n.ArcBefore, "arc-users-after": i18n.ArcAfter, "arc-see": i18n.ArcView,
	} {
		d.El(id).SetAttribute("aria-label", c.Say(t))
	}
	d.El("arc-find").SetAttribute("placeholder", c.Say(i18n.ArcFindHint))
	d.SetText("arc-about", d.panel.Title())
	d.fill("arc-picture", d.panel.OverviewHTML())
	d.SetHTML("arc-legend", d.panel.LegendHTML())
	d.SetHTML("arc-wait", d.panel.WaitOptions())
	d.showChange()
	d.pressed()
}

// Hear handles a reply of the worker.
func (d *LongRunController) Hear(wire []byte) {
	var m message.TraceReply
	if m.Unpack(wire) != nil || !d.panel.Hear(&m) {
		return
	}
	switch m.Topic {
	case message.TopicFinds:
		d.SetHTML("arc-finds", d.panel.FindsHTML())
	case message.TopicSpread:
		d.fill("arc-spreads", d.panel.SpreadsHTML())
	case message.TopicFile:
		d.saved(m.Text)
	case message.TopicCSV:
		d.Glue.Call("save", "hopyard-jobs.csv", "text/csv", m.Text)
	}
	d.Root().SetAttribute("data-told", strconv.Itoa(int(m.Topic)))
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
	d.El("arc-in").SetAttribute("aria-pressed", strconv.FormatBool(d.panel.Table.Within))
	d.El("arc-out").SetAttribute("aria-pressed", strconv.FormatBool(!d.panel.Table.Within))
	d.showFilter()
}

// pick selects the job with the given number. If the job is not in the current
// window, it opens a window around the job's start.
func (d *LongRunController) pick(number int64) {
	if id := d.App.Run.JobOf(number); id != workload.NoJob {
		if d.App.Selected == id {
			id = workload.NoJob
		}
		d.App.Select(id)
		d.Changed()
		return
	}
	if r := d.panel.RowOf(number); r != nil {
		at := r.Start
		if at == simtime.Never {
			at = r.Submit
		}
		from, to := d.panel.Around(at)
		d.send(d.panel.Open(from, to, at, number))
	}
}

// place moves the marked window and its handles to their positions in the overview.
// It does nothing during a drag.
func (d *LongRunController) place() {
	if d.drag.id == "" {
		d.placeAt(d.App.Run.Archive.From, d.App.Run.Archive.To)
	}
}

func (d *LongRunController) placeAt(from, to simtime.Time) {
	percent := func(v float64) string { return strconv.FormatFloat(100*v, 'f', 3, 64) + "%" }
	a, b := d.panel.Place(from), d.panel.Place(to)
	set := func(id, name, value string) { d.El(id).Style().SetProperty(name, value, "") }
	set("arc-window", "left", percent(a))
	set("arc-window", "width", percent(b-a))
	set("arc-from", "left", percent(a))
	set("arc-to", "left", percent(b))
	for id, at := range map[string]simtime.Time{"arc-from": from, "arc-to": to, "arc-window": from} {
		e := d.El(id)
		e.SetAttribute("aria-valuemin", "0")
		e.SetAttribute("aria-valuemax", "1000")
		e.SetAttribute("aria-valuenow", strconv.Itoa(int(1000*d.panel.Place(at))))
		e.SetAttribute("aria-valuetext", d.panel.Day(at, false))
	}
}

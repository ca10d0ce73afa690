//go:build js && wasm

// Package pendingview is the browser side of the question "Why is my job pending?": a
// dialog that takes outputs of Slurm's commands, as files or pasted, and shows the
// answers. Package pendingpanel (wasm/app) produces their content. The files go to the
// worker and nowhere else.
package pendingview

import (
	"slices"
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/pendingpanel"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// PendingController is the controller of the dialog.
type PendingController struct {
	*host.Host
	panel *pendingpanel.PendingPanel
	given []file // since the last new beginning

	form    string // which form of a change is on screen
	sharing bool   // whether the run that is loading is to be shared
}

// file is a file that the reader has given, or a pasted text as one.
type file struct {
	name  string
	value js.Value
}

// New returns the controller.
func New(h *host.Host) *PendingController {
	d := &PendingController{Host: h, panel: pendingpanel.New(&h.App.Model)}
	h.RefillOnLanguage(id, d.fill)
	h.OnRun(d.loaded)
	return d
}

// id is that of the dialog.
const id = "live"

// frame returns the dialog without its contents.
func frame() html.HTML {
	hidden := html.Flag("hidden")
	box := func(id string, more ...html.Piece) html.HTML {
		return html.Div(append([]html.Piece{html.ID(id)}, more...)...)
	}
	find := html.El("input", html.ID("live-find"), html.Attr{"type", "search"}, html.Attr{"autocomplete", "off"}, html.Attr{"spellcheck", "false"}, html.Attr{"aria-controls", "live-jobs"})
	left := html.Section(html.Class("live-left"), box("live-known"), find,
		html.P(html.ID("live-found"), html.Class("small"), html.Attr{"role", "status"}), html.Ul(html.ID("live-jobs"), html.Class("live-jobs")),
		html.El("details", html.ID("live-more"), html.El("summary", html.ID("live-more-title")), box("live-files")))
	answer := html.Section(html.ID("live-answer"), html.Class("live-answer"), html.Attr{"tabindex", "-1"})
	return box("live-give", html.Class("live-give")) + box("live-mistakes", html.Class("live-mistakes"), html.Attr{"role", "alert"}, hidden) +
		html.P(html.ID("live-status"), html.Class("sr"), html.Attr{"role", "status"}) +
		html.Div(html.ID("live-view"), html.Class("row live-view"), html.Attr{"role", "group"}, hidden) +
		box("live-all", html.Class("live-all"), hidden, left, answer) +
		box("live-past", html.Class("live-past"), hidden, html.Section(html.ID("live-fidelity"), html.Class("live-answer live-fidelity"), html.Attr{"tabindex", "0"}),
			html.Section(html.Class("live-answer"), box("live-change"), box("live-effect", html.Class("live-effect"))))
}

// Open shows the dialog.
func (d *PendingController) Open() {
	if d.Find(id) == nil {
		d.AddStyle("live.css")
		d.Dialog(id, "", frame())
		d.listen()
	}
	if !d.Other {
		d.Glue.Call("spare") // starts loading the program that the files need
	}
	d.fill()
	d.OpenDialog(id)
	if d.panel.Known() {
		document.Focus(d.El("live-find"))
	} else {
		document.Focus(document.Query(d.El("live-give"), "[data-live-do=choose]"))
	}
}

// IsOpen reports whether the dialog is open.
func (d *PendingController) IsOpen() bool {
	return d.Find(id) != nil && d.El(id).Underlying().Get("open").Bool()
}

// Busy reports whether the dialog is about to change.
func (d *PendingController) Busy() bool { return d.panel.Busy() }

// listen registers the handlers of the dialog.
func (d *PendingController) listen() {
	d.OnItem(id, "click", "[data-live]", func(b document.Element) { d.ask(b.GetAttribute("data-live")) })
	d.OnItem(id, "click", "[data-live-do]", func(b document.Element) { d.do(b.GetAttribute("data-live-do")) })
	d.OnItem(id, "click", "[data-copy]", func(b document.Element) {
		d.CopyText(b.GetAttribute("data-copy"), func() { d.SetText("live-status", d.App.Words.Say(i18n.LiveCopied)) }, func() {})
	})
	d.On("live-find", "input", func(document.DOMEvent) { d.Post(d.panel.Search(d.Value("live-find")).Pack()) })
	d.On("live-find", "keydown", func(e document.DOMEvent) {
		if first := document.Query(d.El("live-jobs"), "[data-live]"); e.Key() == "Enter" && first != nil {
			e.PreventDefault()
			d.ask(first.GetAttribute("data-live"))
		}
	})
	d.OnItem(id, "input", "#live-set, #live-of, #live-value", func(e document.Element) {
		d.panel.Change = pendingpanel.PastChange{Setting: d.Picked("live-set"), Name: d.panel.Change.Name, Value: d.Picked("live-value")}
		switch e.GetAttribute("id") {
		case "live-set":
			d.panel.Change.Value = ""
			d.fill()
			document.Focus(d.El("live-set"))
		case "live-of":
			d.panel.Change.Name = d.Picked("live-of")
		}
	})
	d.On("live-change", "keydown", func(e document.DOMEvent) {
		if e.Key() == "Enter" {
			e.PreventDefault()
			d.do("try")
		}
	})
	d.On("live-give", "input", func(document.DOMEvent) {
		if text := d.Picked("live-paste"); text != "" {
			d.Find("live-paste").Underlying().Set("value", "")
			d.TakeText(text)
		}
	})
}

// do carries out the action of a button.
func (d *PendingController) do(what string) {
	switch what {
	case "choose":
		d.choose()
	case "afresh":
		d.panel.Forget()
		d.given = nil
		d.El("live-find").Underlying().Set("value", "")
		d.fill()
		document.Focus(document.Query(d.El("live-give"), "button"))
	case "past", "queue":
		d.post(d.panel.Look(what == "past"))
		d.fill()
	case "try":
		d.post(d.panel.AskPast(true))
		d.fill()
		d.El("live-effect").Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
	case "stop":
		d.post(d.panel.StopPast())
		d.fill()
	case "show", "hide":
		d.Post(d.panel.Show(what == "hide").Pack())
	case "example":
		d.Fetch("lazy/queue.json", func(files js.Value) {
			names := js.Global().Get("Object").Call("keys", files)
			var list []js.Value
			for i := range names.Length() {
				name := names.Index(i).String()
				list = append(list, js.Global().Get("File").New([]any{files.Get(name)}, name))
			}
			d.Take(list)
		})
	}
}

// post sends a question about the past, if there is one.
func (d *PendingController) post(m *message.LivePast) {
	if m != nil {
		d.Post(m.Pack())
	}
}

// choose opens the browser's file dialog.
func (d *PendingController) choose() {
	input := d.Create("input")
	input.SetAttribute("type", "file")
	input.SetAttribute("multiple", "")
	document.On(input.Underlying(), "change", func(document.DOMEvent) {
		var list []js.Value
		files := input.Underlying().Get("files")
		for i := range files.Length() {
			list = append(list, files.Index(i))
		}
		d.Take(list)
	})
	input.Click()
}

// Take gives the worker files, unpacked. It opens the dialog if necessary.
func (d *PendingController) Take(files []js.Value) {
	if len(files) == 0 {
		return
	}
	fresh := make([]file, len(files))
	for i, f := range files {
		fresh[i] = file{f.Get("name").String(), f}
	}
	d.give(fresh)
	d.Open()
}

// give gives the worker files, and remembers them in case that it must be replaced.
func (d *PendingController) give(files []file) {
	files, names := slices.Clone(files), make([]string, len(files)) // they may be those given before
	for i, f := range files {
		names[i] = f.name
		d.given = slices.DeleteFunc(d.given, func(old file) bool { return old.name == f.name })
	}
	d.given = append(d.given, files...)
	for i, m := range d.panel.Give(names...) {
		d.Glue.Call("post", document.JSBytes(m.Pack()), files[i].value)
	}
}

// TakeText gives the worker a text that the reader has pasted.
func (d *PendingController) TakeText(text string) {
	d.give([]file{{d.panel.PastedName(), js.Global().Get("Blob").New([]any{text})}})
	d.Open()
}

// ask asks why a job is pending.
func (d *PendingController) ask(job string) {
	d.Post(d.panel.Ask(job).Pack())
	d.fill()
	if document.Matches("(max-width: 860px)") { // the answer is below the list
		document.Focus(d.El("live-answer"))
		d.El("live-answer").Underlying().Call("scrollIntoView", map[string]any{"block": "start"})
	}
}

// Hear handles a message of the worker.
func (d *PendingController) Hear(wire []byte) {
	before := d.panel.Known()
	read, changed := d.panel.Hear(wire)
	if q := d.panel.Queue; read && (q.Lost || q.Needs) {
		d.panel.Queue = nil
		switch {
		case q.Needs && d.Other: // from the worker before, which had several files
			d.panel.Reading = true
			return
		case q.Needs:
			d.UseOther()
		}
		d.give(d.given)
		return
	}
	if read && d.panel.Known() {
		search, question := d.panel.Again()
		d.Post(search.Pack())
		if question != nil {
			d.Post(question.Pack())
		}
		d.post(d.panel.PastAgain())
	}
	if changed {
		d.fill()
	}
	if !before && d.panel.Known() && !d.panel.Replayed() && d.IsOpen() {
		document.Focus(d.El("live-find")) // so that the reader can type the job at once
	}
}

// Show opens the queue as a scenario. If its names are hidden, the reader wants to share
// it, and the dialog for links follows.
func (d *PendingController) Show(wire []byte) {
	m, ok := d.panel.Shown(wire)
	switch {
	case !ok:
	case m.Trouble != "":
		d.fill()
	default:
		d.CloseDialog(id)
		d.LeaveCompare()
		d.Next = -1
		d.Visit(message.Load{Form: message.JSON, Text: m.Text, Name: d.App.Words.Say(i18n.LiveQueueName), At: -1, Job: m.Job})
		d.sharing = m.Hide
	}
}

// loaded opens the dialog for links if the run is that of a queue to share.
func (d *PendingController) loaded() {
	if d.sharing {
		d.sharing = false
		d.OnceKnown(func() { d.Act(keys.OpenShare) })
	}
}

// fill updates the dialog.
func (d *PendingController) fill() {
	p := d.panel
	document.Query(d.El(id), "h2").SetTextContent(p.Title())
	document.Query(d.El(id), ".dialog-head button").SetAttribute("aria-label", d.App.Words.Say(i18n.Close))
	d.SetHTML("live-give", p.GiveHTML())
	d.Fill("live-mistakes", p.MistakesHTML())
	d.SetText("live-status", p.StatusText())
	d.Hide("live-all", !p.Known() || p.Replayed())
	d.Hide("live-past", !p.Replayed())
	d.Fill("live-view", p.ViewHTML())
	d.SetHTML("live-fidelity", p.FidelityHTML())
	if key := p.FormKey(); key != d.form { // what the reader types stays otherwise
		d.form = key
		d.SetHTML("live-change", p.ChangeHTML())
	}
	d.SetHTML("live-effect", p.EffectHTML())
	d.El(id).SetAttribute("data-known", strconv.FormatBool(p.Known()))
	d.El("live-answer").SetAttribute("aria-busy", strconv.FormatBool(p.Busy()))
	find := d.El("live-find")
	find.SetAttribute("placeholder", p.FindLabel())
	find.SetAttribute("aria-label", p.FindLabel())
	d.SetHTML("live-known", p.KnownHTML())
	d.SetText("live-found", p.FoundText())
	d.SetHTML("live-jobs", p.JobsHTML())
	d.SetText("live-more-title", p.FilesTitle())
	d.SetHTML("live-files", p.FilesHTML())
	d.SetHTML("live-answer", p.AnswerHTML())
}

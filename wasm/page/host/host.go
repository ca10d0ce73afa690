//go:build js && wasm

// Package host is the part of the page that its features share: the document, the
// model, the worker, and the history of the browser. A feature is a package of its
// own. It gets a [Host], registers what it does, and is called when that happens:
//
//	func New(h *host.Host) *Glossary {
//		g := &Glossary{Host: h}
//		h.OnAction(keys.OpenGlossary, g.open) // a key, a button or an entry of the palette
//		h.OnMessage(message.KindTold, g.hear) // an answer of the worker
//		h.AddPanel(host.Content, g.update)    // what has to be updated, and when
//		return g
//	}
//
// A feature requests a run with [Host.SendLoad] or [Host.Visit], and a frame with
// [Host.Changed].
package host

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/workload"
	"hopyard/wasm/app"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/share"
	"hopyard/wasm/page/document"
)

// Host is the part of the page that its features share. The program has a single
// value of this type.
type Host struct {
	*document.Document
	App *app.App

	Lessons    []lessons.LessonCard // only the first lesson until the others are loaded
	AllLessons int
	Lesson     int  // index of the lesson on screen; -1: a scenario that is not a lesson
	Next       int  // index of the lesson that is being loaded; -1: a scenario that is not a lesson
	studied    bool // whether the learning material of the lessons (takeaways and hints) is loaded

	hooks
	frame   js.Func
	framing bool    // whether a frame has been requested
	last    float64 // time of the previous frame during playback; otherwise 0
	Due     Change  // what has changed since the panels were last updated
	AskedAt float64 // when the reader asked for the step that is being fetched

	intake   Intake
	Waiting  int32               // step requested from the worker whose state has not arrived; -1: none
	Sent     string              // scenario text that the worker last received
	Traces   map[string]js.Value // trace files by name; the workers read them
	Failed   bool                // whether the worker has failed and is not started again until the next request
	brokenAt float64             // when the worker last failed
	Other    bool                // whether the worker runs the program that contains the policy interpreter
	Whole    bool                // whether the complete program is loaded
	asSoon   func()              // function to call once the run on screen is completely described; nil: none

	Compares  share.Linked // comparison to show as soon as its run is on screen
	Visits    Visits
	Written   string // address that was written last
	addressBy int64  // latest time for writing the next address, in ms
	awake     bool   // whether an embed has been clicked and accepts keys

	spoken      []*i18n.Catalog     // languages loaded so far
	Rest        map[string]bool     // by language: whether the texts of lessons and forms are loaded
	studies     map[string]js.Value // by language: translations of the learning material
	Translating int                 // number of translation files being fetched
	retold      map[string]func()   // by dialog: function that fills it again when the language changes
	Sheet       form.FormSheet      // the forms of the editor; their texts are translated with those of the lessons
}

// New returns the host of a page without a run.
func New() *Host {
	p := &Host{
		Document: document.New(), App: app.NewModel(i18n.English), Lesson: -1, Next: -1, Waiting: -1,
		Traces: map[string]js.Value{}, Rest: map[string]bool{}, studies: map[string]js.Value{}, retold: map[string]func(){},
		hooks: hooks{messages: map[message.Kind][]func([]byte){}},
	}
	p.App.Millis = document.Now
	p.frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.draw(args[0].Float())
		return nil
	})
	return p
}

// Busy reports whether the page is about to change without further input.
func (p *Host) Busy() bool {
	for _, busy := range p.hooks.busy {
		if busy() {
			return true
		}
	}
	m := p.App
	return m.Loading != nil || p.Translating > 0 || p.Waiting >= 0 && !p.Failed || p.intake.Busy || !m.Playing && (p.framing || p.Due != 0 && m.State != nil)
}

func (p *Host) OpenDialog(id string) {
	p.App.Playing = false
	if d := p.El(id).Underlying(); !d.Get("open").Bool() {
		d.Call("showModal")
	}
}

// Dialog returns the body of a dialog that index.html does not contain. It creates
// the dialog when it is first needed, and sets its title and content each time.
func (p *Host) Dialog(id, title, html string) document.Element {
	if p.Find(id) == nil {
		d := p.Create("dialog")
		d.SetID(id)
		d.SetAttribute("aria-labelledby", id+"-title")
		d.SetInnerHTML(`<form method="dialog" class="dialog-head"><h2 id="` + id + `-title"></h2><button class="icon">✕</button></form><div class="dialog-body"></div>`)
		document.Put(document.Query(p.Root(), "body"), d)
	}
	d := p.El(id)
	document.Query(d, "h2").SetTextContent(title)
	document.Query(d, ".dialog-head button").SetAttribute("aria-label", p.App.Words.Say(i18n.Close))
	body := document.Query(d, ".dialog-body")
	body.SetInnerHTML(html)
	return body
}

// Note shows the progress of the export.
func (p *Host) Note(html string) {
	if e := p.Find("export-note"); e != nil {
		e.SetInnerHTML(html)
	}
}

// Save offers a text to the reader as a file to download.
func (p *Host) Save(name, kind, text string) {
	p.Glue.Call("save", name, kind, text)
	p.Note(p.App.Export.ExportDone(name))
}

// RefillOnLanguage registers f as the function that fills a dialog again when the
// language changes while the dialog is open.
func (p *Host) RefillOnLanguage(id string, f func()) { p.retold[id] = f }

func IdOf(e document.Element, attribute string) workload.JobID {
	n, err := strconv.Atoi(e.GetAttribute(attribute))
	if err != nil {
		return workload.NoJob
	}
	return workload.JobID(n)
}

func (p *Host) Choose(id workload.JobID) {
	p.App.Select(id)
	p.Changed()
}

func (p *Host) PointAt(place model.Region) {
	if p.App.Pointed != place {
		p.App.Pointed = place
		p.ChangedOnly(Pointing)
	}
}

// Act carries out the action of a key or a button. It also updates the page as the
// action requires.
func (p *Host) Act(a keys.Action) {
	step, began := p.App.Step, document.Now()
	next := p.App.Do(a)
	if p.App.Step != step || p.App.Predict.On && p.App.Practice.Busy() {
		p.AskedAt = began
	}
	for _, f := range p.hooks.acted {
		f(a)
	}
	p.Changed()
	if f := p.hooks.actions[next]; f != nil {
		f()
	}
}

// Here returns the page's address without parameters and fragment. For the embed
// page it returns the address of the full page.
func Here() string {
	path := document.Location().Get("pathname").String()
	if folder, embed := share.Folder(path); embed {
		path = folder
	}
	return document.Location().Get("origin").String() + path
}

// Link returns the complete share link, or "" if the scenario does not fit into a
// link.
func (p *Host) Link() string {
	f := p.App.Share.Fragment()
	if f == "" {
		return ""
	}
	return Here() + f
}

// FocusFirst moves the focus to the item of a list that the Tab key would reach.
func (p *Host) FocusFirst(id string) {
	if e := document.Query(p.El(id), `[tabindex="0"]`); e != nil {
		document.Focus(e)
		return
	}
	document.Focus(p.El(id))
}

// Place returns the kind of element at which a key was pressed, and the element.
func (p *Host) Place(e document.Event) (keys.Focus, document.Element) {
	target := document.Target(e)
	switch {
	case target == nil:
		return keys.OnPage, nil
	case p.Open() || document.Within(target, "dialog[open]") != nil:
		return keys.OnDialog, target
	case document.Within(target, "dialog") != nil: // the dialog has just been closed and still has the focus
		return keys.OnPage, target
	case document.Within(target, "[role=tree],[role=grid]") != nil:
		return keys.OnGrid, target
	case document.Within(target, "[role=listbox],.why-table") != nil:
		return keys.OnList, target
	}
	switch tag := strings.ToLower(target.TagName()); tag {
	case "select":
		return keys.OnPicker, target
	case "textarea":
		return keys.OnField, target
	case "input":
		switch target.GetAttribute("type") {
		case "range":
			if target.ID() != "scrub" {
				return keys.OnDial, target
			}
			return keys.OnSlider, target
		case "checkbox":
			return keys.OnButton, target
		}
		return keys.OnField, target
	case "button", "a", "summary":
		return keys.OnButton, target
	}
	return keys.OnPage, target
}

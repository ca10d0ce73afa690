//go:build js && wasm

// Package editorview is the browser side of the policy editor. This is the third
// tab of the scenario editor, in which readers write their own policies. Package
// policyeditor (wasm/app) decides what the tab shows.
//
// [EditorController] controls the tab. The page calls Shown when the tab is opened.
// After a pause in typing, or when the reader presses Run, the program in the
// editor is sent with a request to run the scenario. The page reports the result by
// one of three calls: Loaded (the run is on screen), Rejected (the program has
// faults) or Died (the worker stopped). The tab then shows the result.
//
// The tab can also test a program on many scenarios, in a separate worker (type
// trial). It has a dialog in which the reader assembles a policy from given lines
// (type building).
package editorview

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policyeditor"
)

// EditorHost is the set of page functions that the policy editor needs.
type EditorHost struct {
	Model   *app.App
	Glue    js.Value
	Send    func(*message.Load) // requests a run of an edited scenario
	Load    func(message.Load)  // loads another scenario
	Post    func(wire []byte)
	Restart func() // replaces a worker that does not answer
	Changed func()
	Say     func(id, text string)
	Later   func(what string, ms int, f func())
	Fetch   func(name string, f func(js.Value))
	Stored  func(key string) string
	Store   func(key, value string)
	Share   func()
	Compare func([]scenario.PolicyNames) // opens a comparison at the first difference
	Dialog  func(id, title, html string) js.Value
	Open    func(id string)
	Show    func() // opens the scenario editor on this tab
	Millis  func() float64
}

// EditorController is the controller of the policy editor.
type EditorController struct {
	EditorHost
	panel *policyeditor.PolicyEditor
	trial trial
	build building // dialog for assembling a policy from given lines
	doc   js.Value
	texts map[string]string // by element id: HTML last set
	there bool              // whether the content of the tab has been created
	fresh bool              // whether the editor still has to load a program, because it has not been opened
	hand  bool              // whether the program runs only on request, not after each change
	heard float64           // when the last message of the worker arrived
	spoke *i18n.Catalog

	wrongAt float64 // time since which the schedule on screen has not belonged to the program in the editor; 0: it belongs to it
	noticed bool    // whether the notice about such a schedule is shown
}

// New returns a controller with an empty editor.
func New(p EditorHost) *EditorController {
	return &EditorController{EditorHost: p, panel: policyeditor.New(&p.Model.Model), doc: js.Global().Get("document"), texts: map[string]string{}, fresh: true}
}

func (d *EditorController) el(id string) js.Value { return d.doc.Call("getElementById", id) }

// fill puts HTML into an element. It returns false if the element already contained
// it.
func (d *EditorController) fill(id, html string) bool {
	if old, known := d.texts[id]; known && old == html {
		return false
	}
	d.texts[id] = html
	d.el(id).Set("innerHTML", html)
	return true
}

// on listens for events of the given kind on the element id. For each event, it
// calls f with the closest ancestor of the event's target (or the target itself)
// that matches selector.
func (d *EditorController) on(id, kind, selector string, f func(js.Value)) {
	d.el(id).Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if at := args[0].Get("target").Call("closest", selector); !at.IsNull() {
			f(at)
		}
		return nil
	}))
}

// once returns a callback that releases itself when it is called.
func once(f func()) js.Func {
	var call js.Func
	call = js.FuncOf(func(js.Value, []js.Value) any {
		call.Release()
		f()
		return nil
	})
	return call
}

// Shown updates the tab when it becomes visible. The first call creates the tab's
// content.
func (d *EditorController) Shown() {
	if !d.there {
		d.there = true
		d.make()
	}
	if d.fresh {
		d.fresh = false
		d.write(d.begin())
	}
	d.Glue.Call("spare") // starts loading the worker program with the policy interpreter
	d.Glue.Call("openPolicy", d.el("own-editor"), d.el("own-text"), d.options(), once(func() {
		d.mark()
		d.doc.Get("documentElement").Call("setAttribute", "data-policy-code", "1")
	}))
	d.Update()
}

// Focus moves the focus to the code editor. It waits until the key that opened the
// editor has been released, so that the key is not typed into the code.
func (d *EditorController) Focus() { d.Later("policy-focus", 60, d.focus) }

// make creates the content of the tab.
func (d *EditorController) make() {
	link := d.doc.Call("createElement", "link")
	link.Set("rel", "stylesheet")
	assets := js.Global().Get("JSON").Call("parse", d.el("assets").Get("textContent"))
	link.Set("href", assets.Get("policy.css"))
	d.doc.Get("head").Call("append", link)
	d.el("edit-policy").Set("innerHTML", d.panel.FrameHTML())
	d.spoke = d.Model.Words
	d.hand = d.Stored("byhand") == "true"
	d.el("own-auto").Set("checked", !d.hand)
	d.listen()
	d.Fetch("policy.json", func(v js.Value) {
		d.panel.Help = helpFrom(v)
		d.fill("own-shelf", d.panel.ExamplesHTML())
		d.fill("own-differ", d.panel.DifferHTML())
		d.Glue.Call("policyHelp", v.Get("entries"))
	})
}

// helpFrom reads the description of the policy interface and the example programs,
// in the format that tools/build writes.
func helpFrom(v js.Value) policyeditor.Help {
	var h policyeditor.Help
	entries, examples := v.Get("entries"), v.Get("examples")
	for i := range entries.Length() {
		e, text := entries.Index(i), func(name string) string { return entries.Index(i).Get(name).String() }
		_ = e
		h.Entries = append(h.Entries, policyeditor.Entry{Name: text("name"), Of: text("of"), Params: text("params"), Type: text("type"), Doc: text("doc"), Example: text("example")})
	}
	for i := range examples.Length() {
		text := func(name string) string { return examples.Index(i).Get(name).String() }
		h.Examples = append(h.Examples, policyeditor.Example{Name: text("name"), Title: text("title"), Source: text("source")})
	}
	return h
}

// options returns the texts that the code editor shows, as JSON.
func (d *EditorController) options() string { return d.Model.Edit.CodeOptionsFor(i18n.PolicyLabel) }

func (d *EditorController) listen() {
	d.on("own-text", "input", "textarea", func(field js.Value) {
		d.panel.Type(field.Get("value").String())
		d.keep()
		d.fill("own-size", d.panel.SizeText())
		if strings.TrimSpace(d.panel.Source) == "" {
			d.mark()
			d.Update()
			d.Changed()
		} else {
			d.showTrial()
		}
		if !d.hand {
			d.Later("policy", 25, d.typed)
		}
	})
	d.on("own-run", "click", "button", func(js.Value) { d.Run() })
	d.on("own-first", "click", "button", func(js.Value) { d.differs() })
	d.on("own-share", "click", "button", func(js.Value) { d.Share() })
	d.on("own-help", "click", "button", func(js.Value) { d.help() })
	d.on("own-auto", "change", "input", func(at js.Value) {
		d.hand = !at.Get("checked").Bool()
		d.Store("byhand", strconv.FormatBool(d.hand))
		d.typed()
	})
	d.on("own-shelf", "click", "[data-example]", func(at js.Value) {
		if i, err := strconv.Atoi(at.Call("getAttribute", "data-example").String()); err == nil && i < len(d.panel.Help.Examples) {
			d.diff("", "")
			d.write(d.panel.Help.Examples[i].Source)
			d.keep()
			d.Run()
			d.focus()
		}
	})
	d.on("own-differ", "change", "select", func(at js.Value) {
		i, err := strconv.Atoi(at.Get("value").String())
		at.Set("value", "")
		if err == nil && i < len(d.panel.Help.Examples) {
			x := &d.panel.Help.Examples[i]
			d.diff(d.Model.Words.Tell(x.Label()), x.Source)
		}
	})
	d.on("own-diff", "click", "[data-code]", func(js.Value) { d.diff("", ""); d.focus() })
	d.on("own-wrong", "click", "[data-fault]", func(at js.Value) {
		if i, err := strconv.Atoi(at.Call("getAttribute", "data-fault").String()); err == nil {
			d.goTo(i)
		}
	})
	d.on("own-prints", "click", "[data-step]", func(at js.Value) {
		if n, err := strconv.Atoi(at.Call("getAttribute", "data-step").String()); err == nil {
			d.Model.Go(n)
			d.Changed()
		}
	})
	d.on("stale", "click", "[data-ran]", func(js.Value) { d.showRan() })
	d.listenToTrial()
	d.on("own-build", "click", "button", func(js.Value) { d.Build("") })
}

// differs opens a comparison of the policy on screen with EASY backfilling.
func (d *EditorController) differs() {
	m := d.Model
	if m.Run == nil {
		return
	}
	d.Compare(d.panel.BesideEASY(m.Policy.OnScreen()))
}

// help opens a dialog that describes the interface for user-written policies.
func (d *EditorController) help() {
	body := d.Dialog("own-interface", d.Model.Words.Say(i18n.PolicyHelp), d.panel.InterfaceHTML())
	for name, value := range map[string]string{"tabindex": "0", "role": "group", "aria-labelledby": "own-interface-title"} {
		body.Call("setAttribute", name, value)
	}
	d.Open("own-interface")
}

// Loaded handles a new run.
func (d *EditorController) Loaded() {
	here := d.Model.Run.Serial == d.panel.Serial() || d.panel.Again() // the run belongs to the editor, even if the reader has typed more since the request
	d.panel.Loaded(d.Millis())
	if on := d.panel.OnScreen(); !here && on != d.panel.Source && on != "" && d.there {
		d.write(on) // the reader has undone an edit or opened a link
	}
	if d.panel.OnScreen() != "" && d.Model.Run.Serial == d.panel.Serial() {
		d.Store("policy-of", digest(d.panel.OnScreen()))
	}
	d.notice()
	d.mark()
	d.Update()
}

// Rejected handles a request that the worker has rejected. It returns false if the
// fault was not in the program in the editor.
func (d *EditorController) Rejected(f *message.Failed) bool {
	if !d.panel.Rejected(f) {
		return false
	}
	d.mark()
	d.Update()
	if at := d.el("own-wrong"); !at.IsNull() {
		return true
	}
	return false
}

// Died handles the end of the worker. It returns false if the worker was not
// running the program in the editor.
func (d *EditorController) Died(why string) bool {
	if !d.panel.Died(why) {
		return false
	}
	d.mark()
	d.Update()
	d.Say("alert", i18n.Plain(d.panel.BrokeText()))
	return true
}

// Update updates the tab.
func (d *EditorController) Update() {
	if !d.there {
		return
	}
	if d.spoke != d.Model.Words {
		d.speak()
	}
	d.fill("own-wrong", d.panel.WrongHTML())
	d.fill("own-last", d.panel.LastText())
	d.el("own-first").Set("disabled", d.panel.OnScreen() == "")
	d.el("own-share").Set("disabled", d.panel.OnScreen() == "" || !d.panel.Clean())
	d.prints()
	d.showTrial()
}

// speak translates the fixed texts into the page's current language.
func (d *EditorController) speak() {
	d.spoke = d.Model.Words
	list := d.el("edit-policy").Call("querySelectorAll", "[data-say]")
	for i := range list.Length() {
		at := list.Index(i)
		if n, err := strconv.Atoi(at.Call("getAttribute", "data-say").String()); err == nil {
			at.Set("textContent", d.spoke.Say(i18n.Text(n)))
		}
	}
	d.fill("own-shelf", d.panel.ExamplesHTML())
	d.fill("own-differ", d.panel.DifferHTML())
	d.fill("own-size", d.panel.SizeText())
	d.el("own-differ").Call("setAttribute", "aria-label", d.spoke.Say(i18n.PolicyDiffer))
	d.notice()
	d.Glue.Call("speakPolicy", d.options())
}

//go:build js && wasm

// Package editorview is what the browser has to do with policies that people write: the
// third tab of the editor. What it says is wasm/app/policyeditor's.
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

// EditorHost is what the editor of policies needs of the page.
type EditorHost struct {
	Model   *app.App
	Glue    js.Value
	Send    func(*message.Load) // an edit of what is on screen
	Load    func(message.Load)  // something else
	Post    func(wire []byte)
	Restart func() // a worker that does not answer is replaced
	Changed func()
	Say     func(id, text string)
	Later   func(what string, ms int, f func())
	Fetch   func(name string, f func(js.Value))
	Stored  func(key string) string
	Store   func(key, value string)
	Share   func()
	Compare func([]scenario.PolicyNames) // where they part first
	Dialog  func(id, title, html string) js.Value
	Open    func(id string)
	Show    func() // the editor with this tab
	Millis  func() float64
}

// EditorController is the editor of policies on the page.
type EditorController struct {
	EditorHost
	panel *policyeditor.PolicyEditor
	trial trial
	build building // a policy that is put together from lines
	doc   js.Value
	texts map[string]string // what elements were filled with
	there bool              // the tab has its content
	fresh bool              // the editor is to take up the program on screen
	hand  bool              // it runs when told
	heard float64           // when the worker said something last
	spoke *i18n.Catalog

	wrongAt float64 // when what is in the editor became wrong; 0: it is not
	noticed bool    // and the notice says so
}

// New is the editor, with nothing in it.
func New(p EditorHost) *EditorController {
	return &EditorController{EditorHost: p, panel: policyeditor.New(&p.Model.Model), doc: js.Global().Get("document"), texts: map[string]string{}, fresh: true}
}

func (d *EditorController) el(id string) js.Value { return d.doc.Call("getElementById", id) }

// fill puts content into an element, unless it is there already.
func (d *EditorController) fill(id, html string) bool {
	if old, known := d.texts[id]; known && old == html {
		return false
	}
	d.texts[id] = html
	d.el(id).Set("innerHTML", html)
	return true
}

// on calls f with the nearest element that a selector names, at events of a kind.
func (d *EditorController) on(id, kind, selector string, f func(js.Value)) {
	d.el(id).Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if at := args[0].Get("target").Call("closest", selector); !at.IsNull() {
			f(at)
		}
		return nil
	}))
}

// once is a callback that is called at most once.
func once(f func()) js.Func {
	var call js.Func
	call = js.FuncOf(func(js.Value, []js.Value) any {
		call.Release()
		f()
		return nil
	})
	return call
}

// Shown is called when the tab is shown: the first time it gets its content.
func (d *EditorController) Shown() {
	if !d.there {
		d.there = true
		d.make()
	}
	if d.fresh {
		d.fresh = false
		d.write(d.begin())
	}
	d.Glue.Call("spare") // the program that runs it, before it is needed
	d.Glue.Call("openPolicy", d.el("own-editor"), d.el("own-text"), d.options(), once(func() {
		d.mark()
		d.doc.Get("documentElement").Call("setAttribute", "data-policy-code", "1")
	}))
	d.Update()
}

// Focus goes to the code, once the key that asked for it is up: it is not to be
// written there.
func (d *EditorController) Focus() { d.Later("policy-focus", 60, d.focus) }

// make fills the tab.
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

// helpFrom reads the interface and the examples as tools/build writes them.
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

// options are the words of the editor of text.
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

// differs compares the run on screen with EASY.
func (d *EditorController) differs() {
	m := d.Model
	if m.Run == nil {
		return
	}
	d.Compare(d.panel.BesideEASY(m.Policy.OnScreen()))
}

// help shows the interface.
func (d *EditorController) help() {
	body := d.Dialog("own-interface", d.Model.Words.Say(i18n.PolicyHelp), d.panel.InterfaceHTML())
	for name, value := range map[string]string{"tabindex": "0", "role": "group", "aria-labelledby": "own-interface-title"} {
		body.Call("setAttribute", name, value)
	}
	d.Open("own-interface")
}

// Loaded is called when a run is on screen.
func (d *EditorController) Loaded() {
	here := d.Model.Run.Serial == d.panel.Serial() || d.panel.Again() // more may have been typed since
	d.panel.Loaded(d.Millis())
	if on := d.panel.OnScreen(); !here && on != d.panel.Source && on != "" && d.there {
		d.write(on) // an edit was undone, a link opened
	}
	if d.panel.OnScreen() != "" && d.Model.Run.Serial == d.panel.Serial() {
		d.Store("policy-of", digest(d.panel.OnScreen()))
	}
	d.notice()
	d.mark()
	d.Update()
}

// Rejected takes in that what was asked for is wrong. It reports false where that
// was not the program.
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

// Died takes in that the worker stopped while it ran the program. It reports false
// where it did something else.
func (d *EditorController) Died(why string) bool {
	if !d.panel.Died(why) {
		return false
	}
	d.mark()
	d.Update()
	d.Say("alert", i18n.Plain(d.panel.BrokeText()))
	return true
}

// Update brings the tab up to date.
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

// speak says what stays in the language that the page speaks now.
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

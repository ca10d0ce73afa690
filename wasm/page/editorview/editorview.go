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

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policyeditor"
	"hopyard/wasm/app/share"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// EditorController is the controller of the policy editor.
type EditorController struct {
	*host.Host
	open  func() // opens the scenario editor on this tab
	panel *policyeditor.PolicyEditor
	trial trial
	build building // dialog for assembling a policy from given lines
	there bool     // whether the content of the tab has been created
	fresh bool     // whether the editor still has to load a program, because it has not been opened
	hand  bool     // whether the program runs only on request, not after each change
	heard float64  // when the last message of the worker arrived
	spoke *i18n.Catalog

	wrongAt float64 // time since which the schedule on screen has not belonged to the program in the editor; 0: it belongs to it
	noticed bool    // whether the notice about such a schedule is shown
}

// New returns a controller with an empty editor. The function open opens the
// scenario editor on the tab for policies.
func New(h *host.Host, open func()) *EditorController {
	return &EditorController{Host: h, open: open, panel: policyeditor.New(&h.App.Model), fresh: true}
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
	d.Glue.Call("openPolicy", d.El("own-editor").Underlying(), d.El("own-text").Underlying(), d.options(), document.Once(func() {
		d.mark()
		d.Mark("data-policy-code", true)
	}))
	d.Update()
}

// Focus moves the focus to the code editor. It waits until the key that opened the
// editor has been released, so that the key is not typed into the code.
func (d *EditorController) Focus() { d.Later("policy-focus", 60, d.focus) }

// make creates the content of the tab.
func (d *EditorController) make() {
	d.AddStyle("policy.css")
	document.SetContent(d.El("edit-policy"), d.panel.FrameHTML())
	d.spoke = d.App.Words
	d.hand = d.Stored("byhand") == "true"
	d.El("own-auto").Underlying().Set("checked", !d.hand)
	d.listen()
	d.Fetch("policy.json", func(v js.Value) {
		d.panel.Help = helpFrom(v)
		d.SetHTML("own-shelf", d.panel.ExamplesHTML())
		d.SetHTML("own-differ", d.panel.DifferHTML())
		d.Glue.Call("policyHelp", v.Get("entries"))
	})
}

// helpFrom reads the description of the policy interface and the example programs,
// in the format that tools/build writes.
func helpFrom(v js.Value) policyeditor.Help {
	var h policyeditor.Help
	entries, examples := v.Get("entries"), v.Get("examples")
	for i := range entries.Length() {
		text := func(name string) string { return entries.Index(i).Get(name).String() }
		h.Entries = append(h.Entries, policyeditor.Entry{Name: text("name"), Of: text("of"), Params: text("params"), Type: text("type"), Doc: text("doc"), Example: text("example")})
	}
	for i := range examples.Length() {
		text := func(name string) string { return examples.Index(i).Get(name).String() }
		h.Examples = append(h.Examples, policyeditor.Example{Name: text("name"), Title: text("title"), Source: text("source")})
	}
	return h
}

// options returns the texts that the code editor shows, as JSON.
func (d *EditorController) options() string { return d.App.Edit.CodeOptionsFor(i18n.PolicyLabel) }

func (d *EditorController) listen() {
	d.On("own-text", "input", func(document.DOMEvent) {
		d.panel.Type(d.Value("own-text"))
		d.keep()
		d.SetText("own-size", d.panel.SizeText())
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
	d.Click("own-run", d.Run)
	d.Click("own-first", d.differs)
	d.Click("own-share", func() { d.Act(keys.OpenShare) })
	d.Click("own-help", d.help)
	d.On("own-auto", "change", func(document.DOMEvent) {
		d.hand = !d.El("own-auto").Underlying().Get("checked").Bool()
		d.Store("byhand", strconv.FormatBool(d.hand))
		d.typed()
	})
	d.OnItem("own-shelf", "click", "[data-example]", func(at document.Element) {
		if i := document.IntOf(at, "data-example"); i >= 0 && i < len(d.panel.Help.Examples) {
			d.diff("", "")
			d.write(d.panel.Help.Examples[i].Source)
			d.keep()
			d.Run()
			d.focus()
		}
	})
	d.On("own-differ", "change", func(document.DOMEvent) {
		i, err := strconv.Atoi(d.Value("own-differ"))
		d.SetValue("own-differ", "")
		if err == nil && i < len(d.panel.Help.Examples) {
			x := &d.panel.Help.Examples[i]
			d.diff(d.App.Words.Tell(x.Label()), x.Source)
		}
	})
	d.OnItem("own-diff", "click", "[data-code]", func(document.Element) { d.diff("", ""); d.focus() })
	d.OnItem("own-wrong", "click", "[data-fault]", func(at document.Element) {
		d.goTo(document.IntOf(at, "data-fault"))
	})
	d.OnItem("own-prints", "click", "[data-step]", func(at document.Element) {
		d.App.Go(document.IntOf(at, "data-step"))
		d.Changed()
	})
	d.OnItem("stale", "click", "[data-ran]", func(document.Element) { d.showRan() })
	d.listenToTrial()
	d.Click("own-build", func() { d.Build("") })
}

// differs opens a comparison of the policy on screen with EASY backfilling.
func (d *EditorController) differs() {
	m := d.App
	if m.Run == nil {
		return
	}
	both := d.panel.BesideEASY(m.Policy.OnScreen())
	m.Do(keys.FirstDivergence)
	d.Compares = share.Linked{Policies: both}
	d.Act(keys.OpenCompare)
}

// help opens a dialog that describes the interface for user-written policies.
func (d *EditorController) help() {
	body := d.Dialog("own-interface", d.App.Words.Say(i18n.PolicyHelp), d.panel.InterfaceHTML())
	for name, value := range map[string]string{"tabindex": "0", "role": "group", "aria-labelledby": "own-interface-title"} {
		body.SetAttribute(name, value)
	}
	d.OpenDialog("own-interface")
}

// Loaded handles a new run.
func (d *EditorController) Loaded() {
	here := d.App.Run.Serial == d.panel.Serial() || d.panel.Again() // the run belongs to the editor, even if the reader has typed more since the request
	d.panel.Loaded(document.Now())
	if on := d.panel.OnScreen(); !here && on != d.panel.Source && on != "" && d.there {
		d.write(on) // the reader has undone an edit or opened a link
	}
	if d.panel.OnScreen() != "" && d.App.Run.Serial == d.panel.Serial() {
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
	return d.there
}

// Died handles the end of the worker. It returns false if the worker was not
// running the program in the editor.
func (d *EditorController) Died(why string) bool {
	if !d.panel.Died(why) {
		return false
	}
	d.mark()
	d.Update()
	d.Say("alert", html.Plain(d.panel.BrokeText()))
	return true
}

// Update updates the tab.
func (d *EditorController) Update() {
	if !d.there {
		return
	}
	if d.spoke != d.App.Words {
		d.speak()
	}
	d.SetHTML("own-wrong", d.panel.WrongHTML())
	d.SetText("own-last", d.panel.LastText())
	d.Disable("own-first", d.panel.OnScreen() == "")
	d.Disable("own-share", d.panel.OnScreen() == "" || !d.panel.Clean())
	d.prints()
	d.showTrial()
}

// speak translates the fixed texts into the page's current language.
func (d *EditorController) speak() {
	d.spoke = d.App.Words
	for _, at := range document.QueryAll(d.El("edit-policy"), "[data-say]") {
		at.SetTextContent(d.spoke.Say(i18n.Text(document.IntOf(at, "data-say"))))
	}
	d.SetHTML("own-shelf", d.panel.ExamplesHTML())
	d.SetHTML("own-differ", d.panel.DifferHTML())
	d.SetText("own-size", d.panel.SizeText())
	d.El("own-differ").SetAttribute("aria-label", d.spoke.Say(i18n.PolicyDiffer))
	d.notice()
	d.Glue.Call("speakPolicy", d.options())
}

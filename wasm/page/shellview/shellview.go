//go:build js && wasm

// Package shellview is the browser side of the shell: a drawer at the bottom of the
// page in which the reader types Slurm's commands. Package shellpanel (wasm/app) holds
// its state.
package shellview

import (
	"math"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/shellpanel"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// ShellController is the controller of the shell.
type ShellController struct {
	*host.Host
	panel *shellpanel.ShellPanel
	moved bool // whether the latest message must be sent again, to another worker
}

// New returns the controller.
func New(h *host.Host) *ShellController {
	d := &ShellController{Host: h, panel: shellpanel.New(&h.App.Model)}
	h.OnLanguage(func() { d.fill() })
	h.OnRun(d.loaded)
	h.AddPanel(host.Content, d.prompt)
	return d
}

// id is that of the drawer.
const id = "shell"

// Toggle opens the shell, or closes it if it has the focus.
func (d *ShellController) Toggle() {
	if e := d.Find(id); e != nil && !e.Underlying().Get("hidden").Bool() {
		d.close()
		return
	}
	if d.Find(id) == nil {
		d.AddStyle("live.css")
		d.build()
	}
	if !d.Other {
		d.Glue.Call("spare") // starts loading the program that answers
	}
	d.Hide(id, false)
	d.Mark("data-shell", true)
	d.fill()
	document.Focus(d.El("shell-input"))
}

func (d *ShellController) close() {
	d.Hide(id, true)
	d.Mark("data-shell", false)
	document.Focus(d.El("why"))
}

// build creates the drawer.
func (d *ShellController) build() {
	e := d.Create("section")
	e.SetID(id)
	e.SetAttribute("aria-labelledby", "shell-title")
	input := html.El("input", html.ID("shell-input"), html.Attr{"autocomplete", "off"}, html.Attr{"autocapitalize", "off"}, html.Attr{"autocorrect", "off"}, html.Attr{"spellcheck", "false"},
		html.Attr{"enterkeyhint", "send"}, html.Attr{"maxlength", "4000"}, html.Attr{"aria-describedby", "shell-keys"})
	document.SetContent(e, html.Div(html.Class("shell-head"), html.H2(html.ID("shell-title")), html.Span(html.ID("shell-keys"), html.Class("small")),
		html.Button(html.ID("shell-close"), html.Class("icon"), html.Text("✕")))+
		html.Div(html.ID("shell-log"), html.Attr{"tabindex", "0"}, html.Attr{"role", "group"}, html.Attr{"aria-labelledby", "shell-title"})+
		html.El("form", html.ID("shell-form"), html.El("label", html.ID("shell-prompt"), html.Attr{"for", "shell-input"}), input, html.El("button", html.ID("shell-run"), html.Attr{"type", "submit"}))+
		html.P(html.ID("shell-said"), html.Class("sr"), html.Attr{"role", "status"}))
	document.Put(d.Query("body"), e)
	d.On("shell-close", "click", func(document.DOMEvent) { d.close() })
	d.On("shell-form", "submit", func(ev document.DOMEvent) {
		ev.PreventDefault()
		d.enter(d.Value("shell-input"))
	})
	d.OnItem("shell-log", "click", "[data-shell-try]", func(b document.Element) {
		d.enter(b.GetAttribute("data-shell-try"))
		document.Focus(d.El("shell-input"))
	})
	d.On("shell-input", "keydown", d.key)
}

// key handles the keys of the line: Tab completes, arrows look up the history, Escape
// closes.
func (d *ShellController) key(ev document.DOMEvent) {
	typed := d.Value("shell-input")
	switch ev.Key() {
	case "ArrowUp":
		d.put(d.panel.Earlier(typed))
	case "ArrowDown":
		d.put(d.panel.Later())
	case "Tab":
		if ev.Underlying().Get("shiftKey").Bool() || typed == "" {
			return // leaves the line, as in any field
		}
		if m := d.panel.Complete(typed); m != nil {
			d.Post(m.Pack())
		}
	case "Escape":
		if typed != "" {
			d.put("")
		} else {
			d.close()
		}
	default:
		return
	}
	ev.PreventDefault()
	ev.Underlying().Call("stopPropagation")
}

// put replaces the line.
func (d *ShellController) put(text string) {
	e := d.El("shell-input").Underlying()
	e.Set("value", text)
	e.Call("setSelectionRange", len(text), len(text))
}

func (d *ShellController) enter(line string) {
	m := d.panel.Enter(line)
	if m == nil {
		return
	}
	d.put("")
	d.Post(m.Pack())
	d.fill()
}

// Hear handles an answer of the worker.
func (d *ShellController) Hear(wire []byte) {
	m := d.panel.Hear(wire)
	switch {
	case m == nil:
		return
	case m.Needs:
		d.moved = true
		d.UseOther()
		return
	case m.Alternatives != nil:
		d.put(d.panel.Completed(d.Value("shell-input"), m.Alternatives))
	default:
		text, err := d.panel.Edit(m)
		if err != nil {
			d.Say("alert", err.Error())
		}
		if text != "" {
			d.change(text)
		}
	}
	d.fill()
}

// change runs the changed scenario. The page then shows the end of the same instant.
func (d *ShellController) change(text string) {
	d.Keep(text)
	d.Next = -1
	asked := d.App.Apply(text, d.panel.Did())
	asked.At, asked.Ordinal = max(asked.At, 0), math.MaxInt32
	d.SendLoad(asked)
}

// loaded sends the latest message again after the worker was replaced, or if it was about
// the run before.
func (d *ShellController) loaded() {
	if !d.moved && !d.panel.Busy {
		return
	}
	d.moved = false
	if m := d.panel.Again(); m != nil {
		d.Post(m.Pack())
	}
}

// prompt updates the prompt when the page moves in time.
func (d *ShellController) prompt() {
	if d.Find(id) != nil {
		d.SetText("shell-prompt", d.panel.Prompt())
	}
}

// fill updates the drawer.
func (d *ShellController) fill() {
	if d.Find(id) == nil {
		return
	}
	c := d.App.Words
	d.SetText("shell-title", c.Say(i18n.ShellTitle))
	d.SetText("shell-keys", c.Say(i18n.ShellKeys))
	d.SetText("shell-run", c.Say(i18n.ShellRun))
	d.El("shell-close").SetAttribute("aria-label", c.Say(i18n.Close))
	d.prompt()
	d.SetHTML("shell-log", d.panel.LogHTML())
	d.SetText("shell-said", d.panel.Spoken())
	log := d.El("shell-log").Underlying()
	log.Set("scrollTop", log.Get("scrollHeight"))
}

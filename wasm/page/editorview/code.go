//go:build js && wasm

package editorview

import (
	"hash/fnv"
	"strconv"
	"strings"
	"syscall/js"
)

// begin is the program to begin with: what was typed last here, if the run on
// screen has no other.
func (d *EditorController) begin() string {
	on, kept := d.panel.OnScreen(), d.Stored("policy")
	if on == "" || kept != "" && d.Stored("policy-of") == digest(on) {
		return kept
	}
	return on
}

// keep stores what is typed, with the program that it began from: a reload brings
// it back, errors and all.
func (d *EditorController) keep() {
	d.Store("policy", d.panel.Source)
	d.Store("policy-of", digest(d.panel.OnScreen()))
}

// digest tells programs apart.
func digest(source string) string {
	h := fnv.New32a()
	h.Write([]byte(source))
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// write puts a program into the editor.
func (d *EditorController) write(source string) {
	d.panel.Write(source)
	if !d.panel.Trial.Running {
		d.endTrial()
	}
	d.el("own-text").Set("value", source)
	if code := d.Glue.Get("policy"); !code.IsUndefined() {
		code.Call("set")
	}
	d.fill("own-size", d.panel.SizeText())
}

// focus goes to the code.
func (d *EditorController) focus() {
	if code := d.Glue.Get("policy"); !code.IsUndefined() {
		code.Call("focus")
		return
	}
	d.el("own-text").Call("focus")
}

// diff shows how the code differs from a program; from none, the code.
func (d *EditorController) diff(name, source string) {
	shown := name != ""
	if shown {
		d.fill("own-diff", d.panel.DiffHTML(name, source))
	}
	d.el("own-diff").Set("hidden", !shown)
	d.el("edit-policy").Call("toggleAttribute", "data-diff", shown)
	if shown {
		d.el("own-diff").Call("querySelector", "button").Call("focus")
	}
}

// typed runs what was typed, if that is another program than before.
func (d *EditorController) typed() {
	if d.hand || !d.panel.Fresh() || strings.TrimSpace(d.panel.Source) == "" {
		return
	}
	d.send()
}

// Run runs what is in the editor, or goes to what is wrong with it.
func (d *EditorController) Run() {
	if strings.TrimSpace(d.panel.Source) == "" {
		return
	}
	if !d.panel.Fresh() && len(d.panel.Wrong) > 0 {
		d.goTo(0)
		return
	}
	d.send()
}

// patience is how long a worker may say nothing before one that runs an older
// program is ended for a newer one, in milliseconds.
const patience = 1500

func (d *EditorController) send() {
	if d.panel.Waits() && d.Millis()-d.heard > patience {
		d.Restart()
	}
	asked := d.panel.Ask(d.Millis())
	d.heard = d.Millis()
	if asked != nil {
		d.Send(asked)
	}
	d.Update()
}

// Heard is called at each message of the worker.
func (d *EditorController) Heard() { d.heard = d.Millis() }

// goTo brings the caret to what is wrong.
func (d *EditorController) goTo(i int) {
	if i >= len(d.panel.Wrong) || d.panel.Wrong[i].In == nil {
		return
	}
	d.diff("", "")
	in := d.panel.Wrong[i].In
	if code := d.Glue.Get("policy"); !code.IsUndefined() {
		code.Call("goTo", max(in.Line, 1), max(in.Col, 1))
	}
}

// mark underlines what is wrong.
func (d *EditorController) mark() {
	if code := d.Glue.Get("policy"); !code.IsUndefined() {
		code.Call("faults", js.Global().Get("JSON").Call("parse", d.panel.MarksJSON()))
	}
}

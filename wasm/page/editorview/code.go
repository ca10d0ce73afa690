//go:build js && wasm

package editorview

import (
	"hash/fnv"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/page/document"
)

// begin returns the program with which the editor opens. Usually that is the
// program stored in this browser, which the reader typed last. If the run on screen
// uses a program, the stored program must have been typed while that program was on
// screen. Otherwise begin returns the program of the run on screen.
func (d *EditorController) begin() string {
	on, kept := d.panel.OnScreen(), d.Stored("policy")
	if on == "" || kept != "" && d.Stored("policy-of") == digest(on) {
		return kept
	}
	return on
}

// keep stores what the reader has typed, errors included, so that a reload can
// restore it. It also stores which program was on screen at that time.
func (d *EditorController) keep() {
	d.Store("policy", d.panel.Source)
	d.Store("policy-of", digest(d.panel.OnScreen()))
}

// digest returns a hash by which programs can be compared.
func digest(source string) string {
	h := fnv.New32a()
	h.Write([]byte(source))
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// write replaces the program in the editor.
func (d *EditorController) write(source string) {
	d.panel.Write(source)
	if !d.panel.Trial.Running {
		d.endTrial()
	}
	d.SetValue("own-text", source)
	if code := d.Glue.Get("policy"); !code.IsUndefined() {
		code.Call("set")
	}
	d.SetText("own-size", d.panel.SizeText())
}

// focus moves the focus to the code editor.
func (d *EditorController) focus() {
	if code := d.Glue.Get("policy"); !code.IsUndefined() {
		code.Call("focus")
		return
	}
	document.Focus(d.El("own-text"))
}

// diff shows how the code in the editor differs from another program, given by its
// name and source. If the name is "", it shows the code itself again.
func (d *EditorController) diff(name, source string) {
	shown := name != ""
	if shown {
		d.SetHTML("own-diff", d.panel.DiffHTML(name, source))
	}
	d.Hide("own-diff", !shown)
	d.El("edit-policy").Underlying().Call("toggleAttribute", "data-diff", shown)
	if shown {
		document.Focus(document.Query(d.El("own-diff"), "button"))
	}
}

// typed runs the program after the reader has typed, if the program has changed.
func (d *EditorController) typed() {
	if d.hand || !d.panel.Fresh() || strings.TrimSpace(d.panel.Source) == "" {
		return
	}
	d.send()
}

// Run runs the program in the editor. If the program is known to be wrong, it moves
// the caret to the first fault instead.
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

// patience is a time in milliseconds. A worker is replaced if it is still running
// an older program and has sent no message for this time. A newer program can then
// run.
const patience = 1500

func (d *EditorController) send() {
	if d.panel.Waits() && document.Now()-d.heard > patience {
		d.StartWorker()
	}
	asked := d.panel.Ask(document.Now())
	d.heard = document.Now()
	if asked != nil {
		d.Next = d.Lesson
		d.SendLoad(asked)
	}
	d.Update()
}

// Heard records that the worker has sent a message.
func (d *EditorController) Heard() { d.heard = document.Now() }

// goTo moves the caret to the i-th fault.
func (d *EditorController) goTo(i int) {
	if i < 0 || i >= len(d.panel.Wrong) || d.panel.Wrong[i].In == nil {
		return
	}
	d.diff("", "")
	in := d.panel.Wrong[i].In
	if code := d.Glue.Get("policy"); !code.IsUndefined() {
		code.Call("goTo", max(in.Line, 1), max(in.Col, 1))
	}
}

// mark underlines the faults in the code editor.
func (d *EditorController) mark() {
	if code := d.Glue.Get("policy"); !code.IsUndefined() {
		code.Call("faults", js.Global().Get("JSON").Call("parse", d.panel.MarksJSON()))
	}
}

//go:build js && wasm

// Package scenarioview shows the editor of the scenario: as a form, as text, and the
// tab for policies that the reader writes. It also keeps drafts, and shows the
// faults of a scenario.
package scenarioview

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/editorview"
	"hopyard/wasm/page/host"
)

// ScenarioView is the controller of the editor.
type ScenarioView struct {
	*host.Host
	editor   editor
	Tab      string                       // tab of the editor: "text", "policy", or "" for the form
	sure     string                       // id of the draft that a second click on its delete button deletes
	Policies *editorview.EditorController // nil until the reader first opens the policy editor or a run with a user-written policy
}

// New returns the controller of the editor, and listens to its elements.
func New(h *host.Host) *ScenarioView {
	p := &ScenarioView{Host: h}
	p.listenToDrafts()
	p.listenToEditor()
	p.listenToForm()
	h.OnAction(keys.OpenEditor, p.OpenEditor)
	h.OnAction(keys.OpenPolicy, p.openPolicy)
	h.OnAction(keys.OpenFaults, p.OpenFaults)
	h.OnAction(keys.OpenDrafts, p.openDrafts)
	h.OnAction(keys.UndoEdit, func() { p.UndoOrRedo(false) })
	h.OnAction(keys.RedoEdit, func() { p.UndoOrRedo(true) })
	h.OnRun(p.policyLoaded)
	h.OnLanguage(func() { p.El("form-note").SetTextContent("") })
	h.OnLanguage(p.editorAnew)
	h.OnLessons(p.editorAnew)
	h.OnBusy(func() bool { return p.Soon("typed") || p.Soon("policy") })
	h.OnBroken(func(text string) bool { return p.Policies != nil && p.Policies.Died(text) })
	h.OnMessage(message.None, func([]byte) {
		if p.Policies != nil {
			p.Policies.Heard()
		}
	})
	return p
}

// editor is the state of the scenario editor.
type editor struct {
	wrong []message.Problem // faults of the text in the editor
	ran   string            // text that was run last
	hand  bool              // whether the text runs only on request, not after each change
	left  string            // text that had not been run when the editor was closed; "": none
	on    int32             // serial of the run on screen when the editor was closed with that text
	there bool              // whether the editor was opened and leaveEditor has not been called since then
}

// editing reports whether the editor is open.
func (p *ScenarioView) editing() bool { return p.El("editor").Underlying().Get("open").Bool() }

// OpenEditor opens the editor beside the pictures if there is room, otherwise over
// them. Text that the reader typed earlier and that has not been run is still
// there.
func (p *ScenarioView) OpenEditor() {
	text, ok := p.App.Edit.EditText()
	for id, off := range map[string]bool{"edit-run": !ok, "tab-form": !ok} {
		p.El(id).Underlying().Set("disabled", off)
	}
	p.El("edit-text").Underlying().Set("readOnly", !ok)
	if !p.editing() {
		if p.editor.there {
			p.leaveEditor()
		}
		p.App.Playing, p.editor.there = false, true
		p.write(text)
		if p.editor.left != "" && !p.App.EditsFaults() && p.App.Run != nil && p.editor.on == p.App.Run.Serial {
			p.write(p.editor.left)
			p.editor.ran, text = text, p.editor.left
		}
		open := "showModal"
		if document.Matches("(min-width: 1061px)") {
			open = "show"
			p.Mark("data-editing", true)
		}
		p.El("editor").Underlying().Call(open)
		p.El("form-note").SetTextContent("")
	} else if p.App.EditsFaults() {
		p.write(text)
	}
	if p.App.EditsFaults() {
		p.wrong(p.App.Faults)
	} else {
		p.wrong(simworker.Check(text))
	}
	if !ok {
		p.SetHTML("edit-errors", p.App.Edit.TooLongHTML())
	}
	switch {
	case p.Tab == "policy" && p.App.Run != nil:
	case !ok || p.App.EditsFaults():
		p.Tab = "text"
	case p.Tab == "policy":
		p.Tab = ""
	}
	p.showTab(p.Tab)
	if p.Tab != "policy" {
		document.Focus(p.El(tabs[p.Tab]))
	}
}

// write puts a text into the editor without moving the caret.
func (p *ScenarioView) write(text string) {
	if p.Value("edit-text") != text {
		p.SetValue("edit-text", text)
	}
	p.editor.ran = text
	if code := p.Glue.Get("code"); !code.IsUndefined() {
		code.Call("set")
	}
}

// showCode shows the text in the code editor CodeMirror, which is loaded when first
// needed.
func (p *ScenarioView) showCode() {
	p.Glue.Call("openCode", p.El("edit-code").Underlying(), p.El("edit-text").Underlying(), p.App.Edit.CodeOptions(), document.Once(func() {
		p.Glue.Get("code").Call("set")
		p.markFaults()
		p.Root().SetAttribute("data-code", "1")
	}))
}

// typed handles a pause after the reader has typed. It shows errors at the places
// where they occur, and runs a text without errors.
func (p *ScenarioView) typed() {
	text := p.Value("edit-text")
	p.wrong(simworker.Check(text))
	if !p.editor.hand {
		p.runTyped(text)
	}
}

func (p *ScenarioView) runTyped(text string) {
	if len(p.editor.wrong) == 0 && text != p.editor.ran {
		p.editor.ran = text
		p.Keep(text)
		p.Next = -1
		p.SendLoad(p.App.Edit.Edited(text))
	}
}

// runText runs the text in the editor, or goes to its first fault.
func (p *ScenarioView) runText() {
	text := p.Value("edit-text")
	p.wrong(simworker.Check(text))
	if len(p.editor.wrong) > 0 {
		p.GoToFault(0)
		return
	}
	p.App.Edit.Edits.Break()
	if text == p.editor.ran {
		p.El("form-note").SetTextContent(p.App.Words.Say(i18n.RunsAlready))
	}
	p.runTyped(text)
}

// wrong shows the faults of the text in the editor.
func (p *ScenarioView) wrong(faults []message.Problem) {
	p.editor.wrong = faults
	p.SetHTML("edit-errors", p.App.FaultsHTML(faults, true))
	p.markFaults()
}

func (p *ScenarioView) markFaults() {
	if code := p.Glue.Get("code"); !code.IsUndefined() {
		marks := p.App.Edit.MarksJSON(p.Value("edit-text"), p.editor.wrong)
		code.Call("faults", js.Global().Get("JSON").Call("parse", marks))
	}
}

// GoToFault selects the part of the editor's text to which a fault refers.
func (p *ScenarioView) GoToFault(i int) {
	if i < 0 || i >= len(p.editor.wrong) {
		return
	}
	p.showTab("text")
	fault := &p.editor.wrong[i]
	from, to := model.Spot(p.Value("edit-text"), fault)
	if code := p.Glue.Get("code"); !code.IsUndefined() {
		code.Call("select", from, to)
		return
	}
	field := p.El("edit-text").Underlying()
	field.Call("focus")
	if to == 0 {
		return
	}
	field.Call("setSelectionRange", from, to)
	lines := float64(edit.Lines(field.Get("value").String()))
	field.Set("scrollTop", max(0, (float64(fault.Line)-4)*field.Get("scrollHeight").Float()/lines))
}

// FollowText updates the editor after a run that it did not request. Such a run
// follows when the reader undoes an edit, chooses a policy or drags a bar.
func (p *ScenarioView) FollowText() {
	m := p.App
	if !p.editing() {
		return
	}
	if !p.Root().HasAttribute("data-editing") {
		document.SetContent(p.El("form-note"), m.Changed) // the editor covers the panel that would otherwise show the changes
	}
	text, ok := m.Edit.EditText()
	switch {
	case ok && text == p.editor.ran || !ok && p.Tab == "policy":
		return
	case !ok:
		p.CloseDialog("editor")
		return
	}
	p.write(text)
	p.wrong(nil)
	if p.Tab == "" {
		p.showForm()
	}
}

func (p *ScenarioView) listenToEditor() {
	p.Click("edit-run", p.runText)
	p.On("edit-text", "input", func(document.DOMEvent) { p.Later("typed", 350, p.typed) })
	p.editor.hand = p.Stored("byhand") == "true"
	p.El("edit-auto").Underlying().Set("checked", !p.editor.hand)
	p.On("edit-auto", "change", func(document.DOMEvent) {
		p.editor.hand = !p.El("edit-auto").Underlying().Get("checked").Bool()
		p.Store("byhand", strconv.FormatBool(p.editor.hand))
		if !p.editor.hand {
			p.typed()
		}
	})
	p.On("edit-errors", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "[data-fault]"); ok {
			p.GoToFault(int(host.IDOf(b, "data-fault")))
		}
	})
	p.On("editor", "close", func(document.DOMEvent) {
		if p.editor.there && !p.editing() {
			p.leaveEditor()
		}
	})
	p.On("editor", "keydown", p.editorKey)
}

// leaveEditor cleans up after the editor was closed. Usually the browser's close
// event triggers it. If the reader opens the editor again before that event,
// openEditor calls it.
func (p *ScenarioView) leaveEditor() {
	p.editor.there, p.editor.left = false, ""
	p.Mark("data-editing", false)
	p.App.Edit.Edits.Break()
	if text := p.Value("edit-text"); text != p.editor.ran && p.App.Run != nil {
		p.editor.left, p.editor.on = text, p.App.Run.Serial
	}
	if at := p.Active(); at == nil || at.TagName() == "BODY" {
		document.Focus(p.El("edit-open")) // the button was hidden while the editor was open
	}
}

// editorKey handles keys in the editor: Ctrl+Enter runs the text, Esc closes the
// editor, and the keys for undo and redo work outside of text fields.
func (p *ScenarioView) editorKey(e document.DOMEvent) {
	ctrl, at := e.CtrlKey() || e.MetaKey(), document.Target(e)
	switch {
	case e.Underlying().Get("defaultPrevented").Bool() && e.Key() != "Enter":
	case e.Key() == "Enter" && ctrl:
		e.PreventDefault()
		if at != nil && document.Within(at, "#form-body") != nil {
			at.Underlying().Call("blur") // applies the pending change of the field
			document.Focus(at)
		}
		if p.Tab == "policy" {
			p.own().Run()
		} else {
			p.runText()
		}
	case e.Key() == "Escape" && !p.Open():
		e.PreventDefault()
		e.StopPropagation()
		p.CloseDialog("editor")
	case at != nil && document.Within(at, "textarea, input:not([type]), #edit-code, #own-editor") == nil:
		press := keys.Press{Key: e.Key(), Code: e.Underlying().Get("code").String(), Ctrl: ctrl, Alt: e.AltKey(), Shift: e.ShiftKey()}
		if a := p.App.Keys.Pressed(press); a == keys.UndoEdit || a == keys.RedoEdit {
			e.PreventDefault()
			p.Act(a)
		}
	}
}

// openPolicy opens the editor on its tab for user-written policies.
func (p *ScenarioView) openPolicy() {
	p.Tab = "policy"
	p.OpenEditor()
	p.own().Focus()
}

// Writes opens the policy editor if the reader chose, in a picker, a user-written
// policy that does not exist yet. It reports whether it did. The picker then shows
// the policy on screen again.
func (p *ScenarioView) Writes(picker, value string) bool {
	if !p.App.Policy.Writes(picker, value) {
		return false
	}
	delete(p.Texts, "pick-queue")
	delete(p.Texts, "pick-allocator")
	p.ShowPickers()
	p.openPolicy()
	return true
}

// editorAnew updates the texts of the open editor after a change of language. It is
// called again when the texts of the forms arrive, which is later.
func (p *ScenarioView) editorAnew() {
	if !p.editing() {
		return
	}
	p.Glue.Call("speakCode", p.App.Edit.CodeOptions())
	p.wrong(p.editor.wrong)
	if p.Tab == "policy" {
		p.own().Update()
	}
	if p.Tab == "" {
		p.showForm()
	}
}

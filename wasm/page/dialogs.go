//go:build js && wasm

package page

import (
	"hopyard/wasm/app/keys"
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
)

// open reports whether a modal dialog is open. Such a dialog receives all keys.
func (p *page) open() bool { return query(p.root(), "dialog:modal") != nil }

func (p *page) openDialog(id string) {
	p.m.Playing = false
	if d := p.el(id).Underlying(); !d.Get("open").Bool() {
		d.Call("showModal")
	}
}

// dialog returns the body of a dialog that index.html does not contain. It creates
// the dialog when it is first needed, and sets its title and content each time.
func (p *page) dialog(id, title, html string) element {
	if p.find(id) == nil {
		d := p.create("dialog")
		d.SetID(id)
		d.SetAttribute("aria-labelledby", id+"-title")
		d.SetInnerHTML(`<form method="dialog" class="dialog-head"><h2 id="` + id + `-title"></h2><button class="icon">✕</button></form><div class="dialog-body"></div>`)
		put(query(p.root(), "body"), d)
	}
	d := p.el(id)
	query(d, "h2").SetTextContent(title)
	query(d, ".dialog-head button").SetAttribute("aria-label", p.m.Words.Say(i18n.Close))
	body := query(d, ".dialog-body")
	body.SetInnerHTML(html)
	return body
}

func (p *page) closed(id string) {
	if d := p.el(id).Underlying(); d.Get("open").Bool() {
		d.Call("close")
	}
}

func (p *page) listenToDialogs() {
	p.on("keys-off", "change", func(event) {
		value := "on"
		if p.el("keys-off").Underlying().Get("checked").Bool() {
			value = "off"
		}
		p.set("letters", value, true)
	})
	p.click("figures-open", func() {
		if p.m.Run != nil {
			p.openFigures()
		}
	})
	p.click("stale-show", p.openFaults)
	p.listenToEditor()
	p.listenToForm()
	p.on("busy", "click", func(e event) {
		if _, ok := closest(e, "[data-cancel]"); ok {
			p.cancel()
		}
	})
}

func (p *page) openHelp() {
	p.setHTML("keys", p.m.Keys.HelpHTML())
	p.openDialog("help")
}

// pickLesson loads a lesson, or carries out another choice of the picker.
func (p *page) pickLesson(value string) {
	p.setValue("pick-lesson", strconv.Itoa(p.lesson))
	if p.lesson < 0 {
		p.setValue("pick-lesson", lessons.PickOwn)
	}
	switch value {
	case lessons.PickGallery:
		p.act(keys.OpenGallery)
		return
	case lessons.PickDrafts:
		p.act(keys.OpenDrafts)
		return
	case lessons.PickFile:
		p.act(keys.OpenFile)
		return
	}
	if i, err := strconv.Atoi(value); err == nil && i >= 0 && i < len(p.lessons) {
		p.next = i
		p.visit(message.Load{Form: message.JSON, Text: p.lessons[i].Text, Name: p.lessons[i].Title, At: -1, Job: -1})
	}
}

// once returns a callback that releases itself when it is called. It may be called
// at most once; if it is never called, its memory is not freed.
func once(f func()) js.Func { return onceWith(func(js.Value) { f() }) }

// onceWith returns a callback like once, but passes the callback's first argument
// to f. If the callback is called without arguments, f gets undefined.
func onceWith(f func(js.Value)) js.Func {
	var call js.Func
	call = js.FuncOf(func(_ js.Value, args []js.Value) any {
		call.Release()
		told := js.Undefined()
		if len(args) > 0 {
			told = args[0]
		}
		f(told)
		return nil
	})
	return call
}

// showFaults shows the scenario's errors: in the editor if it is open, otherwise in
// a separate dialog.
func (p *page) showFaults() {
	m := p.m
	if len(m.Faults) == 0 {
		if m.Note != "" {
			p.say("alert", m.Note)
		}
		return
	}
	if p.policies != nil && p.policies.Rejected(m.Failed) {
		return
	}
	p.say("alert", m.StaleText())
	if p.editing() && m.EditsFaults() {
		p.wrong(m.Faults)
		if p.tab == "" {
			p.showForm()
		}
		return
	}
	p.openFaults()
}

func (p *page) openFaults() {
	if p.m.EditsFaults() {
		p.openEditor()
		if len(p.editor.wrong) > 0 {
			p.goToFault(0)
		}
		return
	}
	p.setHTML("errors", p.m.FaultsHTML(p.m.Faults, false))
	p.openDialog("errors-view")
}

// openUnits opens a dialog with the machine's units in the sense of source S0, as a
// tree, and the hop counts between them.
func (p *page) openUnits() {
	p.dialog("units-view", p.m.Words.Say(i18n.UnitsTitle), p.m.Machine.UnitsHTML())
	p.refillOnLanguage("units-view", p.openUnits)
	p.openDialog("units-view")
}

// openFigures opens a dialog with all figures of the whole run and their meaning,
// and with the data of the curves as a table.
func (p *page) openFigures() {
	fill := func() {
		p.dialog("figures-view", p.m.Words.Say(i18n.AllFigures), p.m.Figures.AllFiguresHTML()+p.m.Figures.CurveTableHTML())
	}
	fill()
	p.refillOnLanguage("figures-view", p.openFigures)
	p.openDialog("figures-view")
	if p.terms.code != p.m.Words.Code {
		p.withGlossary(fill)
	}
}

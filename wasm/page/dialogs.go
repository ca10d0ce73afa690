//go:build js && wasm

package page

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/page/document"
)

func (p *page) listenToDialogs() {
	p.On("keys-off", "change", func(document.Event) {
		value := "on"
		if p.El("keys-off").Underlying().Get("checked").Bool() {
			value = "off"
		}
		p.set("letters", value, true)
	})
	p.Click("figures-open", func() {
		if p.App.Run != nil {
			p.openFigures()
		}
	})
	p.Click("stale-show", p.openFaults)
	p.listenToEditor()
	p.listenToForm()
	p.On("busy", "click", func(e document.Event) {
		if _, ok := document.Closest(e, "[data-cancel]"); ok {
			p.Cancel()
		}
	})
}

func (p *page) openHelp() {
	p.SetHTML("keys", p.App.Keys.HelpHTML())
	p.OpenDialog("help")
}

// showFaults shows the scenario's errors: in the editor if it is open, otherwise in
// a separate dialog.
func (p *page) showFaults() {
	m := p.App
	if len(m.Faults) == 0 {
		if m.Note != "" {
			p.Say("alert", m.Note)
		}
		return
	}
	if p.policies != nil && p.policies.Rejected(m.Failed) {
		return
	}
	p.Say("alert", m.StaleText())
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
	if p.App.EditsFaults() {
		p.openEditor()
		if len(p.editor.wrong) > 0 {
			p.goToFault(0)
		}
		return
	}
	p.SetHTML("errors", p.App.FaultsHTML(p.App.Faults, false))
	p.OpenDialog("errors-view")
}

// openUnits opens a dialog with the machine's units in the sense of source S0, as a
// tree, and the hop counts between them.
func (p *page) openUnits() {
	p.Dialog("units-view", p.App.Words.Say(i18n.UnitsTitle), p.App.Machine.UnitsHTML())
	p.RefillOnLanguage("units-view", p.openUnits)
	p.OpenDialog("units-view")
}

// openFigures opens a dialog with all figures of the whole run and their meaning,
// and with the data of the curves as a table.
func (p *page) openFigures() {
	fill := func() {
		p.Dialog("figures-view", p.App.Words.Say(i18n.AllFigures), p.App.Figures.AllFiguresHTML()+p.App.Figures.CurveTableHTML())
	}
	fill()
	p.RefillOnLanguage("figures-view", p.openFigures)
	p.OpenDialog("figures-view")
	if p.terms.code != p.App.Words.Code {
		p.withGlossary(fill)
	}
}

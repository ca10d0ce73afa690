//go:build js && wasm

package page

import (
	"strconv"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/page/document"
)

func (p *page) listenToDialogs() {
	p.On("keys-off", "change", func(document.DOMEvent) {
		value := "on"
		if p.El("keys-off").Underlying().Get("checked").Bool() {
			value = "off"
		}
		p.setting.Set("letters", value, true)
	})
	p.Click("figures-open", func() {
		if p.App.Run != nil {
			p.openFigures()
		}
	})
	p.OnItem("keys", "click", "[data-action]", func(b document.Element) {
		p.CloseDialog("help")
		if n, err := strconv.Atoi(b.GetAttribute("data-action")); err == nil {
			p.Act(keys.Action(n))
		}
	})
	p.Click("stale-show", p.scenario.OpenFaults)
	p.On("busy", "click", func(e document.DOMEvent) {
		if _, ok := document.Closest(e, "[data-cancel]"); ok {
			p.Cancel()
		}
	})
}

func (p *page) openHelp() {
	p.SetHTML("keys", p.App.Keys.HelpHTML())
	p.OpenDialog("help")
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
	if p.glossary.Terms.Code != p.App.Words.Code {
		p.glossary.WithGlossary(fill)
	}
}

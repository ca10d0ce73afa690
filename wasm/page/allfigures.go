//go:build js && wasm

package page

import "hopyard/wasm/app/words"

// openUnits shows S0's units as a tree, and the hops between them.
func (p *page) openUnits() {
	p.dialog("units-view", p.m.Words.Say(words.UnitsTitle), p.m.Machine.UnitsHTML())
	p.saysAnew("units-view", p.openUnits)
	p.openDialog("units-view")
}

// openFigures shows all figures of the whole run, with what they mean, and the
// curves as a table.
func (p *page) openFigures() {
	fill := func() {
		p.dialog("figures-view", p.m.Words.Say(words.AllFigures), p.m.Figures.AllFiguresHTML()+p.m.Figures.CurveTableHTML())
	}
	fill()
	p.saysAnew("figures-view", p.openFigures)
	p.openDialog("figures-view")
	if p.terms.code != p.m.Words.Code {
		p.withGlossary(fill)
	}
}

//go:build js && wasm

package scenarioview

// ShowFaults shows the scenario's errors: in the editor if it is open, otherwise in
// a separate dialog.
func (p *ScenarioView) ShowFaults() {
	m := p.App
	if len(m.Faults) == 0 {
		if m.Note != "" {
			p.Say("alert", m.Note)
		}
		return
	}
	if p.Policies != nil && p.Policies.Rejected(m.Failed) {
		return
	}
	p.Say("alert", m.StaleText())
	if p.editing() && m.EditsFaults() {
		p.wrong(m.Faults)
		if p.Tab == "" {
			p.showForm()
		}
		return
	}
	p.OpenFaults()
}

// OpenFaults shows the scenario's errors in the editor if they are in its text,
// otherwise in a dialog.
func (p *ScenarioView) OpenFaults() {
	if p.App.EditsFaults() {
		p.OpenEditor()
		if len(p.editor.wrong) > 0 {
			p.GoToFault(0)
		}
		return
	}
	p.SetHTML("errors", p.App.FaultsHTML(p.App.Faults, false))
	p.OpenDialog("errors-view")
}

//go:build js && wasm

package scenarioview

import "hopyard/wasm/page/editorview"

// own returns the controller of the policy editor.
func (p *ScenarioView) own() *editorview.EditorController {
	if p.Policies == nil {
		p.Policies = editorview.New(p.Host, p.openPolicy)
	}
	return p.Policies
}

// policyLoaded notifies the policy editor of a new run, if the editor exists or if
// the run has a user-written policy.
func (p *ScenarioView) policyLoaded() {
	if p.Policies != nil || p.App.Run.Program != nil {
		p.own().Loaded()
	}
}

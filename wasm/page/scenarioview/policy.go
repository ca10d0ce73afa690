//go:build js && wasm

package scenarioview

import (
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/editorview"
)

// own returns the controller of the policy editor.
func (p *ScenarioView) own() *editorview.EditorController {
	if p.Policies == nil {
		p.Policies = editorview.New(editorview.EditorHost{
			Model: p.App, Glue: p.Glue, Post: p.Post, Changed: p.Changed, Say: p.Say, Later: p.Later, Fetch: p.Fetch,
			Stored: p.Stored, Store: p.Store, Share: func() { p.Act(keys.OpenShare) }, Open: p.OpenDialog, Show: p.openPolicy, Millis: document.Now,
			Send:    func(l *message.Load) { p.Next = p.Lesson; p.SendLoad(l) },
			Load:    func(l message.Load) { p.Next = -1; p.Visit(l) },
			Restart: func() { p.Glue.Call("restart", p.Other); p.Sent, p.Waiting = "", -1 },
			Dialog:  func(id, title, html string) js.Value { return p.Dialog(id, title, html).Underlying() },
			Compare: func(list []scenario.PolicyNames) {
				p.App.Do(keys.FirstDivergence)
				p.Compares = share.Linked{Policies: list}
				p.Act(keys.OpenCompare)
			},
		})
	}
	return p.Policies
}

// PolicyLoaded notifies the policy editor of a new run, if the editor exists or if
// the run has a user-written policy.
func (p *ScenarioView) PolicyLoaded() {
	if p.Policies != nil || p.App.Run.Program != nil {
		p.own().Loaded()
	}
}

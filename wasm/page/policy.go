//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/page/own"
)

// What the page has to do with policies that people write while nobody writes one;
// the editor is wasm/page/own's, which is fetched when it is first wanted.

// own is the editor of policies.
func (p *page) own() *own.Desk {
	if p.policies == nil {
		p.policies = own.New(own.Page{
			Model: p.m, Glue: p.glue, Post: p.post, Changed: p.changed, Say: p.say, Later: p.later, Fetch: p.fetch,
			Stored: p.stored, Store: p.store, Share: p.openShare, Open: p.openDialog, Show: p.openPolicy, Millis: now,
			Send:    func(l *message.Load) { p.next = p.lesson; p.sendLoad(l) },
			Load:    func(l message.Load) { p.next = -1; p.load(l) },
			Restart: func() { p.glue.Call("restart", p.other); p.sent, p.waiting = "", -1 },
			Dialog:  func(id, title, html string) js.Value { return p.dialog(id, title, html).Underlying() },
			Compare: func(list []scenario.Policy) {
				p.m.Do(keys.FirstDivergence)
				p.startCompare(share.Linked{Policies: list})
			},
		})
	}
	return p.policies
}

// openPolicy opens the editor with the policy in it.
func (p *page) openPolicy() {
	p.tab = "policy"
	p.openEditor()
}

// writes opens it where the choice of a picker is a policy that is not written
// yet, and reports that it did; the picker shows what is on screen again.
func (p *page) writes(picker, value string) bool {
	if !p.m.Policy.Writes(picker, value) {
		return false
	}
	delete(p.texts, "pick-queue")
	delete(p.texts, "pick-allocator")
	p.showPickers()
	p.openPolicy()
	return true
}

// takeOther sends what was asked for last to a worker with the other program: it
// has a policy that somebody wrote. That worker runs everything from now on.
func (p *page) takeOther(serial int32) {
	if serial != p.m.Asked.Serial {
		p.sent = ""
		return
	}
	p.other = true
	p.glue.Call("restart", true)
	p.waiting, p.sent = -1, p.m.Asked.Text
	p.post(p.m.Asked.Pack())
}

// policyLoaded tells the editor of a run, if it has to do with that.
func (p *page) policyLoaded() {
	if p.policies != nil || p.m.Run.Program != nil {
		p.own().Loaded()
	}
}

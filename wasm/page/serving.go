//go:build js && wasm

package page

import "syscall/js"

// listenToVersions offers a new version of the page when the service worker has
// one (static/js/offline.js).
func (p *page) listenToVersions() {
	p.glue.Set("renewed", js.FuncOf(func(js.Value, []js.Value) any {
		if p.find("renewed") == nil {
			p.offerVersion()
		}
		return nil
	}))
}

func (p *page) offerVersion() {
	box := p.create("div")
	box.SetID("renewed")
	box.SetAttribute("class", "renewed")
	box.SetAttribute("role", "status")
	put(query(p.root(), "body"), box)
	box.SetInnerHTML(p.m.NewVersionHTML())
	on(box.Underlying(), "click", func(e event) {
		if _, ok := closest(e, "[data-take]"); ok {
			p.glue.Call("renew")
		}
		if _, ok := closest(e, "[data-leave]"); ok {
			box.Underlying().Call("remove")
		}
	})
}

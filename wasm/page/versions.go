//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/page/document"
)

// listenToVersions shows an offer to load the new version of the page as soon as
// the service worker has one (static/js/offline.js).
func (p *page) listenToVersions() {
	p.Glue.Set("renewed", js.FuncOf(func(js.Value, []js.Value) any {
		if p.Find("renewed") == nil {
			p.offerVersion()
		}
		return nil
	}))
}

func (p *page) offerVersion() {
	box := p.Create("div")
	box.SetID("renewed")
	box.SetAttribute("class", "renewed")
	box.SetAttribute("role", "status")
	document.Put(p.Query("body"), box)
	document.SetContent(box, p.App.NewVersionHTML())
	document.On(box.Underlying(), "click", func(e document.DOMEvent) {
		if _, ok := document.Closest(e, "[data-take]"); ok {
			p.Glue.Call("renew")
		}
		if _, ok := document.Closest(e, "[data-leave]"); ok {
			box.Underlying().Call("remove")
		}
	})
}

//go:build js && wasm

package page

import (
	"hopyard/wasm/page/document"
)

// addBusy adds an element above the machine that shows the progress of a recording,
// with a button to stop it.
func (p *page) addBusy() {
	box := p.Create("div")
	box.SetID("busy")
	box.SetAttribute("class", "tip")
	box.SetAttribute("role", "status")
	document.Put(document.Within(p.El("machine-canvas"), ".stage"), box)
	p.Hide("busy", true)
}

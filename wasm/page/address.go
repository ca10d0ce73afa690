//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app"
	"hopyard/wasm/app/message"
)

func (p *page) hash() string { return js.Global().Get("location").Get("hash").String() }

// link is the whole share link, "" where the scenario does not fit in one.
func (p *page) link() string {
	f := p.m.Fragment()
	if f == "" {
		return ""
	}
	location := js.Global().Get("location")
	return location.Get("origin").String() + location.Get("pathname").String() + f
}

// writeAddress keeps the address in step with the page, so that a reload comes
// back to it. Browsers allow some hundred changes a minute, and it is called
// once a step at most. What does not fit in a link has an address without one.
func (p *page) writeAddress() {
	f := p.m.Fragment()
	if f == p.written || p.m.Stale() || p.m.Loading != nil {
		return
	}
	p.later("address", 250, func() {
		p.written = f
		if f == "" {
			location := js.Global().Get("location")
			f = location.Get("pathname").String() + location.Get("search").String()
		}
		js.Global().Get("history").Call("replaceState", js.Null(), "", f)
	})
}

// readAddress loads the link that was put into the address bar.
func (p *page) readAddress() {
	if hash := p.hash(); hash != p.written && app.HasScenario(hash) {
		p.loadLink(hash)
	}
}

func (p *page) loadLink(hash string) {
	p.next = -1
	p.written = hash
	if p.m.Compare != nil {
		p.leaveCompare(nil)
	}
	p.compares = app.LinkedOf(hash)
	p.load(message.Load{Form: message.Link, Text: hash, At: -1, Job: -1})
}

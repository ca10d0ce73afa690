//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
)

func location() js.Value { return js.Global().Get("location") }

func (p *page) hash() string { return location().Get("hash").String() }

// here is the page's address without settings and what follows #; of the page
// for embeds that of the full page.
func here() string {
	path := location().Get("pathname").String()
	if folder, embed := share.Folder(path); embed {
		path = folder
	}
	return location().Get("origin").String() + path
}

// link is the whole share link, "" where the scenario does not fit in one.
func (p *page) link() string {
	f := p.m.Share.Fragment()
	if f == "" {
		return ""
	}
	return here() + f
}

// writeAddress keeps the address in step with the page, so that a reload comes
// back to it. Browsers allow some hundred changes a minute, and it is called
// once a step at most. What does not fit in a link has an address without one.
// An embed's address is its page's, and stays; its own link follows instead.
func (p *page) writeAddress() {
	if p.m.Run == nil || p.m.Stale() || p.m.Loading != nil {
		return
	}
	if p.m.Share.Embed.On {
		p.leadOut()
		return
	}
	f := p.m.Share.Fragment()
	if _, soon := p.timers["address"]; f == p.written && !soon {
		return
	}
	p.later("address", 250, func() {
		if p.m.Share.Bad != nil {
			return
		}
		p.written = f
		js.Global().Get("history").Call("replaceState", js.Null(), "", unnamed()+f)
	})
}

// readAddress loads the link that was put into the address bar.
func (p *page) readAddress() {
	hash := p.hash()
	if hash == p.written || p.readShort() {
		return
	}
	if share.HasScenario(hash) {
		p.loadLink(hash)
	}
}

func (p *page) loadLink(hash string) {
	p.next = -1
	p.written = hash
	if p.m.Compare != nil {
		p.leaveCompare(nil)
	}
	p.compares = share.LinkedOf(hash)
	p.load(message.Load{Form: message.Link, Text: hash, At: -1, Job: -1})
}

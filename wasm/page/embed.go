//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
)

// embed applies the settings in the page's address that concern its display within
// another page. An embedded page is asleep until it is clicked: it ignores keys and
// the mouse wheel.
func (p *page) embed() {
	e := share.ReadEmbed(location().Get("pathname").String(), location().Get("search").String())
	p.m.Share.Embed, p.m.ReadOnly = e, e.ReadOnly
	if !e.On {
		return
	}
	root := p.root()
	set := func(name, value string) {
		if value != "" {
			root.SetAttribute("data-"+name, value)
		}
	}
	controls := "full"
	if e.Least {
		controls = "min"
	}
	set("embed", controls)
	p.mark("data-asleep", true)
	p.mark("data-readonly", e.ReadOnly)
	left, right := 0, 0
	for _, name := range share.EmbedPanels {
		switch {
		case !e.Shows(name):
			p.hide(name, true)
		case name == "machine" || name == "timeline":
			left++
		default:
			right++
		}
	}
	set("left", string(rune('0'+left)))
	set("right", string(rune('0'+right)))
	p.addEmbedBar()
	wake := js.FuncOf(func(js.Value, []js.Value) any {
		p.awake = true
		p.mark("data-asleep", false)
		return nil
	})
	js.Global().Call("addEventListener", "pointerdown", wake, true)
}

// embedLooks applies the theme, palette and motion settings that an embed's address
// requests, without storing them.
func (p *page) embedLooks() {
	e := &p.m.Share.Embed
	if !e.On {
		return
	}
	for _, look := range [...][2]string{{"theme", e.Theme}, {"palette", e.Palette}} {
		if look[1] != "" {
			p.set(look[0], look[1], false)
		}
	}
	if e.Still {
		p.set("motion", "off", false)
	}
}

// addEmbedBar adds the bar that names the run and links to the full page.
func (p *page) addEmbedBar() {
	bar := p.create("div")
	bar.SetAttribute("class", "embed-bar")
	bar.SetInnerHTML(`<b id="embed-title"></b><small id="embed-note"></small><a id="embed-open" target="_blank" rel="noopener" href="` + here() + `"></a>`)
	query(p.root(), "main").Underlying().Call("before", bar.Underlying())
	p.updateEmbedBar()
}

// updateEmbedBar updates the bar of an embed. The link in the bar opens the full
// page at the moment on screen.
func (p *page) updateEmbedBar() {
	m := p.m
	full := here()
	if id, view, ok := share.ReadShort(location().Get("search").String(), p.hash()); ok && share.IsID(id) {
		full += "?s=" + id
		if view != "" {
			full += "#" + view
		}
	}
	p.setText("embed-open", m.Words.Say(i18n.EmbedOpen)+" ↗")
	p.setText("embed-note", i18n.Plain(m.Share.EmbedNote()))
	if m.Run != nil {
		p.setText("embed-title", m.Title())
		if link := p.link(); link != "" {
			full = link
		}
	}
	p.el("embed-open").SetAttribute("href", full)
}

// asleep reports whether the page is an embed that has not been clicked yet.
func (p *page) asleep() bool { return p.m.Share.Embed.On && !p.awake }

// readOnly reports whether the page is a read-only embed and the request would
// change its scenario.
func (p *page) readOnly(l *message.Load) bool {
	o := &l.Overrides
	changes := l.Form != message.Link && l.Form != message.Shared || o.Queue+o.Allocator+o.Order+o.Network+o.Machine.Kind != "" || o.Depth != 0 || len(o.Set) > 0
	return p.m.ReadOnly && p.sent != "" && changes
}

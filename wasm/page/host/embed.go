//go:build js && wasm

package host

import (
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
)

// Embed applies the settings in the page's address that concern its display within
// another page. An embedded page is asleep until it is clicked: it ignores keys and
// the mouse wheel.
func (p *Host) Embed() {
	e := share.ReadEmbed(document.Location().Get("pathname").String(), document.Location().Get("search").String())
	p.App.Share.Embed, p.App.ReadOnly = e, e.ReadOnly
	if !e.On {
		return
	}
	root := p.Root()
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
	p.Mark("data-asleep", true)
	p.Mark("data-readonly", e.ReadOnly)
	left, right := 0, 0
	for _, name := range share.EmbedPanels {
		switch {
		case !e.Shows(name):
			p.Hide(name, true)
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
		p.Mark("data-asleep", false)
		return nil
	})
	js.Global().Call("addEventListener", "pointerdown", wake, true)
}

// addEmbedBar adds the bar that names the run and links to the full page.
func (p *Host) addEmbedBar() {
	bar := p.Create("div")
	bar.SetAttribute("class", "embed-bar")
	document.SetContent(bar, html.B(html.ID("embed-title"))+html.Small(html.ID("embed-note"))+html.El("a", html.ID("embed-open"), html.Attr{"target", "_blank"}, html.Attr{"rel", "noopener"}, html.Attr{"href", Here()}))
	p.Query("main").Underlying().Call("before", bar.Underlying())
	p.UpdateEmbedBar()
}

// UpdateEmbedBar updates the bar of an embed. The link in the bar opens the full
// page at the moment on screen.
func (p *Host) UpdateEmbedBar() {
	m := p.App
	full := Here()
	if id, view, ok := share.ReadShort(document.Location().Get("search").String(), p.Hash()); ok && share.IsID(id) {
		full += "?s=" + id
		if view != "" {
			full += "#" + view
		}
	}
	p.SetText("embed-open", m.Words.Say(i18n.EmbedOpen)+" ↗")
	p.SetText("embed-note", html.Plain(m.Share.EmbedNote()))
	if m.Run != nil {
		p.SetText("embed-title", m.Title())
		if link := p.Link(); link != "" {
			full = link
		}
	}
	p.El("embed-open").SetAttribute("href", full)
}

// Asleep reports whether the page is an embed that has not been clicked yet.
func (p *Host) Asleep() bool { return p.App.Share.Embed.On && !p.awake }

// readOnly reports whether the page is a read-only embed and the request would
// change its scenario.
func (p *Host) readOnly(l *message.Load) bool {
	o := &l.Overrides
	changes := l.Form != message.Link && l.Form != message.Shared || o.Queue+o.Allocator+o.Order+o.Network+o.Machine.Kind != "" || o.Depth != 0 || len(o.Set) > 0
	return p.App.ReadOnly && p.Sent != "" && changes
}

// IsLab reports whether an address's fragment is a link to an experiment. wasm/lab
// shows experiments on top of the page's run.
func IsLab(hash string) bool { return strings.HasPrefix(hash, "#x.") }

//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/share"
)

// askAPI sends a request to the share API on the page's server, and calls done with
// the response. The size of the response and the time for it are limited. If body
// is empty, the request only reads.
func (p *page) askAPI(path, body string, done func(*share.Response)) {
	sent := js.Undefined()
	if body != "" {
		sent = js.ValueOf(body)
	}
	p.glue.Call("ask", path, sent, share.MaxShared, onceWith(func(said js.Value) {
		at := said.Index
		done(&share.Response{Status: at(0).Int(), JSON: at(1).Bool(), Whole: at(2).Bool(), Text: at(3).String(), Wait: at(4).Int()})
	}))
}

// readShort opens the short link in the address, and reports whether there is one.
func (p *page) readShort() bool {
	id, view, ok := share.ReadShort(location().Get("search").String(), p.hash())
	if ok {
		p.openShort(id, view)
	}
	return ok
}

// openShort fetches the scenario of a short link and shows it at the moment and
// with the job that the parameter view describes. It ignores the response if the
// reader has opened something else since.
func (p *page) openShort(id, view string) {
	p.next, p.written = -1, p.hash()
	p.m.Share.Short.Host = location().Get("host").String()
	if p.m.Compare != nil {
		p.leaveCompare(nil)
	}
	if !p.m.Share.AskAbout(id, view) {
		p.rejected()
		return
	}
	asked := p.m.Asked.Serial
	if p.m.Run == nil {
		p.setText("why-sentence", p.m.Words.Say(i18n.ShortFetching))
	}
	p.askAPI("api/links/"+id, "", func(a *share.Response) {
		if p.m.Asked.Serial != asked || p.m.Share.Short.ID != id {
			return
		}
		p.dropNote()
		load := p.m.Share.TakeShort(a)
		if load == nil {
			p.rejected()
			return
		}
		p.compares = share.LinkedOf(view)
		p.m.WillPredict(p.compares.Predict && len(p.compares.Policies) == 0)
		p.m.Walk.Lecture = p.compares.Lecture
		p.sendLoad(load)
	})
}

// unnamed returns the page's address without the parameters of a short link and
// without the fragment.
func unnamed() string {
	path, search := location().Get("pathname").String(), location().Get("search").String()
	if _, _, named := share.ReadShort(search, ""); named {
		params := js.Global().Get("URLSearchParams").New(search)
		for _, key := range share.Named {
			params.Call("delete", key)
		}
		if search = params.Call("toString").String(); search != "" {
			search = "?" + search
		}
	}
	return path + search
}

// aboutAPI finds out whether the server has a share API. It does nothing if that is
// already known.
func (p *page) aboutAPI() {
	short := &p.m.Share.Short
	short.Host = location().Get("host").String()
	short.Wrong, short.Long = "", false
	if short.There == share.IsThere || short.There == share.NotThere {
		return
	}
	p.askAPI("api/links", "", func(a *share.Response) {
		p.m.Share.TakeAbout(a)
		p.showShare()
	})
}

// shorten makes a short link of the scenario on screen. If there already is one, it
// switches the dialog between the short link and the long link.
func (p *page) shorten() {
	short := &p.m.Share.Short
	if p.m.Share.ShortID() != "" {
		short.Long = !short.Long
		p.showShare()
		p.selectField("share-url")
		return
	}
	link, text := p.m.Linked().Link, p.m.Share.Shared()
	if short.Busy || text == "" {
		p.showShare()
		return
	}
	short.Busy = true
	p.showShare()
	p.askAPI("api/links", text, func(a *share.Response) {
		made := p.m.Share.TakeMade(link, a)
		p.showShare()
		if d := p.find("share"); made && d.Underlying().Get("open").Bool() && p.m.Share.Shortened() {
			p.selectField("share-url")
		}
	})
}

// folder returns the address of the folder that contains the page.
func folder() string {
	path, _ := share.Folder(location().Get("pathname").String())
	return location().Get("origin").String() + path
}

// showShortening updates the section on short links in the share dialog. The focus
// stays on the section's button, or moves there if requested. The HTML is replaced
// only if it has changed, because screen readers read every replacement.
func (p *page) showShortening() {
	box := p.find("share-short")
	html := p.m.Share.ShortHTML()
	box.Underlying().Set("hidden", html == "")
	focused := query(box, ":focus") != nil
	if html != p.shortShown || !box.HasChildNodes() {
		p.shortShown = html
		box.SetInnerHTML(html)
	}
	open := p.find("share").Underlying().Get("open").Bool() // an element of a closed dialog cannot take the focus
	if b := p.find("share-shorten"); b != nil && open && (focused || p.shortening) {
		p.shortening = false
		focus(b)
	}
}

// showQR shows the QR code of a link, as large as the window permits.
func (p *page) showQR(address string) {
	body := p.dialog("qr", p.m.Words.Say(i18n.QRTitle), p.m.Share.QRHTML(address))
	p.refillOnLanguage("qr", func() { p.showQR(address) })
	p.openDialog("qr")
	code := query(body, "#qr-code")
	p.glue.Call("openQR", code.Underlying(), address, onceWith(func(drawn js.Value) {
		if !drawn.Bool() {
			code.SetTextContent(p.m.Words.Say(i18n.QRFailed))
		}
	}))
}

// openQR shows the QR code of the short link. If there is no short link, it shows
// the QR code of the long link. A QR code is scanned right away. The link therefore
// omits the data with which the page could check that the run is still the same.
func (p *page) openQR(parts share.LinkParts) {
	if p.m.Run == nil {
		return
	}
	parts.NoRun, parts.Plain = true, false
	address, _ := p.linkOf(parts)
	if address == "" || len(address) > share.MostQR {
		p.openShare()
		p.find("share-done").SetTextContent(p.m.Words.Say(i18n.QRTooLong))
		return
	}
	p.showQR(address)
}

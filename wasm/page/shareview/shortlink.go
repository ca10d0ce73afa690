//go:build js && wasm

package shareview

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/share"
	"hopyard/wasm/page/document"
)

// askAPI sends a request to the share API on the page's server, and calls done with
// the response. The size of the response and the time for it are limited. If body
// is empty, the request only reads.
func (p *ShareView) askAPI(path, body string, done func(*share.Response)) {
	sent := js.Undefined()
	if body != "" {
		sent = js.ValueOf(body)
	}
	p.Glue.Call("ask", path, sent, share.MaxShared, document.OnceWith(func(said js.Value) {
		at := said.Index
		done(&share.Response{Status: at(0).Int(), JSON: at(1).Bool(), Whole: at(2).Bool(), Text: at(3).String(), Wait: at(4).Int()})
	}))
}

// ReadShort opens the short link in the address, and reports whether there is one.
func (p *ShareView) ReadShort() bool {
	id, view, ok := share.ReadShort(document.Location().Get("search").String(), p.Hash())
	if ok {
		p.OpenShort(id, view)
	}
	return ok
}

// OpenShort fetches the scenario of a short link and shows it at the moment and
// with the job that the parameter view describes. It ignores the response if the
// reader has opened something else since.
func (p *ShareView) OpenShort(id, view string) {
	p.Next, p.Written = -1, p.Hash()
	p.App.Share.Short.Host = document.Location().Get("host").String()
	p.LeaveCompare()
	if !p.App.Share.AskAbout(id, view) {
		p.Rejected()
		return
	}
	asked := p.App.Asked.Serial
	if p.App.Run == nil {
		p.SetText("why-sentence", p.App.Words.Say(i18n.ShortFetching))
	}
	p.askAPI("api/links/"+id, "", func(a *share.Response) {
		if p.App.Asked.Serial != asked || p.App.Share.Short.ID != id {
			return
		}
		p.DropNote()
		load := p.App.Share.TakeShort(a)
		if load == nil {
			p.Rejected()
			return
		}
		p.Compares = share.LinkedOf(view)
		p.App.WillPredict(p.Compares.Predict && len(p.Compares.Policies) == 0)
		p.App.Walk.Lecture = p.Compares.Lecture
		p.SendLoad(load)
	})
}

// aboutAPI finds out whether the server has a share API. It does nothing if that is
// already known.
func (p *ShareView) aboutAPI() {
	short := &p.App.Share.Short
	short.Host = document.Location().Get("host").String()
	short.Wrong, short.Long = "", false
	if short.There == share.IsThere || short.There == share.NotThere {
		return
	}
	p.askAPI("api/links", "", func(a *share.Response) {
		p.App.Share.TakeAbout(a)
		p.showShare()
	})
}

// shorten makes a short link of the scenario on screen. If there already is one, it
// switches the dialog between the short link and the long link.
func (p *ShareView) shorten() {
	short := &p.App.Share.Short
	if p.App.Share.ShortID() != "" {
		short.Long = !short.Long
		p.showShare()
		p.SelectField("share-url")
		return
	}
	link, text := p.App.Linked().Link, p.App.Share.Shared()
	if short.Busy || text == "" {
		p.showShare()
		return
	}
	short.Busy = true
	p.showShare()
	p.askAPI("api/links", text, func(a *share.Response) {
		made := p.App.Share.TakeMade(link, a)
		p.showShare()
		if d := p.Find("share"); made && d.Underlying().Get("open").Bool() && p.App.Share.Shortened() {
			p.SelectField("share-url")
		}
	})
}

// folder returns the address of the folder that contains the page.
func folder() string {
	path, _ := share.Folder(document.Location().Get("pathname").String())
	return document.Location().Get("origin").String() + path
}

// showShortening updates the section on short links in the share dialog. The focus
// stays on the section's button, or moves there if requested. The HTML is replaced
// only if it has changed, because screen readers read every replacement.
func (p *ShareView) showShortening() {
	box := p.Find("share-short")
	content := p.App.Share.ShortHTML()
	box.Underlying().Set("hidden", content == "")
	focused := document.Query(box, ":focus") != nil
	if content != p.shortShown || !box.HasChildNodes() {
		p.shortShown = content
		document.SetContent(box, content)
	}
	open := p.Find("share").Underlying().Get("open").Bool() // an element of a closed dialog cannot take the focus
	if b := p.Find("share-shorten"); b != nil && open && (focused || p.shortening) {
		p.shortening = false
		document.Focus(b)
	}
}

// showQR shows the QR code of a link, as large as the window permits.
func (p *ShareView) showQR(address string) {
	body := p.Dialog("qr", p.App.Words.Say(i18n.QRTitle), p.App.Share.QRHTML(address))
	p.RefillOnLanguage("qr", func() { p.showQR(address) })
	p.OpenDialog("qr")
	code := document.Query(body, "#qr-code")
	p.Glue.Call("openQR", code.Underlying(), address, document.OnceWith(func(drawn js.Value) {
		if !drawn.Bool() {
			code.SetTextContent(p.App.Words.Say(i18n.QRFailed))
		}
	}))
}

// openQR shows the QR code of the short link. If there is no short link, it shows
// the QR code of the long link. A QR code is scanned right away. The link therefore
// omits the data with which the page could check that the run is still the same.
func (p *ShareView) openQR(parts share.LinkParts) {
	if p.App.Run == nil {
		return
	}
	parts.NoRun, parts.Plain = true, false
	address, _ := p.linkOf(parts)
	if address == "" || len(address) > share.MostQR {
		p.openShare()
		p.Find("share-done").SetTextContent(p.App.Words.Say(i18n.QRTooLong))
		return
	}
	p.showQR(address)
}

//go:build js && wasm

// Package shareview shows the share dialog: the link, short links, QR codes and the
// code of an embed.
package shareview

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/share"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// ShareView is the controller of the share dialog.
type ShareView struct {
	*host.Host
	shortening bool      // whether the dialog should focus the button that makes a short link
	shortShown html.HTML // HTML of the dialog's section on short links
}

// New returns the controller of the share dialog.
func New(h *host.Host) *ShareView {
	p := &ShareView{Host: h}
	h.OnAction(keys.OpenShare, func() { p.OnceKnown(p.openShare) })
	h.OnAction(keys.CopyLink, func() { p.OnceKnown(p.copyLink) })
	h.OnAction(keys.MakeShort, func() {
		p.shortening = true
		p.OnceKnown(p.openShare)
	})
	h.OnAction(keys.ShowCode, func() { p.OnceKnown(func() { p.openQR(share.LinkParts{}) }) })
	h.Click("share-open", func() { p.Act(keys.OpenShare) })
	return p
}

// openShare opens the share dialog, which shows the link and lets the reader choose
// what it includes. The dialog is filled each time it opens, and stores no choices.
func (p *ShareView) openShare() {
	if p.App.Run == nil {
		return
	}
	first := p.Find("share") == nil
	sends := js.Global().Get("navigator").Get("share").Type() == js.TypeFunction && document.Matches("(pointer: coarse)")
	body := p.Dialog("share", p.App.Words.Say(i18n.ShareHead), p.App.Share.ShareHTML(sends))
	if first {
		document.On(body.Underlying(), "change", func(document.DOMEvent) { p.showShare() })
		document.On(body.Underlying(), "click", p.shareClick)
		p.RefillOnLanguage("share", p.openShare)
	}
	p.aboutAPI()
	p.showShare()
	p.OpenDialog("share")
	p.SelectField("share-url")
	p.showShortening()
}

// ticked reports whether a checkbox of the dialog exists and is ticked.
func (p *ShareView) ticked(id string) bool {
	e := p.Find(id)
	return e != nil && e.Underlying().Get("checked").Bool()
}

// unticked reports whether a checkbox of the dialog exists and is not ticked.
func (p *ShareView) unticked(id string) bool { return p.Find(id) != nil && !p.ticked(id) }

// ticks returns, according to the checkboxes, which parts the link omits.
func (p *ShareView) ticks() share.LinkParts {
	return share.LinkParts{NoPlace: p.unticked("share-place"), NoJob: p.unticked("share-job"), NoPolicies: p.unticked("share-policies"), Plain: p.ticked("share-plain")}
}

// linkOf returns the link without the parts that the reader chose to omit. It is
// the short link if there is one. linkOf also returns the fragment for the address
// of an embed that shows the same.
func (p *ShareView) linkOf(parts share.LinkParts) (link, fragment string) {
	if p.App.Share.Shortened() {
		return p.App.Share.ShortAddress(folder()) + p.App.Share.ShortView(parts), p.App.Share.EmbedView(parts)
	}
	if fragment = p.App.Share.LinkWith(parts); fragment == "" {
		return "", ""
	}
	return host.Here() + fragment, fragment
}

// showShare updates the link, its length and the embed code after a checkbox has
// changed.
func (p *ShareView) showShare() {
	if p.App.Run == nil {
		return
	}
	m, short := p.App, p.App.Share.Shortened()
	link, f := p.linkOf(p.ticks())
	set := func(id, property, value string) { p.Find(id).Underlying().Set(property, value) }
	set("share-url", "value", link)
	set("share-count", "textContent", m.Share.LinkCount(link))
	p.Find("share-note").SetTextContent(m.Share.ShareNote(link, short))
	p.Find("share-note").SetAttribute("data-tier", share.Tier(link))
	if e := p.Find("share-plain"); e != nil {
		document.Within(e, "label").Underlying().Set("hidden", short)
	}
	p.showShortening()
	for _, id := range []string{"share-copy", "share-qr", "share-send", "embed-making"} {
		if e := p.Find(id); e != nil {
			e.Underlying().Set("hidden", link == "")
		}
	}
	e := share.Embed{Least: true, ReadOnly: p.ticked("embed-readonly"), Still: p.ticked("embed-still"), Theme: p.Picked("embed-theme"), Lang: p.Picked("embed-lang")}
	for _, name := range share.EmbedPanels {
		if document.Query(p.Find("share"), `[data-panel="`+name+`"]`).Underlying().Get("checked").Bool() {
			e.Panels = append(e.Panels, name)
		}
	}
	size, _ := strconv.Atoi(p.Picked("embed-size"))
	id, at := "", folder()
	if short {
		id = m.Share.ShortID()
		at = strings.TrimSuffix(m.Share.ShortAddress(at), "s/"+id)
	}
	code := m.Share.EmbedCode(at, id, f, &e, share.EmbedSizes[size][0], share.EmbedSizes[size][1])
	set("embed-code", "value", string(code))
	set("embed-count", "textContent", m.Share.LinkCount(string(code)))
}

func (p *ShareView) shareClick(e document.DOMEvent) {
	b, ok := document.Closest(e, "button")
	if !ok {
		return
	}
	done := func(text string) { p.Find("share-done").SetTextContent(text) }
	switch b.ID() {
	case "share-copy":
		p.copyField("share-url", done)
	case "share-embed":
		p.copyField("embed-code", done)
	case "share-shorten":
		p.shorten()
	case "share-qr":
		p.openQR(p.ticks())
	case "share-send":
		to := js.Global().Get("Object").New()
		to.Set("title", p.App.Title())
		to.Set("url", p.Picked("share-url"))
		js.Global().Get("navigator").Call("share", to).Call("catch", document.Once(func() {})) // nothing to do if the reader cancels
	case "share-file":
		name := p.App.Export.FileName(p.LessonName(), ".json")
		p.Save(name, "application/json", p.App.Run.Text)
		done(html.Plain(p.App.Export.ExportDone(name)))
	case "sheet-make":
		p.CloseDialog("share")
		p.Act(keys.MakeSheet)
	case "export-open":
		p.CloseDialog("share")
		p.Act(keys.OpenExport)
	}
}

// copyField copies the text of a field to the clipboard and confirms it. If the
// browser forbids that, it selects the text, so that the reader can copy it with
// the keyboard.
func (p *ShareView) copyField(id string, done func(string)) {
	text := p.Picked(id)
	p.CopyText(text, func() { done(p.App.Share.CopiedText(text)) }, func() {
		p.SelectField(id)
		done(p.App.Words.Say(i18n.ShareByHand))
	})
}

// copyLink copies the link without opening the dialog. If the browser forbids that
// or the link would be too long, it opens the dialog.
func (p *ShareView) copyLink() {
	link := p.Link()
	if link == "" {
		p.openShare()
		return
	}
	p.CopyText(link, func() { p.Say("status", p.App.Share.CopiedText(link)) }, p.openShare)
}

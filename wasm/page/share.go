//go:build js && wasm

package page

import (
	"hopyard/wasm/app/keys"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/share"
)

// openShare opens the share dialog, which shows the link and lets the reader choose
// what it includes. The dialog is filled each time it opens, and stores no choices.
func (p *page) openShare() {
	if p.m.Run == nil {
		return
	}
	first := p.find("share") == nil
	sends := js.Global().Get("navigator").Get("share").Type() == js.TypeFunction && matches("(pointer: coarse)")
	body := p.dialog("share", p.m.Words.Say(i18n.ShareHead), p.m.Share.ShareHTML(sends))
	if first {
		on(body.Underlying(), "change", func(event) { p.showShare() })
		on(body.Underlying(), "click", p.shareClick)
		p.refillOnLanguage("share", p.openShare)
	}
	p.aboutAPI()
	p.showShare()
	p.openDialog("share")
	p.selectField("share-url")
	p.showShortening()
}

// ticked reports whether a checkbox of the dialog exists and is ticked.
func (p *page) ticked(id string) bool {
	e := p.find(id)
	return e != nil && e.Underlying().Get("checked").Bool()
}

// unticked reports whether a checkbox of the dialog exists and is not ticked.
func (p *page) unticked(id string) bool { return p.find(id) != nil && !p.ticked(id) }

// ticks returns, according to the checkboxes, which parts the link omits.
func (p *page) ticks() share.LinkParts {
	return share.LinkParts{NoPlace: p.unticked("share-place"), NoJob: p.unticked("share-job"), NoPolicies: p.unticked("share-policies"), Plain: p.ticked("share-plain")}
}

// linkOf returns the link without the parts that the reader chose to omit. It is
// the short link if there is one. linkOf also returns the fragment for the address
// of an embed that shows the same.
func (p *page) linkOf(parts share.LinkParts) (link, fragment string) {
	if p.m.Share.Shortened() {
		return p.m.Share.ShortAddress(folder()) + p.m.Share.ShortView(parts), p.m.Share.EmbedView(parts)
	}
	if fragment = p.m.Share.LinkWith(parts); fragment == "" {
		return "", ""
	}
	return here() + fragment, fragment
}

// showShare updates the link, its length and the embed code after a checkbox has
// changed.
func (p *page) showShare() {
	if p.m.Run == nil {
		return
	}
	m, short := p.m, p.m.Share.Shortened()
	link, f := p.linkOf(p.ticks())
	set := func(id, property, value string) { p.find(id).Underlying().Set(property, value) }
	set("share-url", "value", link)
	set("share-count", "textContent", m.Share.LinkCount(link))
	p.find("share-note").SetInnerHTML(m.Share.ShareNote(link, short))
	p.find("share-note").SetAttribute("data-tier", share.Tier(link))
	if e := p.find("share-plain"); e != nil {
		within(e, "label").Underlying().Set("hidden", short)
	}
	p.showShortening()
	for _, id := range []string{"share-copy", "share-qr", "share-send", "embed-making"} {
		if e := p.find(id); e != nil {
			e.Underlying().Set("hidden", link == "")
		}
	}
	e := share.Embed{Least: true, ReadOnly: p.ticked("embed-readonly"), Still: p.ticked("embed-still"), Theme: p.picked("embed-theme"), Lang: p.picked("embed-lang")}
	for _, name := range share.EmbedPanels {
		if query(p.find("share"), `[data-panel="`+name+`"]`).Underlying().Get("checked").Bool() {
			e.Panels = append(e.Panels, name)
		}
	}
	size, _ := strconv.Atoi(p.picked("embed-size"))
	id, at := "", folder()
	if short {
		id = m.Share.ShortID()
		at = strings.TrimSuffix(m.Share.ShortAddress(at), "s/"+id)
	}
	code := m.Share.EmbedCode(at, id, f, &e, share.EmbedSizes[size][0], share.EmbedSizes[size][1])
	set("embed-code", "value", code)
	set("embed-count", "textContent", m.Share.LinkCount(code))
}

func (p *page) picked(id string) string { return p.find(id).Underlying().Get("value").String() }

func (p *page) shareClick(e event) {
	b, ok := closest(e, "button")
	if !ok {
		return
	}
	done := func(text string) { p.find("share-done").SetTextContent(text) }
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
		to.Set("title", p.m.Title())
		to.Set("url", p.picked("share-url"))
		js.Global().Get("navigator").Call("share", to).Call("catch", once(func() {})) // nothing to do if the reader cancels
	case "share-file":
		name := p.m.Export.FileName(p.lessonName(), ".json")
		p.save(name, "application/json", p.m.Run.Text)
		done(i18n.Plain(p.m.Export.ExportDone(name)))
	case "sheet-make":
		p.closed("share")
		p.act(keys.MakeSheet)
	case "export-open":
		p.closed("share")
		p.act(keys.OpenExport)
	}
}

// copyField copies the text of a field to the clipboard and confirms it. If the
// browser forbids that, it selects the text, so that the reader can copy it with
// the keyboard.
func (p *page) copyField(id string, done func(string)) {
	text := p.picked(id)
	p.copyText(text, func() { done(p.m.Share.CopiedText(text)) }, func() {
		p.selectField(id)
		done(p.m.Words.Say(i18n.ShareByHand))
	})
}

// selectField selects the text of a field and scrolls to its beginning. It also
// gives the field the focus: Ctrl+C copies nothing without the focus, and not all
// browsers focus a field when its text is selected.
func (p *page) selectField(id string) {
	e := p.find(id)
	focus(e)
	e.Underlying().Call("select")
	e.Underlying().Set("scrollTop", 0)
}

// copyLink copies the link without opening the dialog. If the browser forbids that
// or the link would be too long, it opens the dialog.
func (p *page) copyLink() {
	link := p.link()
	if link == "" {
		p.openShare()
		return
	}
	p.copyText(link, func() { p.say("status", p.m.Share.CopiedText(link)) }, p.openShare)
}

// copyText copies a text to the clipboard, and calls done or failed afterwards.
func (p *page) copyText(text string, done, failed func()) {
	p.glue.Call("copy", text, onceWith(func(copied js.Value) {
		if copied.Bool() {
			done()
		} else {
			failed()
		}
	}))
}

func location() js.Value { return js.Global().Get("location") }

func (p *page) hash() string { return location().Get("hash").String() }

// here returns the page's address without parameters and fragment. For the embed
// page it returns the address of the full page.
func here() string {
	path := location().Get("pathname").String()
	if folder, embed := share.Folder(path); embed {
		path = folder
	}
	return location().Get("origin").String() + path
}

// link returns the complete share link, or "" if the scenario does not fit into a
// link.
func (p *page) link() string {
	f := p.m.Share.Fragment()
	if f == "" {
		return ""
	}
	return here() + f
}

//go:build js && wasm

package host

import (
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/share"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
)

// OpenDialog stops playing and opens a modal dialog, unless it is open.
func (p *Host) OpenDialog(id string) {
	p.App.Playing = false
	if d := p.El(id).Underlying(); !d.Get("open").Bool() {
		d.Call("showModal")
	}
}

// Dialog returns the body of a dialog that index.html does not contain. It creates
// the dialog when it is first needed, and sets its title and content each time.
func (p *Host) Dialog(id, title string, content html.HTML) document.Element {
	if p.Find(id) == nil {
		d := p.Create("dialog")
		d.SetID(id)
		d.SetAttribute("aria-labelledby", id+"-title")
		head := html.El("form", html.Attr{"method", "dialog"}, html.Class("dialog-head"), html.H2(html.ID(id+"-title")), html.El("button", html.Class("icon"), html.Text("✕")))
		document.SetContent(d, head+html.Div(html.Class("dialog-body")))
		document.Put(p.Query("body"), d)
	}
	d := p.El(id)
	document.Query(d, "h2").SetTextContent(title)
	document.Query(d, ".dialog-head button").SetAttribute("aria-label", p.App.Words.Say(i18n.Close))
	body := document.Query(d, ".dialog-body")
	document.SetContent(body, content)
	return body
}

// Note shows the progress of the export.
func (p *Host) Note(text html.HTML) {
	if e := p.Find("export-note"); e != nil {
		document.SetContent(e, text)
	}
}

// Save offers a text to the reader as a file to download.
func (p *Host) Save(name, kind, text string) {
	p.Glue.Call("save", name, kind, text)
	p.Note(p.App.Export.ExportDone(name))
}

// RefillOnLanguage registers f as the function that fills a dialog again when the
// language changes while the dialog is open.
func (p *Host) RefillOnLanguage(id string, f func()) { p.retold[id] = f }

// IDOf returns the job number, or another number, in an attribute of an element. It
// returns workload.NoJob if there is none.
func IDOf(e document.Element, attribute string) workload.JobID {
	return workload.JobID(document.IntOf(e, attribute))
}

// Choose selects a job.
func (p *Host) Choose(id workload.JobID) {
	p.App.Select(id)
	p.Changed()
}

// PointAt highlights a part of the pictures, and the words that refer to it.
func (p *Host) PointAt(place model.Region) {
	if p.App.Pointed != place {
		p.App.Pointed = place
		p.ChangedOnly(Pointing)
	}
}

// Act carries out the action of a key or a button. It also updates the page as the
// action requires.
func (p *Host) Act(a keys.Action) {
	step, began := p.App.Step, document.Now()
	next := p.App.Do(a)
	if p.App.Step != step || p.App.Predict.On && p.App.Practice.Busy() {
		p.AskedAt = began
	}
	for _, f := range p.hooks.acted {
		f(a)
	}
	p.Changed()
	if f := p.hooks.actions[next]; f != nil {
		f()
	}
}

// Here returns the page's address without parameters and fragment. For the embed
// page it returns the address of the full page.
func Here() string {
	path := document.Location().Get("pathname").String()
	if folder, embed := share.Folder(path); embed {
		path = folder
	}
	return document.Location().Get("origin").String() + path
}

// Link returns the complete share link, or "" if the scenario does not fit into a
// link.
func (p *Host) Link() string {
	f := p.App.Share.Fragment()
	if f == "" {
		return ""
	}
	return Here() + f
}

// FocusFirst moves the focus to the item of a list that the Tab key would reach.
func (p *Host) FocusFirst(id string) {
	if e := document.Query(p.El(id), `[tabindex="0"]`); e != nil {
		document.Focus(e)
		return
	}
	document.Focus(p.El(id))
}

// Place returns the kind of element at which a key was pressed, and the element.
func (p *Host) Place(e document.DOMEvent) (keys.Focus, document.Element) {
	target := document.Target(e)
	switch {
	case target == nil:
		return keys.OnPage, nil
	case p.Open() || document.Within(target, "dialog[open]") != nil:
		return keys.OnDialog, target
	case document.Within(target, "dialog") != nil: // the dialog has just been closed and still has the focus
		return keys.OnPage, target
	case document.Within(target, "[role=tree],[role=grid]") != nil:
		return keys.OnGrid, target
	case document.Within(target, "[role=listbox],.why-table") != nil:
		return keys.OnList, target
	}
	switch tag := strings.ToLower(target.TagName()); tag {
	case "select":
		return keys.OnPicker, target
	case "textarea":
		return keys.OnField, target
	case "input":
		switch target.GetAttribute("type") {
		case "range":
			if target.ID() != "scrub" {
				return keys.OnDial, target
			}
			return keys.OnSlider, target
		case "checkbox":
			return keys.OnButton, target
		}
		return keys.OnField, target
	case "button", "a", "summary":
		return keys.OnButton, target
	}
	return keys.OnPage, target
}

//go:build js && wasm

package page

import (
	"hopyard/wasm/app/keys"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/worksheetview"
)

// This file holds the part of the page's code for worksheets that is needed even
// before a worksheet is opened. The rest is in wasm/page/worksheetview, which is
// fetched at first use.

// isSheet reports whether an address's fragment is a link to a worksheet.
func isSheet(hash string) bool {
	return len(hash) > 3 && hash[1] == 'w' && hash[2] >= '0' && hash[2] <= '9'
}

// isLab reports whether an address's fragment is a link to an experiment. wasm/lab
// shows experiments on top of the page's run.
func isLab(hash string) bool { return strings.HasPrefix(hash, "#x.") }

// inLab reports whether the page shows an experiment instead of a run. While it does,
// the experiment handles key presses and the page's URL.
func (p *page) inLab() bool { return p.root().HasAttribute("data-lab") }

// loadBelowLab loads the scenario of an experiment that was opened by a link. The
// rest of the page then refers to the same scenario. It loads the scenario's link.
// If the scenario is too long for a link, it loads the scenario's text.
func (p *page) loadBelowLab(link, text string) {
	if link != "" {
		p.loadLink(link)
		return
	}
	p.next = -1
	p.load(message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
}

// isSheetText reports whether a text is a worksheet.
func isSheetText(text string) bool {
	return strings.Contains(text[:min(len(text), 4096)], `"hopyard_worksheet"`)
}

// openPaper opens the worksheet that a fragment of the address contains.
func (p *page) openPaper(hash string) {
	p.next, p.written = -1, hash
	if p.m.Compare != nil {
		p.leaveCompare(nil)
	}
	p.sheets().OpenLink(hash)
}

// sheets returns the controller of worksheets.
func (p *page) sheets() *worksheetview.WorksheetController {
	if p.papers == nil {
		p.papers = worksheetview.New(worksheetview.WorksheetHost{
			Model: p.m, Glue: p.glue, Post: p.post, Changed: p.changed, Say: p.say, Close: p.closed, Open: p.openDialog,
			Load:    func(l message.Load) { p.next = -1; p.load(l) },
			Paint:   p.paintNow,
			Go:      func() { p.act(keys.FocusQuestion) },
			Dialog:  func(id, title, html string) js.Value { return p.dialog(id, title, html).Underlying() },
			Save:    func(name, kind, text string) { p.glue.Call("save", name, kind, text) },
			Copy:    func(f string, done, failed func()) { p.copyText(here()+f, done, failed) },
			Lessons: func(f func([]lessons.LessonCard)) { p.withLessons(func() { f(p.lessons) }) },
			Refuse: func(name string, faults []message.Problem) {
				p.m.Reject(&message.Failed{Serial: p.m.Asked.Serial, Name: name, Faults: faults})
				p.rejected()
			},
			Address: func(f string) {
				p.setAddress("replaceState", f)
			},
			Colours: p.paperColours, Millis: now,
		})
	}
	return p.papers
}

// launched reports whether the page belongs to a package for learning management
// systems. If so, it opens the package's worksheet.
func (p *page) launched() bool {
	if !strings.HasSuffix(location().Get("pathname").String(), "/worksheet.html") {
		return false
	}
	p.next = -1
	p.sheets().Launch()
	return true
}

// paperColours returns the colours of the light theme, regardless of the theme on
// screen.
func (p *page) paperColours() []string {
	root := p.root()
	theme := root.GetAttribute("data-theme")
	root.SetAttribute("data-theme", "light")
	list := p.glue.Call("palette", draw.Tokens())
	if theme == "" {
		root.RemoveAttribute("data-theme")
	} else {
		root.SetAttribute("data-theme", theme)
	}
	out := make([]string, draw.NumColours)
	for i := range out {
		out[i] = list.Index(i).String()
	}
	return out
}

//go:build js && wasm

package worksheetview

import (
	"bytes"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/worksheetpanel"
	"hopyard/wasm/app/worksheetpanel/scorm"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
)

// papers collects the items of a worksheet from the worker, for printing or for the
// correct answers.
type papers struct {
	desk  *WorksheetController
	sheet *worksheetpanel.WorksheetPanel
	paper *worksheetpanel.PrintLayout
	keys  func(item int) *message.WorksheetRequest
	note  func(text string) // shows the progress
	done  func()
	fail  func([]message.Problem)
}

// print requests the items of a worksheet one by one, and saves the printable
// pages.
func (d *WorksheetController) print(sheet *worksheetpanel.WorksheetPanel, note func(text string), after func()) {
	paper := worksheetpanel.NewPaper(d.App.Words, d.paperColours())
	d.collect(&papers{desk: d, sheet: sheet, paper: paper, keys: sheet.Keys, note: note, done: func() {
		d.Glue.Call("save", "worksheet.html", "text/html", string(paper.File(sheet)))
		note(d.App.Words.Say(i18n.SheetPrinted))
		after()
	}, fail: func(faults []message.Problem) {
		d.refuse(sheet.DialogTitle(), faults)
		after()
	}})
}

// explain requests the correct answers and their reasons, for a student who has
// finished the worksheet.
func (d *WorksheetController) explain() {
	paper := worksheetpanel.NewPaper(d.App.Words, d.paperColours())
	d.collect(&papers{desk: d, sheet: d.sheet, paper: paper, keys: d.sheet.OwnKeys, note: func(string) {}, done: func() {
		d.sheet.Tell(paper.Answers())
		d.showDone()
	}, fail: func(faults []message.Problem) { d.refuse(d.sheet.DialogTitle(), faults) }})
}

// paperColours returns the colours of the light theme, regardless of the theme on
// screen.
func (d *WorksheetController) paperColours() []string {
	root := d.Root()
	theme := root.GetAttribute("data-theme")
	root.SetAttribute("data-theme", "light")
	list := d.Glue.Call("palette", draw.Tokens())
	if theme == "" {
		root.RemoveAttribute("data-theme")
	} else {
		root.SetAttribute("data-theme", theme)
	}
	return document.TextsOf(list)[:draw.NumColours]
}

func (d *WorksheetController) collect(p *papers) {
	d.paper = p
	d.Post(p.keys(0).Pack())
}

// take handles a message with an item. It returns false if the item was not
// requested.
func (p *papers) take(m *message.WorksheetPart) bool {
	d := p.desk
	if !p.sheet.Asked(m) || m.Item < 0 {
		return false
	}
	next := int(m.Item) + 1
	if len(m.Faults) > 0 || p.paper.Add(m) != nil {
		d.paper = nil
		p.fail(m.Faults)
		return true
	}
	if next < p.sheet.Items() {
		c := d.App.Words
		p.note(c.Say(i18n.SheetBusy, c.N("done", int64(next)), c.N("n", int64(p.sheet.Items()))))
		d.Post(p.keys(next).Pack())
		return true
	}
	d.paper = nil
	p.done()
	return true
}

// hashed returns the names of the page's files that occur in a text. Such a name
// has three parts, separated by dots: a base name, a hash of eight hexadecimal
// digits, and an extension.
func hashed(text string) (names []string) {
	inName := func(c rune) bool {
		return c == '.' || c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	for name := range strings.FieldsFuncSeq(text, func(c rune) bool { return !inName(c) }) {
		parts := strings.Split(name, ".")
		if n := len(parts); n >= 3 && len(parts[n-2]) == 8 && strings.Trim(parts[n-2], "0123456789abcdef") == "" && parts[n-1] != "" {
			names = append(names, name)
		}
	}
	return names
}

// scorm makes a package for learning management systems, which contains the page
// and a worksheet.
func (d *WorksheetController) scorm(sheet *worksheetpanel.WorksheetPanel, note func(text string)) {
	p := &packing{desk: d, sheet: sheet, note: note, known: map[string]bool{}}
	d.fetch("./", func(index []byte) {
		p.index = index
		p.look(index)
		p.next()
	})
}

// packing is a package that is being made from the files of the page. It finds the
// files by looking for their names in the text of the page.
type packing struct {
	desk  *WorksheetController
	sheet *worksheetpanel.WorksheetPanel
	note  func(text string) // shows the progress
	index []byte
	files []scorm.PageFile
	known map[string]bool
	names []string
}

func (p *packing) look(content []byte) {
	for _, name := range hashed(string(content)) {
		if !p.known[name] {
			p.known[name] = true
			p.names = append(p.names, name)
		}
	}
}

// next fetches the next file. When all files have been fetched, it saves the
// package.
func (p *packing) next() {
	d, n := p.desk, len(p.files)
	c := d.App.Words
	if n < len(p.names) {
		p.note(c.Say(i18n.SheetPacking, c.N("done", int64(n)), c.N("n", int64(len(p.names)))))
		d.fetch(p.names[n], func(content []byte) {
			if content == nil {
				p.note(c.Say(i18n.SheetNoFile, i18n.S("name", p.names[n])))
				return
			}
			p.files = append(p.files, scorm.PageFile{Name: p.names[n], Content: content})
			p.next()
		})
		return
	}
	var out bytes.Buffer
	if err := scorm.Write(&out, p.sheet.Title(), p.sheet.Text(), p.index, p.files); err != nil {
		p.note(err.Error())
		return
	}
	d.Glue.Call("save", "worksheet-scorm.zip", "application/zip", document.JSBytes(out.Bytes()))
	p.note("worksheet-scorm.zip")
}

// fetch loads a file of the page and calls f with its content. If the file is not
// available, it calls f with nil.
func (d *WorksheetController) fetch(name string, f func([]byte)) {
	d.Glue.Call("bytes", name, document.OnceWith(func(got js.Value) {
		if !got.Truthy() {
			f(nil)
			return
		}
		f(document.GoBytes(got))
	}))
}

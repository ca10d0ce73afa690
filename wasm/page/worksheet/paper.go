//go:build js && wasm

package worksheet

import (
	"bytes"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
	"hopyard/wasm/app/worksheet"
	"hopyard/wasm/app/worksheet/scorm"
)

// papers is a worksheet that is being put on paper.
type papers struct {
	desk  *Desk
	paper *worksheet.Paper
	keys  func(item int) *message.Sheet
	note  func(text string) // how far it is
	done  func()
}

// print makes the pages, item by item.
func (d *Desk) print() {
	paper := worksheet.NewPaper(d.Model.Words, d.Colours())
	d.collect(&papers{d, paper, d.sheet.Keys, d.note, func() {
		d.Save("worksheet.html", "text/html", paper.File(d.sheet))
		d.note(d.Model.Words.Say(words.SheetPrinted))
	}})
}

// explain finds what was right, and why, for who has come to the end.
func (d *Desk) explain() {
	paper := worksheet.NewPaper(d.Model.Words, d.Colours())
	d.collect(&papers{d, paper, d.sheet.OwnKeys, func(string) {}, func() {
		d.sheet.Tell(paper.Answers())
		d.showDone()
	}})
}

func (d *Desk) collect(p *papers) {
	d.paper = p
	d.Post(p.keys(0).Pack())
}

// take takes in an item; false for what is not asked for.
func (p *papers) take(m *message.Part) bool {
	d := p.desk
	if !d.sheet.Asked(m) || m.Item < 0 {
		return false
	}
	c := d.Model.Words
	next := int(m.Item) + 1
	if len(m.Faults) > 0 || p.paper.Add(m) != nil {
		d.paper = nil
		d.Refuse(d.sheet.DialogTitle(), m.Faults)
		return true
	}
	if next < d.sheet.Items() {
		p.note(c.Say(words.SheetBusy, c.N("done", int64(next)), c.N("n", int64(d.sheet.Items()))))
		d.Post(p.keys(next).Pack())
		return true
	}
	d.paper = nil
	p.done()
	return true
}

// hashed are the names of the page's files in a text that names them: a name, a
// hash of eight hexadecimal digits and an ending, with dots between.
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

// scorm packs the page with the worksheet.
func (d *Desk) scorm() {
	p := &packing{desk: d, known: map[string]bool{}}
	d.fetch("./", func(index []byte) {
		p.index = index
		p.look(index)
		p.next()
	})
}

// packing is a package that is being made: the page's files, found by their names.
type packing struct {
	desk  *Desk
	index []byte
	files []scorm.File
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

// next fetches one more file, or hands the package over.
func (p *packing) next() {
	d, n := p.desk, len(p.files)
	c := d.Model.Words
	if n < len(p.names) {
		d.note(c.Say(words.SheetPacking, c.N("done", int64(n)), c.N("n", int64(len(p.names)))))
		d.fetch(p.names[n], func(content []byte) {
			if content == nil {
				d.note(c.Say(words.SheetNoFile, words.S("name", p.names[n])))
				return
			}
			p.files = append(p.files, scorm.File{Name: p.names[n], Content: content})
			p.next()
		})
		return
	}
	var out bytes.Buffer
	if err := scorm.Write(&out, d.sheet.Title(), d.sheet.Text(), p.index, p.files); err != nil {
		d.note(err.Error())
		return
	}
	packed := js.Global().Get("Uint8Array").New(out.Len())
	js.CopyBytesToJS(packed, out.Bytes())
	d.Glue.Call("save", "worksheet-scorm.zip", "application/zip", packed)
	d.note("worksheet-scorm.zip")
}

// fetch hands f a file of the page, nil where it cannot be had.
func (d *Desk) fetch(name string, f func([]byte)) {
	d.Glue.Call("bytes", name, once(func(got, _ js.Value) {
		if !got.Truthy() {
			f(nil)
			return
		}
		b := make([]byte, got.Get("length").Int())
		js.CopyBytesToGo(b, got)
		f(b)
	}))
}

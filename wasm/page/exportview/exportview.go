//go:build js && wasm

// Package exportview shows the dialog that saves what is on screen: as pictures,
// tables, slides or a command line.
package exportview

import (
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
	"hopyard/wasm/page/compareview"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// ExportView is the controller of the export dialog.
type ExportView struct {
	*host.Host
	compare *compareview.CompareView
	taking  exportState // export in progress
}

// New returns the controller of the export dialog.
func New(h *host.Host, compare *compareview.CompareView) *ExportView {
	p := &ExportView{Host: h, compare: compare}
	h.OnAction(keys.OpenExport, p.openExport)
	h.OnMessage(message.KindExported, p.exported)
	h.OnAside(p.slide)
	h.OnBusy(func() bool { return p.Soon("slide") })
	compare.OnFile(p.exportedLane)
	compare.OnLeave(func() {
		if p.taking.lanes != nil {
			p.stopExport()
		}
	})
	return p
}

// exportState describes the export in progress.
type exportState struct {
	file   message.ExportFormat // file format that the worker is writing; NoFile: none
	slides *export.Slides       // slide show being made; nil: none
	name   string
	lanes  []*compareview.Lane // in a comparison: columns whose workers write the file
	texts  []string            // in a comparison: files received, by column
	left   int                 // in a comparison: number of columns whose file has not arrived
}

// openExport opens the export dialog.
func (p *ExportView) openExport() {
	if p.App.Run == nil || p.App.State == nil {
		return
	}
	fresh := p.Find("export") == nil
	location := js.Global().Get("location")
	command, base := p.App.Export.Command, location.Get("origin").String()+location.Get("pathname").String()
	if p.App.Compare != nil {
		command = p.App.Compare.Command
	}
	p.Dialog("export", p.App.Export.ExportTitle(), p.App.Export.ExportHTML(command(p.LessonName(), base), p.App.Export.NewSlides(nil).All))
	if fresh {
		p.On("export", "click", func(e document.DOMEvent) {
			if b, ok := document.Closest(e, "[data-export]"); ok {
				p.export(b.GetAttribute("data-export"))
			}
		})
		p.On("export", "close", func(document.DOMEvent) { p.stopExport() })
	}
	p.OpenDialog("export")
}

// export performs the action of a button in the export dialog.
func (p *ExportView) export(do string) {
	n := 0
	if len(do) > 3 {
		n, _ = strconv.Atoi(strings.TrimLeft(do, "svgpnfile"))
	}
	switch {
	case do == "stop":
		p.stopExport()
		p.Note("")
	case do == "copy":
		p.copyCommand()
	case do == "moving":
		svg, problem := p.App.Export.Moving(p.CSSColours())
		if problem != "" {
			p.Note(html.Escape(problem))
			return
		}
		p.Save(p.App.Export.FileName(p.LessonName(), "-animated.svg"), "image/svg+xml", string(svg))
	case do == "slides":
		p.taking = exportState{slides: p.App.Export.NewSlides(p.CSSColours()), name: p.App.Export.FileName(p.LessonName(), "-slides.html")}
		p.nextSlide()
	case strings.HasPrefix(do, "file") && p.App.Compare != nil:
		p.exportLanes(message.ExportFormat(n))
	case strings.HasPrefix(do, "file"):
		f := message.ExportFormat(n)
		tail, _ := export.FileType(f)
		p.taking = exportState{file: f, name: p.App.Export.FileName(p.LessonName(), tail)}
		p.Post((&message.Export{Serial: p.App.Run.Serial, File: f}).Pack())
	case strings.HasPrefix(do, "svg"):
		name, svg, _, _ := p.pictureFile(export.PictureOf(n), "svg")
		p.Save(name, "image/svg+xml", string(svg))
	case strings.HasPrefix(do, "png"):
		p.savePNG(export.PictureOf(n))
	}
}

// stopExport cancels the export in progress.
func (p *ExportView) stopExport() {
	switch {
	case p.taking.lanes != nil:
		for _, l := range p.taking.lanes {
			if p.compare.LaneOf(l) && !l.Worker.IsUndefined() {
				p.compare.PostLane(l, (&message.Export{Serial: l.Column.Asked.Serial}).Pack())
			}
		}
	case p.taking.file != message.NoFile:
		p.Post((&message.Export{Serial: p.App.Run.Serial}).Pack())
	}
	p.taking = exportState{}
}

// exported handles a message about an export: the finished file, an error, or the
// progress.
func (p *ExportView) exported(wire []byte) {
	x := new(message.Exported)
	if x.Unpack(wire) != nil || p.App.Run == nil {
		return
	}
	if x.File != p.taking.file || x.Serial != p.App.Run.Serial || p.taking.lanes != nil {
		return
	}
	if x.All > 0 {
		p.Note(p.App.Export.ExportNote(p.taking.name, int(x.Done), int(x.All)))
		return
	}
	name := p.taking.name
	p.taking = exportState{}
	switch _, kind := export.FileType(x.File); {
	case x.Problem != "":
		p.Say("alert", x.Problem)
		p.Note(html.Escape(x.Problem))
	case x.File == message.ListedText:
		p.EditText(x.Text, edit.DidList())
	default:
		p.Save(name, kind, x.Text)
	}
}

// pictureFile returns a picture of what is on screen as SVG, its width and height,
// and the name of its file.
func (p *ExportView) pictureFile(of export.PictureOf, kind string) (name string, svg html.HTML, w, h float64) {
	if c := p.App.Compare; c != nil {
		svg, w, h = c.Picture(of, p.CSSColours())
		return c.PictureName(p.LessonName(), of, kind), svg, w, h
	}
	svg, w, h = p.App.Export.Picture(of, p.CSSColours())
	return p.App.Export.PictureName(p.LessonName(), of, kind), svg, w, h
}

// exportLanes requests a file from the workers of all columns of a comparison.
func (p *ExportView) exportLanes(f message.ExportFormat) {
	p.stopExport()
	tail, _ := export.FileType(f)
	p.taking = exportState{file: f, name: p.App.Compare.FileName(p.LessonName(), -1, tail), lanes: p.compare.Lanes, texts: make([]string, len(p.compare.Lanes))}
	for i, l := range p.compare.Lanes {
		if p.App.Compare.Shows(i) {
			p.taking.left++
			p.compare.PostLane(l, (&message.Export{Serial: l.Column.Run.Serial, File: f}).Pack())
		}
	}
}

// exportedLane handles a message about the export of a column. When the files of
// all columns have arrived, it saves them.
func (p *ExportView) exportedLane(l *compareview.Lane, x *message.Exported) {
	i := slices.Index(p.taking.lanes, l)
	if i < 0 || x.File != p.taking.file || l.Column.Run == nil || x.Serial != l.Column.Run.Serial {
		return
	}
	if x.All > 0 {
		p.Note(p.App.Export.ExportNote(p.taking.name, int(x.Done), int(x.All)))
		return
	}
	if x.Problem != "" {
		p.stopExport()
		p.Say("alert", x.Problem)
		p.Note(html.Escape(x.Problem))
		return
	}
	p.taking.texts[i] = x.Text
	if p.taking.left--; p.taking.left > 0 {
		return
	}
	taking, c := p.taking, p.App.Compare
	p.taking = exportState{}
	tail, kind := export.FileType(x.File)
	if all, one := c.Together(x.File, taking.texts); one {
		p.Save(taking.name, kind, all)
		return
	}
	for i, text := range taking.texts {
		if text != "" {
			p.Save(c.FileName(p.LessonName(), i, tail), kind, text)
		}
	}
}

// ListJobs requests the text of the scenario with a list of its jobs in place of
// the job generator.
func (p *ExportView) ListJobs() {
	p.taking = exportState{file: message.ListedText}
	p.Post((&message.Export{Serial: p.App.Run.Serial, File: message.ListedText}).Pack())
}

// nextSlide requests the state for the next slide. If all slides are made, it saves
// the file.
func (p *ExportView) nextSlide() {
	s := p.taking.slides
	if ask := s.Ask(); ask != nil {
		if s.Done()%4 == 0 {
			p.Note(p.App.Export.ExportNote(p.taking.name, s.Done(), len(s.Steps)))
		}
		p.Post(ask.Pack())
		return
	}
	name := p.taking.name
	p.taking = exportState{}
	p.Save(name, "text/html", string(s.File(p.App.Export)))
}

// slide makes a slide of the state that was requested for it, and requests the
// next.
func (p *ExportView) slide(state *message.State) {
	if s := p.taking.slides; s != nil && p.App.Run != nil {
		if !s.Add(p.App.Export, state) {
			p.taking = exportState{} // another run is on screen, so the export stops
			p.Note("")
			return
		}
		p.Later("slide", 0, p.nextSlide) // lets the browser handle other events
	}
}

// savePNG converts a picture to PNG and saves it.
func (p *ExportView) savePNG(of export.PictureOf) {
	name, svg, w, h := p.pictureFile(of, "png")
	scale, _ := strconv.Atoi(p.Find("export-scale").Underlying().Get("value").String())
	scale = min(max(scale, 1), 4)
	p.Glue.Call("savePNG", name, string(svg), w*float64(scale), h*float64(scale), document.OnceWith(func(problem js.Value) {
		if text := problem.String(); text != "" {
			p.Note(html.Escape(text))
		} else {
			p.Note(p.App.Export.ExportDone(name))
		}
	}))
}

// copyCommand copies the command line to the clipboard. If the browser forbids
// that, it selects the command, so that the reader can copy it with the keyboard.
func (p *ExportView) copyCommand() {
	p.CopyText(p.Picked("export-command"), func() { p.Note(p.App.Export.CommandCopied()) }, func() {
		p.SelectField("export-command")
		p.Note(p.App.Words.HTML(i18n.ShareByHand))
	})
}

//go:build js && wasm

package page

import (
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// exportState describes the export in progress.
type exportState struct {
	file   message.ExportFormat // file format that the worker is writing; NoFile: none
	slides *export.Slides       // slide show being made; nil: none
	name   string
	lanes  []*lane  // in a comparison: columns whose workers write the file
	texts  []string // in a comparison: files received, by column
	left   int      // in a comparison: number of columns whose file has not arrived
}

// lessonName returns the name of the lesson on screen. It returns "" if there is
// none or if the reader has changed it.
func (p *page) lessonName() string {
	if p.lesson >= 0 && p.lesson < len(p.lessons) && p.m.Source.Text == p.lessons[p.lesson].Text {
		return p.lessons[p.lesson].Name
	}
	return ""
}

// aim returns the setting that a new experiment compares first: the subject of the
// lesson on screen, or the load if there is no lesson.
func (p *page) aim() string {
	if p.lesson < 0 || p.lesson >= len(p.lessons) {
		return lessons.AimLoad
	}
	return p.lessons[p.lesson].Aim()
}

// openExport opens the export dialog.
func (p *page) openExport() {
	if p.m.Run == nil || p.m.State == nil {
		return
	}
	fresh := p.find("export") == nil
	location := js.Global().Get("location")
	command, base := p.m.Export.Command, location.Get("origin").String()+location.Get("pathname").String()
	if p.m.Compare != nil {
		command = p.m.Compare.Command
	}
	p.dialog("export", p.m.Export.ExportTitle(), p.m.Export.ExportHTML(command(p.lessonName(), base), p.m.Export.NewSlides(nil).All))
	if fresh {
		p.on("export", "click", func(e event) {
			if b, ok := closest(e, "[data-export]"); ok {
				p.export(b.GetAttribute("data-export"))
			}
		})
		p.on("export", "close", func(event) { p.stopExport() })
	}
	p.openDialog("export")
}

// export performs the action of a button in the export dialog.
func (p *page) export(do string) {
	n := 0
	if len(do) > 3 {
		n, _ = strconv.Atoi(strings.TrimLeft(do, "svgpnfile"))
	}
	switch {
	case do == "stop":
		p.stopExport()
		p.note("")
	case do == "copy":
		p.copyCommand()
	case do == "moving":
		svg, problem := p.m.Export.Moving(p.cssColours())
		if problem != "" {
			p.note(problem)
			return
		}
		p.save(p.m.Export.FileName(p.lessonName(), "-animated.svg"), "image/svg+xml", svg)
	case do == "slides":
		p.taking = exportState{slides: p.m.Export.NewSlides(p.cssColours()), name: p.m.Export.FileName(p.lessonName(), "-slides.html")}
		p.nextSlide()
	case strings.HasPrefix(do, "file") && p.m.Compare != nil:
		p.exportLanes(message.ExportFormat(n))
	case strings.HasPrefix(do, "file"):
		f := message.ExportFormat(n)
		tail, _ := export.FileType(f)
		p.taking = exportState{file: f, name: p.m.Export.FileName(p.lessonName(), tail)}
		p.post((&message.Export{Serial: p.m.Run.Serial, File: f}).Pack())
	case strings.HasPrefix(do, "svg"):
		name, svg, _, _ := p.pictureFile(export.PictureOf(n), "svg")
		p.save(name, "image/svg+xml", svg)
	case strings.HasPrefix(do, "png"):
		p.savePNG(export.PictureOf(n))
	}
}

// note shows the progress of the export.
func (p *page) note(html string) {
	if e := p.find("export-note"); e != nil {
		e.SetInnerHTML(html)
	}
}

// stopExport cancels the export in progress.
func (p *page) stopExport() {
	switch {
	case p.taking.lanes != nil:
		for _, l := range p.taking.lanes {
			if p.laneOf(l) && !l.worker.IsUndefined() {
				p.postLane(l, (&message.Export{Serial: l.column.Asked.Serial}).Pack())
			}
		}
	case p.taking.file != message.NoFile:
		p.post((&message.Export{Serial: p.m.Run.Serial}).Pack())
	}
	p.taking = exportState{}
}

// exported handles a message about an export: the finished file, an error, or the
// progress.
func (p *page) exported(wire []byte) {
	x := new(message.Exported)
	if x.Unpack(wire) != nil || p.m.Run == nil {
		return
	}
	if x.File != p.taking.file || x.Serial != p.m.Run.Serial || p.taking.lanes != nil {
		return
	}
	if x.All > 0 {
		p.note(p.m.Export.ExportNote(p.taking.name, int(x.Done), int(x.All)))
		return
	}
	name := p.taking.name
	p.taking = exportState{}
	switch _, kind := export.FileType(x.File); {
	case x.Problem != "":
		p.say("alert", x.Problem)
		p.note(p.m.Export.Plain(x.Problem))
	case x.File == message.ListedText:
		p.change(x.Text, edit.DidList())
	default:
		p.save(name, kind, x.Text)
	}
}

// pictureFile returns a picture of what is on screen as SVG, its width and height,
// and the name of its file.
func (p *page) pictureFile(of export.PictureOf, kind string) (name, svg string, w, h float64) {
	if c := p.m.Compare; c != nil {
		svg, w, h = c.Picture(of, p.cssColours())
		return c.PictureName(p.lessonName(), of, kind), svg, w, h
	}
	svg, w, h = p.m.Export.Picture(of, p.cssColours())
	return p.m.Export.PictureName(p.lessonName(), of, kind), svg, w, h
}

// exportLanes requests a file from the workers of all columns of a comparison.
func (p *page) exportLanes(f message.ExportFormat) {
	p.stopExport()
	tail, _ := export.FileType(f)
	p.taking = exportState{file: f, name: p.m.Compare.FileName(p.lessonName(), -1, tail), lanes: p.lanes, texts: make([]string, len(p.lanes))}
	for i, l := range p.lanes {
		if p.m.Compare.Shows(i) {
			p.taking.left++
			p.postLane(l, (&message.Export{Serial: l.column.Run.Serial, File: f}).Pack())
		}
	}
}

// exportedLane handles a message about the export of a column. When the files of
// all columns have arrived, it saves them.
func (p *page) exportedLane(l *lane, x *message.Exported) {
	i := slices.Index(p.taking.lanes, l)
	if i < 0 || x.File != p.taking.file || l.column.Run == nil || x.Serial != l.column.Run.Serial {
		return
	}
	if x.All > 0 {
		p.note(p.m.Export.ExportNote(p.taking.name, int(x.Done), int(x.All)))
		return
	}
	if x.Problem != "" {
		p.stopExport()
		p.say("alert", x.Problem)
		p.note(p.m.Export.Plain(x.Problem))
		return
	}
	p.taking.texts[i] = x.Text
	if p.taking.left--; p.taking.left > 0 {
		return
	}
	taking, c := p.taking, p.m.Compare
	p.taking = exportState{}
	tail, kind := export.FileType(x.File)
	if all, one := c.Together(x.File, taking.texts); one {
		p.save(taking.name, kind, all)
		return
	}
	for i, text := range taking.texts {
		if text != "" {
			p.save(c.FileName(p.lessonName(), i, tail), kind, text)
		}
	}
}

// listJobs requests the text of the scenario with a list of its jobs in place of
// the job generator.
func (p *page) listJobs() {
	p.taking = exportState{file: message.ListedText}
	p.post((&message.Export{Serial: p.m.Run.Serial, File: message.ListedText}).Pack())
}

// nextSlide requests the state for the next slide. If all slides are made, it saves
// the file.
func (p *page) nextSlide() {
	s := p.taking.slides
	if ask := s.Ask(); ask != nil {
		if s.Done()%4 == 0 {
			p.note(p.m.Export.ExportNote(p.taking.name, s.Done(), len(s.Steps)))
		}
		p.post(ask.Pack())
		return
	}
	name := p.taking.name
	p.taking = exportState{}
	p.save(name, "text/html", s.File(p.m.Export))
}

// slide makes a slide of the state that was requested for it, and requests the
// next.
func (p *page) slide(state *message.State) {
	if s := p.taking.slides; s != nil && p.m.Run != nil {
		if !s.Add(p.m.Export, state) {
			p.taking = exportState{} // another run is on screen, so the export stops
			p.note("")
			return
		}
		p.later("slide", 0, p.nextSlide) // lets the browser handle other events
	}
}

// save offers a text to the reader as a file to download.
func (p *page) save(name, kind, text string) {
	p.glue.Call("save", name, kind, text)
	p.note(p.m.Export.ExportDone(name))
}

// savePNG converts a picture to PNG and saves it.
func (p *page) savePNG(of export.PictureOf) {
	name, svg, w, h := p.pictureFile(of, "png")
	scale, _ := strconv.Atoi(p.find("export-scale").Underlying().Get("value").String())
	scale = min(max(scale, 1), 4)
	p.glue.Call("savePNG", name, svg, w*float64(scale), h*float64(scale), onceWith(func(problem js.Value) {
		if text := problem.String(); text != "" {
			p.note(p.m.Export.Plain(text))
		} else {
			p.note(p.m.Export.ExportDone(name))
		}
	}))
}

// cssColours returns the theme's colours as the canvas uses them, in CSS notation.
func (p *page) cssColours() []string {
	out := make([]string, draw.NumColours)
	for i := range out {
		out[i] = p.palette.Index(i).String()
	}
	return out
}

// copyCommand copies the command line to the clipboard. If the browser forbids
// that, it selects the command, so that the reader can copy it with the keyboard.
func (p *page) copyCommand() {
	p.copyText(p.picked("export-command"), func() { p.note(p.m.Export.CommandCopied()) }, func() {
		p.selectField("export-command")
		p.note(p.m.Words.Say(i18n.ShareByHand))
	})
}

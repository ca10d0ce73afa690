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

// exportState is an export in progress.
type exportState struct {
	file   message.ExportFormat // file that the worker writes; NoFile: none
	slides *export.Slides       // slides being made; nil: none
	name   string
	lanes  []*lane  // of a comparison: columns that write the file
	texts  []string // of a comparison: what they have written, by column
	left   int      // of a comparison: number of columns not finished yet
}

// lessonName returns the name of the lesson on screen if it is unchanged, otherwise
// "".
func (p *page) lessonName() string {
	if p.lesson >= 0 && p.lesson < len(p.lessons) && p.m.Source.Text == p.lessons[p.lesson].Text {
		return p.lessons[p.lesson].Name
	}
	return ""
}

// aim returns what an experiment compares first: the subject of the lesson.
func (p *page) aim() string {
	if p.lesson < 0 || p.lesson >= len(p.lessons) {
		return lessons.AimLoad
	}
	return p.lessons[p.lesson].Aim()
}

// openExport shows the ways to export the run.
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

// export carries out a button of the export dialog.
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

// exported handles a file from the worker, or its progress.
func (p *page) exported(x *message.Exported) {
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

// pictureFile returns a picture of what is on screen, and the name of its file.
func (p *page) pictureFile(of export.PictureOf, kind string) (name, svg string, w, h float64) {
	if c := p.m.Compare; c != nil {
		svg, w, h = c.Picture(of, p.cssColours())
		return c.PictureName(p.lessonName(), of, kind), svg, w, h
	}
	svg, w, h = p.m.Export.Picture(of, p.cssColours())
	return p.m.Export.PictureName(p.lessonName(), of, kind), svg, w, h
}

// exportLanes requests a file from all columns of a comparison.
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

// exportedLane handles a column's file, and saves the files when all have arrived.
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

// listJobs requests the scenario with its jobs listed in place of their generator.
func (p *page) listJobs() {
	p.taking = exportState{file: message.ListedText}
	p.post((&message.Export{Serial: p.m.Run.Serial, File: message.ListedText}).Pack())
}

// nextSlide requests the next slide's state, or saves the file if there is none.
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

// slide makes a slide of a state that was requested for it.
func (p *page) slide(state *message.State) {
	if s := p.taking.slides; s != nil && p.m.Run != nil {
		if !s.Add(p.m.Export, state) {
			p.taking = exportState{} // another run has arrived
			p.note("")
			return
		}
		p.later("slide", 0, p.nextSlide) // lets the browser handle other events
	}
}

// save passes a text to the browser as a file.
func (p *page) save(name, kind, text string) {
	p.glue.Call("save", name, kind, text)
	p.note(p.m.Export.ExportDone(name))
}

// savePNG paints the picture and saves it.
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

// cssColours returns the theme's colours as used on the canvas.
func (p *page) cssColours() []string {
	out := make([]string, draw.NumColours)
	for i := range out {
		out[i] = p.palette.Index(i).String()
	}
	return out
}

// copyCommand copies the command line to the clipboard. If the browser forbids
// that, it selects the command for the reader's own keys.
func (p *page) copyCommand() {
	p.copyText(p.picked("export-command"), func() { p.note(p.m.Export.CommandCopied()) }, func() {
		p.selectField("export-command")
		p.note(p.m.Words.Say(i18n.ShareByHand))
	})
}

package export

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

type exportFile struct {
	text     i18n.Text
	tail     string
	kind     string // its type for the browser
	whatever i18n.Text
}

// label is the kind of file as its button has it, such as "CSV".
func (f *exportFile) label() string {
	return strings.ToUpper(f.tail[strings.LastIndexByte(f.tail, '.')+1:])
}

// exportFiles are the files that the worker writes: what they are called and
// how their names end.
var exportFiles = [message.NumFiles]exportFile{
	message.JobsTable:    {i18n.ExportJobs, "-jobs.csv", "text/csv", i18n.ExportJobsAbout},
	message.FigureTable:  {i18n.ExportFigures, "-figures.csv", "text/csv", i18n.ExportFiguresAbout},
	message.CurveTable:   {i18n.ExportCurves, "-curves.csv", "text/csv", i18n.ExportCurvesAbout},
	message.ScheduleSWF:  {i18n.ExportSWF, ".swf", "text/plain", i18n.ExportSWFAbout},
	message.TraceLines:   {i18n.ExportTrace, "-trace.jsonl", "application/x-ndjson", i18n.ExportTraceAbout},
	message.ScenarioText: {i18n.ExportScenario, ".json", "application/json", i18n.ExportScenarioAbout},
}

// FileName is what a downloaded file is called: the lesson or the title, the
// queue policy, and what it ends in.
func (m ExportPanel) FileName(lesson, tail string) string {
	name := lesson
	if name == "" {
		name = slug(m.Run.Title)
	}
	if name == "" {
		name = "scenario"
	}
	return "hopyard-" + name + "-" + slug(m.Run.Policy.Queue) + tail
}

// PictureName is the name of a picture of the step on screen.
func (m ExportPanel) PictureName(lesson string, of PictureOf, kind string) string {
	what := [...]string{"", "-machine", "-timeline"}[of]
	return m.FileName(lesson, what+"-step"+strconv.Itoa(int(m.State.Step))+"."+kind)
}

// slug is a text as file names may hold it everywhere.
func slug(text string) string {
	var out strings.Builder
	gap := false
	for _, r := range strings.ToLower(text) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if gap && out.Len() > 0 {
				out.WriteByte('-')
			}
			out.WriteRune(r)
			gap = false
		} else {
			gap = true
		}
		if out.Len() >= 48 {
			break
		}
	}
	return out.String()
}

// FileType is a file's ending and its type for the browser.
func FileType(f message.ExportFormat) (tail, kind string) {
	return exportFiles[f].tail, exportFiles[f].kind
}

// Format is a file that the dialog offers.
type Format struct {
	Do          string // what its button does
	Text, About i18n.Text
	Label       string // its kind, as "PNG"
}

// Formats returns the files that can be made of one run.
func Formats() []Format {
	var out []Format
	for of, text := range pictureTexts {
		n := strconv.Itoa(of)
		out = append(out, Format{"png" + n, text, i18n.ExportPictures, "PNG"}, Format{"svg" + n, text, i18n.ExportPictures, "SVG"})
	}
	out = append(out, Format{"slides", i18n.ExportSlides, i18n.ExportPictures, "HTML"}, Format{"moving", i18n.ExportMoving, i18n.ExportPictures, "SVG"})
	for f := message.JobsTable; f <= message.ScenarioText; f++ {
		out = append(out, Format{"file" + strconv.Itoa(int(f)), exportFiles[f].text, exportFiles[f].whatever, exportFiles[f].label()})
	}
	return out
}

// pictureTexts are what the pictures show.
var pictureTexts = [...]i18n.Text{i18n.ExportBoth, i18n.ExportMachine, i18n.ExportTimeline}

// ExportHTML are the ways to take the run away from the page; of runs that are
// compared there are no slides, which are a step each.
func (m ExportPanel) ExportHTML(command string, slides int) string {
	c := m.Words
	var out strings.Builder
	if m.Compared != nil {
		out.WriteString(`<p class="small">` + c.Say(i18n.ExportColumns, c.N("n", int64(len(m.Compared.Policies())))) + `</p>`)
	}
	button := func(do, label, name string) {
		fmt.Fprintf(&out, `<button type="button" data-export="%s" aria-label="%s">%s</button>`, do, name+", "+label, label)
	}
	out.WriteString(`<h3>` + c.Say(i18n.ExportPictures) + `</h3><ul class="exports">`)
	for of, text := range pictureTexts {
		name := c.Say(text)
		out.WriteString(`<li><span>` + name + `</span>`)
		button("svg"+strconv.Itoa(of), "SVG", name)
		button("png"+strconv.Itoa(of), "PNG", name)
		out.WriteString(`</li>`)
	}
	if m.Compared == nil {
		name := c.Say(i18n.ExportSlides)
		out.WriteString(`<li><span>` + name + ` <small>` + m.SlidesNote(slides) + `</small></span>`)
		button("slides", "HTML", name)
		name = c.Say(i18n.ExportMoving)
		out.WriteString(`</li><li><span>` + name + ` <small>` + c.Say(i18n.ExportMovingAbout, c.N("n", m.MovingSeconds())) + `</small></span>`)
		button("moving", "SVG", name)
		out.WriteString(`</li>`)
	}
	out.WriteString(`</ul><label class="check">` + c.Say(i18n.ExportScale) +
		` <select id="export-scale"><option>1</option><option selected>2</option><option>3</option></select></label><h3>` + c.Say(i18n.ExportData) + `</h3><ul class="exports">`)
	for f := message.JobsTable; f <= message.ScenarioText; f++ {
		x := &exportFiles[f]
		name := c.Say(x.text)
		out.WriteString(`<li><span>` + name + ` <small>` + c.Say(x.whatever) + `</small></span>`)
		button("file"+strconv.Itoa(int(f)), x.label(), name)
		out.WriteString(`</li>`)
	}
	ends := ""
	if m.Compared == nil {
		ends = `<p class="small">` + c.Say(i18n.ExportHash, i18n.S("hash", fmt.Sprintf("<code>%016x</code>", m.Run.Hash))) + `</p>`
	}
	fmt.Fprintf(&out, `</ul><label class="field"><span>%s</span><textarea id="export-command" readonly spellcheck="false" rows="3">%s</textarea></label>%s<div class="row"><button type="button" data-export="copy">%s</button></div><p id="export-note" class="small" role="status"></p>`,
		c.Say(i18n.ExportCommand), i18n.Escape(command), ends, c.Say(i18n.ExportCopy))
	return out.String()
}

// ExportNote is how a file is coming along: with a button that stops it.
func (m ExportPanel) ExportNote(name string, done, all int) string {
	return m.Words.Say(i18n.ExportBusy, i18n.S("name", i18n.Escape(name)), m.Words.N("done", int64(done)), m.Words.N("all", int64(all))) +
		` <button type="button" data-export="stop">` + m.Words.Say(i18n.Stop) + `</button>`
}

// ExportDone says that a file was handed to the browser.
func (m ExportPanel) ExportDone(name string) string {
	return m.Words.Say(i18n.ExportDone, i18n.S("name", i18n.Escape(name)))
}

// Command is the command line that repeats the run natively, for a POSIX shell.
// lesson is the name of the lesson that is on screen, "" if it is none; base
// the address of the page. Where the run does not fit in a link, it is that of
// the scenario's file, which the page can write.
func (m ExportPanel) Command(lesson, base string) string {
	line, plain := m.Subject(lesson, base)
	line = append([]string{"hopyard", "run"}, line...)
	if !plain { // the link, or the file, holds the overrides
		return strings.Join(line, " ")
	}
	o := &m.Source.Overrides
	for i, name := range [...]string{o.Queue, o.Allocator, o.Order} {
		if name != "" {
			line = append(line, [...]string{"--queue", "--allocator", "--order"}[i], Shell(name))
		}
	}
	if o.Depth > 0 {
		line = append(line, "--set", "scheduler.depth="+strconv.Itoa(int(o.Depth)))
	}
	return strings.Join(append(line, Sets(o)...), " ")
}

// Subject names what is on screen to a command line; plain is whether that is
// without the overrides.
func (m ExportPanel) Subject(lesson, base string) (line []string, plain bool) {
	o := &m.Source.Overrides
	plain = o.Network == "" && o.Machine.Kind == "" && m.Source.Form != message.Link
	switch {
	case (m.Source.Form == message.SWF || m.Source.Form == message.Beside) && plain:
		line = append(line, Shell(m.Source.Name))
		if m.Source.Nodes > 0 {
			line = append(line, "--nodes", strconv.Itoa(int(m.Source.Nodes)))
		}
		return line, true
	case lesson != "" && plain:
		return append(line, "scenarios/"+lesson+".json"), true
	case m.Run.Link != "" && len(m.Run.Link) <= longestCommand:
		return append(line, Shell(base+m.Run.Link)), false
	}
	return append(line, Shell(m.FileName(lesson, ".json"))), false
}

// Sets are overrides of single fields as options.
func Sets(o *message.Overrides) (line []string) {
	for _, a := range o.Set {
		if a.Value != "" {
			line = append(line, "--set", Shell(a.Path+"="+a.Value))
		}
	}
	return line
}

// longestCommand is how long a link may be in a command line.
const longestCommand = 8000

// Shell quotes a word for a POSIX shell, if it must be.
func Shell(word string) string {
	safe := word != "" && word[0] != '-'
	for _, r := range word {
		safe = safe && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=,%+@", r))
	}
	if safe {
		return word
	}
	if word != "" && word[0] == '-' { // a file, not an option
		word = "./" + word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ExportTitle is the head of the dialog.
func (m ExportPanel) ExportTitle() string { return m.Words.Say(i18n.ExportTitle) }

// CommandCopied says that the command line was copied.
func (m ExportPanel) CommandCopied() string { return m.Words.Say(i18n.ExportCopied) }

// Plain is a text from elsewhere as HTML.
func (m ExportPanel) Plain(text string) string { return i18n.Escape(text) }

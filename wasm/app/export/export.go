package export

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

type exportFile struct {
	text     i18n.Text
	tail     string
	kind     string // MIME type
	whatever i18n.Text
}

// label returns the name of the file format for the button, such as "CSV".
func (f *exportFile) label() string {
	return strings.ToUpper(f.tail[strings.LastIndexByte(f.tail, '.')+1:])
}

// exportFiles lists the files that the worker writes. Each has a title, the end of
// its name, its MIME type and a description.
var exportFiles = [message.NumFiles]exportFile{
	message.JobsTable:    {i18n.ExportJobs, "-jobs.csv", "text/csv", i18n.ExportJobsAbout},
	message.FigureTable:  {i18n.ExportFigures, "-figures.csv", "text/csv", i18n.ExportFiguresAbout},
	message.CurveTable:   {i18n.ExportCurves, "-curves.csv", "text/csv", i18n.ExportCurvesAbout},
	message.ScheduleSWF:  {i18n.ExportSWF, ".swf", "text/plain", i18n.ExportSWFAbout},
	message.TraceLines:   {i18n.ExportTrace, "-trace.jsonl", "application/x-ndjson", i18n.ExportTraceAbout},
	message.ScenarioText: {i18n.ExportScenario, ".json", "application/json", i18n.ExportScenarioAbout},
	message.KueueText:    {i18n.ExportKueue, "-kueue.yaml", "application/yaml", i18n.ExportKueueAbout},
	message.SlurmText:    {i18n.ExportSlurm, "-topology.yaml", "application/yaml", i18n.ExportSlurmAbout},
	message.BatchScript:  {i18n.ExportBatch, "-sbatch.sh", "text/x-shellscript", i18n.ExportBatchAbout},
}

// FileName returns the name of an exported file. It consists of the name of the
// lesson or the title of the scenario, the queue policy, and the given tail.
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

// PictureName returns the file name of a picture of the step on screen.
func (m ExportPanel) PictureName(lesson string, of PictureOf, kind string) string {
	what := [...]string{"", "-machine", "-timeline"}[of]
	return m.FileName(lesson, what+"-step"+strconv.Itoa(int(m.State.Step))+"."+kind)
}

// slug returns a text reduced to characters that are safe in file names. The result
// has at most about 48 characters.
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

// FileType returns the end of the name of an exported file, and its MIME type.
func FileType(f message.ExportFormat) (tail, kind string) {
	return exportFiles[f].tail, exportFiles[f].kind
}

// Format is one of the exports that the dialog offers.
type Format struct {
	Do          string // command of the button, as in its attribute data-export
	Text, About i18n.Text
	Label       string // file format, such as "PNG"
}

// Formats returns the exports that are offered for a single run.
func Formats() []Format {
	var out []Format
	for of, text := range pictureTexts {
		n := strconv.Itoa(of)
		out = append(out, Format{"png" + n, text, i18n.ExportPictures, "PNG"}, Format{"svg" + n, text, i18n.ExportPictures, "SVG"})
	}
	out = append(out, Format{"slides", i18n.ExportSlides, i18n.ExportPictures, "HTML"}, Format{"moving", i18n.ExportMoving, i18n.ExportPictures, "SVG"})
	for f := message.JobsTable; f <= message.BatchScript; f++ {
		out = append(out, Format{"file" + strconv.Itoa(int(f)), exportFiles[f].text, exportFiles[f].whatever, exportFiles[f].label()})
	}
	return out
}

// pictureTexts lists the titles of the pictures. The index is a PictureOf.
var pictureTexts = [...]i18n.Text{i18n.ExportBoth, i18n.ExportMachine, i18n.ExportTimeline}

// ExportHTML returns the export dialog. During a comparison, the dialog offers
// neither slides nor the animation, because both show a single run.
func (m ExportPanel) ExportHTML(command string, slides int) html.HTML {
	c := m.Words
	button := func(do, label, name string) html.HTML {
		return html.Button(html.Attr{"data-export", do}, html.Label(name+", "+label), html.Text(label))
	}
	item := func(text i18n.Text, about string, buttons ...[2]string) html.HTML {
		name := c.Say(text)
		title := html.Escape(name)
		if about != "" {
			title += " " + html.Small(html.Text(about))
		}
		out := html.Span(title)
		for _, b := range buttons {
			out += button(b[0], b[1], name)
		}
		return html.Li(out)
	}
	var note, pictures, files, hash html.HTML
	for of, text := range pictureTexts {
		n := strconv.Itoa(of)
		pictures += item(text, "", [2]string{"svg" + n, "SVG"}, [2]string{"png" + n, "PNG"})
	}
	if m.Compared != nil {
		note = html.P(html.Class("small"), c.HTML(i18n.ExportColumns, c.N("n", int64(len(m.Compared.Policies())))))
	} else {
		pictures += item(i18n.ExportSlides, m.SlidesNote(slides), [2]string{"slides", "HTML"}) +
			item(i18n.ExportMoving, c.Say(i18n.ExportMovingAbout, c.N("n", m.MovingSeconds())), [2]string{"moving", "SVG"})
		hash = html.P(html.Class("small"), c.HTML(i18n.ExportHash, i18n.H("hash", html.Code(html.Text(fmt.Sprintf("%016x", m.Run.Hash))))))
	}
	for f := message.JobsTable; f <= message.BatchScript; f++ {
		x := &exportFiles[f]
		files += item(x.text, c.Say(x.whatever), [2]string{"file" + strconv.Itoa(int(f)), x.label()})
	}
	var scales html.HTML
	for _, n := range []string{"1", "2", "3"} {
		scales += html.Option(n, n == "2", html.Text(n))
	}
	return note + html.H3(c.HTML(i18n.ExportPictures)) + html.Ul(html.Class("exports"), pictures) +
		html.El("label", html.Class("check"), c.HTML(i18n.ExportScale), html.HTML(" "), html.El("select", html.ID("export-scale"), scales)) +
		html.H3(c.HTML(i18n.ExportData)) + html.Ul(html.Class("exports"), files) +
		html.Field(c.HTML(i18n.ExportCommand), html.El("textarea", html.ID("export-command"), html.Flag("readonly"), html.Attr{"spellcheck", "false"}, html.Attr{"rows", "3"}, html.Text(command))) +
		hash + html.Div(html.Class("row"), html.Button(html.Attr{"data-export", "copy"}, c.HTML(i18n.ExportCopy))) +
		html.Status("export-note")
}

// ExportNote returns a note on the progress of a file that is being made, with a
// button that stops it.
func (m ExportPanel) ExportNote(name string, done, all int) html.HTML {
	return m.Words.HTML(i18n.ExportBusy, i18n.S("name", name), m.Words.N("done", int64(done)), m.Words.N("all", int64(all))) +
		" " + html.Button(html.Attr{"data-export", "stop"}, m.Words.HTML(i18n.Stop))
}

// ExportDone returns the note that the finished file was passed to the browser for
// download.
func (m ExportPanel) ExportDone(name string) html.HTML {
	return m.Words.HTML(i18n.ExportDone, i18n.S("name", name))
}

// Command returns a command line, for a POSIX shell, that repeats the run with the
// native program. lesson is the name of the lesson on screen, or "". base is the
// address of the page. If the run is too long for a link, the command reads the
// file of the scenario, which the page can export.
func (m ExportPanel) Command(lesson, base string) string {
	line, plain := m.Subject(lesson, base)
	line = append([]string{"hopyard", "run"}, line...)
	if !plain { // the link or the file already contains the overrides
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

// Subject returns the command line arguments that specify the scenario of the run
// on screen. If the second result is true, these arguments do not include the
// overrides, so the caller must add them.
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

// Sets returns the overrides of single fields as command line options.
func Sets(o *message.Overrides) (line []string) {
	for _, a := range o.Set {
		if a.Value != "" {
			line = append(line, "--set", Shell(a.Path+"="+a.Value))
		}
	}
	return line
}

// longestCommand is the largest length of a link that is put into a command line,
// in bytes.
const longestCommand = 8000

// Shell quotes a word for a POSIX shell if necessary.
func Shell(word string) string {
	safe := word != "" && word[0] != '-'
	for _, r := range word {
		safe = safe && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=,%+@", r))
	}
	if safe {
		return word
	}
	if word != "" && word[0] == '-' { // a file name that begins with a hyphen looks like an option
		word = "./" + word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ExportTitle returns the title of the export dialog.
func (m ExportPanel) ExportTitle() string { return m.Words.Say(i18n.ExportTitle) }

// CommandCopied returns the note that the command line was copied to the clipboard.
func (m ExportPanel) CommandCopied() html.HTML { return m.Words.HTML(i18n.ExportCopied) }

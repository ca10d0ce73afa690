package compare

import (
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Sizes in an exported picture of several columns, in pixels.
const (
	ColumnWidth = 620.0
	ColumnGap   = 24.0
)

// Picture returns the moment on screen as a self-contained SVG file, with its width
// and height. The picture shows all columns side by side, and describes how they
// differ.
func (c *ComparePanel) Picture(of export.PictureOf, palette []string) (svg html.HTML, w, h float64) {
	n := float64(len(c.Columns))
	w = 2*export.PictureMargin + n*ColumnWidth + (n-1)*ColumnGap
	m := c.main
	p := export.PictureLayout{Palette: palette, X: export.PictureMargin, W: w - 2*export.PictureMargin, Y: export.PictureMargin}
	title, shape := m.Export.FileTitle(), m.Run.Machine.Shape
	p.Text(draw.Ink, 17, true, title)
	p.Text(draw.Soft, 12, false, i18n.Upper(c.StepNote()+", "+c.ClockText()+" · "+m.ShapeText(&shape)))
	p.Y += 6
	bottom := p.Y
	for i, column := range c.Columns {
		one := export.PictureLayout{Palette: palette, X: export.PictureMargin + float64(i)*(ColumnWidth+ColumnGap), W: ColumnWidth, Y: p.Y}
		queue, placement := c.titles(column)
		one.Text(draw.Ink, 14, true, letter(i)+"  "+queue+" · "+placement)
		if c.Shows(i) {
			column.Window, column.View = c.Window, c.View
			one.Scenes(column.Export, of, "c"+strconv.Itoa(i))
			one.Text(draw.Ink, 14, false, html.Plain(c.WhyHTML(i)))
		} else {
			one.Text(draw.Soft, 14, false, c.stateText(column))
		}
		p.Out.Add(one.Out.HTML())
		bottom = max(bottom, one.Y)
	}
	p.Y = bottom + 8
	p.Text(draw.Ink, 14, false, html.Plain(c.Summary()))
	p.Legend(m.Export, of)
	body, h := p.Finish(title, w)
	return export.SvgFile(body, m.Words.Code, w, h), w, h
}

// FileName returns the name of an exported file with the data of column i, or of
// all columns if i is -1.
func (c *ComparePanel) FileName(lesson string, i int, tail string) string {
	own := *c.main.Run.Loaded
	run := *c.main.Run
	run.Loaded = &own // a copy, so that its policy can be changed to that of the column
	if own.Policy.Queue = "compare"; i >= 0 {
		own.Policy.Queue = strings.ToLower(letter(i)) + " " + c.Columns[i].Policy.Queue
	}
	named := export.New(&model.Model{Run: &run})
	return named.FileName(lesson, tail)
}

// PictureName returns the file name of a picture of the moment on screen.
func (c *ComparePanel) PictureName(lesson string, of export.PictureOf, kind string) string {
	what := [...]string{"", "-machine", "-timeline"}[of]
	return c.FileName(lesson, -1, what+"-step"+strconv.Itoa(c.At)+"."+kind)
}

// Together joins the tables of all columns into one CSV table. Each row begins with
// the letter and the policy of its column. A column without a run has the table "".
// If the format is not a table, Together returns false, and the caller writes a
// file for each column.
func (c *ComparePanel) Together(f message.ExportFormat, tables []string) (string, bool) {
	if _, kind := export.FileType(f); kind != "text/csv" {
		return "", false
	}
	var out strings.Builder
	for i, table := range tables {
		head, rows, _ := strings.Cut(table, "\n")
		if out.Len() == 0 && head != "" {
			out.WriteString("column,policy," + head + "\n")
		}
		before := letter(i) + "," + c.Columns[i].Policy.String() + ","
		quoted := false // whether the position is within quotation marks, where a line break does not end the row
		for line := range strings.Lines(rows) {
			if !quoted {
				out.WriteString(before)
			}
			out.WriteString(line)
			quoted = quoted != (strings.Count(line, `"`)%2 == 1)
		}
	}
	return out.String(), true
}

// Command returns the command line that repeats the comparison with the native
// program.
func (c *ComparePanel) Command(lesson, base string) string {
	m := c.main
	line, plain := m.Export.Subject(lesson, base)
	line = append([]string{"hopyard", "compare"}, line...)
	if plain {
		line = append(line, export.Sets(&m.Source.Overrides)...)
	}
	for i, column := range c.Columns {
		p := &column.Policy
		set := func(path, value string) {
			if value != "" {
				line = append(line, "--variant", export.Shell(letter(i)+":"+path+"="+value))
			}
		}
		for _, x := range scenario.QueueAssignments([]byte(m.Run.Text), p.Queue) {
			set(x[0], x[1])
		}
		set("scheduler.allocator", p.Allocator)
		set("scheduler.order", p.Order)
		if p.Depth > 0 {
			set("scheduler.depth", strconv.Itoa(p.Depth))
		}
		o := c.overrides(*p)
		for _, a := range o.Set[min(len(m.Source.Overrides.Set), len(o.Set)):] { // other settings that this policy needs
			set(a.Path, a.Value)
		}
	}
	return strings.Join(line, " ")
}

package archive

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hopyard/core/archive"
	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Table is the job table as it is sorted, filtered and turned to.
type Table struct {
	Within bool           // only jobs that were submitted in the window
	Filter archive.Filter // besides
	by     archive.Column
	told   message.PromiseColumn // sorted by it instead of by
	down   bool
	left   int32 // promises to be asked for before it is sorted,
	all    int32 // of so many
	first  int32
	total  int32
	rows   []message.Row
	asked  int32
	shown  shown
}

// shown is how the rows that are there lie: what is wanted may be on its way.
type shown struct {
	by      archive.Column // as its head names it
	down    bool
	matched bool // by a filter
	first   int32
}

// PageRows is how many rows are shown at once.
const PageRows = 25

// AskRows asks for the rows that the table shows.
func (p *Panel) AskRows() *message.Inquire {
	m := p.rows(message.TopicRows)
	p.Table.asked = m.Number
	return m
}

// rows asks for the rows that the table is to show.
func (p *Panel) rows(topic message.Topic) *message.Inquire {
	m := p.inquire(topic)
	m.Filter, m.By, m.Down, m.Promise = p.Table.Filter, p.Table.by, p.Table.down, p.Table.told
	if p.Table.Within {
		m.Filter.From, m.Filter.To = p.Run.Archive.From, p.Run.Archive.To
	}
	m.First, m.Count = p.Table.first, PageRows
	return m
}

// AskCSV asks for all rows as a file.
func (p *Panel) AskCSV() *message.Inquire { return p.rows(message.TopicCSV) }

// take takes in the rows that were asked for last.
func (t *Table) take(m *message.Told) {
	t.rows, t.first, t.total = m.Rows, m.First, m.Total
	t.shown = shown{t.sorted(), t.down, t.Filter.Any(), m.First}
}

// Sort sorts by a column, as its head names it: down first, and the other way round
// the second time.
func (p *Panel) Sort(by archive.Column) *message.Inquire {
	t := &p.Table
	t.down = t.sorted() != by || !t.down
	t.told = message.NoPromise
	if by >= archive.NumColumns {
		t.told = message.PromiseColumn(by - archive.NumColumns)
		by = archive.ByJob
	}
	t.by, t.first = by, 0
	return p.AskRows()
}

// sorted is the column that it is sorted by, as its head names it: promises come
// behind the columns that the table of the whole trace has.
func (t *Table) sorted() archive.Column {
	if t.told != message.NoPromise {
		return archive.NumColumns + archive.Column(t.told)
	}
	return t.by
}

// Turn shows the next rows, or those before.
func (p *Panel) Turn(by int32) *message.Inquire {
	t := &p.Table
	if next := t.first + by*PageRows; next >= 0 && next < t.total {
		t.first = next
	}
	return p.AskRows()
}

// Chosen is the row of the job that is selected, nil if it has none here.
func (p *Panel) Chosen() *message.Row {
	if p.Selected < 0 {
		return nil
	}
	number := p.Number(p.Selected)
	for i := range p.Table.rows {
		if p.Table.rows[i].Number == number {
			return &p.Table.rows[i]
		}
	}
	return nil
}

// RowOf is the row of a job by its number, nil if it is not in the table.
func (p *Panel) RowOf(number int64) *message.Row {
	for i := range p.Table.rows {
		if p.Table.rows[i].Number == number {
			return &p.Table.rows[i]
		}
	}
	return nil
}

// column is a column of the table.
type column struct {
	text  words.Text
	by    archive.Column
	class string
}

var columns = [...]column{
	{words.ArcColJob, archive.ByJob, ""}, {words.ArcColUser, archive.ByUser, ""}, {words.ArcColSize, archive.BySize, "n"},
	{words.ArcColWait, archive.ByWait, "n"}, {words.ArcColSlowdown, archive.BySlowdown, "n"}, {words.ArcColOvertaken, archive.ByOvertaken, "n"},
	{words.ArcColPromised, archive.NumColumns + archive.Column(message.ByPromised), ""}, {words.ArcColStarted, archive.ByStart, ""}, {words.ArcColPromise, archive.NumColumns + archive.Column(message.ByKept), ""},
	{words.ArcColUsed, archive.ByUsed, "n"}, {words.ArcColEnded, archive.ByEnding, ""},
}

// TableNote is how many rows there are, and which are shown.
func (p *Panel) TableNote() string {
	t, c := &p.Table, p.Words
	if t.left > 0 {
		return c.Say(words.ArcGathering, c.N("n", int64(t.all-t.left)), c.N("all", int64(t.all)))
	}
	if t.total == 0 {
		return ""
	}
	text := words.ArcRows
	if t.shown.matched {
		text = words.ArcMatch
	}
	return c.Say(text, c.N("n", int64(t.total)), c.N("from", int64(t.shown.first)+1), c.N("to", int64(t.shown.first)+int64(len(t.rows))))
}

// TableHTML is the content of the table.
func (p *Panel) TableHTML() string {
	t, c := &p.Table, p.Words
	var out strings.Builder
	out.WriteString(`<thead><tr>`)
	for _, k := range columns {
		p.headCell(&out, c.Say(k.text), k.class, "data-sort", int(k.by), k.by == t.shown.by, t.shown.down)
	}
	out.WriteString(`</tr></thead><tbody>`)
	for i := range t.rows {
		p.row(&out, &t.rows[i])
	}
	out.WriteString(`</tbody>`)
	if len(t.rows) == 0 && t.left == 0 {
		fmt.Fprintf(&out, `<tfoot><tr><td colspan="%d">%s</td></tr></tfoot>`, len(columns), c.Say(words.ArcNoRows))
	}
	return out.String()
}

func (p *Panel) row(out *strings.Builder, r *message.Row) {
	c := p.Words
	class := ""
	pressed := p.Selected >= 0 && p.Number(p.Selected) == r.Number
	if pressed {
		class = ` class="selected"`
	}
	slowdown, used := "", ""
	if r.Slowdown > 0 {
		slowdown = c.Float(r.Slowdown, 1)
	}
	if r.Used > 0 {
		used = c.Int(int64(math.Round(100*r.Used))) + " %"
	}
	fmt.Fprintf(out, `<tr data-row="%d"%s><th scope="row"><button type="button" class="chooser" data-number="%d" aria-pressed="%t">%d</button></th><td>%s%s</td><td class="n">%s</td><td class="n wait">%s</td><td class="n">%s</td><td class="n">%s</td>`,
		r.Number, class, r.Number, pressed, r.Number, p.chip(r.Rank), words.Escape(p.userName(r.User)), c.Int(int64(r.Size)), c.Span(r.Wait), slowdown, c.Int(int64(r.Overtaken)))
	promised, mark := "…", ""
	if r.Asked {
		promised = c.Say(words.ArcNonePromised)
		if r.Promised != simtime.Never {
			promised, mark = p.Day(r.Promised, false), p.keptHTML(r)
		} else if r.Untold == message.StartedBehind {
			mark = `<span class="kept no">` + c.Say(words.ArcNeverFirst) + `</span>`
		}
	}
	started := ""
	if r.Start != simtime.Never {
		started = p.Day(r.Start, false)
	}
	ended, bad := p.ending(r.State)
	fmt.Fprintf(out, `<td>%s</td><td>%s</td><td>%s</td><td class="n">%s</td><td class="%s">%s</td></tr>`, promised, started, mark, used, bad, ended)
}

func (p *Panel) keptHTML(r *message.Row) string {
	class := "kept"
	if r.Start > r.Promised {
		class = "kept bad"
	}
	return `<span class="` + class + `">` + p.kept(r) + `</span>`
}

// kept is how a job's start stands to what it was promised first.
func (p *Panel) kept(r *message.Row) string {
	switch d := r.Promised.Sub(r.Start); {
	case r.Start == simtime.Never:
		return p.Words.Say(words.ArcOpen)
	case d > 0:
		return p.Words.Say(words.ArcEarly, words.S("span", p.Words.Span(d)))
	case d < 0:
		return p.Words.Say(words.ArcLate, words.S("span", p.Words.Span(-d)))
	}
	return p.Words.Say(words.ArcKept)
}

func (p *Panel) ending(s metrics.State) (text, class string) {
	t, class := words.ArcOpen, ""
	switch s {
	case metrics.Completed:
		t = words.ArcInTime
	case metrics.Killed:
		t, class = words.ArcAtLimit, "bad"
	case metrics.Failed:
		t, class = words.ArcLost, "bad"
	case metrics.Rejected:
		t, class = words.ArcRefused, "bad"
	}
	return p.Words.Say(t), class
}

// SentenceHTML says why a job waited, as far as its row tells.
func (p *Panel) SentenceHTML() string {
	r := p.Chosen()
	if r == nil {
		return ""
	}
	c := p.Words
	size := words.S("size", c.Say(words.NodeSize, c.N("n", int64(r.Size))))
	if r.Start == simtime.Never {
		return ""
	}
	if r.Wait == 0 {
		return c.Say(words.ArcSaysAtOnce, c.N("job", r.Number), size)
	}
	list := []string{c.Say(words.ArcSaysWaited, words.S("job", strconv.FormatInt(r.Number, 10)), words.S("span", c.Span(r.Wait)), size)}
	switch {
	case !r.Asked:
	case r.Promised == simtime.Never:
		list = append(list, c.Say(untold[r.Untold]))
	default:
		list = append(list, c.Say(words.ArcSaysFirst, words.S("head", p.Day(r.Head, false)), words.S("at", p.Day(r.Promised, false)), words.S("kept", p.kept(r))))
	}
	if r.Overtaken > 0 {
		list = append(list, c.Say(words.ArcSaysOvertook, c.N("n", int64(r.Overtaken))))
	} else {
		list = append(list, c.Say(words.ArcSaysNobody))
	}
	return c.Sentences(list...)
}

// untold are what is said of a job that was told nothing, and waited.
var untold = [...]words.Text{message.NotPromised: words.ArcSaysNone, message.StartedFirst: words.ArcSaysAsFirst, message.StartedBehind: words.ArcSaysNever}

// GoHTML leads to where the chosen job came and started.
func (p *Panel) GoHTML() string {
	r := p.Chosen()
	if r == nil || r.Start == simtime.Never {
		return ""
	}
	return `<button type="button" class="link" data-do="start">` + p.Words.Say(words.ArcGoStart) + `</button> <button type="button" class="link" data-do="submit">` + p.Words.Say(words.ArcGoSubmit) + `</button>`
}

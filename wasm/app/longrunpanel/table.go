package longrunpanel

import (
	"math"
	"strconv"

	"hopyard/core/longrun"
	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// JobTable holds the rows of the table of jobs, its sort order, its filter and its
// current page.
type JobTable struct {
	Within bool           // the table lists only those jobs that were submitted within the window
	Filter longrun.Filter // further conditions on the jobs listed
	by     longrun.Column
	told   message.PromiseColumn // column of promised starts by which the table is sorted, or NoPromise; if it is set, the field by is ignored
	down   bool
	left   int32 // number of jobs whose promised start still has to be computed before the table can be sorted
	all    int32 // number of all jobs whose promised start must be computed
	first  int32
	total  int32
	rows   []message.JobRow
	asked  int32
	shown  shown
}

// shown describes the order and the filter of the rows that the table shows now.
// While a request is pending, they may differ from the requested ones.
type shown struct {
	by      longrun.Column // sort column, numbered as by the method sorted
	down    bool
	matched bool // a filter was in effect
	first   int32
}

// PageRows is the number of rows on a page.
const PageRows = 25

// AskRows returns the request for the rows of the current page.
func (p *LongRunPanel) AskRows() *message.TraceQuery {
	m := p.rows(message.TopicRows)
	p.Table.asked = m.Number
	return m
}

// rows returns a request with the table's sort order, filter and page.
func (p *LongRunPanel) rows(topic message.Topic) *message.TraceQuery {
	m := p.inquire(topic)
	m.Filter, m.By, m.Down, m.Promise = p.Table.Filter, p.Table.by, p.Table.down, p.Table.told
	if p.Table.Within {
		m.Filter.From, m.Filter.To = p.Run.Archive.From, p.Run.Archive.To
	}
	m.First, m.Count = p.Table.first, PageRows
	return m
}

// AskCSV returns the request for a CSV file with all rows, not only those of the
// current page.
func (p *LongRunPanel) AskCSV() *message.TraceQuery { return p.rows(message.TopicCSV) }

// take stores the rows that arrived in reply to the latest request.
func (t *JobTable) take(m *message.TraceReply) {
	t.rows, t.first, t.total = m.Rows, m.First, m.Total
	t.shown = shown{t.sorted(), t.down, t.Filter.Any(), m.First}
}

// Sort sorts the table by a column and returns the request for the rows. Columns
// are numbered as in the result of sorted. The order is descending at first. A
// second call with the same column reverses it.
func (p *LongRunPanel) Sort(by longrun.Column) *message.TraceQuery {
	t := &p.Table
	t.down = t.sorted() != by || !t.down
	t.told = message.NoPromise
	if by >= longrun.NumColumns {
		t.told = message.PromiseColumn(by - longrun.NumColumns)
		by = longrun.ByJob
	}
	t.by, t.first = by, 0
	return p.AskRows()
}

// sorted returns the number of the column by which the table is sorted. The columns
// of longrun.Column come first, followed by those of message.PromiseColumn.
func (t *JobTable) sorted() longrun.Column {
	if t.told != message.NoPromise {
		return longrun.NumColumns + longrun.Column(t.told)
	}
	return t.by
}

// Turn moves the table forward by a number of pages, which may be negative. It
// returns the request for the rows.
func (p *LongRunPanel) Turn(by int32) *message.TraceQuery {
	t := &p.Table
	if next := t.first + by*PageRows; next >= 0 && next < t.total {
		t.first = next
	}
	return p.AskRows()
}

// Chosen returns the row of the selected job, or nil if that job is not on the
// current page.
func (p *LongRunPanel) Chosen() *message.JobRow {
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

// RowOf returns the row of the job with the given number, or nil if that job is not
// on the current page.
func (p *LongRunPanel) RowOf(number int64) *message.JobRow {
	for i := range p.Table.rows {
		if p.Table.rows[i].Number == number {
			return &p.Table.rows[i]
		}
	}
	return nil
}

// column describes a column of the table.
type column struct {
	text  i18n.Text
	by    longrun.Column
	class string
}

var columns = [...]column{
	{i18n.ArcColJob, longrun.ByJob, ""}, {i18n.ArcColUser, longrun.ByUser, ""}, {i18n.ArcColSize, longrun.BySize, "n"},
	{i18n.ArcColWait, longrun.ByWait, "n"}, {i18n.ArcColSlowdown, longrun.BySlowdown, "n"}, {i18n.ArcColOvertaken, longrun.ByOvertaken, "n"},
	{i18n.ArcColPromised, longrun.NumColumns + longrun.Column(message.ByPromised), ""}, {i18n.ArcColStarted, longrun.ByStart, ""}, {i18n.ArcColPromise, longrun.NumColumns + longrun.Column(message.ByKept), ""},
	{i18n.ArcColUsed, longrun.ByUsed, "n"}, {i18n.ArcColEnded, longrun.ByEnding, ""},
}

// TableNote returns a text with the number of rows and the range of the rows shown.
// While promised starts are being computed, it returns a text about the progress of
// that computation instead.
func (p *LongRunPanel) TableNote() string {
	t, c := &p.Table, p.Words
	if t.left > 0 {
		return c.Say(i18n.ArcGathering, c.N("n", int64(t.all-t.left)), c.N("all", int64(t.all)))
	}
	if t.total == 0 {
		return ""
	}
	text := i18n.ArcRows
	if t.shown.matched {
		text = i18n.ArcMatch
	}
	return c.Say(text, c.N("n", int64(t.total)), c.N("from", int64(t.shown.first)+1), c.N("to", int64(t.shown.first)+int64(len(t.rows))))
}

// TableHTML returns the content of the table.
func (p *LongRunPanel) TableHTML() html.HTML {
	t, c := &p.Table, p.Words
	var heads html.HTML
	var rows html.Builder
	for _, k := range columns {
		heads += p.headCell(c.Say(k.text), k.class, int(k.by), k.by == t.shown.by, t.shown.down)
	}
	for i := range t.rows {
		rows.Add(p.row(&t.rows[i]))
	}
	out := html.Rows(heads, rows.HTML())
	if len(t.rows) == 0 && t.left == 0 {
		out += html.El("tfoot", html.Tr(html.Td(html.Num("colspan", len(columns)), c.HTML(i18n.ArcNoRows))))
	}
	return out
}

func (p *LongRunPanel) row(r *message.JobRow) html.HTML {
	c := p.Words
	pressed := p.Selected >= 0 && p.Number(p.Selected) == r.Number
	slowdown, used := "", ""
	if r.Slowdown > 0 {
		slowdown = c.Float(r.Slowdown, 1)
	}
	if r.Used > 0 {
		used = c.Int(int64(math.Round(100*r.Used))) + " %"
	}
	promised, mark := "…", html.HTML("")
	if r.Asked {
		promised = c.Say(i18n.ArcNonePromised)
		if r.Promised != simtime.Never {
			promised, mark = p.Day(r.Promised, false), p.keptHTML(r)
		} else if r.Untold == message.StartedBehind {
			mark = html.Span(html.Class("kept no"), c.HTML(i18n.ArcNeverFirst))
		}
	}
	started := ""
	if r.Start != simtime.Never {
		started = p.Day(r.Start, false)
	}
	ended, bad := p.ending(r.State)
	number := strconv.FormatInt(r.Number, 10)
	cell := func(class, text string) html.HTML { return html.Td(html.Class(class), html.Text(text)) }
	return html.Tr(html.Attr{"data-row", number}, html.If(pressed, html.Class("selected")),
		html.RowHead(html.Button(html.Class("chooser"), html.Attr{"data-number", number}, html.Bool("aria-pressed", pressed), html.Text(number))),
		html.Td(p.chip(r.Rank), html.Text(p.userName(r.User))), cell("n", c.Int(int64(r.Size))), cell("n wait", c.Span(r.Wait)), cell("n", slowdown), cell("n", c.Int(int64(r.Overtaken))),
		cell("", promised), cell("", started), html.Td(mark), cell("n", used), html.Td(html.Class(bad), html.Text(ended)))
}

func (p *LongRunPanel) keptHTML(r *message.JobRow) html.HTML {
	class := "kept"
	if r.Start > r.Promised {
		class = "kept bad"
	}
	return html.Span(html.Class(class), html.Text(p.kept(r)))
}

// kept returns a text that compares the actual start of a job with the start that
// was first promised for it.
func (p *LongRunPanel) kept(r *message.JobRow) string {
	switch d := r.Promised.Sub(r.Start); {
	case r.Start == simtime.Never:
		return p.Words.Say(i18n.ArcOpen)
	case d > 0:
		return p.Words.Say(i18n.ArcEarly, i18n.S("span", p.Words.Span(d)))
	case d < 0:
		return p.Words.Say(i18n.ArcLate, i18n.S("span", p.Words.Span(-d)))
	}
	return p.Words.Say(i18n.ArcKept)
}

func (p *LongRunPanel) ending(s metrics.JobState) (text, class string) {
	t, class := i18n.ArcOpen, ""
	switch s {
	case metrics.Completed:
		t = i18n.ArcInTime
	case metrics.Killed:
		t, class = i18n.ArcAtLimit, "bad"
	case metrics.Failed:
		t, class = i18n.ArcLost, "bad"
	case metrics.Cancelled:
		t, class = i18n.ArcCancelled, "bad"
	case metrics.Rejected:
		t, class = i18n.ArcRefused, "bad"
	}
	return p.Words.Say(t), class
}

// SentenceHTML returns a sentence about why the selected job waited. The sentence
// uses only the data in the row of the job.
func (p *LongRunPanel) SentenceHTML() html.HTML {
	r := p.Chosen()
	if r == nil {
		return ""
	}
	c := p.Words
	size := i18n.S("size", c.Say(i18n.NodeSize, c.N("n", int64(r.Size))))
	if r.Start == simtime.Never {
		return ""
	}
	if r.Wait == 0 {
		return c.HTML(i18n.ArcSaysAtOnce, c.N("job", r.Number), size)
	}
	list := []html.HTML{c.HTML(i18n.ArcSaysWaited, i18n.S("job", strconv.FormatInt(r.Number, 10)), i18n.S("span", c.Span(r.Wait)), size)}
	switch {
	case !r.Asked:
	case r.Promised == simtime.Never:
		list = append(list, c.HTML(untold[r.Untold]))
	default:
		list = append(list, c.HTML(i18n.ArcSaysFirst, i18n.S("head", p.Day(r.Head, false)), i18n.S("at", p.Day(r.Promised, false)), i18n.S("kept", p.kept(r))))
	}
	if r.Overtaken > 0 {
		list = append(list, c.HTML(i18n.ArcSaysOvertook, c.N("n", int64(r.Overtaken))))
	} else {
		list = append(list, c.HTML(i18n.ArcSaysNobody))
	}
	return i18n.Sentences(c, list...)
}

// untold holds a sentence for each reason why a job never had a promised start.
var untold = [...]i18n.Text{message.NotPromised: i18n.ArcSaysNone, message.StartedFirst: i18n.ArcSaysAsFirst, message.StartedBehind: i18n.ArcSaysNever}

// GoHTML returns buttons that lead to the submission and the start of the selected
// job.
func (p *LongRunPanel) GoHTML() html.HTML {
	r := p.Chosen()
	if r == nil || r.Start == simtime.Never {
		return ""
	}
	button := func(do string, text i18n.Text) html.HTML {
		return html.Button(html.Class("link"), html.Attr{"data-do", do}, p.Words.HTML(text))
	}
	return button("start", i18n.ArcGoStart) + " " + button("submit", i18n.ArcGoSubmit)
}

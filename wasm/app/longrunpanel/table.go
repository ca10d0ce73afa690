package longrunpanel

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hopyard/core/longrun"
	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
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
func (p *LongRunPanel) TableHTML() string {
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
		fmt.Fprintf(&out, `<tfoot><tr><td colspan="%d">%s</td></tr></tfoot>`, len(columns), c.Say(i18n.ArcNoRows))
	}
	return out.String()
}

func (p *LongRunPanel) row(out *strings.Builder, r *message.JobRow) {
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
		r.Number, class, r.Number, pressed, r.Number, p.chip(r.Rank), i18n.Escape(p.userName(r.User)), c.Int(int64(r.Size)), c.Span(r.Wait), slowdown, c.Int(int64(r.Overtaken)))
	promised, mark := "…", ""
	if r.Asked {
		promised = c.Say(i18n.ArcNonePromised)
		if r.Promised != simtime.Never {
			promised, mark = p.Day(r.Promised, false), p.keptHTML(r)
		} else if r.Untold == message.StartedBehind {
			mark = `<span class="kept no">` + c.Say(i18n.ArcNeverFirst) + `</span>`
		}
	}
	started := ""
	if r.Start != simtime.Never {
		started = p.Day(r.Start, false)
	}
	ended, bad := p.ending(r.State)
	fmt.Fprintf(out, `<td>%s</td><td>%s</td><td>%s</td><td class="n">%s</td><td class="%s">%s</td></tr>`, promised, started, mark, used, bad, ended)
}

func (p *LongRunPanel) keptHTML(r *message.JobRow) string {
	class := "kept"
	if r.Start > r.Promised {
		class = "kept bad"
	}
	return `<span class="` + class + `">` + p.kept(r) + `</span>`
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
	case metrics.Rejected:
		t, class = i18n.ArcRefused, "bad"
	}
	return p.Words.Say(t), class
}

// SentenceHTML returns a sentence about why the selected job waited. The sentence
// uses only the data in the row of the job.
func (p *LongRunPanel) SentenceHTML() string {
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
		return c.Say(i18n.ArcSaysAtOnce, c.N("job", r.Number), size)
	}
	list := []string{c.Say(i18n.ArcSaysWaited, i18n.S("job", strconv.FormatInt(r.Number, 10)), i18n.S("span", c.Span(r.Wait)), size)}
	switch {
	case !r.Asked:
	case r.Promised == simtime.Never:
		list = append(list, c.Say(untold[r.Untold]))
	default:
		list = append(list, c.Say(i18n.ArcSaysFirst, i18n.S("head", p.Day(r.Head, false)), i18n.S("at", p.Day(r.Promised, false)), i18n.S("kept", p.kept(r))))
	}
	if r.Overtaken > 0 {
		list = append(list, c.Say(i18n.ArcSaysOvertook, c.N("n", int64(r.Overtaken))))
	} else {
		list = append(list, c.Say(i18n.ArcSaysNobody))
	}
	return c.Sentences(list...)
}

// untold holds a sentence for each reason why a job never had a promised start.
var untold = [...]i18n.Text{message.NotPromised: i18n.ArcSaysNone, message.StartedFirst: i18n.ArcSaysAsFirst, message.StartedBehind: i18n.ArcSaysNever}

// GoHTML returns buttons that lead to the submission and the start of the selected
// job.
func (p *LongRunPanel) GoHTML() string {
	r := p.Chosen()
	if r == nil || r.Start == simtime.Never {
		return ""
	}
	return `<button type="button" class="link" data-do="start">` + p.Words.Say(i18n.ArcGoStart) + `</button> <button type="button" class="link" data-do="submit">` + p.Words.Say(i18n.ArcGoSubmit) + `</button>`
}

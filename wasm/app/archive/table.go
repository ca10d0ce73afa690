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
	down   bool
	first  int32
	total  int32
	rows   []message.Row
	asked  int32
}

// PageRows is how many rows are shown at once.
const PageRows = 25

// AskRows asks for the rows that the table shows.
func (p *Panel) AskRows() *message.Inquire {
	m := p.inquire(message.TopicRows)
	p.Table.asked = m.Number
	m.Filter, m.By, m.Down = p.Table.Filter, p.Table.by, p.Table.down
	if p.Table.Within {
		m.Filter.From, m.Filter.To = p.Run.Archive.From, p.Run.Archive.To
	}
	m.First, m.Count = p.Table.first, PageRows
	return m
}

// AskCSV asks for all rows as a file.
func (p *Panel) AskCSV() *message.Inquire {
	m := p.AskRows()
	m.Topic = message.TopicCSV
	return m
}

// Sort sorts by a column: down first, and the other way round the second time.
func (p *Panel) Sort(by archive.Column) *message.Inquire {
	t := &p.Table
	t.down = t.by != by || !t.down
	t.by, t.first = by, 0
	return p.AskRows()
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

// column is a column of the table; of those that cannot be sorted by, by is
// archive.NumColumns.
type column struct {
	text  words.Text
	by    archive.Column
	class string
}

var columns = [...]column{
	{words.ArcColJob, archive.ByJob, ""}, {words.ArcColUser, archive.ByUser, ""}, {words.ArcColSize, archive.BySize, "n"},
	{words.ArcColWait, archive.ByWait, "n"}, {words.ArcColSlowdown, archive.BySlowdown, "n"}, {words.ArcColOvertaken, archive.ByOvertaken, "n"},
	{words.ArcColPromised, archive.NumColumns, ""}, {words.ArcColStarted, archive.NumColumns, ""}, {words.ArcColPromise, archive.NumColumns, ""},
	{words.ArcColUsed, archive.ByUsed, "n"}, {words.ArcColEnded, archive.ByEnding, ""},
}

// TableNote is how many rows there are, and which are shown.
func (p *Panel) TableNote() string {
	t, c := &p.Table, p.Words
	if t.total == 0 {
		return ""
	}
	return c.Say(words.ArcRows, c.N("n", int64(t.total)), c.N("from", int64(t.first)+1), c.N("to", int64(t.first)+int64(len(t.rows))))
}

// TableHTML is the content of the table.
func (p *Panel) TableHTML() string {
	t, c := &p.Table, p.Words
	var out strings.Builder
	out.WriteString(`<thead><tr>`)
	for _, k := range columns {
		if k.by == archive.NumColumns {
			fmt.Fprintf(&out, `<th scope="col">%s</th>`, c.Say(k.text))
			continue
		}
		sort, arrow := "none", ""
		if k.by == t.by {
			if sort, arrow = "ascending", " ↑"; t.down {
				sort, arrow = "descending", " ↓"
			}
		}
		fmt.Fprintf(&out, `<th scope="col" class="%s" aria-sort="%s"><button type="button" data-sort="%d">%s%s</button></th>`, k.class, sort, k.by, c.Say(k.text), arrow)
	}
	out.WriteString(`</tr></thead><tbody>`)
	for i := range t.rows {
		p.row(&out, &t.rows[i])
	}
	out.WriteString(`</tbody>`)
	if len(t.rows) == 0 {
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
	chip := `<i class="chip others"></i>`
	if int(r.Rank) < len(p.Run.Archive.Heavy) {
		chip = `<i class="chip" data-job="` + strconv.Itoa(int(r.Rank)) + `"></i>`
	}
	fmt.Fprintf(out, `<tr data-row="%d"%s><th scope="row"><button type="button" class="chooser" data-number="%d" aria-pressed="%t">%d</button></th><td>%s%s</td><td class="n">%s</td><td class="n wait">%s</td><td class="n">%s</td><td class="n">%s</td>`,
		r.Number, class, r.Number, pressed, r.Number, chip, words.Escape(p.userName(r.User)), c.Int(int64(r.Size)), c.Span(r.Wait), slowdown, c.Int(int64(r.Overtaken)))
	promised, mark := "…", ""
	if r.Asked {
		promised, mark = c.Say(words.ArcNonePromised), `<span class="kept no">`+c.Say(words.ArcNeverFirst)+`</span>`
		if r.Promised != simtime.Never {
			promised, mark = p.Day(r.Promised, false), p.keptHTML(r)
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
		list = append(list, c.Say(words.ArcSaysNever))
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

// GoHTML leads to where the chosen job came and started.
func (p *Panel) GoHTML() string {
	r := p.Chosen()
	if r == nil || r.Start == simtime.Never {
		return ""
	}
	return `<button type="button" class="link" data-do="start">` + p.Words.Say(words.ArcGoStart) + `</button> <button type="button" class="link" data-do="submit">` + p.Words.Say(words.ArcGoSubmit) + `</button>`
}

package longrunpanel

import (
	"math"

	"hopyard/core/longrun"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Users holds the rows of the table of users, its sort order and its current page.
type Users struct {
	by    message.UserColumn
	up    bool
	first int32
	total int32
	rows  []message.UserRow
	at    int32 // index of the first row in rows
	asked int32
}

// AskUsers returns the request for the current page of the table of users.
func (p *LongRunPanel) AskUsers() *message.TraceQuery {
	m := p.inquire(message.TopicUsers)
	p.Users.asked = m.Number
	m.By, m.Down, m.First, m.Count = p.Users.by, !p.Users.up, p.Users.first, PageRows
	return m
}

// SortUsers sorts the table of users by a column and returns the request for the
// rows. The order is descending at first. A second call with the same column
// reverses it.
func (p *LongRunPanel) SortUsers(by longrun.Column) *message.TraceQuery {
	u := &p.Users
	u.up = u.by == by && !u.up
	u.by, u.first = by, 0
	return p.AskUsers()
}

// TurnUsers moves the table of users forward by a number of pages, which may be
// negative. It returns the request for the rows.
func (p *LongRunPanel) TurnUsers(by int32) *message.TraceQuery {
	if next := p.Users.first + by*PageRows; next >= 0 && next < p.Users.total {
		p.Users.first = next
	}
	return p.AskUsers()
}

// User returns the name of the user in row i, and whether there is such a row.
func (p *LongRunPanel) User(i int) (string, bool) {
	if i < 0 || i >= len(p.Users.rows) {
		return "", false
	}
	return p.Users.rows[i].Name, true
}

// UsersNote returns a text with the number of users and the range of the rows
// shown.
func (p *LongRunPanel) UsersNote() string {
	u, c := &p.Users, p.Words
	if u.total == 0 {
		return ""
	}
	return c.Say(i18n.ArcUserRows, c.N("n", int64(u.total)), c.N("from", int64(u.at)+1), c.N("to", int64(u.at)+int64(len(u.rows))))
}

// UsersHTML returns the content of the table of users.
func (p *LongRunPanel) UsersHTML() html.HTML {
	c := p.Words
	var heads html.HTML
	var rows html.Builder
	for _, k := range [...]struct {
		text  i18n.Text
		by    message.UserColumn
		class string
	}{{i18n.ArcColUser, message.UsersByName, ""}, {i18n.ArcJobs, message.UsersByJobs, "n"}, {i18n.ArcColPart, message.UsersByPart, "n"}, {i18n.ArcColMeanWait, message.UsersByWait, "n"}} {
		heads += p.headCell(c.Say(k.text), k.class, int(k.by), k.by == p.Users.by, !p.Users.up)
	}
	for i := range p.Users.rows {
		u := &p.Users.rows[i]
		part := c.Float(100*u.Part, 1)
		if u.Part >= 0.1 {
			part = c.Int(int64(math.Round(100 * u.Part)))
		}
		rows.El("tr", html.RowHead(p.chip(u.Rank), html.Text(p.userName(u.Name))), html.NumberCell(c.Int(int64(u.Jobs))), html.NumberCell(part+"\u00a0%"), html.NumberCell(c.Span(u.Wait)),
			html.Td(html.Button(html.Num("data-only", i), c.HTML(i18n.ArcOnlyUser)), html.HTML(" "), html.Button(html.Num("data-without", i), c.HTML(i18n.ArcWithoutUser))))
	}
	return html.Rows(heads+html.Td(), rows.HTML())
}

// chip returns a colour sample for a user. The rank is the user's position among
// the users with the most work. Users without such a rank share one colour.
func (p *LongRunPanel) chip(rank int32) html.HTML {
	if int(rank) < len(p.Run.Archive.Heavy) {
		return html.I(html.Class("chip"), html.Num("data-job", int(rank)))
	}
	return html.I(html.Class("chip others"))
}

// headCell returns the head cell of a sortable column.
func (p *LongRunPanel) headCell(name, class string, by int, sorted, down bool) html.HTML {
	sort, arrow := "none", ""
	if sorted {
		if sort, arrow = "ascending", "\u00a0↑"; down {
			sort, arrow = "descending", "\u00a0↓"
		}
	}
	return html.ColumnHead(html.Attr{"class", class}, html.Attr{"aria-sort", sort}, html.Button(html.Num("data-sort", by), html.Text(name+arrow)))
}

package form

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// rowsShown is the number of jobs that the table shows at once.
const rowsShown = 25

// tableFields lists the fields that are columns of the job table. The other fields
// of a job are shown in its details.
var tableFields = [...]string{"id", "submit", "nodes", "tasks", "walltime", "runtime", "user"}

// jobsHTML returns the job table and, below it, the details of the selected job.
func (s *FormSheet) jobsHTML() html.HTML {
	c, all := s.Words, s.numbers()
	form := s.form("job")
	if form == nil {
		return ""
	}
	s.First = min(max(s.First, 0), max((len(all)-1)/rowsShown*rowsShown, 0))
	head := html.H3(c.HTML(i18n.FormJobs)) + s.errorLine(jobsBlock, "")
	if len(s.jobs) == 0 {
		return html.Section(html.Class("form-block"), head, html.P(html.Class("small"), c.HTML(i18n.FormNoJobs)))
	}
	var columns []*schema.Field
	var titles, rows html.HTML
	for _, name := range tableFields {
		for i := range form.Fields {
			if form.Fields[i].Path == "jobs[]."+name {
				columns = append(columns, &form.Fields[i])
				titles += html.ColumnHead(html.Text(s.Words.Tell(form.Fields[i].Title)))
			}
		}
	}
	last := min(s.First+rowsShown, len(all))
	for i := s.First; i < last; i++ {
		rows += s.jobRow(i, columns)
	}
	buttons := s.button("data-add", jobsBlock, c.Say(i18n.FormAddJob), "")
	if len(all) > rowsShown {
		buttons += s.button("data-page", strconv.Itoa(s.First-rowsShown), "←", c.Say(i18n.FormBefore)) +
			html.Span(c.HTML(i18n.FormRows, c.N("from", int64(s.First)+1), c.N("to", int64(last)), c.N("all", int64(len(all))))) +
			s.button("data-page", strconv.Itoa(s.First+rowsShown), "→", c.Say(i18n.FormAfter))
	}
	out := html.Section(html.Class("form-block"), head, html.Div(html.Class("form-scroll"), html.Table(html.Class("form-table"),
		html.El("thead", html.Tr(titles, html.ColumnHead(html.Spoken(c.HTML(i18n.FormRemove))))), html.El("tbody", rows))), html.Div(html.Class("row"), buttons))
	if s.Job >= 0 && s.Job < len(all) {
		for i := range s.Forms {
			if ofJobs(&s.Forms[i]) {
				out += s.block(&s.Forms[i], []string{strconv.Itoa(s.Job)})
			}
		}
	}
	return out
}

func (s *FormSheet) jobRow(i int, columns []*schema.Field) html.HTML {
	c, where := s.Words, []string{strconv.Itoa(i)}
	job := "jobs[" + where[0] + "]"
	row, _ := s.look(job)
	number, _ := scenario.LookUp([]byte(row), "id")
	if number == "" {
		number = strconv.Itoa(i + 1)
	}
	name := c.Say(i18n.JobName, i18n.S("n", number))
	var cells html.HTML
	for _, x := range columns {
		path := x.At(where...)
		value, _ := scenario.LookUp([]byte(row), strings.TrimPrefix(x.Path, "jobs[]."))
		cells += html.Td(html.El("input", html.Attr{"data-path", path}, html.Num("data-kind", int(x.Kind)), html.Label(c.Tell(x.Title)+", "+name),
			html.Attr{"value", shown(x.Kind, value)}, html.Attr{"placeholder", strings.Trim(x.Default, `"`)}, html.If(s.faultsAt(path) != "", html.Attr{"aria-invalid", "true"}), html.Attr{"autocomplete", "off"}),
			s.errorLine(path, ""))
	}
	details := html.Button(html.Num("data-job", i), html.Bool("aria-expanded", i == s.Job), c.HTML(i18n.FormDetails), html.Spoken(html.Text(" "+name)))
	return html.Tr(html.If(i == s.Job, html.Class("on")), cells, html.Td(details, html.HTML(" "), s.button("data-remove", job, "✕", c.Say(i18n.FormRemove)+" "+name), s.errorLine(job, "")))
}

// addJob appends a job with the next free number.
func (s *FormSheet) addJob() error {
	all := s.numbers()
	most, submit := int64(0), "0"
	for _, place := range all {
		row, _ := s.look("jobs[" + place + "]")
		id, _ := scenario.LookUp([]byte(row), "id")
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			n, _ = strconv.ParseInt(place, 10, 64)
			n++
		}
		most = max(most, n)
		if at, _ := scenario.LookUp([]byte(row), "submit"); at != "" {
			submit = at
		}
	}
	s.Job = len(all)
	s.First = len(all) / rowsShown * rowsShown
	return s.edit("jobs["+strconv.Itoa(len(all))+"]", fmt.Sprintf(`{"id": %d, "submit": %s, "nodes": 1, "walltime": 600}`, most+1, submit))
}

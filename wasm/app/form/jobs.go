package form

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/wasm/app/i18n"
)

// rowsShown is the number of jobs that the table shows at once.
const rowsShown = 25

// tableFields lists the fields that are columns of the job table. The other fields
// of a job are shown in its details.
var tableFields = [...]string{"id", "submit", "nodes", "tasks", "walltime", "runtime", "user"}

// jobsHTML returns the job table and, below it, the details of the selected job.
func (s *FormSheet) jobsHTML() string {
	c, all := s.Words, s.numbers()
	form := s.form("job")
	if form == nil {
		return ""
	}
	s.First = min(max(s.First, 0), max((len(all)-1)/rowsShown*rowsShown, 0))
	var out strings.Builder
	out.WriteString(`<section class="form-block"><h3>` + c.Say(i18n.FormJobs) + `</h3>`)
	s.errorLine(&out, jobsBlock, "")
	if len(s.jobs) == 0 {
		out.WriteString(`<p class="small">` + c.Say(i18n.FormNoJobs) + `</p></section>`)
		return out.String()
	}
	out.WriteString(`<div class="form-scroll"><table class="form-table"><thead><tr>`)
	var columns []*schema.Field
	for _, name := range tableFields {
		for i := range form.Fields {
			if form.Fields[i].Path == "jobs[]."+name {
				columns = append(columns, &form.Fields[i])
				out.WriteString(`<th scope="col">` + i18n.Escape(s.Words.Tell(form.Fields[i].Title)) + `</th>`)
			}
		}
	}
	out.WriteString(`<th scope="col"><span class="sr">` + c.Say(i18n.FormRemove) + `</span></th></tr></thead><tbody>`)
	for i := s.First; i < min(s.First+rowsShown, len(all)); i++ {
		s.jobRow(&out, i, columns)
	}
	out.WriteString(`</tbody></table></div><div class="row">`)
	s.button(&out, "data-add", jobsBlock, c.Say(i18n.FormAddJob), "")
	if len(all) > rowsShown {
		last := min(s.First+rowsShown, len(all))
		s.button(&out, "data-page", strconv.Itoa(s.First-rowsShown), "←", c.Say(i18n.FormBefore))
		out.WriteString(`<span>` + c.Say(i18n.FormRows, c.N("from", int64(s.First)+1), c.N("to", int64(last)), c.N("all", int64(len(all)))) + `</span>`)
		s.button(&out, "data-page", strconv.Itoa(s.First+rowsShown), "→", c.Say(i18n.FormAfter))
	}
	out.WriteString(`</div></section>`)
	if s.Job >= 0 && s.Job < len(all) {
		for i := range s.Forms {
			if ofJobs(&s.Forms[i]) {
				s.block(&out, &s.Forms[i], []string{strconv.Itoa(s.Job)})
			}
		}
	}
	return out.String()
}

func (s *FormSheet) jobRow(out *strings.Builder, i int, columns []*schema.Field) {
	c, where := s.Words, []string{strconv.Itoa(i)}
	row, _ := s.look("jobs[" + where[0] + "]")
	number, _ := scenario.LookUp([]byte(row), "id")
	if number == "" {
		number = strconv.Itoa(i + 1)
	}
	class := ""
	if i == s.Job {
		class = ` class="on"`
	}
	out.WriteString(`<tr` + class + `>`)
	for _, x := range columns {
		path := x.At(where...)
		value, _ := scenario.LookUp([]byte(row), strings.TrimPrefix(x.Path, "jobs[]."))
		wrong := ""
		if s.faultsAt(path) != "" {
			wrong = ` aria-invalid="true"`
		}
		fmt.Fprintf(out, `<td><input data-path="%s" data-kind="%d" aria-label="%s, %s" value="%s" placeholder="%s"%s autocomplete="off">`,
			i18n.Escape(path), x.Kind, i18n.Escape(c.Tell(x.Title)), c.Say(i18n.JobName, i18n.S("n", i18n.Escape(number))),
			i18n.Escape(shown(x.Kind, value)), i18n.Escape(strings.Trim(x.Default, `"`)), wrong)
		s.errorLine(out, path, "")
		out.WriteString(`</td>`)
	}
	name := c.Say(i18n.JobName, i18n.S("n", number))
	out.WriteString(`<td>`)
	fmt.Fprintf(out, `<button type="button" data-job="%d" aria-expanded="%t">%s<span class="sr"> %s</span></button> `, i, i == s.Job, c.Say(i18n.FormDetails), i18n.Escape(name))
	s.button(out, "data-remove", "jobs["+where[0]+"]", "✕", c.Say(i18n.FormRemove)+" "+name)
	s.errorLine(out, "jobs["+where[0]+"]", "")
	out.WriteString(`</td></tr>`)
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

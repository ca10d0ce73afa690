package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// JobSheet is the form with which a job is changed or added.
type JobSheet struct {
	Number int64
	New    bool
	text   string // text of the scenario
	place  int    // index of the job in the text's list of jobs
	row    string // JSON of the job in the text

	forms  []schema.Form
	fields []form.JobField // fields that have an effect in this scenario; see AddFields
}

// jobFields lists the fields of the form in order.
var jobFields = [...]struct {
	name string
	text i18n.Text
	time bool // the value is a time in seconds
	some bool // the field is optional; some jobs have no value
}{
	{"nodes", i18n.JobNodes, false, false},
	{"tasks", i18n.JobTasks, false, false},
	{"walltime", i18n.JobWalltime, true, false},
	{"runtime", i18n.JobRuntime, true, false},
	{"submit", i18n.JobSubmit, true, false},
	{"priority", i18n.JobPriority, false, true},
	{"deadline", i18n.JobDeadline, true, true},
	{"user", i18n.JobUser, false, true},
}

// listed returns the editable text if the text lists the jobs. Otherwise it returns
// the reason why the jobs cannot be edited.
func (m *EditPanel) listed() (text, why string) {
	if m.Modelled() {
		return "", m.Words.Say(i18n.HandleModelled)
	}
	return m.Editable()
}

// SheetOf returns the form for changing a job. If the job cannot be changed, it
// returns nil and the reason.
func (m *EditPanel) SheetOf(id workload.JobID) (s *JobSheet, why string) {
	text, why := m.listed()
	if why != "" {
		return nil, why
	}
	s = &JobSheet{Number: m.Number(id), text: text}
	if s.place = placeOf(text, s.Number); s.place < 0 {
		return nil, m.Words.Say(i18n.HandleGone)
	}
	s.row, _ = scenario.LookUp([]byte(text), s.path())
	return s, ""
}

// NewJob returns the form for adding a job with the given submit time. If no job
// can be added, it returns nil and the reason.
func (m *EditPanel) NewJob(at simtime.Time) (s *JobSheet, why string) {
	text, why := m.listed()
	if why != "" {
		return nil, why
	}
	_, places := scenario.LookUp([]byte(text), "jobs")
	s = &JobSheet{Number: m.nextNumber(), New: true, text: text, place: len(places)}
	span := draw.TickStep(simtime.Duration(m.Run.Last), 6) // long enough to be visible on this timeline
	s.row = fmt.Sprintf(`{"id": %d, "submit": %s, "nodes": 1, "walltime": %s}`, s.Number, max(at, 0), jsonSeconds(max(span, simtime.Second)))
	return s, ""
}

// WantsFields reports whether the form has more fields after AddFields. These have an
// effect in this scenario, but not in all, or a value.
func (s *JobSheet) WantsFields() bool {
	options := scenario.JobOptionsOf([]byte(s.text))
	return len(options.Fields) > 0 || slices.ContainsFunc(scenario.OptionalJobFields(), s.has)
}

// AddFields adds these fields, which the given forms describe.
func (s *JobSheet) AddFields(forms []schema.Form) {
	s.forms, s.fields = forms, form.JobFields(forms, s.text, s.row)
}

func (s *JobSheet) path() string { return "jobs[" + strconv.Itoa(s.place) + "]" }

// field returns the field with the given name of those that AddFields has added, or
// nil.
func (s *JobSheet) field(name string) *form.JobField {
	for i := range s.fields {
		if s.fields[i].Name == name {
			return &s.fields[i]
		}
	}
	return nil
}

// Value returns the value of a field. A missing run time defaults to the walltime,
// and a missing walltime to the run time.
func (s *JobSheet) Value(name string) string {
	if f := s.field(name); f != nil {
		return f.Value(s.row)
	}
	v, _ := scenario.LookUp([]byte(s.row), name)
	switch {
	case v != "":
		return v
	case name == "runtime" && !s.has("parts"):
		v, _ = scenario.LookUp([]byte(s.row), "walltime")
	case name == "walltime":
		v, _ = scenario.LookUp([]byte(s.row), "runtime")
	case name == "priority" || name == "submit":
		return "0"
	}
	return v
}

func (s *JobSheet) has(name string) bool {
	v, _ := scenario.LookUp([]byte(s.row), name)
	return v != ""
}

// shows reports whether the form has the field with the given name. The form has a
// field for either nodes or tasks. It has a field for the run time, unless the run
// time follows from the job's parts. It has a field for the deadline if there are
// deadlines in the run, or if the discipline uses users' shares.
func (s *JobSheet) shows(m *EditPanel, name string) bool {
	switch name {
	case "nodes":
		return !s.has("tasks")
	case "tasks":
		return s.has("tasks")
	case "runtime":
		return !s.has("parts")
	case "deadline":
		return s.has(name) || m.Run.Deadlines != nil || m.Discipline(policies.ShowsShares)
	}
	return true
}

// HTML returns the form as HTML.
func (s *JobSheet) HTML(m *EditPanel) html.HTML {
	var fields html.HTML
	c := m.Words
	for i := range jobFields {
		f := &jobFields[i]
		if !s.shows(m, f.name) {
			continue
		}
		mode, hint := "decimal", ""
		if f.time {
			mode, hint = "text", s.readable(m, f.name, s.Value(f.name))
		} else if f.name == "user" {
			mode = "text"
		}
		id := "job-" + f.name
		fields += html.Field(c.HTML(f.text)+" "+html.Small(html.Attr{"data-hint", f.name}, html.Text(hint)), html.El("input", html.ID(id), html.Attr{"name", f.name},
			html.Attr{"value", s.Value(f.name)}, html.Attr{"inputmode", mode}, html.Attr{"autocomplete", "off"}, html.Attr{"aria-describedby", id + "-wrong"})) +
			html.P(html.Class("wrong"), html.ID(id+"-wrong"))
	}
	for i := range s.fields {
		fields += s.control(m, &s.fields[i])
	}
	apply := i18n.JobApply
	if s.New {
		apply = i18n.JobAdd
	}
	return html.El("form", html.Attr{"method", "dialog"}, html.ID("job-form"), html.Class("sheet"), html.Flag("novalidate"), fields,
		html.Ul(html.ID("job-wrong"), html.Class("errors"), html.Attr{"aria-live", "polite"}), html.P(html.Class("small"), c.HTML(i18n.JobTimes)),
		html.Div(html.Class("row"), html.El("button", html.Class("primary"), html.ID("job-apply"), c.HTML(apply)),
			html.If(!s.New, html.Button(html.ID("job-editor"), c.HTML(i18n.MenuEditor)))))
}

// control returns one of the fields that AddFields has added, with its description.
func (s *JobSheet) control(m *EditPanel, f *form.JobField) html.HTML {
	id := "job-" + strings.ReplaceAll(f.Name, ".", "-")
	input := f.Control(m.Words, s.Value(f.Name), html.ID(id), html.Attr{"name", f.Name}, html.Attr{"aria-describedby", id + "-help " + id + "-wrong"})
	label := html.Span(html.Text(m.Words.Tell(f.Title)))
	help := html.Small(html.ID(id+"-help"), form.Help(m.Words.Tell(f.About)))
	if f.Kind == schema.Truth {
		label = html.El("label", html.Class("check"), input, label)
	} else {
		label = html.El("label", html.Class("field"), label, input)
	}
	return html.Div(html.Class("wish"), label, help, html.P(html.Class("wrong"), html.ID(id+"-wrong")))
}

// Title returns the title of the form.
func (s *JobSheet) Title(m *EditPanel) string {
	text := i18n.JobChange
	if s.New {
		text = i18n.JobNew
	}
	return i18n.Upper(m.Words.Say(text, i18n.S("job", m.Words.Say(i18n.JobName, i18n.S("n", strconv.FormatInt(s.Number, 10))))))
}

// readable formats the time or the length of time that was entered into a field,
// such as "1 h 30 min". It returns "" if the entry cannot be parsed.
func (s *JobSheet) readable(m *EditPanel, name, written string) string {
	d, err := simtime.Parse(form.Seconds(written))
	if err != nil || d < 0 {
		return ""
	}
	if name == "submit" || name == "deadline" {
		return m.Run.Clock.At(simtime.Time(d))
	}
	return m.Words.Span(d)
}

// Hint returns the hint that is shown beside a field while the reader fills it in.
func (s *JobSheet) Hint(m *EditPanel, name, written string) string {
	for i := range jobFields {
		if jobFields[i].name == name && jobFields[i].time {
			return s.readable(m, name, written)
		}
	}
	return ""
}

// Written returns the text of the scenario with the values of the form. In some
// jobs, one value serves as both walltime and run time. If the reader changes only
// one of these two, the other keeps the old value.
func (s *JobSheet) Written(m *EditPanel, value func(name string) string) (string, error) {
	row := s.row
	var set [][2]string
	for i := range jobFields {
		f := &jobFields[i]
		if !s.shows(m, f.name) {
			continue
		}
		v := strings.TrimSpace(value(f.name))
		if v == s.Value(f.name) {
			continue
		}
		switch {
		case f.time:
			v = form.Seconds(v)
		case f.name == "user" && v != "":
			v = form.Quote(v)
		case v == "":
			v = "null"
		}
		set = append(set, [2]string{f.name, v})
	}
	for i := range s.fields {
		f := &s.fields[i]
		if v := value(f.Name); strings.TrimSpace(v) != s.Value(f.Name) {
			set = append(set, [2]string{f.Name, f.JSON(v)})
		}
	}
	sets := func(name string) bool {
		return slices.ContainsFunc(set, func(e [2]string) bool { return e[0] == name })
	}
	for _, pair := range [...][2]string{{"walltime", "runtime"}, {"runtime", "walltime"}} {
		if s.shows(m, "runtime") && sets(pair[0]) && !sets(pair[1]) && !s.has(pair[1]) {
			set = append(set, [2]string{pair[1], s.Value(pair[1])})
		}
	}
	if len(set) == 0 && !s.New {
		return s.text, nil
	}
	for _, e := range set {
		var err error
		if row, err = form.Put(row, e[0], e[1], func(string) bool { return false }); err != nil {
			return "", err
		}
	}
	return edits(s.text, [2]string{s.path(), row})
}

// Wrong sorts errors by the fields of the form. The first result holds the errors
// of each field. The second is an HTML list of all other errors.
func (s *JobSheet) Wrong(m *EditPanel, faults []message.Problem) (byField map[string]string, rest html.HTML) {
	byField = map[string]string{}
	var others []message.Problem
	for _, f := range faults {
		name, mine := strings.CutPrefix(form.FieldPlace(s.forms, f.Place), s.path()+".")
		if f.Line = 0; mine && s.hasField(m, name) {
			text := f.Problem
			if f.Limit != "" && !strings.Contains(text, f.Limit) {
				text += " (" + m.Words.Say(i18n.FaultLimit, i18n.S("limit", f.Limit)) + ")"
			}
			if f.Fix != "" {
				text += ": " + f.Fix
			}
			if form.NoTime(&f) {
				text = m.Words.Say(i18n.FormTime)
			}
			byField[name] = text
			continue
		}
		others = append(others, f)
	}
	return byField, m.FaultsHTML(others, false)
}

// hasField reports whether the form has the field with the given name.
func (s *JobSheet) hasField(m *EditPanel, name string) bool {
	for i := range jobFields {
		if jobFields[i].name == name {
			return s.shows(m, name)
		}
	}
	return s.field(name) != nil
}

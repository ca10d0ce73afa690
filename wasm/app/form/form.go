// Package form shows the text of a scenario as HTML forms. When the reader fills in
// a field, it writes the value back into the text. It does not depend on a browser:
// it returns HTML, and receives paths and values.
//
// Package core/scenario describes the forms: a schema.Form describes a block of
// the scenario, such as the scheduler or a job, with its schema.Fields. A
// [FormSheet] holds the text and shows one block at a time:
//
//	s := &form.FormSheet{Forms: scenario.Forms(), Words: words}
//	s.Open(text, faults)
//	show(s.BlocksHTML(), s.HTML())
//	s.Set("scheduler.queue", schema.OneOf, "easy")   // changes s.Text
//
// An edit leaves the rest of the text as its author wrote it. An error of the
// scenario is shown at the field with the path that the error names.
package form

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// FormSheet shows the text of a scenario as forms, one block at a time.
type FormSheet struct {
	Forms  []schema.Form // all forms, in the order of scenario.Forms
	Text   string
	Block  string // name of the schema.Form of the block on screen, or "jobs"
	Job    int    // index of the job whose details are shown, or -1
	First  int    // index of the first job shown in the table
	Words  *i18n.Catalog
	Faults []message.Problem // errors in the text

	head    []byte               // the text without its jobs; it is short, so look-ups in it are fast
	jobs    []byte               // the list of jobs in the text
	options *scenario.JobOptions // of the text; nil until they are needed
	wrong   map[string]string    // errors as one line each, by the paths at which they are shown
	ids     int
}

// jobsBlock is the name of the block with the table of jobs. A job is described by
// several forms, which all belong to this block.
const jobsBlock = "jobs"

// Open sets the text and its errors. It returns false if the text is not valid
// JSON, so that it cannot be shown as forms.
func (s *FormSheet) Open(text string, faults []message.Problem) bool {
	if s.Block == "" {
		s.Block, s.Job = "scheduler", -1
	}
	s.Text, s.Faults = text, faults
	jobs, _ := scenario.LookUp([]byte(text), "jobs")
	head, err := scenario.Edit([]byte(text), "jobs", "null")
	s.head, s.jobs, s.options = head, []byte(jobs), nil
	s.wrong = s.Problems()
	if n := len(s.numbers()); s.Job >= n {
		s.Job = -1
	}
	return err == nil
}

// numbers returns the indices of all jobs ("0", "1", …).
func (s *FormSheet) numbers() []string {
	if len(s.jobs) == 0 {
		return nil
	}
	_, names := scenario.LookUp([]byte(`{"jobs":`+string(s.jobs)+`}`), "jobs")
	return names
}

// look returns the value at a path of the text. For an object or array, it also
// returns the names or indices of its elements.
func (s *FormSheet) look(path string) (string, []string) {
	if strings.HasPrefix(path, "jobs") {
		return scenario.LookUp([]byte(`{"jobs":`+string(s.jobs)+`}`), path)
	}
	return scenario.LookUp(s.head, path)
}

// form returns the form with the given name, or nil for the block of the jobs.
func (s *FormSheet) form(name string) *schema.Form {
	for i := range s.Forms {
		if s.Forms[i].Name == name {
			return &s.Forms[i]
		}
	}
	return nil
}

// ofJobs reports whether a form is part of the description of a job.
func ofJobs(f *schema.Form) bool { return strings.HasPrefix(f.Path, "jobs[]") }

// plain converts the path of an error or of a field to a uniform notation, so that
// paths can be compared. For example, ["name"] becomes .name.
func plain(place string) string {
	return strings.TrimPrefix(strings.NewReplacer(`["`, ".", `"]`, "").Replace(place), ".")
}

// blockOf returns the name of the block to which an error belongs.
func (s *FormSheet) blockOf(f *message.Problem) string {
	place := plain(f.Place)
	if strings.HasPrefix(place, "jobs") {
		return jobsBlock
	}
	best, name := -1, "scenario"
	for i := range s.Forms {
		if path := s.Forms[i].Path; len(path) > best && path != "" && (place == path || strings.HasPrefix(place, path+".")) {
			best, name = len(path), s.Forms[i].Name
			if s.Forms[i].Name == "groups" && !strings.HasPrefix(place, "cluster.groups") {
				name = "topology"
			}
		}
	}
	return name
}

// children returns the fields of a form whose paths are directly below a prefix. It
// omits fields in lists and maps that are nested deeper.
func children(f *schema.Form, prefix string) []*schema.Field {
	var out []*schema.Field
	for i := range f.Fields {
		rest, ok := strings.CutPrefix(f.Fields[i].Path, prefix)
		if ok && !strings.ContainsAny(rest, "[{") {
			out = append(out, &f.Fields[i])
		}
	}
	return out
}

// prefix returns the part of a form's path up to the last list index, which is
// common to the paths of the form's fields.
func prefix(f *schema.Form) string {
	if i := strings.LastIndex(f.Path, "[]"); i >= 0 {
		return f.Path[:i+2]
	}
	return ""
}

// chosen returns the field of a form that decides which other fields apply, and its
// value. This is the first field of kind OneOf.
func (s *FormSheet) chosen(f *schema.Form, where []string) (*schema.Field, string) {
	for i := range f.Fields {
		if f.Fields[i].Kind != schema.OneOf {
			continue
		}
		value, _ := s.look(f.Fields[i].At(where...))
		if value == "" {
			value = strings.Trim(f.Fields[i].Default, `"`)
		}
		return &f.Fields[i], value
	}
	return nil, ""
}

// jobOptions returns the options of the jobs in the text.
func (s *FormSheet) jobOptions() *scenario.JobOptions {
	if s.options == nil {
		o := scenario.JobOptionsOf(s.head)
		s.options = &o
	}
	return s.options
}

// offers returns the values that the form offers for a field, or nil if there is no
// such list.
func (s *FormSheet) offers(x *schema.Field) []string {
	if path := jobPath(x); path == "queue" || x.Kind == schema.Alternative {
		return s.jobOptions().Offers(path)
	}
	return nil
}

// value returns the text that a field at a path shows.
func (s *FormSheet) value(x *schema.Field, path string) string {
	value, names := s.look(path)
	return shownOf(x.Kind, value, names, s.offers(x))
}

// faultsAt returns the errors at a path as one line.
func (s *FormSheet) faultsAt(path string) string { return s.wrong[plain(path)] }

// FieldPlace returns the path at which a form shows an error, in uniform notation.
// This is the path of the error itself, with two exceptions. An error inside a value
// of kind Alternative is shown at the value. An error of an object that has fields in
// a form, but no line of its own, is shown at the first of these fields.
func FieldPlace(forms []schema.Form, place string) string {
	at, where, below := plain(place), places(place), ""
	for i := range forms {
		f := &forms[i]
		if plain(f.At(where...)) == at {
			return at
		}
		for k := range f.Fields {
			x := &f.Fields[k]
			path := plain(x.At(where...))
			switch {
			case path == at || x.Kind == schema.Alternative && strings.HasPrefix(at, path+"."):
				return path
			case below == "" && strings.HasPrefix(path, at+".") && !strings.Contains(path, "[]") && !strings.Contains(path, "{}"):
				below = path
			}
		}
	}
	return cmp.Or(below, at)
}

// said returns an error and its fix as one line.
func (s *FormSheet) said(f *message.Problem) string {
	if NoTime(f) {
		return s.Words.Say(i18n.FormTime)
	}
	text := f.Problem
	if f.Fix != "" {
		text += ": " + f.Fix
	}
	return text
}

// Problems returns the errors by their paths. The page shows them at the fields.
func (s *FormSheet) Problems() map[string]string {
	out := map[string]string{}
	for i := range s.Faults {
		f := &s.Faults[i]
		if place := FieldPlace(s.Forms, f.Place); out[place] == "" {
			out[place] = s.said(f)
		} else {
			out[place] += "; " + s.said(f)
		}
	}
	return out
}

// id returns an HTML element ID that is not used yet.
func (s *FormSheet) id() string {
	s.ids++
	return "form-" + strconv.Itoa(s.ids)
}

// there reports whether the text contains a block.
func (s *FormSheet) there(f *schema.Form) bool {
	if f.Path == "" || f.Name == "groups" {
		for i := range f.Fields {
			if !strings.ContainsAny(f.Fields[i].Path, "[{") {
				if value, _ := s.look(f.Fields[i].Path); value != "" {
					return true
				}
			}
		}
		return false
	}
	value, _ := s.look(f.Path)
	return value != ""
}

// optional reports whether the reader can remove a block from the scenario.
func optional(f *schema.Form) bool {
	return !slices.Contains([]string{"scenario", "topology", "groups", "scheduler"}, f.Name)
}

// Describe describes the value at a path. It returns the title of the field, the
// number of the job to which the field belongs (or -1), and the value.
func (s *FormSheet) Describe(path string) (name string, job int64, value string) {
	job = -1
	where := places(path)
	if rest, ok := strings.CutPrefix(path, "jobs["); ok {
		place, _, _ := strings.Cut(rest, "]")
		number, _ := s.look("jobs[" + place + "].id")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil { // a job without a number of its own gets its position in the list as its number
			n, _ = strconv.ParseInt(place, 10, 64)
			n++
		}
		job = n
	}
	value, _ = s.look(path)
	for i := range s.Forms {
		for k := range s.Forms[i].Fields {
			if x := &s.Forms[i].Fields[k]; x.Title != "" && x.At(where...) == path {
				return s.title(x), job, s.value(x, path)
			}
		}
	}
	for i := range s.Forms {
		if f := &s.Forms[i]; f.At(where...) == path && !ofJobs(f) {
			return s.Words.Tell(f.Title), job, value
		}
	}
	return plain(path), job, value
}

// Package form shows the text of a scenario as HTML forms, and writes the values
// that are filled in back into the text. It does not depend on a browser: it
// returns HTML, and takes paths and values.
//
// The forms come from the descriptions in core/scenario: a scenario.Form describes
// a block, such as the scheduler or a job, and its scenario.Fields. A [FormSheet]
// holds the text and shows one block at a time:
//
//	s := &form.FormSheet{Forms: scenario.Forms(), Words: words}
//	s.Open(text, faults)
//	show(s.BlocksHTML(), s.HTML())
//	s.Set("scheduler.queue", scenario.OneOf, "easy")   // changes s.Text
//
// An edit keeps the rest of the text as its author wrote it. Errors of the scenario
// are shown at the field whose path they name.
package form

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// FormSheet holds the forms of a text. It shows one block at a time.
type FormSheet struct {
	Forms  []scenario.Form // in the order of scenario.Forms
	Text   string
	Block  string // name of a scenario.Form, or "jobs"
	Job    int    // index of the job whose details are shown; -1: none
	First  int    // index of the first job in the table
	Words  *i18n.Catalog
	Faults []message.Problem // errors in the text

	head []byte // the text without its jobs, which is short, so that look-ups are fast
	jobs []byte // only its jobs
	ids  int
}

// jobsBlock is the block with the table of jobs. It consists of several forms.
const jobsBlock = "jobs"

// Open sets the text and its errors. It returns false if the text is not JSON and
// so has no forms.
func (s *FormSheet) Open(text string, faults []message.Problem) bool {
	if s.Block == "" {
		s.Block, s.Job = "scheduler", -1
	}
	s.Text, s.Faults = text, faults
	jobs, _ := scenario.LookUp([]byte(text), "jobs")
	head, err := scenario.Edit([]byte(text), "jobs", "null")
	s.head, s.jobs = head, []byte(jobs)
	if n := len(s.numbers()); s.Job >= n {
		s.Job = -1
	}
	return err == nil
}

// numbers returns the indices of the jobs as text.
func (s *FormSheet) numbers() []string {
	if len(s.jobs) == 0 {
		return nil
	}
	_, names := scenario.LookUp([]byte(`{"jobs":`+string(s.jobs)+`}`), "jobs")
	return names
}

// look returns the value at a path of the text, and the names or indices below it.
func (s *FormSheet) look(path string) (string, []string) {
	if strings.HasPrefix(path, "jobs") {
		return scenario.LookUp([]byte(`{"jobs":`+string(s.jobs)+`}`), path)
	}
	return scenario.LookUp(s.head, path)
}

// form returns the description of a block, or nil for the block of the jobs.
func (s *FormSheet) form(name string) *scenario.Form {
	for i := range s.Forms {
		if s.Forms[i].Name == name {
			return &s.Forms[i]
		}
	}
	return nil
}

// ofJobs reports whether a form describes a job.
func ofJobs(f *scenario.Form) bool { return strings.HasPrefix(f.Path, "jobs[]") }

// plain returns the place of an error or a field in a spelling that can be
// compared: names in brackets become names after dots.
func plain(place string) string {
	return strings.TrimPrefix(strings.NewReplacer(`["`, ".", `"]`, "").Replace(place), ".")
}

// blockOf returns the name of the block that contains an error.
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

// children returns the fields of a form that are directly in the object or element
// at a prefix. Fields of lists and maps below it are not included.
func children(f *scenario.Form, prefix string) []*scenario.Field {
	var out []*scenario.Field
	for i := range f.Fields {
		rest, ok := strings.CutPrefix(f.Fields[i].Path, prefix)
		if ok && !strings.ContainsAny(rest, "[{") {
			out = append(out, &f.Fields[i])
		}
	}
	return out
}

// prefix returns the common prefix of the paths of a form's own fields, which ends
// with the last list index.
func prefix(f *scenario.Form) string {
	if i := strings.LastIndex(f.Path, "[]"); i >= 0 {
		return f.Path[:i+2]
	}
	return ""
}

// chosen returns the first OneOf field of a form, on which other fields depend, and
// its value.
func (s *FormSheet) chosen(f *scenario.Form, where []string) (*scenario.Field, string) {
	for i := range f.Fields {
		if f.Fields[i].Kind != scenario.OneOf {
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

// faultsAt returns the errors at a place.
func (s *FormSheet) faultsAt(path string) string {
	place := plain(path)
	var out []string
	for i := range s.Faults {
		if f := &s.Faults[i]; plain(f.Place) == place {
			out = append(out, s.said(f))
		}
	}
	return strings.Join(out, "; ")
}

// said returns an error as one line.
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

// Problems returns the errors by place, for the fields on screen.
func (s *FormSheet) Problems() map[string]string {
	out := map[string]string{}
	for i := range s.Faults {
		f := &s.Faults[i]
		if place := plain(f.Place); out[place] == "" {
			out[place] = s.said(f)
		} else {
			out[place] += "; " + s.said(f)
		}
	}
	return out
}

// id returns a new element id.
func (s *FormSheet) id() string {
	s.ids++
	return "form-" + strconv.Itoa(s.ids)
}

// there reports whether the text contains a block.
func (s *FormSheet) there(f *scenario.Form) bool {
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

// optional reports whether a block can be removed as a whole.
func optional(f *scenario.Form) bool {
	return !slices.Contains([]string{"scenario", "topology", "groups", "scheduler"}, f.Name)
}

// Describe returns a description of the value at a path: the title of the field,
// the number of its job (-1: none), and the value.
func (s *FormSheet) Describe(path string) (name string, job int64, value string) {
	job = -1
	where := places(path)
	if rest, ok := strings.CutPrefix(path, "jobs["); ok {
		place, _, _ := strings.Cut(rest, "]")
		number, _ := s.look("jobs[" + place + "].id")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil { // a job without a number has that of its position
			n, _ = strconv.ParseInt(place, 10, 64)
			n++
		}
		job = n
	}
	value, _ = s.look(path)
	for i := range s.Forms {
		for k := range s.Forms[i].Fields {
			if x := &s.Forms[i].Fields[k]; x.Title != "" && x.At(where...) == path {
				return s.title(x), job, shown(x.Kind, value)
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

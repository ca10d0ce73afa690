// Package form shows a scenario's text as forms and writes into it what is
// filled in, from the descriptions in core/scenario. It knows no browser: it
// makes HTML and takes paths and values.
package form

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// FormSheet is the forms of a text, one block of which is shown.
type FormSheet struct {
	Forms  []scenario.Form // as scenario.Forms lists them
	Text   string
	Block  string // the name of a scenario.Form, or "jobs"
	Job    int    // the job whose details are shown; -1: none
	First  int    // the first job of the table
	Words  *i18n.Catalog
	Faults []message.Problem // of the text

	head []byte // the text without its jobs: short, so that looking is quick
	jobs []byte // its jobs alone
	ids  int
}

// jobsBlock is the block of the table of jobs, which is made of several forms.
const jobsBlock = "jobs"

// Open takes in a text and what is wrong with it. It reports false for a text
// that is no JSON: that has no forms.
func (s *FormSheet) Open(text string, faults []message.Problem) bool {
	if s.Block == "" {
		s.Block, s.Job = "scheduler", -1
	}
	s.Text, s.Faults = text, faults
	jobs, _ := scenario.Look([]byte(text), "jobs")
	head, err := scenario.Edit([]byte(text), "jobs", "null")
	s.head, s.jobs = head, []byte(jobs)
	if n := len(s.numbers()); s.Job >= n {
		s.Job = -1
	}
	return err == nil
}

// numbers are the places of the jobs, as text.
func (s *FormSheet) numbers() []string {
	if len(s.jobs) == 0 {
		return nil
	}
	_, names := scenario.Look([]byte(`{"jobs":`+string(s.jobs)+`}`), "jobs")
	return names
}

// look is what the text holds at a path, and the names or places below it.
func (s *FormSheet) look(path string) (string, []string) {
	if strings.HasPrefix(path, "jobs") {
		return scenario.Look([]byte(`{"jobs":`+string(s.jobs)+`}`), path)
	}
	return scenario.Look(s.head, path)
}

// form is the description of a block; nil for that of the jobs.
func (s *FormSheet) form(name string) *scenario.Form {
	for i := range s.Forms {
		if s.Forms[i].Name == name {
			return &s.Forms[i]
		}
	}
	return nil
}

// ofJobs reports whether a form is about one job.
func ofJobs(f *scenario.Form) bool { return strings.HasPrefix(f.Path, "jobs[]") }

// plain is a place of a fault or a field in one spelling, so that they can be
// compared: names in brackets become names behind dots.
func plain(place string) string {
	return strings.TrimPrefix(strings.NewReplacer(`["`, ".", `"]`, "").Replace(place), ".")
}

// blockOf is the name of the block that a fault is in.
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

// children are the fields of a form that stand directly in the object or
// element at a prefix: those of lists and maps in it come with them.
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

// prefix is what the paths of a form's own fields begin with: up to its last
// place in a list.
func prefix(f *scenario.Form) string {
	if i := strings.LastIndex(f.Path, "[]"); i >= 0 {
		return f.Path[:i+2]
	}
	return ""
}

// chosen is the value of a form's first OneOf, which other fields hang on.
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

// faultsAt are what is wrong at a place, or of a whole block what is wrong in
// it at no field that is shown.
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

// said is a fault as one line.
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

// Problems are what is wrong by place, for the fields on screen.
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

// id is a new id of an element.
func (s *FormSheet) id() string {
	s.ids++
	return "form-" + strconv.Itoa(s.ids)
}

// there reports whether a block is in the text.
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

// optional reports whether a block may be taken away as a whole.
func optional(f *scenario.Form) bool {
	return !slices.Contains([]string{"scenario", "topology", "groups", "scheduler"}, f.Name)
}

// Describe says what stands at a path, for people: what the field is called, the
// number of the job that it is of, -1 for none, and its value.
func (s *FormSheet) Describe(path string) (name string, job int64, value string) {
	job = -1
	where := places(path)
	if rest, ok := strings.CutPrefix(path, "jobs["); ok {
		place, _, _ := strings.Cut(rest, "]")
		number, _ := s.look("jobs[" + place + "].id")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil { // jobs without numbers have those of their places
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

package scenario

import (
	"errors"
	"slices"
	"strings"

	"hopyard/core/jsondoc"
)

// MaxBytes is the longest text of a scenario (SOURCES.md TOPO.8).
const MaxBytes = 64 << 20

// language holds the words and rules of scenarios, for package jsondoc.
var language = jsondoc.Language{
	Name: "scenario", Whole: "scenario", MaxBytes: MaxBytes,
	Begin:      `begin with {"hopyard": 1, …}`,
	Comment:    `remove it, or say it in "about"`,
	Assignment: "cluster.topology.width=8",
	TakesText:  takesText,
	Short:      shortOf,
}

// form returns the language of a text that is not a scenario, but is written by the
// same people.
func form(whole string, most int) *jsondoc.Language {
	l := language
	l.Whole, l.MaxBytes = whole, most
	return &l
}

// Edit puts a value at a path of a scenario's text, as [jsondoc.Language.Edit]
// does.
func Edit(src []byte, path, value string) ([]byte, error) { return language.Edit(src, path, value) }

// LookUp returns the JSON at a path of a scenario's text, as
// [jsondoc.Language.LookUp] does.
func LookUp(src []byte, path string) (value string, names []string) {
	return language.LookUp(src, path)
}

// textFields are the names of the fields that take only a text. Such a field takes
// neither a number nor true or false.
var textFields = []string{
	"title", "about", "kind", "user", "group", "queue", "allocator", "order", "overrun", "unit", "swf", "free",
	"application", "offline", "down", "up", "leave", "join",
}

// takesText reports whether the field at a path takes only text. Inside the objects
// users, groups, queues and weights, the field names are names of users or weights,
// even if they look like names of text fields. There, takesText reports false.
func takesText(steps []jsondoc.PathStep) bool {
	last := steps[len(steps)-1].Key
	if len(steps) > 1 && slices.Contains([]string{"users", "groups", "queues", "weights"}, steps[len(steps)-2].Key) {
		return false
	}
	if last == "nodes" && len(steps) > 2 {
		of := steps[len(steps)-3].Key
		return (of == "groups" || of == "decisions") && steps[len(steps)-2].Key == ""
	}
	return slices.Contains(textFields, last)
}

// shorts lists the objects with a short form: instead of the object, a scenario may
// contain just the value of one of its fields, as in "network": "max-min". Each
// entry gives the path of the object and the name of this field.
var shorts = [...]struct{ path, field string }{{"network", "model"}, {"allotments.users.", "nodes"}, {"allotments.events..users.", "nodes"}}

// shortOf returns the name of the field that a short form of the object at a path
// gives, or "" if the object has no short form.
func shortOf(steps []jsondoc.PathStep) string {
	for _, s := range shorts {
		if slices.EqualFunc(steps, strings.Split(s.path, "."), func(have jsondoc.PathStep, want string) bool {
			return have.Key == want || want == "" && have.Key != ""
		}) {
			return s.field
		}
	}
	return ""
}

// Set puts a value at a path, as the options --set and --queue of the command line
// do, and checks the whole scenario again. On error the scenario does not change.
func (s *Scenario) Set(path, value string) error { return s.SetAll([2]string{path, value}) }

// SetAll makes several assignments of a value to a path. It checks the scenario
// only after the last assignment, because some values are valid only together. The
// error wraps jsondoc.ErrPath, or is a jsondoc.Errors. This error has no positions,
// because there is no text of the user that they could refer to. On error the
// scenario does not change.
func (s *Scenario) SetAll(assignments ...[2]string) error {
	text := s.Canonical()
	var err error
	for _, a := range assignments {
		if text, err = Edit(text, a[0], a[1]); err != nil {
			return err
		}
	}
	changed, err := Parse(text)
	if err != nil {
		var all jsondoc.Errors
		if errors.As(err, &all) {
			for i := range all {
				all[i].Line, all[i].Col, all[i].Offset, all[i].End = 0, 0, 0, 0
			}
		}
		return err
	}
	*s = *changed
	return nil
}

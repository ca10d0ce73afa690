package form

import (
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/core/topology"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// JobField is a field of a job that has an effect only on some machines or under
// some policies (scenario.JobOptions).
type JobField struct {
	*schema.Field
	Name   string   // path of the field in the job, such as "slice.size"
	Offers []string // values to choose from; nil if there is no such list
}

// JobFields returns those fields of the given job that have an effect in a scenario
// or have a value. The job is given as JSON.
func JobFields(forms []schema.Form, text, job string) (fields []JobField) {
	options := scenario.JobOptionsOf([]byte(text))
	for _, name := range scenario.OptionalJobFields() {
		for i := range forms {
			for k := range forms[i].Fields {
				x := &forms[i].Fields[k]
				path := jobPath(x)
				if path != name && !strings.HasPrefix(path, name+".") {
					continue
				}
				value, _ := scenario.LookUp([]byte(job), path)
				if value != "" || options.Shows(path) && (name != "queue" || options.Has(name)) {
					fields = append(fields, JobField{x, path, options.Offers(path)})
				}
			}
		}
	}
	return fields
}

// jobPath returns the path of a field in its job, or "" if it is not the field of a
// job.
func jobPath(x *schema.Field) string {
	path, ok := strings.CutPrefix(x.Path, "jobs[].")
	if !ok {
		return ""
	}
	return path
}

// Value returns the text that the field shows for the given job.
func (f *JobField) Value(job string) string {
	value, names := scenario.LookUp([]byte(job), f.Name)
	return shownOf(f.Kind, value, names, f.Offers)
}

// JSON converts the text of the field to JSON.
func (f *JobField) JSON(text string) string { return jsonOf(f.Field, f.Kind, text) }

// Control returns the HTML input element of the field with the given attributes.
func (f *JobField) Control(c *i18n.Catalog, value string, attributes ...html.Piece) html.HTML {
	return control(c, f.Field, f.Offers, value, attributes...)
}

// shownOf works like shown. For a field of kind Alternative it returns the one of the
// offered values that equals the value, or else the value itself as JSON.
func shownOf(kind schema.FieldKind, value string, names, offers []string) string {
	if kind != schema.Alternative || value == "" {
		return shown(kind, value)
	}
	if names == nil && value != "true" && value != "false" && value[0] != '{' {
		value = Quote(value) // LookUp returns a string without its quotes
	}
	for _, offer := range offers {
		if dense(offer) == dense(value) {
			return offer
		}
	}
	return value
}

// dense returns JSON without spaces between its parts.
func dense(json string) string {
	var out strings.Builder
	inside, escaped := false, false
	for _, r := range json {
		if inside || !strings.ContainsRune(" \t\r\n", r) {
			out.WriteRune(r)
		}
		inside = inside != (r == '"' && !escaped)
		escaped = inside && r == '\\' && !escaped
	}
	return out.String()
}

// alternative returns the words for a value of a field of kind Alternative.
func alternative(c *i18n.Catalog, value string) string {
	for _, x := range [...]struct {
		path string
		text i18n.Text
	}{{"of.required", i18n.FormRequired}, {"of.preferred", i18n.FormPreferred}, {"of.unconstrained", i18n.FormUnconstrained}, {"of", i18n.FormInOne}} {
		if level, names := scenario.LookUp([]byte(`{"of": `+value+"}"), x.path); level != "" && names == nil {
			return c.Say(x.text, i18n.S("level", topology.ShortLevel(level)))
		}
	}
	return value
}

// Put writes JSON at a path of a text. If this removes the last value of an object,
// the object is removed too, unless keep reports that it stays. Errors are those of
// scenario.Edit.
func Put(text, path, value string, keep func(object string) bool) (string, error) {
	out, err := scenario.Edit([]byte(text), path, value)
	end := strings.LastIndexByte(path, '.')
	if err != nil || value != "null" || end < 0 || strings.ContainsAny(path[end:], `"]`) || path[end-1] == ']' {
		return string(out), err // elements of lists and maps stay
	}
	object := path[:end]
	if left, names := scenario.LookUp(out, object); left == "" || left[0] != '{' || names != nil || keep(object) {
		return string(out), nil
	}
	out, err = scenario.Edit(out, object, "null")
	return string(out), err
}

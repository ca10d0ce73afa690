package scenario

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
)

// eachField calls the given function for every field of the language. The arguments
// of each call are the path of the field in the notation of forms, the field, and
// the table of the fields inside it.
func eachField(visit func(path string, f *field, inside *table)) {
	var walk func(at string, t *table, kind string)
	walk = func(at string, t *table, kind string) {
		for i := range t.Rows {
			f := &t.Rows[i]
			path := at + f.Name
			plain := strings.NewReplacer("[]", "", "{}", "").Replace(path)
			if plain == "cluster.topology" && kind == "" {
				for _, k := range namesIn(Topologies()) {
					walk(path+".", inside(f, plain, k), k)
				}
				continue
			}
			inner := inside(f, plain, kind)
			if f.Kind == schema.Wholes {
				inner = &table{} // in a fat tree, links is a list of numbers, unlike the list of objects in a graph
			}
			visit(path, f, inner)
			switch n := len(inner.Rows); {
			case n == 0:
			case f.Kind == schema.List:
				walk(path+"[].", inner, kind)
			case f.Kind == schema.Map && inner.Rows[0].Name == "":
				visit(path+"{}", &inner.Rows[0], &table{})
			case f.Kind == schema.Map:
				walk(path+"{}.", inner, kind)
			default:
				walk(path+".", inner, kind)
			}
		}
	}
	walk("", scenarioTable(newScenario()), "")
}

// TestFormsAreComplete checks that every field of the tables is part of a form. It
// is enough if all fields inside a field are part of a form. Forms are made from
// the tables, so they cannot have any other fields.
func TestFormsAreComplete(t *testing.T) {
	elsewhere := []string{"hopyard", "free"} // fields without a form; goals, notes, vary and altered have no form either
	shown := map[string]bool{}
	for _, form := range Forms() {
		for i := range form.Fields {
			shown[form.Fields[i].Path] = true
		}
	}
	n := 0
	eachField(func(path string, f *field, inside *table) {
		n++
		if !shown[path] && len(inside.Rows) == 0 && !slices.Contains(elsewhere, path) && !strings.HasPrefix(path, "goals") && !strings.HasPrefix(path, "notes") && !strings.HasPrefix(path, "vary.") && !strings.HasPrefix(path, "altered.") {
			t.Errorf("%s is in no form", path)
		}
	})
	if n < 250 {
		t.Errorf("%d fields", n)
	}
}

// formGround is a scenario in which a test can set every field of every form. The
// blocks already contain their required fields.
const formGround = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 16}, "node": {"cores": 65536, "memory": 1, "disk": 1, "gpus": 1, "resources": {"a b": 65536, "ada": 1}}, "groups": [{"nodes": "0"}]},
	"jobs": [{"tasks": 4, "submit": 0, "walltime": 60, "elastic": {"speedup": {"model": "linear"}}}], "network": {"model": "max-min"},
	"allotments": {"users": {"a b": 1}, "events": [{"at": 600, "users": {"a b": 2}}], "history": [{"user": "u", "amount": 1, "time": 1}]},
	"limits": {"users": {"a b": {"jobs": 4}}, "groups": {"a b": {"jobs": 4}}, "queues": {"a b": {"jobs": 4}}},
	"cluster_queues": {"a b": {"flavors": [{"name": "x", "quota": {"cores": 8}}]}}, "cohorts": {"a b": {"parent": "p", "flavors": [{"name": "x", "quota": {"cores": 8}}]}},
	"queues": {"a b": {"open": false, "started": false, "events": [{"at": 0, "open": true, "started": true}]}},
	"faults": {"events": [{"at": 0, "down": "5"}], "mtbf": 1000}, "scheduler": {"queue": "easy"}}`

// TestFormsAgreeWithTheParser checks that the parser accepts every value that a
// form offers, including the bounds, and refuses values beyond the bounds. A valid
// value may still cause an error about another limit, such as the size of the
// cluster; the test ignores these.
func TestFormsAgreeWithTheParser(t *testing.T) {
	for _, form := range Forms() {
		if form.Title == "" || !strings.HasSuffix(form.About, ".") {
			t.Errorf("form %s has no title or sentence", form.Name)
		}
		for i := range form.Fields {
			f := &form.Fields[i]
			if f.Title == "" || !strings.HasSuffix(f.About, ".") {
				if f.Kind != schema.Other {
					t.Errorf("%s has no title or sentence", f.Path)
				}
			}
			values, beyond := samples(f)
			for _, v := range values {
				if e := setField(t, &form, f, v); e != nil && (e.Limit == decimal(f.Min) || e.Limit == decimal(f.Max) || e.Limit == number(f.Min) || e.Limit == number(f.Max) || strings.Contains(e.Problem, "unknown") || strings.Contains(e.Problem, ", not ")) {
					t.Errorf("%s = %s: %v", f.Path, jsondoc.Shorten(v), e)
				}
			}
			for _, v := range beyond {
				if e := setField(t, &form, f, v); e == nil {
					t.Errorf("%s = %s is accepted", f.Path, jsondoc.Shorten(v))
				}
			}
		}
	}
}

// samples returns values that the field accepts, and values that it refuses.
func samples(f *schema.Field) (values, beyond []string) {
	if f.Default != "" {
		values = append(values, f.Default)
	}
	switch f.Kind {
	case schema.Whole, schema.Bytes:
		return append(values, number(f.Min), number(f.Max)), []string{number(f.Min - 1), number(f.Max + 1), "1.5", `"x"`}
	case schema.Number:
		return append(values, decimal(f.Min), decimal(f.Max)), []string{decimal(f.Min - 1), decimal(f.Max + 1), `"x"`}
	case schema.Text, schema.Label:
		if f.Max > 1<<16 || strings.Contains(f.Path, "cluster.topology.links") { // not for texts with a syntax of their own, such as an SWF trace, a topology.conf or "n0"
			return nil, []string{"3"}
		}
		return append(values, `"`+strings.Repeat("x", int(f.Max))+`"`), []string{`"` + strings.Repeat("x", int(f.Max)+1) + `"`, "[]"}
	case schema.OneOf:
		for _, c := range f.Choices {
			values = append(values, `"`+c+`"`)
		}
		return values, []string{`"nothing of the kind"`, "1"}
	case schema.Truth:
		return append(values, "true", "false"), []string{"1", `"true"`}
	case schema.Nodes:
		return append(values, `"1-3"`), []string{`"16"`, "[1]", `""`}
	case schema.Numbers:
		return values, []string{"3", "[" + decimal(f.Max+1) + "]", `["x"]`}
	case schema.Wholes:
		return append(values, "[2, 2]"), []string{"3", "[0]", "[1.5]", "[]"}
	case schema.Bounds:
		return append(values, number(f.Min), "["+number(f.Min)+", "+number(f.Max)+"]"), []string{"[2, 1]", "[1]", "1.5", number(f.Max + 1)}
	case schema.Range:
		return append(values, decimal(f.Max), "["+decimal(f.Min)+", "+decimal(f.Max)+"]"), []string{"[0.1]", decimal(f.Max + 1), `"x"`}
	case schema.Ends:
		return append(values, `["n0", "s0"]`), []string{`["n0"]`, `["n0", "x"]`, "3"}
	case schema.List:
		return []string{"[" + f.New + "]", "[]"}, []string{"3", "[7]"}
	case schema.Map:
		return []string{`{"ada": ` + f.New + "}"}, []string{"3", "[]", `{"": ` + f.New + "}"}
	}
	return nil, nil
}

// setField sets a field in formGround and parses the result. It returns the first
// error at this field, or nil.
func setField(t *testing.T, form *schema.Form, f *schema.Field, value string) *jsondoc.Error {
	t.Helper()
	src, path := fieldText(t, form, f, value)
	_, err := Parse(src)
	var all jsondoc.Errors
	errors.As(err, &all)
	for i := range all {
		if strings.HasPrefix(all[i].Place, path) {
			return &all[i]
		}
	}
	return nil
}

// fieldText returns formGround with the field set to value, and the path of the
// field in this text.
func fieldText(t testing.TB, form *schema.Form, f *schema.Field, value string) (text []byte, at string) {
	t.Helper()
	src := []byte(formGround)
	set := func(path, value string) {
		var err error
		if src, err = Edit(src, path, value); err != nil {
			t.Fatalf("%s = %s: %v", path, value, err)
		}
	}
	var where []string
	for _, c := range f.Path {
		switch c {
		case '[':
			where = append(where, "0")
		case '{':
			where = append(where, "a b")
		}
	}
	path := f.At(where...)
	last := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case form.Name == "model":
		set("jobs", "null")
		if last == "swf" {
			set("workload.swf", value)
			break
		}
		set("workload", `{"model": "lublin", "jobs": 5}`)
		if f.Of != "" {
			set("workload.elastic.speedup.model", f.Of)
		}
	case form.Name == "faults" && (last == "up" || last == "leave" || last == "join" || last == "link"):
		set("faults.events[0].down", "null")
	case strings.Contains(path, "per_node"):
		set("jobs[0].tasks", "null")
		set("jobs[0].nodes", "4")
	case last == "nodes" && form.Name == "job":
		set("jobs[0].tasks", "null")
	case form.Name == "topology":
		kind := f.Of
		if kind == "" {
			kind = "star"
		}
		set("cluster.topology", `{"kind": "`+kind+`"}`)
		if kind == "graph" {
			set("cluster.topology", `{"kind": "graph", "nodes": 2, "switches": 1, "links": [{"from": "n0", "to": "n1"}]}`)
		}
	case f.Of != "" && strings.Contains(path, "speedup"):
		set("jobs[0].elastic.speedup.model", f.Of)
	case f.Of != "":
		set("scheduler.batch.unit", f.Of)
	}
	set(path, value)
	return src, path
}

// TestLook checks that LookUp finds the values in a text, and that Edit replaces
// short forms such as "network": "max-min" by objects.
func TestLook(t *testing.T) {
	src := []byte(`{"a": {"b": [1, "two\n"]}, "network": "max-min", "allotments": {"users": {"ada b": 40}}}`)
	for path, want := range map[string]string{
		"a.b[0]": "1", "a.b[1]": "two\n", "a.b[2]": "", "a.c": "", "network": "max-min", "network.model": "max-min", "network.bandwidth": "",
		`allotments.users["ada b"].nodes`: "40", `allotments.users["ada b"].share`: "", "a..b": "",
	} {
		if got, _ := LookUp(src, path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if _, names := LookUp(src, "allotments.users"); !slices.Equal(names, []string{"ada b"}) {
		t.Errorf("%q", names)
	}
	if _, names := LookUp(src, "a.b"); !slices.Equal(names, []string{"0", "1"}) {
		t.Errorf("%q", names)
	}
	for path, want := range map[string]string{
		"network.bandwidth":               `{"model": "max-min", "bandwidth": 5}`,
		"network.model":                   `{"model": 5}`,
		`allotments.users["ada b"].share`: `{"nodes": 40, "share": 5}`,
		`allotments.users["ada b"].nodes`: `{"nodes": 5}`,
	} {
		out, err := Edit(src, path, "5")
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v %s", path, err, out)
		}
	}
	if got := (&schema.Field{Path: "limits.users{}.jobs"}).At(`a"b`); got != `limits.users["a\"b"].jobs` {
		t.Error(got)
	}
}

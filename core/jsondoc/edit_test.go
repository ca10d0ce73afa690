package jsondoc

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// notes is a language for tests. Its field title takes only text.
var notes = Language{
	Name: "note", Whole: "note", MaxBytes: 1 << 20, Assignment: "title=Hello",
	TakesText: func(path []PathStep) bool { return path[len(path)-1].Key == "title" },
}

func TestEdit(t *testing.T) {
	src := "{\"a\": {\"b\" : [1, {\"c\": 2}],\n \"d\":3},  \"e\": []}"
	for _, c := range []struct{ path, value, want string }{
		{"a.d", "4", "{\"a\": {\"b\" : [1, {\"c\": 2}],\n \"d\":4},  \"e\": []}"},
		{"a.b[1].c", "[1]", "{\"a\": {\"b\" : [1, {\"c\": [1]}],\n \"d\":3},  \"e\": []}"},
		{"a.b[2]", "x y", "{\"a\": {\"b\" : [1, {\"c\": 2}, \"x y\"],\n \"d\":3},  \"e\": []}"},
		{"e[0].k", "true", "{\"a\": {\"b\" : [1, {\"c\": 2}],\n \"d\":3},  \"e\": [{\"k\": true}]}"},
		{"f.g.h", `say "hi"`, "{\"a\": {\"b\" : [1, {\"c\": 2}],\n \"d\":3},  \"e\": [], \"f\": {\"g\": {\"h\": \"say \\\"hi\\\"\"}}}"},
		{`a["0-3"]`, "4", "{\"a\": {\"b\" : [1, {\"c\": 2}],\n \"d\":3, \"0-3\": 4},  \"e\": []}"},
		{"title", "2024", "{\"a\": {\"b\" : [1, {\"c\": 2}],\n \"d\":3},  \"e\": [], \"title\": \"2024\"}"},
		{"a", "null", `{"e": []}`},
		{"e", "null", "{\"a\": {\"b\" : [1, {\"c\": 2}],\n \"d\":3}}"},
		{"a.b[0]", "null", "{\"a\": {\"b\" : [{\"c\": 2}],\n \"d\":3},  \"e\": []}"},
		{"a.b[1]", "null", "{\"a\": {\"b\" : [1],\n \"d\":3},  \"e\": []}"},
		{"a.b[1].c", "null", "{\"a\": {\"b\" : [1, {}],\n \"d\":3},  \"e\": []}"},
		{"nothing.here", "null", src},
	} {
		got, err := notes.Edit([]byte(src), c.path, c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%s=%s: %v\n%s\nwant\n%s", c.path, c.value, err, got, c.want)
		}
	}
	for path, want := range map[string]string{
		"": "path=value", "a.": "dot", "a..b": "field name", "a[x]": "not an index", "a.b[7]": "2 elements", "a[0]": "an object, not a list",
		"a.d.x": "is neither an object nor a list", "e.x": "the list there has 0 elements", "z[3]": "no list", `a["x`: "not closed",
	} {
		if _, err := notes.Edit([]byte(src), path, "1"); !errors.Is(err, ErrPath) && err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", path, err, want)
		}
	}
}

func TestPaths(t *testing.T) {
	for _, steps := range [][]PathStep{{{Key: "a"}}, {{Key: "a"}, {Index: 3}, {Key: "b-c_d"}}, {{Index: 0}, {Key: "0-3"}, {Key: "a\"]\n.b"}, {Index: 7}}} {
		path := JoinPath(steps)
		if got, err := SplitPath(path); err != nil || !slices.Equal(got, steps) {
			t.Errorf("%s: %v, %v; want %v", path, got, err, steps)
		}
	}
}

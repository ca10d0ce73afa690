package scenario

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

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
		got, err := Edit([]byte(src), c.path, c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%s=%s: %v\n%s\nwant\n%s", c.path, c.value, err, got, c.want)
		}
	}
	for path, want := range map[string]string{
		"": "path=value", "a.": "dot", "a..b": "field name", "a[x]": "not an index", "a.b[7]": "2 elements", "a[0]": "an object, not a list",
		"a.d.x": "is neither an object nor a list", "e.x": "the list there has 0 elements", "z[3]": "no list", `a["x`: "not closed",
	} {
		if _, err := Edit([]byte(src), path, "1"); !errors.Is(err, ErrPath) && err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", path, err, want)
		}
	}
}

func TestSet(t *testing.T) {
	s := mustParse(t, good)
	for _, a := range [][2]string{
		{"cluster.topology.width", "8"}, {"scheduler.queue", "fcfs"}, {"jobs[0].walltime", "0.5"}, {"title", "12"},
		{"scheduler.batch.njob", "3"}, {"jobs[2]", `{"id": 9, "nodes": 1, "walltime": 3}`}, {"free", "3"},
	} {
		if err := s.Set(a[0], a[1]); err != nil {
			t.Errorf("%v: %v", a, err)
		}
	}
	if s.Cluster.Topology.Width != 8 || s.Scheduler.Queue != "fcfs" || s.Jobs[0].Walltime != 500 || s.Title != "12" || s.Scheduler.Settings.Whole("batch.njob") != 3 || len(s.Jobs) != 3 || s.Free.Nodes.String() != "3" {
		t.Errorf("%+v", s)
	}
	// There are two kinds of cases. In the first kind, a text field gets a number.
	// In the second kind, a number field of a user, queue or weight gets a number,
	// and the name of this user, queue or weight is also the name of a text field.
	for _, a := range [][2]string{
		{"faults.offline", "12"}, {"faults.events[0]", `{"at": 5, "up": "12"}`}, {"faults.events[0].up", "12"}, {"jobs[0].application", "7"}, {"jobs[0].user", "3"},
		{"scheduler.priority.weights.user", "5"}, {"scheduler.priority.weights.queue", "-1.5"}, {"scheduler.priority.users.title", "4"},
		{"limits.users.user.jobs", "4"}, {"limits.queues.queue.nodes", "[2, 4]"}, {"allotments.users.group", "8"}, {"allotments.users.group.share", "0.5"},
		{"cluster.groups[0].nodes", "3"}, {"scheduler.elastic.growth", "queue"}, {"jobs[0].elastic.max", "6"},
	} {
		if err := s.Set(a[0], a[1]); err != nil {
			t.Errorf("%v: %v", a, err)
		}
	}
	if s.Faults.Offline.String() != "12" || s.Jobs[0].Application != "7" || s.Jobs[0].User != "3" || s.Limits[0].Name != "user" || s.Allotments.Users[0].Share != 500 || s.Jobs[0].Elastic.Max != 6 {
		t.Errorf("%s", s.Canonical())
	}
	before := string(s.Canonical())
	for path, value := range map[string]string{"cluster.topology.width": "0", "scheduler.queue": "esay", "nonsense": "1", "jobs[0].nodes": "600"} {
		err := s.Set(path, value)
		var all Errors
		if !errors.As(err, &all) || all[0].Line != 0 {
			t.Errorf("%s=%s: %v", path, value, err)
		}
	}
	if string(s.Canonical()) != before {
		t.Error("a Set that failed changed the scenario")
	}
}

func TestPaths(t *testing.T) {
	for _, steps := range [][]step{{{key: "a"}}, {{key: "a"}, {index: 3}, {key: "b-c_d"}}, {{index: 0}, {key: "0-3"}, {key: "a\"]\n.b"}, {index: 7}}} {
		path := joinPath(steps)
		if got, err := splitPath(path); err != nil || !slices.Equal(got, steps) {
			t.Errorf("%s: %v, %v; want %v", path, got, err, steps)
		}
	}
}

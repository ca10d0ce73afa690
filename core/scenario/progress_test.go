package scenario

import (
	"reflect"
	"strings"
	"testing"
)

func TestProgressIsKept(t *testing.T) {
	x := &Progress{Path: "backfilling", Last: "easy-hole"}
	l := x.Of("easy-hole")
	if !l.Answer(2, false, "no-extra") || !l.Answer(1, true, "") || l.Answer(1, true, "") {
		t.Error("what is new is not told")
	}
	x.Of("depth").Done = true
	x.Of("rebuild")
	again, err := ParseProgress(x.JSON())
	if err != nil || !reflect.DeepEqual(x, again) {
		t.Errorf("%v\n%+v\n%+v\n%s", err, x, again, x.JSON())
	}
	if l = x.Of("easy-hole"); !l.Answer(2, true, "") || l.Find(2).Wrong != nil || !l.Find(2).Right || x.Find("nothing") != nil {
		t.Errorf("%+v", l)
	}
	empty, err := ParseProgress((&Progress{}).JSON())
	if err != nil || len(empty.Lessons) != 0 {
		t.Error(err)
	}
}

func TestMalformedProgress(t *testing.T) {
	for text, want := range map[string]string{
		`{"lessons": []}`:                                                                           "hopyard_progress is missing",
		`{"hopyard_progress": 2, "lessons": []}`:                                                    "2 is more than 1",
		`{"hopyard_progress": 1}`:                                                                   "lessons is missing",
		`{"hopyard_progress": 1, "lesson": []}`:                                                     `did you mean "lessons"?`,
		`{"hopyard_progress": 1, "lessons": [3]}`:                                                   "not a lesson",
		`{"hopyard_progress": 1, "lessons": [{}]}`:                                                  "names no lesson",
		`{"hopyard_progress": 1, "lessons": [{"lesson": "a"}, {"lesson": "a"}]}`:                    "repeats a lesson",
		`{"hopyard_progress": 1, "lessons": [{"lesson": "a", "goals": [{"goal": 21}]}]}`:            "goal 21 is more than 20",
		`{"hopyard_progress": 1, "lessons": [{"lesson": "a", "goals": [{"right": true}]}]}`:         "not say which goal",
		`{"hopyard_progress": 1, "lessons": [{"lesson": "a", "done": 1}]}`:                          "not true or false",
		`{"hopyard_progress": 1, "lessons": [{"lesson": "a", "goals": [{"goal": 1, "wrong": 1}]}]}`: "not a list",
		`[`: "",
		`{"hopyard_progress": 1, "lessons": [` + strings.Repeat(`{"lesson": "a"},`, MaxLearned) + `{"lesson": "b"}]}`: "more than 1000",
	} {
		if _, err := ParseProgress([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", text, err, want)
		}
	}
}

package jsondoc

import (
	"maps"
	"strings"
	"testing"
)

func TestObject(t *testing.T) {
	got, err := Object([]byte(` {"a": 1, "b": {"c": [2]}, "\u0064": "<\u0065>"} `), 100)
	want := map[string]string{"a": "1", "b": `{"c": [2]}`, "d": `"<\u0065>"`}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for text, says := range map[string]string{
		"": "empty", "[]": "not an object", `"x"`: "not an object", "{": "ends inside", `{"a":1,"\u0061":2}`: "twice",
		`{"a":1}{`: "text after the end", "{\"a\":\"\xff\"}": "UTF-8", `{"a":"\ud800"}`: "not a character",
		`{"a":"` + strings.Repeat("x", 100) + `"}`: "more than 100", strings.Repeat(`{"a":`, 14) + "1e999" + strings.Repeat("}", 14): "",
		`{"a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "}": "deep",
	} {
		if _, err := Object([]byte(text), 100); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: %v, want %q", text, err, says)
		}
	}
}

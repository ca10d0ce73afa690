package yamldoc_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"hopyard/core/internal/goldentest"
	"hopyard/core/yamldoc"
)

// describe parses a text and returns its documents on a line each, or the errors. A
// visible ⇥ stands for a tab.
func describe(_ *testing.T, text string) string {
	var out strings.Builder
	docs := yamldoc.Parse(strings.ReplaceAll(text, "⇥", "\t"), yamldoc.Limits{Depth: 6, Fix: "nest them less"}, func(line int, problem string) {
		fmt.Fprintf(&out, "line %d: %s\n", line, problem)
	})
	if out.Len() == 0 {
		for _, d := range docs {
			out.WriteString(short(d) + "\n")
		}
	}
	return out.String()
}

// short returns a value on one line, with the numbers of the lines of scalars.
func short(v *yamldoc.Value) string {
	var parts []string
	switch {
	case v.Keys != nil:
		for _, k := range v.Keys {
			parts = append(parts, k.Key+": "+short(k))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case v.Items != nil:
		for _, i := range v.Items {
			parts = append(parts, short(i))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case v.Quoted:
		return fmt.Sprintf("%q@%d", v.Scalar, v.Line)
	case v.Null():
		return "null"
	}
	return fmt.Sprintf("%s@%d", v.Scalar, v.Line)
}

func TestDocuments(t *testing.T) { goldentest.Run(t, "testdata/documents.txt", describe) }

func TestValue(t *testing.T) {
	var long strings.Builder
	for i := range 100 {
		fmt.Fprintf(&long, "k%d: %d\n", i, i)
	}
	v := yamldoc.Parse("a: {b: {c: x}}\nn: null\n"+long.String(), yamldoc.Limits{Depth: 4}, func(line int, problem string) { t.Errorf("%d: %s", line, problem) })[0]
	if v.At("a", "b").Text("c") != "x" || v.At("a", "x", "c") != nil || v.Get("n") != nil || v.Text("n") != "" || v.Text("k99") != "99" || v.Text("k0") != "0" {
		t.Error("a value is not found by its path")
	}
}

// same reports whether a value is what encoding/json makes of the same text.
func same(v *yamldoc.Value, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		if v.Keys == nil || len(v.Keys) != len(want) {
			return false
		}
		for _, k := range v.Keys {
			if w, ok := want[k.Key]; !ok || !same(k, w) {
				return false
			}
		}
		return true
	case []any:
		if v.Items == nil || len(v.Items) != len(want) {
			return false
		}
		for i := range want {
			if !same(v.Items[i], want[i]) {
				return false
			}
		}
		return true
	case string:
		return v.Quoted && v.Scalar == want
	case nil:
		return v.Null()
	case json.Number:
		return v.Scalar == string(want)
	}
	return v.Scalar == fmt.Sprint(want)
}

// FuzzParse checks that the reader ends with values or an error, and that it reads
// JSON as encoding/json does.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"a: b\n- c", "- - a\n  - {b: [c, 'd''e']}\n---\n\"k\": \"\\u00e9\"", `{"a": [1, -2.5e3, true, null, "\ud83d\ude00"], "b": {}}`,
		"a:\n- b\n- c: d\n  e: f\n", "{a: b,", "a: |\n  text", "? x", "a: 'b # c' # d", "\t{\n\t\"a\":1}", "---\n---\n...", "[[[[[[[[", "a : b", "\": x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		errors := 0
		docs := yamldoc.Parse(text, yamldoc.Limits{Depth: 32, Fix: "x"}, func(line int, problem string) {
			if errors++; line < 1 || line > strings.Count(text, "\n")+1 || !strings.ContainsAny(problem, ";") {
				t.Fatalf("%q: line %d: %s", text, line, problem)
			}
		})
		var want any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if d.Decode(&want) != nil || d.More() || text == "" || text[0] != '{' || strings.ContainsAny(text, "\r\x00") || strings.Count(text, "[")+strings.Count(text, "{") >= 32 || !json.Valid([]byte(text)) || strings.ToValidUTF8(text, "") != text {
			return
		}
		if errors > 0 {
			return // a key may be given twice
		}
		if len(docs) != 1 || !same(docs[0], want) {
			t.Fatalf("%q is read as %s", text, short(docs[0]))
		}
	})
}

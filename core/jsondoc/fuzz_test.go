package jsondoc

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzScan checks that the scanner accepts the same texts as encoding/json and
// reads the same strings. Texts that encoding/json silently repairs must be
// refused.
func FuzzScan(f *testing.F) {
	lessons, _ := filepath.Glob("../../scenarios/*.json")
	if len(lessons) == 0 {
		f.Fatal("no scenarios to begin with")
	}
	for _, file := range lessons {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	for _, src := range []string{`[1.5e-3,"\u00e9\n",{"a":null}]`, `[1,]`, `{"a":01}`, `"\ud83d\ude00"`, `"\ud83d"`, "[[[[]]]]", " true ", "\"\x7f\""} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		doc, bad := notes.Scan(src)
		if bad == nil != twinValid(src) {
			t.Fatalf("Scan says %v, encoding/json valid: %v\n%q", bad, json.Valid([]byte(src)), src)
		}
		if bad != nil {
			return
		}
		for v := range doc.values {
			if doc.Kind(Ref(v)) != '"' {
				continue
			}
			var want string
			if err := json.Unmarshal([]byte(doc.Raw(Ref(v))), &want); err != nil || doc.Text(Ref(v)) != want {
				t.Fatalf("%s read as %q, want %q", doc.Raw(Ref(v)), doc.Text(Ref(v)), want)
			}
		}
	})
}

// twinValid reports whether Scan should accept src, judged by encoding/json. The
// result is false if src is not valid JSON or not valid UTF-8, if it contains a
// lone surrogate (encoding/json replaces these by U+FFFD), or if it is nested
// deeper than MaxDepth.
func twinValid(src string) bool {
	if !json.Valid([]byte(src)) || !utf8.ValidString(src) {
		return false
	}
	depth, most := 0, 0
	dec := json.NewDecoder(strings.NewReader(src))
	for {
		tok, err := dec.Token()
		if err != nil {
			break
		}
		switch tok := tok.(type) {
		case json.Delim:
			if tok == '{' || tok == '[' {
				depth++
				most = max(most, depth)
			} else {
				depth--
			}
		case string:
			if strings.Contains(tok, "\ufffd") && !strings.Contains(src, "\ufffd") && !strings.Contains(strings.ToLower(src), `\ufffd`) {
				return false // encoding/json has replaced a lone surrogate
			}
		}
	}
	return most <= MaxDepth
}

package scenarios

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// TestExamplesOfReadme: every example of README.md is a scenario in canonical
// form, or a design; scenarios run to an end.
func TestExamplesOfReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, text := range strings.Split(string(readme), "```json\n")[1:] {
		text, _, _ = strings.Cut(text, "```")
		if strings.Contains(text, "hopyard_design") {
			if _, err := scenario.ParseDesign([]byte(text)); err != nil {
				t.Error(err)
			}
			continue
		}
		s, err := scenario.Parse([]byte(text))
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if canonical := s.Canonical(); !bytes.Equal(canonical, []byte(text)) {
			t.Errorf("not in canonical form:\n%s\nwant\n%s", text, canonical)
		}
		c, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		ends := 0
		for _, e := range log {
			if e.Kind == trace.End || e.Kind == trace.Kill {
				ends++
			}
		}
		if ends != len(s.Jobs) {
			t.Errorf("%s: %d jobs of %d come to an end", s.Title, ends, len(s.Jobs))
		}
		n++
	}
	if n < 5 {
		t.Errorf("%d examples", n)
	}
}

// TestFieldsOfReadme: README.md names every field that forms have.
func TestFieldsOfReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range scenario.Forms() {
		for _, f := range form.Fields {
			name := strings.TrimSuffix(f.Path[strings.LastIndexByte(f.Path, '.')+1:], "{}")
			name = strings.TrimSuffix(name, "[]")
			if !bytes.Contains(readme, []byte("`"+name+"`")) && !bytes.Contains(readme, []byte(`"`+name+`":`)) && !bytes.Contains(readme, []byte(name+"}")) && !bytes.Contains(readme, []byte("{"+name)) && !bytes.Contains(readme, []byte(", "+name)) {
				t.Errorf("README.md does not name %s", f.Path)
			}
		}
	}
}

package app

import (
	"strings"
	"testing"

	"hopyard/core/metrics"
	"hopyard/wasm/app/figures"
)

// Every figure is in one group, with its title, unit and direction.
func TestAllFiguresAreInAGroup(t *testing.T) {
	s := open(t, lesson(t, "interleaved"))
	html := s.Figures.AllFiguresHTML()
	var none metrics.Figures
	for i, f := range none.List() {
		n := 0
		for _, g := range figures.FigureGroups {
			for key := range strings.FieldsSeq(g.Keys) {
				if key == f.Key {
					n++
				}
			}
		}
		if in := strings.Count(html, ">"+f.Title+"</th>"); n != 1 || in > 1 || in == 0 && f.If == "" {
			t.Errorf("%s is in %d groups, and %d times in the table", f.Key, n, strings.Count(html, f.Title))
		}
		if f.Key == "deadlines" && strings.Contains(html, f.Title) {
			t.Error("deadlines are counted where there are none")
		}
		if i >= len(s.Run.Whole) {
			t.Fatalf("%s has no value", f.Key)
		}
	}
	if !strings.Contains(html, "lower is better") || !strings.Contains(html, "higher is better") || !strings.Contains(html, " %") {
		t.Error("no units or directions")
	}
}

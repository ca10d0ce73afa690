package app

import (
	"strings"
	"testing"

	"hopyard/core/metrics"
)

// Every figure is in one group, with its title, unit and direction.
func TestAllFiguresAreInAGroup(t *testing.T) {
	s := open(t, lesson(t, "interleaved"))
	html := s.AllFiguresHTML()
	var none metrics.Figures
	for i, f := range none.List() {
		n := 0
		for _, g := range figureGroups {
			for key := range strings.FieldsSeq(g.keys) {
				if key == f.Key {
					n++
				}
			}
		}
		if n != 1 || strings.Count(html, ">"+f.Title+"</th>") != 1 {
			t.Errorf("%s is in %d groups, and %d times in the table", f.Key, n, strings.Count(html, f.Title))
		}
		if i >= len(s.Run.Whole) {
			t.Fatalf("%s has no value", f.Key)
		}
	}
	if !strings.Contains(html, "lower is better") || !strings.Contains(html, "higher is better") || !strings.Contains(html, " %") {
		t.Error("no units or directions")
	}
}

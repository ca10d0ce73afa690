package app

import (
	"strings"
	"testing"

	"hopyard/core/metrics"
)

// TestAllFiguresAreInAGroup checks that the table of all figures lists each figure
// in exactly one group. Each figure must have its title and its unit. The table
// must also show whether lower or higher values are better.
func TestAllFiguresAreInAGroup(t *testing.T) {
	s := open(t, lesson(t, "interleaved"))
	html := string(s.Figures.AllFiguresHTML())
	var none metrics.Figures
	for i, f := range none.List() {
		if in := strings.Count(html, ">"+f.Title+"</th>"); in > 1 || in == 0 && f.If == "" {
			t.Errorf("%s is %d times in the table", f.Key, strings.Count(html, f.Title))
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

// TestUnusableSlotsAreShown checks that free slots that jobs cannot use are shown on
// a machine whose nodes have slots, and only there.
func TestUnusableSlotsAreShown(t *testing.T) {
	for name, want := range map[string]bool{"gang": true, "interleaved": false} {
		s := open(t, lesson(t, name))
		for _, html := range []string{string(s.Figures.AllFiguresHTML()), string(s.Figures.FiguresHTML())} {
			if got := strings.Contains(html, "Unusable free slots"); got != want {
				t.Errorf("%s: shown: %v, want %v", name, got, want)
			}
		}
	}
}

package scenarios

import (
	"slices"
	"strings"
	"testing"
)

// TestPaths: every lesson is in a path, no path names what there is not, and what
// comes before a path stands before it.
func TestPaths(t *testing.T) {
	known, taken := map[string]bool{}, map[string]bool{}
	for _, l := range All() {
		known[l.Name] = true
	}
	var before []string
	for _, p := range Paths() {
		if p.Name == "" || p.Title == "" || strings.HasSuffix(p.Title, ".") || !strings.HasSuffix(p.About, ".") || len(p.Lessons) < 4 || slices.Contains(before, p.Name) {
			t.Errorf("path %q: title %q, about %q, %d lessons", p.Name, p.Title, p.About, len(p.Lessons))
		}
		for _, name := range p.After {
			if !slices.Contains(before, name) {
				t.Errorf("path %s: %s, which comes before it, does not stand before it", p.Name, name)
			}
		}
		before = append(before, p.Name)
		for i, name := range p.Lessons {
			if !known[name] || slices.Contains(p.Lessons[:i], name) {
				t.Errorf("path %s: lesson %q is not there, or twice", p.Name, name)
			}
			taken[name] = true
		}
	}
	if len(Paths()) != 10 || len(Paths()[0].Lessons) != 8 {
		t.Errorf("%d paths, the first of %d lessons", len(Paths()), len(Paths()[0].Lessons))
	}
	for name := range known {
		if !taken[name] {
			t.Errorf("lesson %s is in no path", name)
		}
	}
}

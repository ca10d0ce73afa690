package scenarios

import (
	"slices"
	"testing"
)

// TestTags checks the tags of every lesson. A lesson must have one to three valid
// ideas. Its source must be valid, if it has a source. Every idea and every source
// must also have a lesson.
func TestTags(t *testing.T) {
	found := map[string]int{}
	for _, l := range All() {
		if len(l.Tags.Ideas) == 0 || len(l.Tags.Ideas) > 3 {
			t.Errorf("%s has %d ideas; write one to three", l.Name, len(l.Tags.Ideas))
		}
		for _, idea := range l.Tags.Ideas {
			if !slices.Contains(Ideas[:], idea) {
				t.Errorf("%s: there is no idea %q", l.Name, idea)
			}
			found[idea]++
		}
		if s := l.Tags.Source; s != "" && !slices.Contains(Sources[:], s) {
			t.Errorf("%s: there is no source %q", l.Name, s)
		}
		found[l.Tags.Source]++
	}
	for _, word := range append(Ideas[:], Sources[:]...) {
		if found[word] == 0 {
			t.Errorf("no lesson has %q", word)
		}
	}
}

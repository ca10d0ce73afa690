package scenarios

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/quiz"
)

// TestPaths checks each path. The path must take 20 to 45 minutes. All its lessons
// must exist and must not be on another path. In the list, the path must come after
// the paths that a reader should complete before. Questions about placements may
// come only after a lesson that explains distance.
func TestPaths(t *testing.T) {
	var before, taken []string
	paths := map[string]Path{}
	for _, p := range Paths() {
		if p.Name == "" || p.Title == "" || strings.HasSuffix(p.Title, ".") || !strings.HasSuffix(p.About, ".") || slices.Contains(before, p.Name) {
			t.Errorf("path %q: title %q, about %q", p.Name, p.Title, p.About)
		}
		for _, name := range p.After {
			if !slices.Contains(before, name) {
				t.Errorf("path %s: %s, which comes before it, does not stand before it", p.Name, name)
			}
		}
		before = append(before, p.Name)
		paths[p.Name] = p
		explained, minutes := explains(paths, p.After), 0
		for _, name := range p.Lessons {
			l, ok := Find(name)
			if !ok || slices.Contains(taken, name) {
				t.Errorf("path %s: lesson %q does not exist, or is on a path already", p.Name, name)
			}
			taken = append(taken, name)
			minutes += Minutes(l)
			explained = explained || name == explainer
			for i, g := range l.Goals {
				if g.Ask != nil && (g.Ask.Kind == quiz.Place.String() || g.Ask.Kind == quiz.Cost.String()) && !explained {
					t.Errorf("path %s: goal %d of %s asks about a placement before distance is explained", p.Name, i+1, name)
				}
			}
		}
		if minutes < 20 || minutes > 60 {
			t.Errorf("path %s takes %d minutes, want 20 to 60", p.Name, minutes)
		}
	}
	if p := Paths()[0]; p.Name != "topology" || len(p.Lessons) != 8 {
		t.Errorf("the first path is %s, of %d lessons", p.Name, len(p.Lessons))
	}
}

// explainer is the name of the lesson that explains distance.
const explainer = "graph"

// explains reports whether the lesson explainer is on any of the named paths, or on
// any path that a reader should complete before those.
func explains(paths map[string]Path, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return slices.Contains(paths[name].Lessons, explainer) || explains(paths, paths[name].After)
	})
}

// TestStudies checks that every lesson has a takeaway. Each goal that requires
// building something must have two different hints.
func TestStudies(t *testing.T) {
	studies := Studies()
	for _, l := range All() {
		s, builds := studies[l.Name], 0
		for _, g := range l.Goals {
			if g.Build != nil {
				builds++
			}
		}
		if !strings.HasSuffix(s.Takeaway, ".") || len(s.Hints) != builds {
			t.Errorf("%s: takeaway %q, hints to %d of %d goals", l.Name, s.Takeaway, len(s.Hints), builds)
		}
		for _, h := range s.Hints {
			if h[0] == "" || h[1] == "" || h[0] == h[1] {
				t.Errorf("%s: hints %q", l.Name, h)
			}
		}
		delete(studies, l.Name)
	}
	for name := range studies {
		t.Errorf("there is no lesson %s", name)
	}
}

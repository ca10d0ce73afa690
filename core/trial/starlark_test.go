package trial_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hopyard/core/script"
	"hopyard/core/trial"
)

// TestExamples: the shelf of programs to begin with is found to do what it is meant
// to do.
func TestExamples(t *testing.T) {
	for _, e := range script.Examples() {
		t.Run(e.Name, func(t *testing.T) {
			begin := time.Now()
			x := trial.New(e.Source, 1, trial.Cases)
			for _, f := range run(x) {
				t.Logf("%v: %d of %d, %d jobs: %s", f.Kind, f.Found, f.Of, f.Jobs, f.Title)
			}
			t.Logf("%v", time.Since(begin))
		})
	}
}

// TestBugs: each planted bug is found, by a case that people can read.
func TestBugs(t *testing.T) {
	files, err := filepath.Glob("testdata/bugs/*.star")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d bugs, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".star"), func(t *testing.T) {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			kind, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), ":")
			want, ok := trial.KindOf(kind)
			if !ok {
				t.Fatalf("%q is no kind", kind)
			}
			begin := time.Now()
			x := trial.New(string(source), 1, trial.Cases)
			steps, found := 0, ""
			for x.Step() {
				steps++
				for _, f := range x.Findings() {
					if f.Kind == want && found == "" {
						found = fmt.Sprintf("%d of %d, after %d steps and %v: %d jobs at %v: %s", f.Found, f.Of, steps, time.Since(begin).Round(time.Millisecond), f.Jobs, f.At, f.Title)
					}
				}
			}
			t.Logf("%s; %d steps and %v in all", found, steps, time.Since(begin).Round(time.Millisecond))
			if found == "" {
				t.Errorf("%v is not found", want)
				for _, f := range x.Findings() {
					t.Logf("%v: %d of %d, %d jobs: %s", f.Kind, f.Found, f.Of, f.Jobs, f.Title)
				}
			}
		})
	}
}

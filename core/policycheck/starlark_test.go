package policycheck_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hopyard/core/policycheck"
	"hopyard/core/scenario"
	"hopyard/core/script"
	"hopyard/core/soaktest"
)

// TestExamples checks that the example programs have exactly the findings that are
// intended.
func TestExamples(t *testing.T) {
	meant := map[string][]policycheck.FindingKind{
		"sjf":  {policycheck.Starvation},
		"fcfs": {policycheck.Idle},
		"bug":  {policycheck.Broken, policycheck.Starvation},
	}
	for _, e := range script.Examples() {
		t.Run(e.Name, func(t *testing.T) {
			for seed := range soaktest.Seeds(4) {
				x := policycheck.New(e.Source, seed+1, policycheck.Cases)
				found := run(x)
				for _, f := range found {
					t.Logf("%v: %d of %d, %d jobs: %s", f.Kind, f.Found, f.Of, f.Jobs, f.Title)
				}
				if !slices.Equal(kindsOf(found), meant[e.Name]) {
					t.Errorf("seed %d: %v was found, and is meant to be %v", seed+1, kindsOf(found), meant[e.Name])
				}
				if len(found)+len(x.Passed()) != len(policycheck.Kinds()) {
					t.Errorf("%v has passed beside %v", x.Passed(), kindsOf(found))
				}
			}
		})
	}
}

// TestBugs checks programs with planted bugs. Each bug must be found, in a case
// that is small enough to read.
func TestBugs(t *testing.T) {
	files, err := filepath.Glob("testdata/bugs/*.star")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d bugs, %v", len(files), err)
	}
	small := 0
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".star"), func(t *testing.T) {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			kind, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), ":")
			want, ok := policycheck.KindOf(kind)
			if !ok {
				t.Fatalf("%q is no kind", kind)
			}
			x := policycheck.New(string(source), 1, policycheck.Cases)
			f, steps := first(x, want)
			if f == nil {
				t.Fatalf("%v is not found, but %v", want, kindsOf(x.Findings()))
			}
			t.Logf("after %d steps, %d jobs at %v: %s", steps, f.Jobs, f.At, f.Title)
			if f.Jobs <= 6 {
				small++
			}
			if want == policycheck.Error && f.Line == 0 {
				t.Error("the error has no line")
			}
			if again, err := scenario.Parse(f.Scenario.Canonical()); err != nil || len(again.Jobs) != f.Jobs {
				t.Errorf("the case is no scenario: %v", err)
			}
		})
	}
	if small < len(files)*3/4 {
		t.Errorf("only %d of %d cases have at most 6 jobs", small, len(files))
	}
}

// first steps the check until it has found a problem of the given kind. It returns
// the finding and the number of steps.
func first(x *policycheck.Check, want policycheck.FindingKind) (*policycheck.Finding, int) {
	for steps := 1; x.Step(); steps++ {
		for _, f := range x.Findings() {
			if f.Kind == want {
				return &f, steps
			}
		}
	}
	return nil, 0
}

// BenchmarkBugs measures the time until a planted bug is found and its case has
// been shrunk. It also measures the time of a step, during which a page is
// unresponsive.
func BenchmarkBugs(b *testing.B) {
	files, _ := filepath.Glob("testdata/bugs/*.star")
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		kind, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), ":")
		want, _ := policycheck.KindOf(kind)
		b.Run(strings.TrimSuffix(filepath.Base(name), ".star"), func(b *testing.B) {
			steps, longest := 0, time.Duration(0)
			for b.Loop() {
				x := policycheck.New(string(source), 1, policycheck.Cases)
				steps = 0
				for begin := time.Now(); x.Step(); begin = time.Now() {
					longest = max(longest, time.Since(begin))
					if steps++; slices.Contains(kindsOf(x.Findings()), want) {
						break
					}
				}
			}
			b.ReportMetric(float64(steps), "steps/op")
			b.ReportMetric(longest.Seconds()*1000, "ms-longest-step")
		})
	}
}

package picture

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
)

// TestLargestAreDrawnOrGivenUp checks that each of the largest permitted scenarios
// is drawn, or that drawing it is given up in time. Drawing checks a clock between
// steps and gives up after MostTime, so the work between two checks must be small.
// The test tries some pairs of a discipline and an allocator, or all of them with
// HOPYARD_SOAK.
func TestLargestAreDrawnOrGivenUp(t *testing.T) {
	const hangs = 3 * time.Minute
	model := fmt.Sprintf(`"workload": {"model": "lublin", "jobs": %d, "load": 0.95, "estimates": "tsafrir", "users": 100}`, MostWork/MostNodes)
	tried := 0
	for _, shape := range []string{`{"kind": "torus", "dims": [32, 32]}`, `{"kind": "fat-tree", "levels": 10, "width": 2}`, fmt.Sprintf(`{"kind": "star", "nodes": %d}`, MostNodes)} {
		for _, d := range policies.Disciplines() {
			for _, allocator := range []string{"first-fit", "sdm", "mm", "gen-alg", "contiguous", "min-hops", "mc1x1-inc"} {
				if allocator != "sdm" && d.Name.Name != "conservative" { // sdm is tried with all disciplines, other allocators only with the most expensive one
					continue
				}
				name := fmt.Sprintf("%s, %s on %s", d.Name.Name, allocator, shape)
				text := []byte(`{"hopyard": 1, "cluster": {"topology": ` + shape + `}, ` + model + `, "network": "max-min", "scheduler": {"queue": "` + d.Name.Name + `", "allocator": "` + allocator + `"}}`)
				s, err := scenario.ParseShared(text)
				if err != nil {
					continue // the allocator does not support this shape
				}
				if !Fits(s) {
					t.Fatalf("%s is not tried", name)
				}
				if tried++; !soaktest.Picks(tried, 5) {
					continue
				}
				began := time.Now()
				_, err = Draw(t.Context(), text, "")
				took := time.Since(began)
				if err != nil && !errors.Is(err, ErrLarge) {
					t.Errorf("%s: %v", name, err)
				}
				t.Logf("%v, %v: %s", took.Round(time.Millisecond), err, name)
				if took > hangs {
					t.Errorf("%s took %v: it is not given up", name, took)
				}
			}
		}
	}
}

// TestProgramsAreNotRun checks that no picture is drawn of a scenario that contains
// a policy program.
func TestProgramsAreNotRun(t *testing.T) {
	text := []byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [{"nodes": 2, "walltime": 60}], "scheduler": {"order": {"starlark": "def key(job): return 1"}}}`)
	s, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if Fits(s) {
		t.Error("it is small enough")
	}
	if _, err := Draw(t.Context(), text, ""); err == nil {
		t.Error("it was drawn")
	}
}

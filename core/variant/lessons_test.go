package variant_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/core/variant"
	"hopyard/core/workload"
	"hopyard/scenarios"
)

// varied returns the names of the lessons that have variants, and these lessons by
// name.
func varied(t testing.TB) (names []string, lessons map[string]*scenario.Scenario) {
	t.Helper()
	lessons = map[string]*scenario.Scenario{}
	for _, l := range scenarios.All() {
		s, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		if s.Vary != nil {
			names = append(names, l.Name)
			lessons[l.Name] = s
		}
	}
	return names, lessons
}

// TestVariants draws variants of every lesson that has them. It checks that each
// variant makes the point of the lesson, looks like the lesson, and can be shared
// by a link. It also checks that most variants differ from each other, and that few
// draws are needed.
func TestVariants(t *testing.T) {
	names, lessons := varied(t)
	if len(names) < 60 {
		t.Errorf("%d lessons have variants", len(names))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			s := lessons[name]
			before, seeds := s.Canonical(), uint64(soaktest.Part(200, 10))
			checkPoint(t, s, s.Vary.Keep)
			draws, most, texts := 0, 0, map[string]bool{}
			for seed := uint64(1); seed <= seeds; seed++ {
				v, err := variant.Draw(s, seed, nil)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				draws, most = draws+v.Draws, max(most, v.Draws)
				texts[string(v.Scenario.Canonical())] = true
				checkLooks(t, s, v.Scenario)
				checkPoint(t, v.Scenario, s.Vary.Keep)
				if t.Failed() {
					t.Fatalf("seed %d:\n%s", seed, v.Scenario.Canonical())
				}
			}
			if float64(draws) > 5*float64(seeds) {
				t.Errorf("%d draws for %d variants, more than 5 each", draws, seeds)
			}
			if uint64(len(texts)) < seeds*9/10 {
				t.Errorf("%d seeds give only %d variants", seeds, len(texts))
			}
			if !bytes.Equal(before, s.Canonical()) {
				t.Error("drawing changes the lesson")
			}
			t.Logf("%.2f draws for a variant, at most %d", float64(draws)/float64(seeds), most)
		})
	}
}

// checkLooks checks that a variant looks like its lesson. It must have the same
// title and jobs, but not the field vary. Each job must end before, at or after its
// walltime as in the lesson. The link to the variant must work.
func checkLooks(t *testing.T, lesson, v *scenario.Scenario) {
	t.Helper()
	if v.Vary != nil || v.Title != lesson.Title || v.About != "" && v.About != lesson.About || len(v.Jobs) != len(lesson.Jobs) {
		t.Errorf("title %q, about %q, %d jobs", v.Title, v.About, len(v.Jobs))
	}
	link, err := scenario.EncodeLink(scenario.SharedLink{Scenario: v})
	if err != nil || len(link) > 1800 {
		t.Fatalf("a link of %d characters, %v", len(link), err)
	}
	if back, err := scenario.DecodeLink(link); err != nil || !bytes.Equal(back.Scenario.Canonical(), v.Canonical()) {
		t.Errorf("not the same through a link: %v", err)
	}
	for i := range v.Jobs {
		was, is := &lesson.Jobs[i], &v.Jobs[i]
		order := func(j *workload.Job) int { return int(min(max(j.Runtime-j.Walltime, -1), 1)) }
		if was.Number != is.Number || was.User != is.User || order(was) != order(is) || (was.Submit == 0) != (is.Submit == 0) {
			t.Errorf("job %d is another", is.Number)
		}
		if is.Submit%1000 != 0 || is.Walltime%1000 != 0 {
			t.Errorf("job %d: %v, %v", is.Number, is.Submit, is.Walltime)
		}
		for k := range i { // jobs that are submitted together in the lesson must be submitted together in the variant
			if lesson.Jobs[k].Submit == was.Submit && v.Jobs[k].Submit != is.Submit {
				t.Errorf("jobs %d and %d are torn apart", v.Jobs[k].Number, is.Number)
			}
		}
	}
}

// checkPoint checks that all reasons and events in the list keep occur in the run.
func checkPoint(t *testing.T, s *scenario.Scenario, keep []string) {
	t.Helper()
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	happened := map[string]bool{}
	for step, more := e.Step(); more; step, more = e.Step() {
		for _, x := range step.Events {
			happened[x.Why.Code.String()], happened[x.Kind.String()] = true, true
		}
		if step.Changed() {
			for _, d := range e.Pending() {
				happened[d.Why.Code.String()] = true
			}
		}
	}
	for _, name := range keep {
		if !happened[name] {
			t.Errorf("%s does not occur", name)
		}
	}
	if happened[trace.Submit.String()] != (len(s.Jobs) > 0) {
		t.Error("nothing happens")
	}
}

// goldenSeeds is the number of seeds whose variants are in the file.
const goldenSeeds = 5

// TestVariantsStay checks that a seed always gives the same variant, natively and
// as WebAssembly. The file holds the engine.Version and a line for each lesson. The
// line holds the hash of the lesson's text and then, for each seed from 1 on, the
// hash of the variant and the number of draws. HOPYARD_REWRITE=1 rewrites the file.
// If an unchanged lesson has other variants under the same version of the engine,
// the test fails and does not rewrite the file.
func TestVariantsStay(t *testing.T) {
	const file = "testdata/variants.txt"
	was, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	names, lessons := varied(t)
	var is strings.Builder
	fmt.Fprintf(&is, "engine %s\n", engine.Version)
	for _, name := range names {
		fmt.Fprintf(&is, "%s %s", name, shortHash(lessons[name]))
		for seed := uint64(1); seed <= goldenSeeds; seed++ {
			v, err := variant.Draw(lessons[name], seed, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			fmt.Fprintf(&is, " %s.%d", shortHash(v.Scenario), v.Draws)
		}
		is.WriteString("\n")
	}
	if is.String() == string(was) {
		return
	}
	before, now := strings.Split(string(was), "\n"), strings.Split(is.String(), "\n")
	for _, line := range now[1:] {
		lesson := line[:strings.LastIndexByte(line, ' ')+1]
		if words := strings.Fields(line); len(words) > 2 {
			lesson = words[0] + " " + words[1] + " "
		}
		same := func(other string) bool { return lesson != "" && strings.HasPrefix(other, lesson) }
		if i := slices.IndexFunc(before, same); i >= 0 && before[i] != line && before[0] == now[0] {
			t.Errorf("%s has other variants than it had:\n%s\n%s", strings.Fields(line)[0], before[i], line)
		}
	}
	switch {
	case t.Failed():
	case os.Getenv("HOPYARD_REWRITE") == "":
		t.Errorf("%s is out of date; HOPYARD_REWRITE=1 writes it", file)
	default:
		if err := os.WriteFile(file, []byte(is.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func shortHash(s *scenario.Scenario) string {
	sum := sha256.Sum256(s.Canonical())
	return hex.EncodeToString(sum[:6])
}

// TestLessonAsWritten checks that seed 0 gives the lesson as it is written, without
// its field vary.
func TestLessonAsWritten(t *testing.T) {
	names, lessons := varied(t)
	for _, name := range names {
		v, err := variant.Draw(lessons[name], 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		plain := *lessons[name]
		plain.Vary = nil
		if !bytes.Equal(plain.Canonical(), v.Scenario.Canonical()) || v.Draws != 0 {
			t.Errorf("%s: %d draws\n%s", name, v.Draws, v.Scenario.Canonical())
		}
	}
}

// BenchmarkVariant measures the time for one variant of each lesson, and the number
// of draws.
func BenchmarkVariant(b *testing.B) {
	names, lessons := varied(b)
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			seed, draws := uint64(0), 0
			for b.Loop() {
				seed++
				v, err := variant.Draw(lessons[name], seed, nil)
				if err != nil {
					b.Fatal(err)
				}
				draws += v.Draws
			}
			b.ReportMetric(float64(draws)/float64(b.N), "draws/op")
		})
	}
}

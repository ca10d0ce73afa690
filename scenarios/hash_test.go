package scenarios_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/scenarios"
)

// TestHashes runs the lessons under each suitable combination of queue and
// allocator, and compares the hashes of the traces with testdata/hashes.txt. The
// test runs both natively and as WebAssembly, which shows that both give the same
// traces. By default, it makes a third of the runs, which cover each lesson and
// each line of the file. It makes a quarter of these runs twice. With HOPYARD_SOAK,
// it makes all runs.
//
// The first line of the file contains engine.Version. Share links also contain this
// version, so that the page can warn readers if the traces have changed since. The
// second line contains the names of the lessons. Each further line belongs to a
// queue and an allocator. It contains the hashes in the order of the lessons, with
// "-" for each lesson for which the combination is not suitable. A new queue
// therefore adds as many lines as there are allocators. HOPYARD_REWRITE=1 writes
// the file.
func TestHashes(t *testing.T) {
	const file = "testdata/hashes.txt"
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("HOPYARD_REWRITE") != "" {
		is, _ := allHashes(t, 1)
		refuseOthers(t, read(string(was)), read(is))
		if err := os.WriteFile(file, []byte(is), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, runs := allHashes(t, 3)
	before := read(string(was))
	for run, hash := range runs {
		if before[run] != hash {
			t.Errorf("%s has hash %q, want %q; HOPYARD_REWRITE=1 writes the file", run, hash, before[run])
		}
	}
	if soaktest.Whole() && !t.Failed() && text != string(was) {
		t.Errorf("%s says more than there is; HOPYARD_REWRITE=1 writes it", file)
	}
}

// allHashes makes every nth run. It returns the text that the file should contain,
// and a map from each run to its hash. The hash is "" if the queue or the allocator
// is not suitable for the lesson.
func allHashes(t *testing.T, n int) (text string, runs map[string]string) {
	var out strings.Builder
	version := fmt.Sprintf("engine %s", engine.Version)
	out.WriteString(version + "\nlessons")
	lessons := append(scenarios.All(), drawn()...)
	own := make([]string, len(lessons)) // for each lesson: the queue that the lesson sets
	for i, lesson := range lessons {
		s, err := scenario.Parse(lesson.Source)
		if err != nil {
			t.Fatal(err)
		}
		own[i] = s.Scheduler.Queue
		out.WriteString(" " + lesson.Name)
	}
	out.WriteString("\n")
	runs, pairs := map[string]string{}, 0
	for _, q := range policies.Disciplines() {
		for _, a := range scenario.Allocators() {
			fits, line := false, q.Name.Name+" "+a.Name
			pairs++
			for i, lesson := range lessons {
				if !soaktest.Picks(pairs+i, n) {
					continue
				}
				run, hash := fmt.Sprintf("%s: %s %s %s", version, lesson.Name, q.Name.Name, a.Name), "-"
				runs[run] = ""
				if q.Shows&(policies.ShowsShares|policies.ShowsFilters) == 0 || q.Name.Name == own[i] { // disciplines with shares or filters run only on lessons that set this discipline
					if h, ok := hashes(t, lesson.Source, q.Name.Name, a.Name, soaktest.Picks(pairs+i, 4*n)); ok {
						hash, fits = fmt.Sprintf("%016x", h), true
						runs[run] = hash
					}
				}
				line += " " + hash
			}
			if fits {
				out.WriteString(line + "\n")
			}
		}
	}
	return out.String(), runs
}

// read parses the text of the hash file. It returns a map of hashes. A key consists
// of the engine's version, the lesson, the queue and the allocator.
func read(text string) map[string]string {
	out := map[string]string{}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) < 2 {
		return out
	}
	lessons := strings.Fields(lines[1])[1:]
	for _, line := range lines[2:] {
		words := strings.Fields(line)
		for i, hash := range words[2:] {
			if i < len(lessons) && hash != "-" {
				out[fmt.Sprintf("%s: %s %s %s", lines[0], lessons[i], words[0], words[1])] = hash
			}
		}
	}
	return out
}

// refuseOthers compares the new hashes with the recorded hashes. If the engine's
// version is the same but a hash has changed, it ends the test. After a change to a
// lesson, remove the lesson's name from the file.
func refuseOthers(t *testing.T, was, is map[string]string) {
	for run, hash := range is {
		if before, there := was[run]; there && before != hash {
			t.Fatalf("%s has another trace under the same version of the engine: raise engine.Version", run)
		}
	}
}

// hashes returns the hash of a lesson's trace under the given queue and allocator.
// If twice is true, it makes the run a second time and compares the hashes. It
// returns false if the queue or the allocator is not suitable for the machine or
// the jobs.
func hashes(t *testing.T, src []byte, queue, allocator string, twice bool) (hash uint64, ok bool) {
	t.Helper()
	s, err := scenario.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	err = s.SetAll(append(scenario.QueueAssignments(src, queue), [2]string{"scheduler.allocator", allocator})...)
	var wrong jsondoc.Errors
	if errors.As(err, &wrong) {
		return 0, false
	} else if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if i == 1 && !twice {
			break
		}
		c, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		if h := trace.Hash(log); i == 1 && h != hash {
			t.Fatalf("%s, %s: two runs differ: %016x and %016x", queue, allocator, hash, h)
		} else {
			hash = h
		}
	}
	return hash, true
}

// drawn returns scenarios with random workloads, one for each kind of machine. The
// jobs of each scenario share the network. These scenarios cover situations for
// which the lessons are too small.
func drawn() []scenarios.Lesson {
	var out []scenarios.Lesson
	for _, m := range [...][2]string{
		{"fat-tree", `{"kind": "fat-tree", "down": [4, 4, 2], "up": [1, 2, 2], "links": [1, 1, 2]}`},
		{"torus", `{"kind": "torus", "dims": [4, 4, 2]}`},
		{"mesh", `{"kind": "mesh", "dims": [8, 4]}`},
		{"hypercube", `{"kind": "hypercube", "dims": 5}`},
		{"dragonfly", `{"kind": "dragonfly", "groups": 4, "routers": 4, "nodes": 2}`},
		{"slurm", `{"kind": "slurm", "conf": "SwitchName=a Nodes=n[0-9]\nSwitchName=b Nodes=n[10-25]\nSwitchName=c Nodes=n[26-31]\nSwitchName=d Switches=a,b\nSwitchName=e Switches=c,d\n"}`},
	} {
		text := `{"hopyard": 1, "seed": 7, "cluster": {"topology": ` + m[1] + `, "node": {"cores": 4, "memory": 4000}, "groups": [{"nodes": "0-7", "speed": 1.7, "cores": 2}]},
			"workload": {"model": "lublin", "jobs": 60, "load": 0.8, "estimates": "tsafrir", "types": "both", "tasks": true, "memory": [0.01, 0.5],
				"patterns": ["all-to-all", "ring", "stencil-3d", "butterfly", "random-pairs"], "share": [0.1, 0.9]},
			"network": "max-min", "scheduler": {"queue": "easy", "overrun": "extend"}}`
		out = append(out, scenarios.Lesson{Name: "model-" + m[0], Source: []byte(text)})
	}
	return out
}

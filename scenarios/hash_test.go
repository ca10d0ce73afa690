package scenarios_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/scenarios"
)

// TestHashes runs every lesson under every queue and allocator that fits it,
// twice, and compares the traces' hashes with testdata/hashes.txt. The same
// test runs natively and as WebAssembly, so that both give the same traces.
// HOPYARD_REWRITE=1 writes the file; another hash than before needs another
// engine.Version, which the first line holds, since links tell readers by it.
func TestHashes(t *testing.T) {
	var got strings.Builder
	fmt.Fprintf(&got, "engine %s\n", engine.Version)
	for _, lesson := range append(scenarios.All(), drawn()...) {
		s, err := scenario.Parse(lesson.Source)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range scenario.Queues() {
			if (q.Name == "deadline" || q.Name == "hybrid") && q.Name != s.Scheduler.Queue {
				continue // only where there is something to weigh
			}
			for _, a := range scenario.Allocators() {
				if hash, ok := hashes(t, lesson.Source, q.Name, a.Name); ok {
					fmt.Fprintf(&got, "%s %s %s %016x\n", lesson.Name, q.Name, a.Name, hash)
				}
			}
		}
	}
	const file = "testdata/hashes.txt"
	if os.Getenv("HOPYARD_REWRITE") != "" {
		if was, err := os.ReadFile(file); err == nil {
			refuseOthers(t, string(was), got.String())
		}
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		was := strings.Split(string(want), "\n")
		for i, line := range strings.Split(got.String(), "\n") {
			if i >= len(was) || was[i] != line {
				t.Fatalf("line %d is %q, want %q", i+1, line, strings.Join(was[min(i, len(was)):min(i+1, len(was))], ""))
			}
		}
		t.Fatalf("%d bytes, want %d", got.Len(), len(want))
	}
}

// refuseOthers ends the test if a run has another hash than it had under the
// same version of the engine. (Of a lesson that was changed, take out the lines.)
func refuseOthers(t *testing.T, was, is string) {
	first, rest, _ := strings.Cut(is, "\n")
	if !strings.HasPrefix(was, first+"\n") {
		return
	}
	now := map[string]string{}
	for line := range strings.Lines(rest) {
		at := strings.LastIndexByte(line, ' ')
		now[line[:at]] = line[at:]
	}
	for line := range strings.Lines(was[len(first)+1:]) {
		at := strings.LastIndexByte(line, ' ')
		if hash, there := now[line[:at]]; there && hash != line[at:] {
			t.Fatalf("%s has another trace under the same version of the engine: raise engine.Version", line[:at])
		}
	}
}

// hashes is the hash of a lesson's trace under other policies; ok is false
// where they do not fit the machine or the jobs.
func hashes(t *testing.T, src []byte, queue, allocator string) (hash uint64, ok bool) {
	t.Helper()
	s, err := scenario.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	err = s.SetAll([2]string{"scheduler.queue", queue}, [2]string{"scheduler.allocator", allocator})
	var wrong scenario.Errors
	if errors.As(err, &wrong) {
		return 0, false
	} else if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
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

// drawn are workloads of the model whose jobs share the network of each kind
// of machine: what lessons are too small for.
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

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
// HOPYARD_REWRITE=1 writes the file.
func TestHashes(t *testing.T) {
	var got strings.Builder
	for _, lesson := range scenarios.All() {
		for _, q := range scenario.Queues() {
			for _, a := range scenario.Allocators() {
				if q.Instead != "" || a.Instead != "" { // not available yet
					continue
				}
				if hash, ok := hashes(t, lesson.Source, q.Name, a.Name); ok {
					fmt.Fprintf(&got, "%s %s %s %016x\n", lesson.Name, q.Name, a.Name, hash)
				}
			}
		}
	}
	const file = "testdata/hashes.txt"
	if os.Getenv("HOPYARD_REWRITE") != "" {
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

package scenarios

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

var rewrite = flag.Bool("rewrite", false, "rewrite the lessons in canonical form")

func TestLessons(t *testing.T) {
	found, _ := filepath.Glob("*.json")
	if len(found) != len(All()) {
		t.Errorf("%d files, %d lessons in order", len(found), len(All()))
	}
	for _, l := range All() {
		t.Run(l.Name, func(t *testing.T) {
			s, err := scenario.Parse(l.Source)
			if err != nil {
				t.Fatal(err)
			}
			if canonical := s.Canonical(); !bytes.Equal(canonical, l.Source) {
				if !*rewrite {
					t.Errorf("not in canonical form; run go test ./scenarios -rewrite")
				} else if err := os.WriteFile(l.Name+".json", canonical, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if len(s.Jobs) == 0 || len(s.Jobs) > 20 || s.Cluster.Topology.NumNodes() > 64 {
				t.Errorf("%d jobs on %d nodes; a lesson has at most 20 and 64", len(s.Jobs), s.Cluster.Topology.NumNodes())
			}
			if l.Title == "" || l.About == "" || len(l.Goals) < 2 || strings.HasSuffix(l.Title, ".") || !strings.HasSuffix(l.About, ".") {
				t.Errorf("title %q, about %q, %d goals", l.Title, l.About, len(l.Goals))
			}
			if link, err := scenario.EncodeLink(scenario.SharedLink{Scenario: s}); err != nil || len(link) > 1800 {
				t.Errorf("a link of %d characters, %v; 1,800 are safe everywhere", len(link), err)
			}
			if s.Scheduler.Queue == "manual" {
				return // in this lesson, the reader starts the jobs; TestGoals checks that all of them can run
			}
			r := run(t, l.Name)
			for _, j := range s.Jobs {
				refused := slices.ContainsFunc(r.log, func(e trace.Event) bool {
					return e.Kind == trace.Reject && r.config.Jobs[e.Job].Number == j.Number
				})
				if _, ended := r.end[j.Number]; !ended && !refused && !r.failed[j.Number] && j.Held == nil { // a dependency may never hold
					t.Errorf("job %d never ends", j.Number)
				}
			}
		})
	}
	if _, ok := Find("easy-hole"); !ok {
		t.Error("a lesson that is there is not found")
	}
	if _, ok := Find("nothing"); ok {
		t.Error("a lesson that is not there is found")
	}
}

// result is the outcome of a run. The keys of the maps are job numbers. Times are
// in seconds.
type result struct {
	t          *testing.T
	name       string
	start, end map[int64]int64
	nodes      map[int64]string
	placed     map[int64]cluster.Placement
	why        map[int64]string // code of the reason for the start of the job
	killed     map[int64]bool
	failed     map[int64]bool // whether the job failed because of a node failure
	config     engine.Config
	log        []trace.Event
}

// run simulates a lesson after changing the given settings.
func run(t *testing.T, name string, set ...[2]string) *result {
	t.Helper()
	l, ok := Find(name)
	if !ok {
		t.Fatalf("no lesson %q", name)
	}
	return simulate(t, name, l.Source, set...)
}

// simulate simulates a scenario, given as JSON text, after changing the given
// settings.
func simulate(t *testing.T, name string, src []byte, set ...[2]string) *result {
	t.Helper()
	s, err := scenario.Parse(src)
	if err == nil {
		err = s.SetAll(set...)
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	r := &result{
		t: t, name: name, start: map[int64]int64{}, end: map[int64]int64{}, nodes: map[int64]string{},
		placed: map[int64]cluster.Placement{}, why: map[int64]string{}, killed: map[int64]bool{}, failed: map[int64]bool{}, config: c, log: log,
	}
	for _, e := range log {
		if e.Job == workload.NoJob {
			continue
		}
		id, at := c.Jobs[e.Job].Number, int64(e.Time)/1000
		switch e.Kind {
		case trace.Start:
			r.start[id], r.nodes[id], r.why[id] = at, e.Placement.String(), e.Why.Code.String()
			r.placed[id] = slices.Clone(e.Placement)
		case trace.Fail:
			r.failed[id] = true
		case trace.Kill:
			r.end[id], r.killed[id] = at, true
		case trace.End:
			r.end[id] = at
		}
	}
	return r
}

// starts checks the start time of a job. If a reason is given, it also checks the
// reason for the start.
func (r *result) starts(job, at int64, why string) {
	r.t.Helper()
	if r.start[job] != at || why != "" && r.why[job] != why {
		r.t.Errorf("%s: job %d starts at %d (%s), want %d (%s)", r.name, job, r.start[job], r.why[job], at, why)
	}
}

// on checks the placement of a job, given as a list of nodes.
func (r *result) on(job int64, nodes string) {
	r.t.Helper()
	if r.nodes[job] != nodes {
		r.t.Errorf("%s: job %d is placed on %s, want %s", r.name, job, r.nodes[job], nodes)
	}
}

func set(path, value string) [2]string { return [2]string{path, value} }

// TestReadmeIsComplete checks that README.md contains every reason code and every
// name of the scenario format. It also checks that lessons.md contains every
// lesson.
func TestReadmeIsComplete(t *testing.T) {
	if os.Getenv("HOPYARD_REWRITE") != "" {
		t.Skip("TestNamesOfReadme is about to write the names")
	}
	readme, lessons := read(t, "README.md"), read(t, "lessons.md")
	var words []string
	for _, kind := range [][]scenario.Name{scenario.Topologies(), scenario.Queues(), scenario.Allocators(), scenario.Orders(), scenario.Units(), scenario.Networks(), scenario.Patterns(), scenario.Models(), scenario.Centres(), scenario.Rounds()} {
		for _, n := range kind {
			words = append(words, n.Name)
		}
	}
	for c := why.FitsNow; c < why.NumCodes; c++ {
		if c.String() != "" {
			words = append(words, c.String())
		}
	}
	for _, l := range All() {
		if !bytes.Contains(lessons, []byte("`"+l.Name+"`")) {
			t.Errorf("lessons.md does not name %q", l.Name)
		}
	}
	for _, w := range words {
		if !bytes.Contains(readme, []byte("`"+w+"`")) {
			t.Errorf("README.md does not name %q", w)
		}
	}
}

package engine_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/internal/goldentest"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestStories runs the cases in testdata/*.txt. A case consists of these lines;
// settings marked "lasts" apply to the following cases, too:
//
//	machine flat 12 | tree LEVELS WIDTH | cores N        (lasts)
//	jobs NUMBER@SUBMIT:SIZE:WALLTIME[:RUNTIME] …         (SIZE: 4 nodes, 4t tasks, 4g tasks with a GPU; =USER at the end; lasts)
//	gpus FIRST-LAST N                                    gives these nodes GPUs
//	hybrid …                                             (see hybrid_story_test.go; lasts)
//	priorities T | filters T NUMBER                      output of hybrid at T
//	elastic GROWTH WORD …                                (see growth_story_test.go; lasts)
//	faults …                                             (see change_story_test.go; lasts)
//	run QUEUE [until T]                                  the trace, and from T on which jobs wait and why
func TestStories(t *testing.T) {
	for _, file := range []string{"easy", "conservative", "instants", "batch", "mpfs", "rebuild", "depth", "growth", "faults", "checkpoints", "hybrid"} {
		t.Run(file, func(t *testing.T) {
			s := &story{t: t}
			goldentest.Run(t, "testdata/"+file+".txt", s.answer)
		})
	}
}

type story struct {
	t      *testing.T
	conf   engine.Config
	hybrid *hybrid.HybridPolicy
}

func (s *story) answer(t *testing.T, input string) string {
	s.t = t
	var out strings.Builder
	for line := range strings.Lines(input) {
		words := strings.Fields(line)
		switch words[0] {
		case "machine":
			s.machine(words[1:])
		case "jobs":
			s.conf.Jobs = nil
			for _, w := range words[1:] {
				s.job(w)
			}
		case "elastic":
			s.conf.Elastic = s.elastic(words[1:])
		case "faults":
			s.faults(words[1:])
		case "gpus":
			s.gpus(words[1:])
		case "hybrid":
			s.hybrid = s.weighs(words[1:])
		case "priorities":
			s.priorities(&out, words[1:])
		case "filters":
			s.filters(&out, words[1:])
		case "run":
			s.run(&out, words[1:])
		default:
			t.Fatalf("no such word: %q", words[0])
		}
	}
	return out.String()
}

func (s *story) machine(words []string) {
	spec := cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}
	var topo topology.Topology
	switch words[0] {
	case "flat":
		topo, _ = topology.NewFlat(s.int(words[1]))
	case "tree":
		topo, _ = topology.NewFatTree(s.int(words[1]), s.int(words[2]))
		words = words[1:]
	}
	if len(words) > 2 && words[2] == "cores" {
		spec.Resources[workload.Cores] = int64(s.int(words[3]))
	}
	s.conf.Machine = cluster.NewMachine(topo, spec)
}

func (s *story) int(w string) int {
	n, err := strconv.Atoi(w)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

func (s *story) job(w string) {
	w, user, _ := strings.Cut(w, "=")
	w, grows, malleable := strings.Cut(w, "/")
	name, rest, _ := strings.Cut(w, "@")
	x := strings.Split(rest, ":")
	j := workload.Job{Request: workload.Request{User: user}, After: workload.NoJob}
	j.ID, j.Number = workload.JobID(len(s.conf.Jobs)), int64(s.int(name))
	j.Submit = simtime.Time(s.int(x[0]) * 1000)
	if tasks, ok := strings.CutSuffix(x[1], "t"); ok {
		j.Tasks, j.PerTask = int32(s.int(tasks)), workload.Resources{workload.Cores: 1}
	} else if !s.gpuTasks(&j, x[1]) {
		j.Nodes = int32(s.int(x[1]))
	}
	j.Walltime = simtime.Duration(s.int(x[2])) * simtime.Second
	j.Runtime = j.Walltime
	if len(x) > 3 {
		j.Runtime = simtime.Duration(s.int(x[3])) * simtime.Second
	}
	if malleable {
		j.Elastic = s.grows(grows)
	}
	s.conf.Jobs = append(s.conf.Jobs, j)
}

func (s *story) run(out *strings.Builder, words []string) {
	for _, p := range queuetest.Policies {
		if p.Name == words[0] {
			s.conf.Queue = p.Policy
		}
	}
	if words[0] == "hybrid" {
		s.conf.Queue = *s.hybrid
	}
	s.conf.Allocator = alloc.FirstFit{}
	if words[0] == "batch" {
		s.conf.Allocator = alloc.MinHopUnits{}
	}
	until := simtime.Never
	if len(words) > 2 {
		until = simtime.Time(s.int(words[2]) * 1000)
	}
	tape, err := engine.Record(s.conf)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, x := range tape.Log() {
		if x.Kind != trace.Submit && x.Time <= until {
			fmt.Fprintln(out, x.Text(s.conf.Jobs))
		}
	}
	e := tape.Seek(tape.Find(until, math.MaxInt32))
	for _, d := range e.Pending() {
		ev := trace.Event{Kind: trace.Start, Job: d.Job, Why: d.Why}
		_, reason, _ := strings.Cut(ev.Text(s.conf.Jobs), ": ")
		fmt.Fprintf(out, "%v job %d waits: %s\n", e.Now(), s.conf.Jobs[d.Job].Number, reason)
	}
}

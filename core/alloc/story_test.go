package alloc_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/internal/goldentest"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// TestStories runs the test cases in testdata/*.txt. A case consists of lines of
// these forms:
//
//	machine flat N | star N | tree LEVELS WIDTH | nested W W …   (also for the following cases)
//	nodes LIST cores N speed S memory M                          (also for the following cases)
//	busy LIST                                                    (whole nodes)
//	used NODE:CORES …                                            (cores in use)
//	place ALLOCATOR SIZE [memory M] [job N]                      (SIZE: 4 for 4 nodes, 4t for 4 tasks of one core)
//	explain ALLOCATOR SIZE                                       (every candidate)
//
// The expected results are node lists. A node with more than one task is followed
// by its number of tasks.
func TestStories(t *testing.T) {
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".txt") {
			continue
		}
		t.Run(strings.TrimSuffix(file.Name(), ".txt"), func(t *testing.T) {
			s := &story{}
			goldentest.Run(t, "testdata/"+file.Name(), func(t *testing.T, input string) string {
				var out strings.Builder
				for line := range strings.Lines(input) {
					s.line(t, &out, strings.Fields(line))
				}
				return out.String()
			})
		})
	}
}

type story struct {
	machine *cluster.Machine
	free    *cluster.Free
}

// storyAllocators contains the allocators that test cases can name.
var storyAllocators = map[string]alloc.Ranker{
	"first-fit": alloc.FirstFit{}, "best-fit": alloc.BestFit{}, "fastest-first": alloc.FastestFirst{}, "min-resource": alloc.MinResource{}, "least-loaded": alloc.LeastLoaded{},
	"random": alloc.Random{Seed: 1}, "random-seed-2": alloc.Random{Seed: 2}, "snp": alloc.SNP{}, "sns": alloc.SNS{},
	"ftscp": alloc.FTSCP{}, "ftscp-hierarchical": alloc.FTSCP{Hierarchical: true},
	"ftsc": alloc.FTSC{}, "ftsc-hierarchical": alloc.FTSC{Hierarchical: true},
	"contiguous": alloc.Contiguous{}, "slurm-tree": alloc.SlurmTree{}, "min-hops": alloc.MinHops{}, "sdm": alloc.SDM{},
}

func (s *story) line(t *testing.T, out *strings.Builder, words []string) {
	switch words[0] {
	case "machine":
		s.build(t, words[1], numbers(t, words[2:]))
	case "nodes":
		first, last := span(t, words[1])
		spec := *s.machine.Spec(first)
		for i := 2; i < len(words); i += 2 {
			x, err := strconv.ParseFloat(words[i+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			switch words[i] {
			case "cores":
				spec.Resources[workload.Cores] = int64(x)
			case "memory":
				spec.Resources[workload.Memory] = int64(x)
			case "speed":
				spec.Speed = int64(1000 * x)
			}
		}
		s.machine.SetGroup(first, last, spec)
		s.free = cluster.NewFree(s.machine)
	case "busy":
		s.free = cluster.NewFree(s.machine)
		for part := range strings.SplitSeq(words[1], ",") {
			first, last := span(t, part)
			occupy(s.free, first, last)
		}
	case "used":
		for _, w := range words[1:] {
			node, cores, _ := strings.Cut(w, ":")
			n := topology.NodeID(numbers(t, []string{node})[0])
			task := &workload.Request{Tasks: int32(numbers(t, []string{cores})[0]), PerTask: workload.Resources{1}}
			s.free.Take(task, cluster.Placement{{First: n, Last: n, Tasks: task.Tasks}})
		}
	case "place", "explain":
		s.place(t, out, words)
	default:
		t.Fatalf("no such word: %q", words[0])
	}
}

func (s *story) build(t *testing.T, kind string, n []int) {
	var shape topology.Topology
	switch kind {
	case "flat":
		shape = flat(n[0])
	case "star":
		shape = star(n[0])
	case "tree":
		shape = fatTree(n[0], n[1])
	case "nested":
		shape = nested(n...)
	default:
		t.Fatalf("no such machine: %q", kind)
	}
	s.machine = cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
	s.free = cluster.NewFree(s.machine)
}

func (s *story) place(t *testing.T, out *strings.Builder, words []string) {
	a, known := storyAllocators[words[1]]
	if !known {
		t.Fatalf("no such allocator: %q", words[1])
	}
	q := &workload.Request{PerTask: workload.Resources{1}}
	if size, tasks := strings.CutSuffix(words[2], "t"); tasks {
		q.Tasks = int32(numbers(t, []string{size})[0])
	} else {
		q.Nodes = int32(numbers(t, []string{size})[0])
	}
	for i := 3; i < len(words); i += 2 {
		n := numbers(t, words[i+1:i+2])[0]
		switch words[i] {
		case "memory":
			q.PerTask[workload.Memory] = int64(n)
		case "job":
			q.ID = workload.JobID(n)
		}
	}
	if words[0] == "explain" {
		for c := range a.Candidates(q, s.free) {
			name := ""
			if d, ok := s.machine.Topology.(topology.Devices); ok && c.Device >= 0 {
				name = " by " + d.DeviceName(c.Device)
			}
			fmt.Fprintf(out, "%s%s at %d\n", tasksOf(c.Placement), name, c.Cost)
		}
		return
	}
	p, reason := a.Allocate(q, s.free, nil)
	if !reason.OK() {
		fmt.Fprintf(out, "%s: waits: %s\n", words[1], reason.English(why.Names{}))
		return
	}
	fmt.Fprintf(out, "%s: %s\n", words[1], tasksOf(p))
}

// tasksOf returns the node list of a placement. A node with more than one task is
// followed by its number of tasks.
func tasksOf(p cluster.Placement) string {
	var parts []string
	for _, run := range p {
		part := cluster.Placement{run}.String()
		if run.Tasks > 1 {
			part += fmt.Sprintf("*%d", run.Tasks)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

func numbers(t *testing.T, words []string) (n []int) {
	for _, w := range words {
		x, err := strconv.Atoi(w)
		if err != nil {
			t.Fatal(err)
		}
		n = append(n, x)
	}
	return n
}

func span(t *testing.T, s string) (first, last topology.NodeID) {
	from, to, ranged := strings.Cut(s, "-")
	if !ranged {
		to = from
	}
	n := numbers(t, []string{from, to})
	return topology.NodeID(n[0]), topology.NodeID(n[1])
}

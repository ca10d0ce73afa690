// Package scenarios holds the lessons: small scenarios that show one
// phenomenon each, embedded in every program. README.md beside it describes
// the scenario language field by field.
package scenarios

import (
	"embed"
	"fmt"

	"hopyard/core/scenario"
)

//go:embed *.json
var files embed.FS

// names are the lessons by group, in the order in which they are best met; the
// first is what a newcomer sees.
var names = [...]struct {
	group string
	names []string
}{
	{"Queues", []string{"easy-hole", "head-of-line", "conservative", "walltimes", "depth", "rebuild", "windows", "mpfs"}},
	{"Orders", []string{"shortest", "longest", "smallest", "largest", "priority"}},
	{"Placement", []string{"fragmented", "mdm", "mdm-tie", "min-hops", "random", "contiguous", "shared-nodes", "sockets", "best-fit"}},
	{"Machines", []string{"torus", "mesh", "hypercube", "dragonfly", "graph", "slurm", "star"}},
	{"Nodes that differ", []string{"fastest-first", "sns", "snp", "ftsc", "ftscp"}},
	{"On a mesh", []string{"mc1x1", "mc1x1-inc", "gen-alg", "mm"}},
	{"Sharing the network", []string{"uplinks", "interleaved", "tapered", "permutation", "distance", "latency"}},
	{"Jobs that grow", []string{"grow", "resubmit", "no-gain", "who-grows", "grow-online", "grow-heartbeat", "rollback", "shrink", "moldable"}},
	{"Machines that change", []string{"node-fails", "heartbeat", "checkpoints", "link-fails", "new-nodes"}},
	{"Batches on fat trees", []string{"units", "exact-fit", "rounds", "hop-cost"}},
	{"CPU and GPU", []string{"gpu-first", "gpu-last", "quota", "keep-gpus", "fpga", "cycle", "queues", "fair-share"}},
	{"Deadlines and allotments", []string{"rescue", "system-reserve", "at-risk", "in-time", "estimates", "parts"}},
}

// Lesson is a scenario with what it teaches.
type Lesson struct {
	Name   string // stable, for links and files: "easy-hole"
	Group  string // of lessons that belong together, for lists: "Queues"
	Title  string
	About  string
	Goals  []string // what to find out
	Source []byte   // the JSON
	Tags   Tags
}

// All are the lessons in order. Cost: reading them all, well under a
// millisecond a lesson.
func All() []Lesson {
	var all []Lesson
	for _, group := range names {
		for _, name := range group.names {
			src, err := files.ReadFile(name + ".json")
			if err != nil {
				panic(fmt.Sprintf("scenarios: lesson %s is not embedded: %v", name, err))
			}
			s, err := scenario.Parse(src)
			if err != nil {
				panic(fmt.Sprintf("scenarios: lesson %s: %v", name, err))
			}
			all = append(all, Lesson{name, group.group, s.Title, s.About, s.Goals, src, tags[name]})
		}
	}
	return all
}

// Find is the lesson of a name, and false if there is none.
func Find(name string) (Lesson, bool) {
	for _, l := range All() {
		if l.Name == name {
			return l, true
		}
	}
	return Lesson{}, false
}

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
)

// kinds lists a topology of 16 nodes for each kind and variant of topologies.
var kinds = []struct{ name, topology string }{
	{"flat", `{"kind": "flat", "nodes": 16}`},
	{"star", `{"kind": "star", "nodes": 16}`},
	{"fat-tree", `{"kind": "fat-tree", "levels": 2, "width": 4}`},
	{"fat-tree down", `{"kind": "fat-tree", "down": [4, 2, 2], "up": [1, 2, 2], "links": [1, 1, 2]}`},
	{"torus", `{"kind": "torus", "dims": [2, 2, 4]}`},
	{"mesh", `{"kind": "mesh", "dims": [4, 4]}`},
	{"hypercube", `{"kind": "hypercube", "dims": 4}`},
	{"dragonfly", `{"kind": "dragonfly", "groups": 4, "routers": 2, "nodes": 2}`},
	{"graph", `{"kind": "graph", "nodes": 16, "switches": 1, "links": [` + spokes(16) + `]}`},
	{"slurm", `{"kind": "slurm", "conf": "SwitchName=a Nodes=n[0-7]\nSwitchName=b Nodes=n[8-15]\nSwitchName=r Switches=a,b\n"}`},
	{"slurm uneven", `{"kind": "slurm", "conf": "SwitchName=a Nodes=n[0-7]\nSwitchName=b Nodes=n[8-15]\nSwitchName=c Switches=b\nSwitchName=r Switches=a,c\n"}`},
	{"slurm blocks", `{"kind": "slurm", "conf": "BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]\nBlockName=b2 Nodes=n[8-11]\nBlockName=b3 Nodes=n[12-15]\nBlockSizes=4,8,16\n"}`},
	{"slurm ring", `{"kind": "slurm", "conf": "RingName=r Nodes=n[0-15]\n"}`},
	{"slurm torus", `{"kind": "slurm", "conf": "- topology: t\n  torus3d:\n    toruses:\n      - name: p\n        dims: {x: 16, y: 1, z: 1}\n        nodes: n[0-15]\n        placements:\n          - dims: {x: 1, y: 1, z: 1}\n          - dims: {x: 2, y: 1, z: 1}\n          - dims: {x: 5, y: 1, z: 1}\n          - dims: {x: 8, y: 1, z: 1}\n          - dims: {x: 9, y: 1, z: 1}\n          - dims: {x: 16, y: 1, z: 1}\n"}`},
	{"slurm yaml", `{"kind": "slurm", "conf": "- topology: t\n  tree:\n    switches:\n      - switch: r\n        children: s[0-1]\n      - switch: s0\n        nodes: n[0-7]\n      - switch: s1\n        nodes: n[8-15]\n"}`},
}

// spokes returns the JSON of the cables between switch s0 and each of n nodes.
func spokes(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`{"from": "n%d", "to": "s0", "both": true}`, i))
	}
	return strings.Join(out, ", ")
}

// Lists of topologies, which the table suits uses. An allocator that is not in this
// table works on all topologies.
const (
	trees = "star, fat-tree, fat-tree down, slurm, slurm uneven, slurm yaml, slurm blocks"
	level = "star, fat-tree, fat-tree down, slurm, slurm yaml, slurm blocks"
	grids = "torus, mesh, hypercube, slurm ring, slurm torus"
)

var suits = map[string]string{
	"ftscp": trees, "ftsc": trees, "slurm-tree": trees, "slurm-block": "slurm blocks", "slurm-ring": "slurm ring", "slurm-torus": "slurm torus", "min-hop-units": level, "min-hops": "flat, graph, " + trees,
	"mc1x1": grids, "mc1x1-inc": grids, "gen-alg": grids, "mm": grids,
	"kueue-tas": level, "volcano-topology": level, "kai-topology": level, "flux": level, "pbs-sets": level,
}

// Names of the scenario format that section TOPO.1 of SOURCES.md documents.
const (
	formatTopologies = "flat star fat-tree torus mesh hypercube dragonfly graph slurm"
	formatAllocators = "first-fit best-fit fastest-first min-resource least-loaded random snp sns ftscp ftsc mc1x1 mc1x1-inc gen-alg mm sdm mdm min-hop-units min-hops contiguous slurm-tree slurm-block slurm-ring slurm-torus kueue-tas volcano-topology kai-topology flux pbs-sets one-per-node"
	formatQueues     = "fcfs mpfs-scan easy conservative conservative-rebuild batch deadline hybrid kueue"
	formatOrders     = "submit shortest longest smallest largest priority"
)

func document(topology, scheduler, rest string) string {
	return `{"hopyard": 1, "cluster": {"topology": ` + topology + `}, "jobs": [
		{"nodes": 5, "user": "ada", "queue": "q", "walltime": 10, "priority": 1}, {"nodes": 9, "user": "ada", "queue": "q", "walltime": 20, "runtime": 30}, {"nodes": 8, "user": "ada", "queue": "q", "walltime": 5, "submit": 1, "priority": 2},
		{"nodes": 2, "user": "ada", "queue": "q", "walltime": 30, "runtime": 3, "submit": 1}, {"nodes": 16, "user": "ada", "queue": "q", "walltime": 4, "submit": 2}, {"nodes": 1, "user": "ada", "queue": "q", "walltime": 50, "submit": 3}
	], "scheduler": {` + scheduler + `}` + rest + `}`
}

// TestNames runs and places jobs with every allocator on every topology of the
// scenario format. If the allocator suits the topology, both commands must work. If
// it does not, both must report this.
func TestNames(t *testing.T) {
	for a := range strings.FieldsSeq(formatAllocators) {
		for _, k := range kinds {
			list, some := suits[a]
			want := !some || slices.Contains(strings.Split(list, ", "), k.name)
			doc := document(k.topology, `"allocator": "`+a+`"`, `, "free": "0-7,10-15"`)
			status, out, errs := call(t, "", doc, "run", "-", "--jobs", "-")
			rows, _ := csv.NewReader(strings.NewReader(out)).ReadAll()
			if ran := status == cli.ExitOK && len(rows) == 7; ran != want {
				t.Errorf("run %s on %s: status %d, %d rows, want %v: %s", a, k.name, status, len(rows), want, errs)
			}
			status, out, errs = call(t, "", doc, "place", "-")
			if placed := status == cli.ExitOK; placed != want {
				t.Errorf("place %s on %s: status %d, want %v: %s", a, k.name, status, want, errs)
			} else if placed {
				checkAnswer(t, a+" on "+k.name, out)
			} else if !strings.HasPrefix(errs, "standard input: scheduler") || !strings.Contains(errs, "does not suit") || !strings.Contains(errs, "; use ") {
				t.Errorf("place %s on %s says %q, want a place, what and a fix", a, k.name, errs)
			}
		}
	}
}

// checkAnswer checks that the output of the command place has all required fields.
// The first candidate must be the chosen placement.
func checkAnswer(t *testing.T, what, out string) {
	var a struct {
		Nodes                                             *string
		Tasks                                             map[string]int
		PairwiseDistance, PairwiseHops, MaxDistance, Cost *int64
		Candidates                                        []struct {
			Nodes string
			Tasks map[string]int
			Cost  *int64
		}
	}
	doc := strings.NewReplacer("pairwise_distance", "PairwiseDistance", "pairwise_hops", "PairwiseHops", "max_distance", "MaxDistance").Replace(out)
	if err := json.Unmarshal([]byte(doc), &a); err != nil || a.Nodes == nil || a.PairwiseDistance == nil || a.PairwiseHops == nil || a.MaxDistance == nil || a.Cost == nil {
		t.Errorf("%s: %v, something is missing in %s", what, err, out)
		return
	}
	if len(a.Tasks) != 5 || len(a.Candidates) == 0 || a.Candidates[0].Nodes != *a.Nodes || *a.Candidates[0].Cost != *a.Cost {
		t.Errorf("%s: the first candidate is not the answer: %s", what, out)
	}
}

// TestDisciplines runs jobs on every topology, with every combination of queue and
// order and with every combination of network model and communication pattern. All
// jobs must end.
func TestDisciplines(t *testing.T) {
	ends := func(k, scheduler, rest string) {
		rest += `, "allotments": {"share": 1, "users": {"ada": 16}}, "cluster_queues": {"q": {"flavors": [{"name": "default", "quota": {"nodes": 16}}]}}`
		status, out, errs := call(t, "", document(k, scheduler, rest), "run", "-", "--jobs", "-")
		if status != cli.ExitOK || strings.Count(out, ",completed,")+strings.Count(out, ",killed,") != 6 {
			t.Errorf("%s%s on %s: status %d: %s%s", scheduler, rest, k, status, out, errs)
		}
	}
	for _, k := range kinds {
		for q := range strings.FieldsSeq(formatQueues) {
			for o := range strings.FieldsSeq(formatOrders) {
				ends(k.topology, `"queue": "`+q+`", "order": "`+o+`"`, "")
			}
		}
		for _, n := range scenario.Networks() {
			if n.Name == "max-min" && k.name == "flat" {
				continue // a flat machine has no links
			}
			for _, p := range scenario.Patterns() {
				if p.Name == "matrix" || p.Name == "none" {
					continue // the pattern matrix fits only one size of jobs, and the pattern none sends no messages
				}
				ends(k.topology, `"queue": "easy"`, `, "network": {"model": "`+n.Name+`", "comm": {"pattern": "`+p.Name+`", "share": 0.8}}`)
			}
		}
	}
}

// TestNamesOfFormat checks that the scenario format has all documented names, in
// the documented order. The format may have further names.
func TestNamesOfFormat(t *testing.T) {
	for what, c := range map[string]struct {
		names []scenario.Name
		want  string
	}{
		"topologies": {scenario.Topologies(), formatTopologies},
		"allocators": {scenario.Allocators(), formatAllocators},
		"queues":     {scenario.Queues(), formatQueues},
		"orders":     {scenario.Orders(), formatOrders},
	} {
		var got []string
		for _, n := range c.names {
			if slices.Contains(strings.Fields(c.want), n.Name) {
				got = append(got, n.Name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", what, got, c.want)
		}
	}
}

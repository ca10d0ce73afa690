package scenario

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopyard/core/workload"
)

// everything is a scenario with most fields of the language. The other scenarios
// that the function texts returns have the remaining fields.
const everything = `{
  "hopyard": 1,
  "title": "All \"fields\"",
  "about": "Line one\nline two\tand \u2028 Ünïcode",
  "goals": [
    "See every field"
  ],
  "seed": 42,
  "cluster": {
    "topology": {"kind": "torus", "dims": [4, 8]},
    "node": {"cores": 4, "sockets": 2, "speed": 0.5, "memory": 1000, "disk": 7, "gpus": 1},
    "groups": [
      {"nodes": "0-3,9", "cores": 8, "speed": 1, "gpus": 0},
      {"nodes": "16", "memory": 0}
    ],
    "within": {"core": 1, "socket": 3}
  },
  "jobs": [
    {"id": 7, "submit": 10.5, "nodes": 4, "walltime": 120, "runtime": 100.125, "user": "ada", "group": "a", "queue": "long"},
    {"id": 3, "submit": 0, "tasks": 8, "walltime": 60, "priority": -3, "overrun": "kill"},
    {"id": 12, "submit": 0, "tasks": 2, "per_task": {"cores": 0, "memory": 10, "disk": 1, "gpus": 1}, "walltime": 60, "runtime": 0, "after": 7, "think": 0.5}
  ],
  "scheduler": {"queue": "batch", "allocator": "mdm", "order": "largest", "overrun": "extend", "batch": {"njob": 2, "unit": "custom", "size": 2, "count_busy": true, "rounds": "one"}},
  "free": {"0-2": 4, "5": 1}
}
`

func TestCanonicalKeepsEverything(t *testing.T) {
	s := mustParse(t, everything)
	if got := string(s.Canonical()); got != everything {
		t.Errorf("canonical form differs:\n%s\nwant\n%s", got, everything)
	}
	j := s.Jobs[2]
	want := workload.Job{
		Request: workload.Request{
			ID: 2, Number: 12, Tasks: 2, PerTask: workload.Resources{0, 10, 1, 1}, Walltime: 60_000,
		},
		Overrun: true, After: 0, Think: 500,
	}
	if !reflect.DeepEqual(j, want) {
		t.Errorf("%+v\nwant\n%+v", j, want)
	}
	if spec := s.Cluster.Groups[0].Spec; spec.Sockets != 2 || spec.Resources != (workload.Resources{8, 1000, 7, 0}) || spec.Speed != 1000 {
		t.Errorf("a group does not begin from the node: %+v", spec)
	}
}

// TestCanonicalForm checks that two texts that describe the same scenario in
// different ways have the same canonical form.
func TestCanonicalForm(t *testing.T) {
	for name, texts := range map[string][2]string{
		"order of fields": {`{"jobs": [], "cluster": {"topology": {"nodes": 4, "kind": "flat"}}, "hopyard": 1}`, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": []}`},
		"defaults": {spoil(t, `seed=1; cluster.node.speed=1.0; cluster.node.disk=0; jobs[1].per_task={"cores": 1, "gpus": 0}; scheduler.order=submit;`+
			` scheduler.overrun=kill; scheduler.batch={"njob": 4, "unit": "balanced", "count_busy": false, "rounds": "repeat"}; jobs[0].runtime=60; jobs[0].overrun=kill; jobs[0].priority=0`), good},
		"node lists":       {spoil(t, `cluster.groups=[{"nodes": "n[3,0-1],n9 , 2", "gpus": 2}]`), spoil(t, `cluster.groups=[{"nodes": "0-3,9", "gpus": 2}]`)},
		"numbers":          {spoil(t, `jobs[0].walltime=6.0e1; jobs[1].submit=5.000`), good},
		"only a run time":  {spoil(t, `jobs[0].walltime=null; jobs[0].runtime=60`), good},
		"escapes":          {spoil(t, `title="\u0061\/\ud83d\ude00"`), spoil(t, "title=a/😀")},
		"free core ranges": {spoil(t, `free={"3": 1, "2": 2, "1": 2, "0": 0}`), spoil(t, `free={"1-2": 2, "3": 1}`)},
	} {
		a, b := mustParse(t, texts[0]).Canonical(), mustParse(t, texts[1]).Canonical()
		if !bytes.Equal(a, b) {
			t.Errorf("%s:\n%s\n%s", name, a, b)
		}
	}
}

// machines lists a topology of each kind, in canonical form. The fat tree is listed
// in both of its forms.
var machines = []string{
	`{"kind": "flat", "nodes": 12}`,
	`{"kind": "star", "nodes": 12}`,
	`{"kind": "fat-tree", "levels": 2, "width": 4}`,
	`{"kind": "fat-tree", "down": [4, 4], "up": [1, 2], "links": [1, 2]}`,
	`{"kind": "torus", "dims": [4, 4]}`,
	`{"kind": "mesh", "dims": [4, 4]}`,
	`{"kind": "hypercube", "dims": 4}`,
	`{"kind": "dragonfly", "groups": 3, "routers": 2, "nodes": 2}`,
	`{"kind": "graph", "nodes": 2, "switches": 1, "links": [
    {"from": "n0", "to": "s0", "both": true},
    {"from": "n1", "to": "s0", "weight": 3, "bandwidth": 2000000000, "both": true}
  ]}`,
	`{"kind": "slurm", "conf": "SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=s2 Switches=s[0-1]\n"}`,
	`{"kind": "levels", "levels": ["block", "rack"], "nodes": [
    {"name": "n[00-03]", "labels": {"block": "b0", "rack": "r0"}, "slots": 4},
    {"name": "n04", "labels": {"block": "b0", "rack": "r1"}}
  ]}`,
	`{"kind": "levels", "levels": [], "nodes": [
    {"name": "n[0-3]"}
  ]}`,
}

// TestMachines checks that a scenario with each of the topologies is not changed by
// Canonical or by a link, and that its machine has the expected number of nodes.
func TestMachines(t *testing.T) {
	nodes := []int{12, 12, 16, 16, 16, 16, 16, 12, 2, 8, 5, 4}
	for i, shape := range machines {
		text := "{\n  \"hopyard\": 1,\n  \"cluster\": {\n    \"topology\": " + shape + "\n  },\n  \"jobs\": [\n    " +
			`{"id": 1, "submit": 0, "nodes": 2, "walltime": 60, "comm": {"pattern": "matrix", "share": 0.25, "matrix": [[0, 1], [7, 0]]}},` + "\n    " +
			`{"id": 2, "submit": 0, "nodes": 1, "walltime": 60, "comm": {"pattern": "none"}}` + "\n  ],\n  " +
			`"network": {"model": "distance", "bandwidth": 5, "comm": {"pattern": "random-pairs", "bytes": 12}},` + "\n  " +
			`"scheduler": {"queue": "easy", "depth": 3, "centres": "all", "hierarchical": true}` + "\n}\n"
		s := mustParse(t, text)
		if got := string(s.Canonical()); got != text {
			t.Errorf("canonical form differs:\n%s\nwant\n%s", got, text)
		}
		if n := s.Cluster.Machine().NumNodes(); n != nodes[i] || s.Cluster.Topology.NumNodes() != n {
			t.Errorf("%s: %d nodes, the shape says %d, want %d", shape, n, s.Cluster.Topology.NumNodes(), nodes[i])
		}
		link, err := EncodeLink(SharedLink{Scenario: s})
		if err != nil {
			t.Fatal(err)
		}
		back, err := DecodeLink(link)
		if err != nil {
			t.Fatalf("%s: %v", shape, err)
		}
		if got := string(back.Scenario.Canonical()); got != text {
			t.Errorf("through a link:\n%s\nwant\n%s", got, text)
		}
	}
}

// TestForms checks that different ways of writing a machine, a network or a
// scheduler have the same canonical form, for example with and without default
// values.
func TestForms(t *testing.T) {
	for name, texts := range map[string][2]string{
		"one parent, one cable": {`cluster.topology={"kind": "fat-tree", "down": [4, 4, 4]}`, `cluster.topology={"kind": "fat-tree", "down": [4, 4, 4], "up": [1, 1, 1], "links": [1, 1, 1]}`},
		"model alone":           {`network={"model": "max-min"}`, `network=max-min`},
		"no network":            {`network=none`, `seed=1`},
		"bandwidth":             {`network={"model": "max-min", "bandwidth": 1e9}`, `network=max-min`},
		"pattern of a matrix":   {`jobs[0].comm={"share": 1, "matrix": [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}`, `jobs[0].comm={"pattern": "matrix", "share": 1.0, "matrix": [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}`},
		"one reservation":       {`scheduler.depth=1; scheduler.centres=free; scheduler.hierarchical=false`, `seed=1`},
	} {
		a, b := mustParse(t, spoil(t, texts[0])).Canonical(), mustParse(t, spoil(t, texts[1])).Canonical()
		if !bytes.Equal(a, b) {
			t.Errorf("%s:\n%s\n%s", name, a, b)
		}
	}
}

func TestDefaults(t *testing.T) {
	s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [{"nodes": 2, "runtime": 5}, {"tasks": 3, "walltime": 4}]}`)
	if a, b := s.Jobs[0], s.Jobs[1]; a.Number != 1 || b.Number != 2 || a.Walltime != 5000 || b.Runtime != 4000 || b.PerTask != (workload.Resources{1}) || a.After != workload.NoJob {
		t.Errorf("%+v\n%+v", a, b)
	}
	if p := s.Policy(); p != (PolicyNames{Queue: "easy", Allocator: "first-fit", Order: "submit"}) {
		t.Errorf("%v", p)
	}
	if err := s.SetAll([2]string{"jobs[1]", "null"}, [2]string{"scheduler.queue", "batch"}); err != nil {
		t.Fatal(err)
	}
	if p := s.Policy(); p.Allocator != "min-hop-units" {
		t.Errorf("batch on a star is placed by %s", p.Allocator)
	}
	if err := s.Set("cluster.topology", `{"kind": "flat", "nodes": 8}`); err != nil {
		t.Fatal(err)
	}
	if p := s.Policy(); p.Allocator != "first-fit" {
		t.Errorf("batch on a flat machine is placed by %s", p.Allocator)
	}
}

// TestNames checks that every name of a queue, allocator or order can be used, and
// has a title, a description and a source.
func TestNames(t *testing.T) {
	tree := `{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 4}}, "jobs": [{"nodes": 2, "walltime": 5}]}`
	for path, names := range map[string][]Name{"scheduler.queue": Queues(), "scheduler.allocator": Allocators(), "scheduler.order": Orders()} {
		kinds := map[string]string{} // maps policies to the name that selects them, to check that no two names select the same policies
		for _, n := range names {
			s := mustParse(t, tree)
			if slices.Contains([]string{"mc1x1", "mc1x1-inc", "gen-alg", "mm"}, n.Name) {
				s = mustParse(t, strings.Replace(tree, `{"kind": "fat-tree", "levels": 2, "width": 4}`, `{"kind": "torus", "dims": [4, 4]}`, 1))
			}
			if conf := map[string]string{
				"slurm-block": `BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]`,
				"slurm-ring":  `RingName=r0 Nodes=n[0-3]\nRingName=r1 Nodes=n[4-7]`,
				"slurm-torus": `- topology: t\n  torus3d:\n    toruses:\n    - name: p\n      dims: {x: 2, y: 2, z: 1}\n      nodes: n[0-3]\n      placements:\n      - dims: {x: 2, y: 1, z: 1}\n`,
			}[n.Name]; conf != "" {
				s = mustParse(t, strings.Replace(tree, `{"kind": "fat-tree", "levels": 2, "width": 4}`, `{"kind": "slurm", "conf": "`+conf+`"}`, 1))
			}
			if n.Name == "deadline" {
				if err := s.SetAll([2]string{"allotments", `{"users": {"ada": 8}}`}, [2]string{"jobs[0].user", "ada"}); err != nil {
					t.Fatal(err)
				}
			}
			if n.Name == "kueue" {
				if err := s.SetAll([2]string{"cluster_queues", `{"q": {"flavors": [{"name": "x", "quota": {"nodes": 2}}]}}`}, [2]string{"jobs[0].queue", "q"}); err != nil {
					t.Fatal(err)
				}
			}
			err := s.Set(path, n.Name)
			if n.Title == "" || n.About == "" || !strings.HasSuffix(n.About, ".") {
				t.Errorf("%s: no title or sentence", n.Name)
			}
			if err != nil || n.Source == "" {
				t.Errorf("%s: %v (source %q)", n.Name, err, n.Source)
				continue
			}
			c, err := s.Config()
			if err != nil || c.Queue == nil || c.Allocator == nil || path == "scheduler.order" && c.Order.String() != n.Name {
				t.Errorf("%s: %v %v %v %v", n.Name, err, c.Queue, c.Allocator, c.Order)
			}
			kind := fmt.Sprintf("%T %T %v", c.Queue, c.Allocator, c.Order)
			if other, taken := kinds[kind]; taken {
				t.Errorf("%s and %s are both %s", n.Name, other, kind)
			}
			kinds[kind] = n.Name
		}
	}
}

// TestScenarioOfTheFormat checks that the scenario in the introduction of the
// format is read with the expected machine and jobs.
func TestScenarioOfTheFormat(t *testing.T) {
	s := mustParse(t, `{
  "hopyard": 1,
  "title": "Fat tree of 64 nodes", "about": "What this shows, in one or two sentences.", "seed": 1,
  "cluster": {
    "topology": {"kind": "fat-tree", "levels": 3, "width": 4},
    "node": {"cores": 1},
    "groups": [{"nodes": "16-31", "cores": 16, "sockets": 2, "speed": 2.0, "memory": 65536, "disk": 0, "gpus": 4}]
  },
  "jobs": [
    {"id": 1, "submit": 0, "nodes": 4, "walltime": 120, "runtime": 100, "user": "ada", "queue": "batch"},
    {"id": 2, "submit": 5, "tasks": 24, "per_task": {"cores": 1, "memory": 2048, "gpus": 0}, "walltime": 60}
  ],
  "scheduler": {"queue": "easy", "allocator": "sdm"}
}`)
	m := s.Cluster.Machine()
	if m.NumNodes() != 64 || m.Spec(15).Resources[workload.Cores] != 1 || m.Spec(16).Speed != 2000 || m.Spec(31).Resources != (workload.Resources{16, 65536, 0, 4}) || m.Spec(32).Speed != 1000 {
		t.Errorf("another machine: %+v %+v", m.Spec(15), m.Spec(31))
	}
	if a, b := s.Jobs[0], s.Jobs[1]; a.Nodes != 4 || a.Runtime != 100_000 || a.User != "ada" || b.Tasks != 24 || b.PerTask != (workload.Resources{1, 2048}) || b.Runtime != 60_000 || b.Submit != 5000 {
		t.Errorf("other jobs: %+v %+v", a, b)
	}
}

package alloc_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/alloctest"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// kueueChoice is a decision of Kueue.
type kueueChoice struct {
	Levels     []string
	Nodes      [][4]any // name, labels by level, free tasks
	Count      int32
	Mode       string
	Level      string
	Slice      int32
	SliceLevel string `json:"slice_level"`
	Answer     map[string]int32
}

// machine returns the machine of the decision, and what is free on it.
func (c *kueueChoice) machine(t *testing.T) (*topology.LevelTree, *cluster.Free) {
	t.Helper()
	var nodes []topology.LabelledNode
	most := 1.0
	for _, n := range c.Nodes {
		nodes = append(nodes, topology.LabelledNode{Name: n[0].(string), Labels: []string{n[1].(string), n[2].(string)}})
		most = max(most, n[3].(float64))
	}
	tree, err := topology.NewLevelTree(c.Levels, nodes)
	if err != nil {
		t.Fatal(err)
	}
	free := cluster.NewFree(cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{int64(most)}, Speed: 1000}))
	for _, n := range c.Nodes {
		if busy := int32(most - n[3].(float64)); busy > 0 {
			at, _ := tree.FindNode(n[0].(string))
			free.Take(&workload.Request{Tasks: 1, PerTask: workload.Resources{1}}, cluster.Placement{{First: at, Last: at, Tasks: busy}})
		}
	}
	return tree, free
}

// request returns the job of the decision.
func (c *kueueChoice) request(t *testing.T) *workload.Request {
	t.Helper()
	level := func(name string) int8 {
		if name == "kubernetes.io/hostname" {
			return int8(len(c.Levels) + 1)
		}
		return int8(slices.Index(c.Levels, name) + 1)
	}
	q := &workload.Request{Tasks: c.Count, PerTask: workload.Resources{1}}
	switch c.Mode {
	case "required":
		q.Network.Gather, q.Network.Level = workload.GatherRequired, level(c.Level)
	case "preferred":
		q.Network.Gather, q.Network.Level = workload.GatherPreferred, level(c.Level)
	case "unconstrained":
		q.Network.Gather = workload.GatherUnconstrained
	default:
		t.Fatalf("mode %q", c.Mode)
	}
	if c.Slice > 0 {
		q.Network.Slice, q.Network.SliceLevel = c.Slice, level(c.SliceLevel)
	}
	return q
}

// TestKueuesChoices compares KueueTAS with decisions that Kueue 0.14.0 made with its
// default feature gates (testdata/kueue-placements.jsonl).
func TestKueuesChoices(t *testing.T) {
	lines := bufio.NewScanner(bytes.NewReader(read(t, "testdata/kueue-placements.jsonl")))
	compared, refused := 0, 0
	for ; lines.Scan(); compared++ {
		var c kueueChoice
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		tree, free := c.machine(t)
		q := c.request(t)
		p, _ := alloc.KueueTAS{}.Allocate(q, free, nil)
		got := map[string]int32{}
		for n, k := range p.All {
			got[tree.NodeName(n)] = k
		}
		if !maps.Equal(got, c.Answer) {
			t.Fatalf("line %d: %d tasks, %s %s, slices of %d in each %s: %v, Kueue %v", compared+1, c.Count, c.Mode, c.Level, c.Slice, c.SliceLevel, got, c.Answer)
		}
		if p == nil {
			refused++
		}
		if err := alloctest.Contract(alloc.KueueTAS{}, q, free); err != nil {
			t.Fatalf("line %d: %v", compared+1, err)
		}
	}
	if compared != 488 || refused != 103 {
		t.Errorf("compared %d decisions, %d of them refusals", compared, refused)
	}
}

// TestKueueOnTrees checks the contract for jobs that ask for any level of any tree,
// with slices and for whole nodes, too, and that a job that requires a level gets a
// single domain of it, and each slice a single domain of its level.
func TestKueueOnTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 30))
	placed := map[string]int{}
	for range soaktest.Rounds(8000) {
		all := trees()
		m := randomMachine(r, all[r.IntN(len(all))], 1+r.IntN(2))
		h, ok := m.Topology.(topology.Hierarchy)
		if !ok {
			continue
		}
		free := randomFree(r, m)
		q := randomRequest(r, free)
		n := &q.Network
		n.Gather = workload.Gathering(r.IntN(4))
		n.Level = int8(1 + r.IntN(h.Levels()))
		if r.IntN(2) == 0 {
			n.Slice, n.SliceLevel = 1+r.Int32N(min(q.Size(), 4)), n.Level+int8(r.IntN(h.Levels()-int(n.Level)+1))
		}
		if err := alloctest.Contract(alloc.KueueTAS{}, q, free); err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		p, _ := alloc.KueueTAS{}.Allocate(q, free, nil)
		if p == nil {
			continue
		}
		if n.Gather == workload.GatherRequired && len(tasksByDomain(h, int(n.Level), p)) != 1 {
			t.Fatalf("%+v is on several domains: %v", q, p)
		}
		if n.Slice > 0 {
			for d, k := range tasksByDomain(h, int(n.SliceLevel), p) {
				if k%n.Slice != 0 {
					t.Fatalf("%+v has %d tasks in domain %d: %v", q, k, d, p)
				}
			}
		}
		placed[fmt.Sprint(n.Gather, n.Slice > 0)]++
	}
	if len(placed) != 8 {
		t.Errorf("placed %v", placed)
	}
}

// tasksByDomain returns how much of a placement is in each domain of a level.
func tasksByDomain(h topology.Hierarchy, level int, p cluster.Placement) map[int]int32 {
	out := map[int]int32{}
	for n, k := range p.All {
		d := int(n)
		if level < h.Levels() {
			d = h.DomainOf(level, n)
		}
		out[d] += k
	}
	return out
}

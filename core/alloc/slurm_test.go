package alloc_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/alloctest"
	"hopyard/core/cluster"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// slurmChoice is a decision of one of Slurm's plugins.
type slurmChoice struct {
	System, Machine, Free string
	Count, Segment        int32
	Answer                *string // nodes that the plugin chose; nil if it refused
}

// TestSlurmsChoices compares SlurmTree and SlurmBlock with decisions that the
// plugins topology/tree and topology/block of Slurm 26.11 made for whole, equal
// nodes (testdata/slurm-placements.jsonl).
func TestSlurmsChoices(t *testing.T) {
	machines := map[string]struct{ Conf string }{}
	decode(t, read(t, "testdata/slurm-machines.json"), &machines)
	made := map[string]*cluster.Machine{}
	compared := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(read(t, "testdata/slurm-placements.jsonl")))
	for lines.Scan() {
		var c slurmChoice
		decode(t, lines.Bytes(), &c)
		m := made[c.Machine]
		if m == nil {
			network, err := slurm.Parse(machines[c.Machine].Conf)
			if err != nil {
				t.Fatalf("%s: %v", c.Machine, err)
			}
			m = cluster.NewMachine(network.Topology, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
			made[c.Machine] = m
		}
		idle := nodeSet(t, m, c.Free)
		free := idleWhere(m, idle.Has)
		q := &workload.Request{Nodes: c.Count}
		if c.Segment > 0 {
			q.Network.Segment = c.Segment
		}
		a := alloc.Allocator(alloc.SlurmTree{})
		if c.System == "slurm-block" {
			a = alloc.SlurmBlock{}
		}
		got, reason := a.Allocate(q, free, nil)
		if want := c.Answer; reason.OK() != (want != nil) || want != nil && got.String() != *want {
			t.Fatalf("%s: %s: %d nodes in segments of %d among %s: %v, Slurm %v", c.System, c.Machine, c.Count, c.Segment, c.Free, got, want)
		}
		if compared[c.System]%8 == 0 {
			if err := alloctest.Contract(a, q, free); err != nil {
				t.Fatalf("%s: %v", c.Machine, err)
			}
		}
		compared[c.System]++
	}
	if compared["slurm-tree"] != 921 || compared["slurm-block"] != 1188 {
		t.Errorf("compared %v", compared)
	}
}

// nodeSet returns the nodes of a node list, or no nodes for an empty list.
func nodeSet(t *testing.T, m *cluster.Machine, list string) topology.NodeSet {
	t.Helper()
	set := topology.NewNodeSet(m.NumNodes())
	if list == "" {
		return set
	}
	nodes, err := scenario.ParseNodes(list, m.NumNodes())
	if err != nil {
		t.Fatal(err)
	}
	for n := range nodes.All {
		set.AddRange(n, n)
	}
	return set
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// TestBlockFlags checks segments that must spread over base blocks or share a
// block, on four blocks of four nodes.
func TestBlockFlags(t *testing.T) {
	network, err := slurm.Parse("BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]\nBlockName=b2 Nodes=n[8-11]\nBlockName=b3 Nodes=n[12-15]\nBlockSizes=4,8,16\n")
	if err != nil {
		t.Fatal(err)
	}
	m := cluster.NewMachine(network.Topology, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
	for _, c := range []struct {
		busy, want string // want is empty if the job is refused
		nodes      int32
		layout     workload.NetworkRequest
	}{
		{"0,4,8,12", "", 4, workload.NetworkRequest{}},
		{"0,4,8,12", "13-15", 3, workload.NetworkRequest{}},
		{"0,4,8,12", "9-11,13-15", 6, workload.NetworkRequest{}},
		{"", "12-15", 4, workload.NetworkRequest{Segment: 2}},
		{"", "8-9,12-13", 4, workload.NetworkRequest{Segment: 2, Spread: true}},
		{"2-3,6-7,8-15", "0-1,4-5", 4, workload.NetworkRequest{Segment: 2}},
		{"2-3,4-7,10-11,12-15", "0-1,8-9", 4, workload.NetworkRequest{Segment: 2}},
		{"2-3,4-7,10-11,12-15", "", 4, workload.NetworkRequest{Segment: 2, Consolidate: true}},
		{"2-3,6-7,10-11,13-15", "4-5,8-9", 4, workload.NetworkRequest{Segment: 2, Spread: true}},
		{"2-3,6-7,10-11,13-15", "0-1,4-5", 4, workload.NetworkRequest{Segment: 2, Spread: true, Consolidate: true}},
		{"", "", 5, workload.NetworkRequest{Segment: 2}},
		{"", "12", 1, workload.NetworkRequest{Segment: 2}},
	} {
		busy := nodeSet(t, m, c.busy)
		free := idleWhere(m, func(n topology.NodeID) bool { return !busy.Has(n) })
		q := &workload.Request{Nodes: c.nodes, Network: c.layout}
		got, _ := alloc.SlurmBlock{}.Allocate(q, free, nil)
		if got.String() != c.want {
			t.Errorf("%d nodes as %+v beside %s: %v, want %q", c.nodes, c.layout, c.busy, got, c.want)
		}
		if err := alloctest.Contract(alloc.SlurmBlock{}, q, free); err != nil {
			t.Errorf("%d nodes as %+v beside %s: %v", c.nodes, c.layout, c.busy, err)
		}
	}
}

package topology_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/topology/topologytest"
)

// racks returns nodes in two blocks: b0 with racks r0 and r1, and b1 with rack r0,
// which is another rack.
func racks() []topology.LabelledNode {
	return []topology.LabelledNode{
		{"z", []string{"b1", "r0"}}, {"n2", []string{"b0", "r1"}}, {"n1", []string{"b0", "r0"}},
		{"n0", []string{"b0", "r0"}}, {"n3", []string{"b0", "r1"}}, {"a", []string{"b1", "r0"}},
	}
}

func TestLevelTree(t *testing.T) {
	m, err := topology.NewLevelTree([]string{"block", "rack"}, racks())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for n := range topology.NodeID(m.NumNodes()) {
		names = append(names, m.NodeName(n))
		if at, ok := m.FindNode(m.NodeName(n)); !ok || at != n {
			t.Errorf("node %d is found as %d, %v", n, at, ok)
		}
	}
	if got := strings.Join(names, " "); got != "n0 n1 n2 n3 a z" {
		t.Errorf("the nodes are %s", got)
	}
	if got := fmt.Sprint(m.LevelNames()); got != "[block rack host]" || m.Levels() != 3 {
		t.Errorf("the levels are %s, %d of switches", got, m.Levels())
	}
	var devices []string
	for d := range topology.DeviceID(m.NumSwitches() + 1) {
		devices = append(devices, m.DeviceName(d))
	}
	if got := strings.Join(devices, ", "); got != "root, block b0, block b1, rack b0/r0, rack b0/r1, rack b1/r0, n0" {
		t.Errorf("the devices are %s", got)
	}
	if b := m.Blocks(); b.Size != 2 || fmt.Sprint(b.Starts, b.Levels) != "[0 2 4 6] [0 1]" {
		t.Errorf("the blocks are %+v", b)
	}
	if err := errors.Join(topologytest.Distances(m, nil), topologytest.Domains(m), topologytest.Routes(m)); err != nil {
		t.Error(err)
	}
}

// TestLabels checks the names of domains whose labels repeat the labels above them,
// and machines whose only level is that of the nodes.
func TestLabels(t *testing.T) {
	m, err := topology.NewLevelTree([]string{"block", "rack"}, []topology.LabelledNode{{"n0", []string{"b0", "b0-r0"}}})
	if err != nil || m.DeviceName(2) != "rack b0-r0" {
		t.Errorf("%v, %v", m, err)
	}
	m, err = topology.NewLevelTree(nil, []topology.LabelledNode{{"n0", nil}, {"n1", nil}})
	if err != nil || m.Levels() != 1 || !slices.Equal(m.LevelNames(), []string{topology.HostLevel}) || m.Blocks().Size != 2 {
		t.Errorf("%v, %v", m, err)
	}
}

func TestWrongLabels(t *testing.T) {
	for _, c := range []struct {
		levels []string
		change func(nodes []topology.LabelledNode) []topology.LabelledNode
		want   string
	}{
		{[]string{"block", ""}, nil, "level 1 has no name"},
		{[]string{"block", "host"}, nil, `the level "host" is always there`},
		{[]string{"rack", "rack"}, nil, `the level "rack" is named twice`},
		{strings.Split(strings.Repeat("x,", topology.MaxLevels-1)+"x", ","), nil, "is named twice"},
		{[]string{"block", "rack"}, func([]topology.LabelledNode) []topology.LabelledNode { return nil }, "there are no nodes"},
		{[]string{"block", "rack"}, func(n []topology.LabelledNode) []topology.LabelledNode { n[1].Name = ""; return n }, "node 1 has no name"},
		{[]string{"block", "rack"}, func(n []topology.LabelledNode) []topology.LabelledNode { n[1].Name = "z"; return n }, `two nodes are named "z"`},
		{[]string{"block", "rack"}, func(n []topology.LabelledNode) []topology.LabelledNode { n[1].Labels = n[1].Labels[:1]; return n }, `node "n2" has 1 labels`},
		{[]string{"block", "rack"}, func(n []topology.LabelledNode) []topology.LabelledNode { n[1].Labels[1] = ""; return n }, `node "n2" has an empty label for the level "rack"`},
	} {
		nodes := racks()
		if c.change != nil {
			nodes = c.change(nodes)
		}
		if _, err := topology.NewLevelTree(c.levels, nodes); !errors.Is(err, topology.ErrShape) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.levels, err, c.want)
		}
	}
}

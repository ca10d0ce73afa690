package slurm

import (
	"cmp"
	"slices"
	"sort"

	"hopyard/core/topology"
)

// names holds the names of a machine's nodes and switches, and the order in which
// the text lists the switches.
type names struct {
	nodes, switches []string
	listed          []int32           // index in the text of each switch
	sorted          []topology.NodeID // nodes ordered by name
}

// index prepares the lookup for FindNode. Cost: O(nodes·log nodes).
func (m *names) index() {
	m.sorted = make([]topology.NodeID, len(m.nodes))
	for n := range m.sorted {
		m.sorted[n] = topology.NodeID(n)
	}
	slices.SortFunc(m.sorted, func(a, b topology.NodeID) int { return cmp.Compare(m.nodes[a], m.nodes[b]) })
}

// SwitchOrder implements topology.Listed.
func (m *names) SwitchOrder() []int32 { return m.listed }

// NodeName returns the name of node n.
func (m *names) NodeName(n topology.NodeID) string { return m.nodes[n] }

// FindNode returns the node with a name, and false if there is none. Cost: O(log
// nodes).
func (m *names) FindNode(name string) (topology.NodeID, bool) {
	at := sort.Search(len(m.sorted), func(i int) bool { return m.nodes[m.sorted[i]] >= name })
	if at == len(m.sorted) || m.nodes[m.sorted[at]] != name {
		return 0, false
	}
	return m.sorted[at], true
}

// device returns the name of a switch or node.
func (m *names) device(d topology.DeviceID) string {
	if int(d) >= len(m.switches) {
		return m.nodes[int(d)-len(m.switches)]
	}
	return m.switches[d]
}

// evenTree is a machine whose leaf switches all have the same depth.
type evenTree struct {
	*topology.Tree
	*names
}

// DeviceName returns the name that the text gives to a device.
func (t evenTree) DeviceName(d topology.DeviceID) string { return t.names.device(d) }

// unevenTree is a machine whose leaf switches differ in depth.
type unevenTree struct {
	*topology.UnevenTree
	*names
}

// DeviceName returns the name that the text gives to a device.
func (t unevenTree) DeviceName(d topology.DeviceID) string { return t.names.device(d) }

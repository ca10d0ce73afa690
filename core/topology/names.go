package topology

import (
	"cmp"
	"slices"
	"sort"
)

// Names holds the names of the nodes and switches of a machine. Embed it in a
// machine to implement NamedNodes.
type Names struct {
	nodes, switches []string
	sorted          []NodeID // nodes ordered by name
}

// NewNames returns the names of nodes and switches, both in the order of their
// numbers. Names of nodes must be unique. Cost: O(nodes·log nodes).
func NewNames(nodes, switches []string) *Names {
	m := &Names{nodes: nodes, switches: switches, sorted: make([]NodeID, len(nodes))}
	for n := range m.sorted {
		m.sorted[n] = NodeID(n)
	}
	slices.SortFunc(m.sorted, func(a, b NodeID) int { return cmp.Compare(m.nodes[a], m.nodes[b]) })
	return m
}

// NodeName returns the name of node n.
func (m *Names) NodeName(n NodeID) string { return m.nodes[n] }

// FindNode returns the node with the given name, and false if there is none. Cost: O(log
// nodes).
func (m *Names) FindNode(name string) (NodeID, bool) {
	at := sort.Search(len(m.sorted), func(i int) bool { return m.nodes[m.sorted[i]] >= name })
	if at == len(m.sorted) || m.nodes[m.sorted[at]] != name {
		return 0, false
	}
	return m.sorted[at], true
}

// Device returns the name of a switch or node.
func (m *Names) Device(d DeviceID) string {
	if int(d) >= len(m.switches) {
		return m.nodes[int(d)-len(m.switches)]
	}
	return m.switches[d]
}

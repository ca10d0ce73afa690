package topology

import "fmt"

// Flat is a machine without a network: any two nodes are one link apart.
type Flat struct{ nodes int }

// NewFlat returns a flat machine of n nodes. Error: n outside 1..MaxNodes.
func NewFlat(n int) (Flat, error) {
	if n < 1 || n > MaxNodes {
		return Flat{}, fmt.Errorf("%w: %d nodes; use 1 to %d", ErrShape, n, MaxNodes)
	}
	return Flat{n}, nil
}

// NumNodes returns the number of nodes.
func (t Flat) NumNodes() int { return t.nodes }

// Distance returns 1 for two different nodes, and 0 from a node to itself.
func (t Flat) Distance(a, b NodeID) int64 { return int64(t.Hops(a, b)) }

// Hops returns 1 for two different nodes, and 0 from a node to itself.
func (t Flat) Hops(a, b NodeID) int {
	if a == b {
		return 0
	}
	return 1
}

// NumSwitches returns 0, since a flat machine has only nodes.
func (t Flat) NumSwitches() int { return 0 }

// DeviceDistance returns the distance between two nodes.
func (t Flat) DeviceDistance(d DeviceID, n NodeID) int64 { return t.Distance(NodeID(d), n) }

// DeviceName returns the name of a node.
func (t Flat) DeviceName(d DeviceID) string { return nodeName(NodeID(d)) }

func nodeName(n NodeID) string { return fmt.Sprintf("node %d", n) }

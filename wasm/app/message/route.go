package message

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// Route asks for the route from one node to another.
type Route struct {
	Serial   int32
	From, To topology.NodeID
}

func (m *Route) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.From)
	code(c, &m.To)
}

// Routed is the answer to Route.
type Routed struct {
	Serial         int32
	From, To       topology.NodeID
	Through        []string // names of the devices along the route
	Ways           []int32  // drawn links of the route, numbered like LinkLoad.Way
	Hops, Distance int64
	Back           int64 // distance in the opposite direction
}

func (m *Routed) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.From)
	code(c, &m.To)
	list(c, &m.Through, (*coder).text)
	list(c, &m.Ways, code[int32])
	code(c, &m.Hops)
	code(c, &m.Distance)
	code(c, &m.Back)
}

// Pack encodes the message.
func (m *Route) Pack() []byte { return pack(KindRoute, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Route) Unpack(wire []byte) error { return unpack(wire, KindRoute, m) }

// Pack encodes the message.
func (m *Routed) Pack() []byte { return pack(KindRouted, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Routed) Unpack(wire []byte) error { return unpack(wire, KindRouted, m) }

// DistanceGroup describes the pairs of nodes of a placement that have the same
// distance. The cost of a placement under SDM is the sum of the distances of all
// pairs.
type DistanceGroup struct {
	Distance int64
	Pairs    int64
	Nodes    cluster.Placement // nodes that occur in these pairs
	Ways     []int32           // drawn links on the routes between the two nodes of each pair, numbered like LinkLoad.Way
}

func codeApart(c *coder, a *DistanceGroup) {
	code(c, &a.Distance)
	code(c, &a.Pairs)
	codePlacement(c, &a.Nodes)
	list(c, &a.Ways, code[int32])
}

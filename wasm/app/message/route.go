package message

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// Route asks for the way from one node to another.
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
	Through        []string // the devices on the way, by name
	Ways           []int32  // those of its links that are drawn, as LinkLoad.Way has them
	Hops, Distance int64
	Back           int64 // the distance of the way back
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

// Pack is the message as bytes.
func (m *Route) Pack() []byte { return pack(KindRoute, m) }

// Unpack reads what Pack wrote.
func (m *Route) Unpack(wire []byte) error { return unpack(wire, KindRoute, m) }

// Pack is the message as bytes.
func (m *Routed) Pack() []byte { return pack(KindRouted, m) }

// Unpack reads what Pack wrote.
func (m *Routed) Unpack(wire []byte) error { return unpack(wire, KindRouted, m) }

// Apart are the pairs of a placement's nodes that are equally far apart, out of which
// SDM sums up its cost.
type Apart struct {
	Distance int64
	Pairs    int64
	Nodes    cluster.Placement // that are in one of the pairs
	Ways     []int32           // of the picture, between the nodes of each pair
}

func codeApart(c *coder, a *Apart) {
	code(c, &a.Distance)
	code(c, &a.Pairs)
	codePlacement(c, &a.Nodes)
	list(c, &a.Ways, code[int32])
}

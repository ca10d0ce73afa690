package model

import (
	"hopyard/core/topology"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// ChosenRoute is the route between two nodes that the reader picked. Routed is
// empty until the answer of the worker arrives.
type ChosenRoute struct {
	Ends [2]topology.NodeID // nodes that were picked; -1 if missing
	Ask  *message.Route     // request for the route that must be sent to the worker; nil if there is none or it was sent
	message.Routed
}

// NoRoute is a ChosenRoute without a route and without picked nodes.
var NoRoute = ChosenRoute{Ends: draw.NoEnds}

// PickEnd picks a node as an end of a route. The first pick is the start. The
// second pick is the destination, and requests the route; picking the start again
// cancels it instead. A third pick is the start of another route.
func (m *Model) PickEnd(n topology.NodeID) {
	ends := m.Route.Ends
	m.Route = NoRoute
	switch {
	case m.Run == nil || n < 0 || n == ends[0] && ends[1] < 0:
	case ends[0] < 0 || ends[1] >= 0:
		m.Route.Ends[0] = n
	default:
		m.Route.Ends = [2]topology.NodeID{ends[0], n}
		m.Route.Ask = &message.Route{Serial: m.Run.Serial, From: ends[0], To: n}
	}
}

// Find stores the route that the worker found. It returns false if the reader has
// picked other nodes in the meantime.
func (m *Model) Find(r *message.Routed) bool {
	if m.Run == nil || r.Serial != m.Run.Serial || m.Route.Ends != [2]topology.NodeID{r.From, r.To} {
		return false
	}
	m.Route.Routed = *r
	return true
}

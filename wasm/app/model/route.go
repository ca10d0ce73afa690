package model

import (
	"hopyard/core/topology"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// ChosenRoute is the route between two nodes that the reader picked, as far as it
// is known.
type ChosenRoute struct {
	Ends [2]topology.NodeID // -1: not picked yet
	Ask  *message.Route     // request to send for the route; nil: none, or already sent
	message.Routed
}

// NoRoute is the route without nodes.
var NoRoute = ChosenRoute{Ends: draw.NoEnds}

// PickEnd picks a node as an end of the route. The second pick requests the route.
// A pick after that starts a new route, and picking the first node again cancels
// it.
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

// Find stores the route between two nodes. It reports whether that route is still
// wanted.
func (m *Model) Find(r *message.Routed) bool {
	if m.Run == nil || r.Serial != m.Run.Serial || m.Route.Ends != [2]topology.NodeID{r.From, r.To} {
		return false
	}
	m.Route.Routed = *r
	return true
}
